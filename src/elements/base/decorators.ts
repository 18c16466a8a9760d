import type { PropertyDeclaration, ReactiveElement } from 'lit';

/**
 * Lit's `@property` and `@state` for the one kind of decorator that is compiled here; Lit's own also carry the other
 * kind into every bundle.
 */
export const property =
  (options?: PropertyDeclaration) =>
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the one type that a decorator of both may give
  (element: ReactiveElement, name: PropertyKey): any => {
    (element.constructor as typeof ReactiveElement).createProperty(name, options);
    // Else the compiler puts a setter of the class back in the place of the one that asks for a drawing.
    return Object.getOwnPropertyDescriptor(element, name);
  };

export const state = () => property({ state: true });
