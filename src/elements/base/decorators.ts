import type { PropertyDeclaration, ReactiveElement } from 'lit';

/**
 * Lit's `@property` and `@state` for the one kind of decorator that is compiled here; Lit's own also carry the other
 * kind into every bundle.
 */
export const property =
  (options?: PropertyDeclaration) =>
  (element: ReactiveElement, name: PropertyKey): void =>
    (element.constructor as typeof ReactiveElement).createProperty(name, options);

export const state = () => property({ state: true });
