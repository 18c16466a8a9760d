/** When a call ends: its deadline, its retries, and the callers that share it. */
import { AbortedError, isApiError, isNetworkError, TimeoutError } from './errors.ts';

/** How long a piece of work may go on. */
export interface Life {
  /** Fires when nobody waits for the result any more. */
  readonly ended: AbortSignal;
  /** When it will fire by itself, in milliseconds since the epoch. */
  deadline: number;
}

/** The first pause between tries in milliseconds; the next ones double. */
const FIRST_PAUSE = 300;

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

/** Tries again after lost connections, 408, 429 and 5xx, as long as there is time. */
export async function withRetries<T>(tries: number, life: Life, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= tries || !isWorthRetrying(error)) throw error;
      // Half of the pause is random, so that many shoppers do not come back in one moment.
      const pause = FIRST_PAUSE * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
      const wait = pause + (isApiError(error) ? (error.retryAfter ?? 0) : 0) * 1000;
      // Rather the honest error now than a wait that can only end in a timeout.
      if (Date.now() + wait >= life.deadline || !(await rest(wait, life.ended))) throw error;
    }
  }
}

const isWorthRetrying = (error: unknown) =>
  isNetworkError(error) ||
  (isApiError(error) && (error.status === 408 || error.status === 429 || (error.status ?? 0) >= 500));

/** Whether it could rest for all of the time. */
const rest = (ms: number, ended: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    if (ended.aborted) return resolve(false);
    const timer = setTimeout(() => resolve(true), ms);
    ended.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });

export interface SharedCall<T> {
  result: Promise<T>;
  life: Life;
  waiting: number;
  end: AbortController;
}

/** Joins the identical work that is under way, or starts it. It ends when nobody waits for it any more. */
export function share<T>(
  underWay: Map<string, SharedCall<unknown>>,
  key: string,
  caller: Life,
  work: (life: Life) => Promise<T>,
): Promise<T> {
  let call = underWay.get(key) as SharedCall<T> | undefined;
  if (!call) {
    const end = new AbortController();
    const life: Life = { ended: end.signal, deadline: caller.deadline };
    const started = (call = { result: work(life), life, waiting: 0, end });
    const forget = () => {
      if (underWay.get(key) === started) underWay.delete(key);
    };
    started.result.then(forget, forget);
    end.signal.addEventListener('abort', forget);
    underWay.set(key, started);
  }
  const joined = call;
  joined.waiting++;
  // Whoever joins late brings time of their own.
  joined.life.deadline = Math.max(joined.life.deadline, caller.deadline);
  caller.ended.addEventListener('abort', () => {
    if (--joined.waiting === 0) joined.end.abort();
  });
  return joined.result;
}
