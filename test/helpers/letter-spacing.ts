/**
 * Letter spacings that make any font as narrow or as wide as the fonts of shops. The widest is the one that shoppers may
 * set under WCAG 1.4.12.
 */
export const letterSpacings = ['-0.06em', '-0.03em', '0', '0.03em', '0.06em', '0.09em', '0.12em'];

/** Every other one, for tests of many states in many languages. The soak tests use all. */
export const fewLetterSpacings = letterSpacings.filter((_, index) => index % 2 === 0);

/** The heights of an element in fonts of different widths. */
export function heightsOf(element: HTMLElement, spacings = letterSpacings): string {
  const heights = spacings.map((spacing) => {
    element.style.letterSpacing = spacing;
    return element.offsetHeight;
  });
  element.style.letterSpacing = '';
  return heights.join(' ');
}
