import type { PropertyDeclaration, ReactiveElement } from 'lit';

/** Declares properties whose attributes are named after them unless they say otherwise: `baseUrl` is `base-url`. */
export function declareProperties(
  element: Pick<typeof ReactiveElement, 'createProperty'>,
  properties: Record<string, PropertyDeclaration>,
): void {
  for (const name in properties)
    element.createProperty(name, {
      attribute: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      ...properties[name],
    });
}

/**
 * Lit's `@property` for the one kind of decorator that is compiled here; Lit's own also carries the other kind into every
 * bundle. The builds for a script tag make one `declareProperties()` of all in a class.
 */
export const property =
  (options?: PropertyDeclaration) =>
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the one type that a decorator of both may give
  (element: ReactiveElement, name: string): any => {
    declareProperties(element.constructor as typeof ReactiveElement, { [name]: options ?? {} });
    // Else the compiler puts a setter of the class back in the place of the one that asks for a drawing.
    return Object.getOwnPropertyDescriptor(element, name);
  };
