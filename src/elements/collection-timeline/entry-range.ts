/** Decides which entries of a long timeline are drawn. It knows only their indexes. */

/** Entries on either side of the view that are drawn in the frames of a scroll. */
export const NEAR = 24;

/** Entries on either side of the view that are drawn when the browser is idle, for find-in-page and for screen readers. */
export const SIDE = 96;

/** Entries that are added at once. Divisible by one to four columns, so that rows stay complete. */
export const STEP = 12;

/** From index `from` up to, but not including, `to`. */
export interface Range {
  from: number;
  to: number;
}

/**
 * The range after `now`: a step closer to `wanted`, without entries that are outside the full range. The range does not
 * shrink at every entry, nor while it is held because the shopper has selected text.
 */
export function nextRange(now: Range, wanted: Range, full: Range, isHeld: boolean): Range {
  const isKept = (excess: number) => isHeld || excess < STEP;
  const shrunk = {
    from: isKept(full.from - now.from) ? now.from : full.from,
    to: isKept(now.to - full.to) ? now.to : full.to,
  };
  return {
    from: wanted.from < now.from ? Math.max(wanted.from, now.from - STEP) : shrunk.from,
    to: wanted.to > now.to ? Math.min(wanted.to, now.to + STEP) : shrunk.to,
  };
}
