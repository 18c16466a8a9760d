/** Reads and checks a typed code. */
import { fill, formatCount } from '../shared/format.ts';
import type { LoginNotice } from './login-state.ts';

/**
 * Mail programs wrap codes in spaces, print them in groups, and add invisible characters. Japanese input methods produce
 * full-width letters and digits, at a fixed offset from the usual ones.
 */
export const readCode = (text: string, isNumeric: boolean): string => {
  const code = text
    .replace(/[\s\p{Dash}\p{Cf}\p{DI}]/gu, '')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  // Arabic and Persian digits; the last four bits are the value.
  return isNumeric
    ? code.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/\D/g, '')
    : code;
};

/** The text about an incomplete code; undefined if it can be sent. */
export function codeProblem(code: string, count: number | undefined): LoginNotice['text'] | undefined {
  if (!code) return (words) => words.codeMissing;
  if (!count || code.length === count) return undefined;
  return (words, language) => fill(words.codeLength, { count: formatCount(language, count) });
}
