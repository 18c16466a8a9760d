/** Longer than a slow phone takes for a frame, in milliseconds. */
const FRAME = 500;

export const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

/** Done when the page has painted what is to be painted now. */
export const painted = (): Promise<unknown> =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
    // Nobody sees the page, and there is no frame.
    setTimeout(resolve, FRAME);
  }).then(() => pause(0));
