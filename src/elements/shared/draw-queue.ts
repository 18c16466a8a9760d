/** Spreads the drawings of several elements over frames, so that no task blocks the page for long. */

/** Milliseconds that a slow phone needs for a frame. */
const FRAME = 500;

/** More elements than this never draw in one task. */
const CROWD = 4;

/** Milliseconds between two long drawings: enough for a frame, so that no frame lays out many. */
const TURN = 10;

let firstDrawings: Promise<unknown> | undefined;
let furtherDrawings: Promise<unknown> | undefined;

export const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves after the page's next frame. */
export const nextFrame = (): Promise<unknown> =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
    // A hidden page has no frames.
    setTimeout(resolve, FRAME);
  }).then(() => pause(0));

/** Calls back when the browser is idle; returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  // Safari has no idle callbacks.
  const { requestIdleCallback, cancelIdleCallback } = globalThis as Partial<typeof globalThis>;
  if (requestIdleCallback && cancelIdleCallback) {
    const handle = requestIdleCallback(callback);
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(callback);
  return () => clearTimeout(handle);
}

/**
 * Resolves when all queued first drawings are done; undefined if there are none. Elements that wait for it ask for the
 * same data at the same time, and so share a request.
 */
export const afterFirstDrawings = (): Promise<unknown> | undefined => firstDrawings;

interface Drawing {
  isFirst: boolean;
  /** Whether it replaces a placeholder with the loaded content. */
  isLoading: boolean;
  /** Elements on the page. */
  count: number;
}

/** Resolves when an element may draw; undefined if it may draw now. */
export function drawTurn({ isFirst, isLoading, count }: Drawing): Promise<unknown> | undefined {
  if (count > 1 && isFirst) return (firstDrawings = (firstDrawings ?? nextFrame()).then(() => pause(TURN)));
  if (count > 1 && isLoading)
    return (furtherDrawings = Promise.all([firstDrawings, furtherDrawings]).then(() => pause(TURN)));
  // A first drawing never lengthens the task of the script.
  return isFirst || count > CROWD ? pause(0) : undefined;
}
