/** Pauses and stopwatches for claims. */

/** Replaced in tests. */
export interface Time {
  pause: (ms: number) => Promise<void>;
  /** Starts a stopwatch, and returns a function that reads it in milliseconds. */
  watch: () => () => number;
}

export const REAL_TIME: Time = {
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  watch() {
    // One of the two clocks may stop while the machine is suspended, and the other may be set back.
    const [start, date] = [performance.now(), Date.now()];
    return () => Math.max(performance.now() - start, Date.now() - date);
  },
};

/** Waits for `work` for at most `ms` milliseconds. The work continues. */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
