// The dyes of the drop, from night to dawn.
import { LILAC, MOSS } from './jumper.ts';
import { hex, type RGB } from './paint.ts';

export const GLOW: readonly RGB[] = [
  hex('#1b3a50'),
  hex('#1f6a72'),
  MOSS,
  hex('#9fd8a8'),
  LILAC,
  hex('#5a4a8a'),
];

/** The remainder that never turns negative, for patterns that repeat. */
export const wrap = (n: number, by: number) => ((n % by) + by) % by;
