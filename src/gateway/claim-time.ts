/** Waiting and measuring, as claims need it. */

/** What a test replaces. */
export interface Time {
  pause: (ms: number) => Promise<void>;
  /** Starts a watch, which gives the milliseconds since. */
  watch: () => () => number;
}

export const REAL_TIME: Time = {
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  watch() {
    // One of the two stands still while the machine is suspended, and the other may be set back.
    const [start, date] = [performance.now(), Date.now()];
    return () => Math.max(performance.now() - start, Date.now() - date);
  },
};

/** Waits for `work`, but no longer than `ms`; the work goes on. */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
