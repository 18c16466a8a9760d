/** A monotonic clock with a wait function, both in milliseconds. */
export interface Stopwatch {
  now(): number;
  /** Waits for at least this long, plus a random time. */
  wait(milliseconds: number): Promise<void>;
}

/**
 * The maximum random addition to a wait, in milliseconds. Timers fire at whole milliseconds, and a busy processor
 * responds faster than one that slept, so without it a few tenths of a millisecond would depend on when the work
 * ended. Twenty milliseconds of noise hide them, and the limits stop anybody from asking often enough to average it
 * out.
 */
const SCATTER = 20;

export const realStopwatch: Stopwatch = {
  now: () => performance.now(),
  wait: (milliseconds) => {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    return new Promise((resolve) => setTimeout(resolve, milliseconds + (SCATTER * random) / 2 ** 32));
  },
};

/** The time in milliseconds after which half of a remembered delay is forgotten. */
const HALF_LIFE = 120_000;

/** Makes different pieces of work take the same time for an outside observer. */
export interface EqualTime {
  /**
   * Runs the work, and delays its result or error until its time slot ends. Calls `slow` if the work took longer
   * than one step.
   */
  run<T>(work: () => Promise<T>, slow?: () => void): Promise<T>;
}

export interface EqualTimeOptions {
  /** In milliseconds; 0 disables the delay. */
  step: number;
  /** The longest total time of a response that is delayed because others were slow, in milliseconds. */
  most: number;
  stopwatch?: Stopwatch | undefined;
}

/**
 * Delays answers until the end of a step. Work that takes longer than one step is answered at the end of the step
 * in which it finished, so an observer sees only the number of steps.
 *
 * Steps alone are not enough. If a registered address takes a step and a half, because an email is sent, and an
 * unknown one a tenth, their answers would always come after two steps and one. So every answer is as slow as a
 * recent slow success: up to `most`, and halving every two minutes, so that a single slow email does not slow down
 * every login for long. The first answer that is slower than all recent ones can still be recognised, and so can
 * every answer slower than `most`. Choosing a `step` that the service rarely exceeds avoids both; `slow` reports
 * when it does. Failures are not remembered: their text differs anyway, and an outage with timeouts would slow down
 * every login for a while afterwards.
 */
export function createEqualTime({ step, most, stopwatch = realStopwatch }: EqualTimeOptions): EqualTime {
  const mostSteps = Math.max(1, Math.floor(most / step));
  let slowest = 1;
  let slowestAt = 0;

  /** The number of steps that this answer takes. */
  const stepsOf = (elapsed: number, ended: number, succeeded: boolean): number => {
    const own = Math.max(1, Math.ceil(elapsed / step));
    const remembered = Math.ceil(slowest * 0.5 ** ((ended - slowestAt) / HALF_LIFE));
    // Remembers the work's own time, not the delayed one; otherwise one slow answer would renew itself for ever.
    if (succeeded && Math.min(own, mostSteps) >= remembered) {
      slowest = Math.min(own, mostSteps);
      slowestAt = ended;
    }
    return Math.max(own, remembered);
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
