/** When a call ends: its deadline, its retries, and the callers that share it. */
import { AbortedError, isApiError, isNetworkError, TimeoutError } from './errors.ts';

/** The first pause between tries in milliseconds; the next ones double. */
const FIRST_PAUSE = 300;

export const aborted = (name: string, signal: AbortSignal | undefined) =>
  new AbortedError(`${name} was aborted`, { cause: signal?.reason });

/** Runs `work` with a signal that fires at the deadline or with the caller's, and says which of them it was. */
export async function withDeadline<T>(
  name: string,
  timeout: number,
  signal: AbortSignal | undefined,
  work: (ended: AbortSignal, timeLeft: () => number) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const deadline = Date.now() + timeout;
  const timer = setTimeout(() => end.abort(), timeout);
  const stop = () => end.abort();
  signal?.addEventListener('abort', stop);
  try {
    return await work(end.signal, () => deadline - Date.now());
  } catch (error) {
    if (signal?.aborted) throw aborted(name, signal);
    // What failed for another reason in the same moment keeps its own error.
    if (end.signal.aborted && isNetworkError(error))
      throw new TimeoutError(`${name} took longer than ${timeout} ms`);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

export async function withRetries<T>(
  tries: number,
  ended: AbortSignal,
  timeLeft: () => number,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= tries || ended.aborted || !isWorthRetrying(error)) throw error;
      // Half of the pause is random, so that many shoppers do not come back in one moment.
      const pause = FIRST_PAUSE * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
      const wait = pause + (retryAfterOf(error) ?? 0) * 1000;
      // Rather the honest error now than a wait that can only end in a timeout.
      if (wait >= timeLeft()) throw error;
      if (!(await rest(wait, ended))) throw error;
    }
  }
}

const retryAfterOf = (error: unknown) => (isApiError(error) ? error.retryAfter : undefined);

const isWorthRetrying = (error: unknown) =>
  isNetworkError(error) ||
  (isApiError(error) && (error.status === 408 || error.status === 429 || (error.status ?? 0) >= 500));

/** Whether it could rest for all of the time. */
const rest = (ms: number, ended: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    ended.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });

export interface SharedCall<T> {
  result: Promise<T>;
  waiting: number;
  end: AbortController;
}

/** Joins the identical call that is under way, or starts it. It is aborted when nobody waits for it any more. */
export function share<T>(
  underWay: Map<string, SharedCall<unknown>>,
  key: string,
  name: string,
  signal: AbortSignal | undefined,
  start: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let shared = underWay.get(key) as SharedCall<T> | undefined;
  if (!shared) {
    const end = new AbortController();
    const result = start(end.signal);
    const started: SharedCall<T> = { result, waiting: 0, end };
    const forget = () => {
      if (underWay.get(key) === started) underWay.delete(key);
    };
    result.then(forget, forget);
    end.signal.addEventListener('abort', forget);
    underWay.set(key, started);
    shared = started;
  }
  const call = shared;
  call.waiting++;
  if (!signal) return call.result;
  return new Promise<T>((resolve, reject) => {
    const leave = () => {
      reject(aborted(name, signal));
      if (--call.waiting === 0) call.end.abort();
    };
    signal.addEventListener('abort', leave);
    call.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
