/** What a code may look like when it is typed, and what a field of the page gets from the element. */

/** Mail programs wrap codes in spaces, print them in groups, and add marks that nobody sees. */
export const readCode = (text: string, isNumeric: boolean): string => {
  const code = text.replace(/[\s\p{Dash}\p{Cf}\p{DI}]/gu, '');
  // The digits of Arabic, Persian and Japanese keyboards, whose last four bits are their value.
  return isNumeric
    ? code.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/\D/g, '')
    : code;
};

/** What each field of the page was given here; everything else on it is the page's own. */
const given = new WeakMap<Element, Record<string, string>>();

/** Gives a field of the page what it does not have by itself. */
export function adopt(field: Element, attributes: Readonly<Record<string, string>>): void {
  const mine = given.get(field) ?? {};
  given.set(field, mine);
  for (const [name, value] of Object.entries(attributes)) {
    const current = field.getAttribute(name);
    // Not set again to the same: elements watch the page's directions, and this one would draw for ever.
    if (current !== value && (current === null || current === mine[name]))
      field.setAttribute(name, (mine[name] = value));
  }
}
