/** Compares discount codes. */
import type { CartCode } from './platform.ts';

/** Shop systems ignore the case of codes, and may store a code in a different case. */
export const isSameCode = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const hasCode = (codes: readonly string[], wanted: string): boolean =>
  codes.some((code) => isSameCode(code, wanted));

export const findCode = (codes: readonly CartCode[] | undefined, wanted: string): CartCode | undefined =>
  codes?.find(({ code }) => isSameCode(code, wanted));
