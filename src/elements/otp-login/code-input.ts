/** Reads and checks a typed code. */
import { fill, formatCount } from '../shared/format.ts';
import type { LoginWords } from './login-message.ts';

/** Mail programs wrap codes in spaces, print them in groups, and add invisible characters. */
export const readCode = (text: string, isNumeric: boolean): string => {
  const code = text.replace(/[\s\p{Dash}\p{Cf}\p{DI}]/gu, '');
  // Arabic, Persian and full-width digits; the last four bits are the value.
  return isNumeric
    ? code.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/\D/g, '')
    : code;
};

/** The text about an incomplete code; '' if it can be sent. */
export function codeProblem(
  code: string,
  count: number | undefined,
  words: LoginWords,
  language: string,
): string {
  if (!code) return words.codeMissing;
  return count && code.length !== count
    ? fill(words.codeLength, { count: formatCount(language, count) })
    : '';
}
