/** Ends a call when its work is done, its time is up, or its caller aborts. */
import { AbortedError, TimeoutError } from './errors.ts';

/** The lifetime of a piece of work. */
export interface Life {
  /** Fires when nobody waits for the result any more. */
  readonly ended: AbortSignal;
  /** When `ended` fires by itself, in milliseconds since the epoch. */
  deadline: number;
}

/**
 * Runs `work` until it is done, or rejects with a `TimeoutError` when the time is up or an `AbortedError` when the
 * caller aborts.
 */
export async function withDeadline<T>(
  name: string,
  timeout: number,
  signal: AbortSignal | undefined,
  work: (life: Life) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const stop = () => end.abort();
  const timer = setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop);
  try {
    if (signal?.aborted) end.abort();
    return await new Promise<T>((resolve, reject) => {
      // Rejects here instead of relying on the work: a `fetch` that ignores its signal must not keep the caller
      // waiting.
      const giveUp = () =>
        reject(
          signal?.aborted
            ? causeOf(name, signal.reason)
            : new TimeoutError(`${name} took longer than ${timeout} ms`),
        );
      end.signal.addEventListener('abort', giveUp);
      if (end.signal.aborted) giveUp();
      else work({ ended: end.signal, deadline: Date.now() + timeout }).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** The reason of `AbortSignal.timeout()` has the name `TimeoutError`. */
const causeOf = (name: string, reason: unknown) =>
  (reason as Error | undefined)?.name === 'TimeoutError'
    ? new TimeoutError(`${name} took longer than its signal allows`, { cause: reason })
    : new AbortedError(`${name} was aborted`, { cause: reason });
