/** Retries GETs, and shares one request among callers who read the same URL at the same time. */
import { type AnyApiError, isApiError, isNetworkError } from './errors.ts';
import type { Result } from './response.ts';
import type { Life } from './timing.ts';

export interface RetryOptions {
  /** How many further attempts a failed GET may have, 0 to 100. Default 2. POST and DELETE are never retried. */
  retries?: number | undefined;
  /**
   * Whether to try a GET again after this error. By default after lost connections, 408, 429 and 5xx. The pauses, and
   * the wait that the service asks for, stay the same.
   */
  retryWhen?: ((error: AnyApiError) => boolean) | undefined;
}

export const RETRIES = 2;

interface RetryPolicy {
  retries: number;
  retryWhen: RetryOptions['retryWhen'];
  onRetry(error: AnyApiError, wait: number): void;
}

/** The pause before the second attempt in milliseconds. It doubles for each further attempt. */
const FIRST_PAUSE = 300;

/** The reads in flight, by URL. */
export type Reads = Map<string, SharedCall<unknown>>;

/**
 * Spread into the request of an operation that only reads. Kept apart from the client, so that a bundle that only
 * writes does not include it, and so that a POST cannot be retried by accident.
 */
export const GET = {
  method: 'GET',
  read: <T>(
    underWay: Reads,
    url: string,
    caller: Life,
    attempt: (life: Life) => Promise<Result<T>>,
    policy: RetryPolicy,
  ): Promise<Result<T>> =>
    share(underWay, url, caller, (life) => withRetries(life, () => attempt(life), policy)),
} as const;

/** Retries while there is time. */
async function withRetries<T>(
  life: Life,
  attempt: () => Promise<T>,
  { retries, retryWhen = isWorthRetrying, onRetry }: RetryPolicy,
): Promise<T> {
  for (let retried = 0; ; retried++) {
    try {
      return await attempt();
    } catch (error) {
      if (retried >= retries || !isApiError(error) || !retryWhen(error)) throw error;
      // Half of the pause is random, so that many shoppers do not retry at the same moment.
      const pause = FIRST_PAUSE * 2 ** retried * (0.5 + Math.random() / 2);
      const wait = pause + (error.retryAfter ?? 0) * 1000;
      // Better the real error now than a wait that can only end in a timeout.
      if (Date.now() + wait >= life.deadline) throw error;
      onRetry(error, wait);
      if (!(await rest(wait, life.ended))) throw error;
    }
  }
}

const isWorthRetrying = (error: AnyApiError) =>
  isNetworkError(error) || error.status === 408 || error.status === 429 || (error.status ?? 0) >= 500;
/** Resolves with true after `ms`, or with false as soon as `ended` fires. */
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

/** Joins identical work in flight, or starts it. The work is aborted when nobody waits for it any more. */
function share<T>(
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
      // Node keeps a request's signal longer than its answer, together with its listeners.
      end.signal.removeEventListener('abort', forget);
      if (underWay.get(key) === started) underWay.delete(key);
    };
    started.result.then(forget, forget);
    end.signal.addEventListener('abort', forget);
    underWay.set(key, started);
  }
  const joined = call;
  joined.waiting++;
  // A later caller extends the deadline to its own.
  joined.life.deadline = Math.max(joined.life.deadline, caller.deadline);
  caller.ended.addEventListener('abort', () => {
    if (--joined.waiting === 0) joined.end.abort();
  });
  return joined.result;
}
