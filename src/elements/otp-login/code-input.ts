/** Reads and checks a typed code. */
import { fill, formatCount } from '../shared/format.ts';
import type { LoginNotice } from './login-state.ts';

/** The usual digit. Unicode has ten digits for each script, in a row from zero. */
function usualDigit(digit: string): string {
  const point = digit.codePointAt(0)!;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  // Some scripts follow each other without a gap.
  return String((point - first) % 10);
}

/**
 * Mail programs wrap codes in spaces, print them in groups, and add invisible characters. Keyboards of many languages
 * have their own digits. Japanese input methods produce full-width letters, at a fixed offset from the usual ones.
 */
export const readCode = (text: string, isNumeric: boolean): string => {
  const code = text
    .replace(/[\s\p{Dash}\p{Cf}\p{DI}]/gu, '')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Nd}/gu, usualDigit);
  return isNumeric ? code.replace(/\D/g, '') : code;
};

/** The text about an incomplete code; undefined if it can be sent. */
export function codeProblem(code: string, count: number | undefined): LoginNotice['text'] | undefined {
  if (!code) return (words) => words.codeMissing;
  if (!count || code.length === count) return undefined;
  return (words, language) => fill(words.codeLength, { count: formatCount(language, count) });
}
