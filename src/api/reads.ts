/** What only a GET may do: be tried again, and be shared by those who ask for the same at the same time. */
import { isApiError, isNetworkError } from './errors.ts';
import type { Life } from './timing.ts';

/** How often a GET is tried. */
const TRIES = 3;

/** The first pause between tries in milliseconds; the next ones double. */
const FIRST_PAUSE = 300;

/** The reads that are under way, by URL. */
export type Reads = Map<string, SharedCall<unknown>>;

/**
 * A request that only reads. It stands here and not in the client, so that a bundle which only writes does not carry
 * it, and so that a POST cannot be repeated by accident.
 */
export const GET = {
  method: 'GET',
  read: <T>(underWay: Reads, url: string, caller: Life, attempt: (life: Life) => Promise<T>): Promise<T> =>
    share(underWay, url, caller, (life) => withRetries(life, () => attempt(life))),
} as const;

/** Tries again after lost connections, 408, 429 and 5xx, as long as there is time. */
async function withRetries<T>(life: Life, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= TRIES || !isWorthRetrying(error)) throw error;
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
      // Node keeps the signal of a request for longer than its answer, and with it whatever listens.
      end.signal.removeEventListener('abort', forget);
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
