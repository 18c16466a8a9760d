/** Values for optional attributes that are missing or wrong. */
import type { Maybe } from '../shared/attributes.ts';

/** Seconds before a shopper may request a new code. */
export const RESEND_AFTER = 30;

/** Seconds that a login is remembered. */
export const REMEMBER_FOR = 43_200;

export const secondsOr = (value: Maybe<number>, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : fallback;
