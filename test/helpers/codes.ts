/**
 * Whether a text shows a one-time code. The same digits inside a longer number, a time or a random ID are not the code:
 * they are there by chance.
 */
export const showsCode = (text: string, code: string): boolean =>
  new RegExp(`(?<![\\w.])${code}(?!\\w)`).test(text);
