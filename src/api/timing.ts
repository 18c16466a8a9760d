/** When a call ends: when its work is done, its time is up, or its caller gives up. */
import { AbortedError, TimeoutError } from './errors.ts';

/** How long a piece of work may go on. */
export interface Life {
  /** Fires when nobody waits for the result any more. */
  readonly ended: AbortSignal;
  /** When it will fire by itself, in milliseconds since the epoch. */
  deadline: number;
}

/** Runs `work` until it is done, the time is up or the caller aborts, and says which of them it was. */
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
      // Not left to the work: a `fetch` that ignores its signal must not keep the caller waiting.
      const giveUp = () =>
        reject(
          signal?.aborted
            ? new AbortedError(`${name} was aborted`, { cause: signal.reason })
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
