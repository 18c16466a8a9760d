/** A clock that never goes back, and a way to wait by it; both in milliseconds. */
export interface Stopwatch {
  now(): number;
  /** At least so long; how much longer is left to chance. */
  wait(milliseconds: number): Promise<void>;
}

/**
 * Milliseconds that a wait is longer at most. A timer goes off at whole milliseconds, and a processor that has just
 * worked answers sooner than one that slept: a few tenths of a millisecond would be left that depend on when the work
 * was done. Among these twenty they are lost, and the limits let nobody ask often enough to find them again.
 */
const SCATTER = 20;

export const realStopwatch: Stopwatch = {
  now: () => performance.now(),
  wait: (milliseconds) => {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    return new Promise((resolve) => setTimeout(resolve, milliseconds + (SCATTER * random) / 2 ** 32));
  },
};

/** Milliseconds: the slowest answer of this window and of the one before are remembered. */
const WINDOW = 600_000;

/** Makes different pieces of work take the same time, as seen from outside. */
export interface EqualTime {
  /** Does the work, and gives its result or failure when the time is full. `slow` is called where it took longer than that. */
  run<T>(work: () => Promise<T>, slow?: () => void): Promise<T>;
}

/**
 * Answers go out after one step. Work that took longer goes out at the end of the step that it ended in, so that what
 * can be seen of its length is the number of steps and nothing finer.
 *
 * Steps alone would not do: where a known address takes a step and a half, because a mail is sent, and an unknown one a
 * tenth, their answers would come after two steps and after one, always. So all answers are as slow as the slowest
 * success of the last ten to twenty minutes. The first that is slower than all before may still be told from them; the next one may
 * not, whichever it is. A `step` that the service rarely needs longer than spares even that, and `slow` is there to
 * say so. Failures are not remembered: they are told apart by their text anyway, and an outage that ends in timeouts
 * would make every login slow for a while afterwards.
 *
 * @param step milliseconds; 0 for no waiting at all
 */
export function createEqualTime(step: number, stopwatch: Stopwatch = realStopwatch): EqualTime {
  let windowEnd = -Infinity;
  let slowest = 1;
  let slowestBefore = 1;

  /** How many steps this answer takes. */
  const stepsOf = (elapsed: number, ended: number, succeeded: boolean): number => {
    if (ended >= windowEnd) {
      slowestBefore = ended < windowEnd + WINDOW ? slowest : 1;
      slowest = 1;
      windowEnd = ended + WINDOW;
    }
    const own = Math.max(1, Math.ceil(elapsed / step));
    // What it took itself is remembered, not how long it was held: else one slow answer would renew itself for ever.
    if (succeeded) slowest = Math.max(slowest, own);
    return Math.max(own, slowest, slowestBefore);
  };

  return {
    async run(work, slow) {
      const begun = stopwatch.now();
      let succeeded = false;
      try {
        const result = await work();
        succeeded = true;
        return result;
      } finally {
        if (step > 0) {
          const ended = stopwatch.now();
          const elapsed = ended - begun;
          if (elapsed > step) slow?.();
          const left = stepsOf(elapsed, ended, succeeded) * step - elapsed;
          if (left > 0) await stopwatch.wait(left);
        }
      }
    },
  };
}
