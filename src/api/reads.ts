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
  /** The check of the response. Only callers with the same one share a request. */
  schema: unknown;
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
  ): Promise<Result<T>> => join(underWay, `${policy.retries} ${url}`, caller, attempt, policy),
} as const;

async function join<T>(
  underWay: Reads,
  key: string,
  caller: Life,
  attempt: (life: Life) => Promise<T>,
  policy: RetryPolicy,
): Promise<T> {
  for (;;) {
    const call = share(underWay, key, caller, policy, (shared) => withRetries(shared, attempt, policy));
    // The call had used up some attempts before this caller joined.
    const isLate = call.failures > 0;
    try {
      return await call.result;
    } catch (error) {
      if (!isLate || caller.ended.aborted || !isWorthAnother(error, policy)) throw error;
      const wait = waitAfter(error, 1);
      if (Date.now() + wait >= caller.deadline || !(await rest(wait, caller.ended))) throw error;
    }
  }
}

const isWorthAnother = (error: unknown, { retryWhen = isWorthRetrying }: RetryPolicy): error is AnyApiError =>
  isApiError(error) && retryWhen(error);

/** Retries while there is time. */
async function withRetries<T>(
  call: Shared,
  attempt: (life: Life) => Promise<T>,
  policy: RetryPolicy,
): Promise<T> {
  const { life } = call;
  for (;;) {
    try {
      return await attempt(life);
    } catch (error) {
      if (call.failures++ >= policy.retries || !isWorthAnother(error, policy)) throw error;
      const wait = waitAfter(error, call.failures);
      // Better the real error now than a wait that can only end in a timeout.
      if (Date.now() + wait >= life.deadline) throw error;
      policy.onRetry(error, wait);
      if (!(await rest(wait, life.ended))) throw error;
    }
  }
}

/** Milliseconds before the next attempt. */
function waitAfter({ retryAfter = 0 }: AnyApiError, failures: number): number {
  // Half of the pause is random, so that many shoppers do not retry at the same moment.
  const pause = FIRST_PAUSE * 2 ** (failures - 1) * (0.5 + Math.random() / 2);
  return pause + retryAfter * 1000;
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

interface Shared {
  schema: unknown;
  life: Life;
  /** The attempts that failed so far. */
  failures: number;
  waiting: number;
  end: AbortController;
}

export interface SharedCall<T> extends Shared {
  result: Promise<T>;
}

/** Joins identical work in flight, or starts it. The work is aborted when nobody waits for it any more. */
function share<T>(
  underWay: Map<string, SharedCall<unknown>>,
  key: string,
  caller: Life,
  { schema }: RetryPolicy,
  work: (shared: Shared) => Promise<T>,
): SharedCall<T> {
  let call = underWay.get(key) as SharedCall<T> | undefined;
  if (!call || call.schema !== schema) {
    const end = new AbortController();
    const shared: Shared = {
      schema,
      life: { ended: end.signal, deadline: caller.deadline },
      failures: 0,
      waiting: 0,
      end,
    };
    const started = (call = Object.assign(shared, { result: work(shared) }));
    const forget = () => {
      // Node keeps a request's signal, with its listeners, longer than the response.
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
  return joined;
}
