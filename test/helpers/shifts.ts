import type { Page } from 'puppeteer-core';

export interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

declare global {
  /** In pages after `tellOwnShifts`. */
  function isOwnShift(shift: LayoutShift): boolean;
}

/**
 * Adds `isOwnShift` to pages opened from now on. It reports whether a shift was caused by the shopper's input. A browser
 * reports that for 500 ms only, and on a slow machine, the first frames after an input may come later.
 */
export const tellOwnShifts = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    const inputs: { from: number; until: number }[] = [];
    const note = ({ isTrusted }: Event) => {
      if (!isTrusted) return;
      const input = { from: performance.now(), until: Infinity };
      inputs.push(input);
      let frames = 3;
      const wait = () => {
        if (frames--) requestAnimationFrame(wait);
        else input.until = performance.now();
      };
      wait();
    };
    for (const type of ['click', 'keydown']) addEventListener(type, note, true);
    globalThis.isOwnShift = ({ hadRecentInput, startTime }) =>
      hadRecentInput || inputs.some(({ from, until }) => startTime >= from && startTime <= until);
  });
