/** An in-memory cache of public reads: collections and timelines. */
import { LRUCache } from 'lru-cache';
import type { ApiError } from '../api/errors.ts';
import type { CheckedOptions } from './check-options.ts';
import { entityTag, namesTag } from './etag.ts';
import type { GatewayRequest } from './options.ts';

/** The limits of the whole cache, so that no variety of queries can fill the memory. A Worker has 128 MB in total. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_ANSWERS = 5_000;

/** A rough estimate of an answer's size in addition to its body and key, in bytes. */
const OVERHEAD = 500;

/**
 * The maximum number of hits that count for an entry. An entry with hits is not evicted; its hits are halved instead,
 * so that reads of many other entries cannot displace one that is read often.
 */
const MOST_HITS = 8;

/** The number of answers renewed in the background at the same time. */
const MOST_RENEWALS = 16;

/** The pause in requests to the service after it has failed, in milliseconds, so that shoppers do not keep it down. */
const PAUSE = 5_000;

/** How long the service counts as failing after a failure, in milliseconds. */
const TROUBLE = 60_000;

/** How long after its own timeout a read is still joined, in milliseconds: a margin for slow machines. */
const MARGIN = 10_000;

/**
 * The parts of an answer, to which the caller adds its own headers (`Vary`, CORS) before it creates the `Response`.
 * They depend on the request only in whether there is a body.
 */
export interface CachedAnswer {
  status: 200 | 304;
  /** Null for 304 and HEAD. All callers share the same bytes, so they must not be modified. */
  body: Uint8Array<ArrayBuffer> | null;
  headers: Record<string, string>;
  /**
   * `stale`: an older answer, given while it is being renewed or because the service fails. `shared`: another
   * request's read.
   */
  cache: 'hit' | 'stale' | 'miss' | 'shared';
}

export interface ReadCache {
  /**
   * Answers a GET or HEAD. `key` must contain everything that the answer depends on. `load` asks the service and
   * returns the JSON of the answer.
   *
   * `load` is called once for all requests that wait for the same key, and continues when they leave; `waitUntil`
   * keeps a Worker alive meanwhile. `admit` is called if this request has to wait for the service, or starts the
   * renewal of a stale answer, and its rejection affects this request alone: a stale answer is given nevertheless,
   * without a renewal. A cached answer therefore never waits for the store that counts.
   *
   * Rejects with the error of `load` if there is no older answer. A refusal of the service (4xx, such as 404) is
   * never replaced by an older answer, and never cached.
   */
  read(request: GatewayRequest, key: string, load: () => Promise<string>, also?: Also): Promise<CachedAnswer>;
}

interface Also {
  waitUntil?: ((done: Promise<unknown>) => void) | undefined;
  admit?: (() => Promise<unknown>) | undefined;
}

type Failure = Error & Partial<Pick<ApiError, 'status' | 'code'>>;

interface Kept {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  /** When the service was asked, in milliseconds since the epoch. */
  askedAt: number;
  /** When the service last failed to renew it, in milliseconds since the epoch; 0 for never. */
  failedAt: number;
  /** How often it was used, up to `MOST_HITS`; halved each time it would have been evicted. */
  hits: number;
}

/**
 * Creates the cache of one gateway. Caches are never shared, so gateways with other keys, services or fields cannot
 * mix, even if they share a store.
 */
export function createReadCache({ options }: { options: CheckedOptions }): ReadCache {
  const { fresh, whileRevalidate, ifError } = options.cache;
  const { now } = options;
  // "public": these reads are the same for everybody, even if a request carries a session.
  const cacheControl = `public, max-age=${fresh}, stale-while-revalidate=${whileRevalidate}, stale-if-error=${ifError}`;
  const encoder = new TextEncoder();
  /** Entries that were evicted although they are read often. */
  const evicted: [string, Kept][] = [];
  const answers = new LRUCache<string, Kept>({
    max: MOST_ANSWERS,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }, key) => body.byteLength + 2 * key.length + OVERHEAD,
    dispose(kept, key, reason) {
      if (reason === 'evict' && kept.hits > 0) evicted.push([key, kept]);
    },
  });
  // A Worker's request may be terminated together with its promises, and later requests must not wait for those.
  const life = { ttl: options.timeouts.read + MARGIN, ttlResolution: 0, perf: { now } };
  /** The reads in flight. */
  const flights = new LRUCache<string, Promise<Kept>>({ max: MOST_ANSWERS, ...life });
  /** The keys that are renewed in the background. */
  const renewals = new LRUCache<string, true>({ max: MOST_RENEWALS, ...life });

  function keep(key: string, kept: Kept): void {
    answers.set(key, kept);
    for (let next = evicted.shift(); next; next = evicted.shift()) {
      next[1].hits >>= 1;
      answers.set(...next);
    }
  }

  /** Joins the read in flight, or starts one. */
  function load(key: string, ask: () => Promise<string>): Promise<Kept> {
    const current = flights.get(key);
    if (current) return current;
    const askedAt = now();
    const isCurrent = () => flights.peek(key, { allowStale: true }) === flight;
    const flight = ask()
      .then((text) => {
        const { hits = 0 } = answers.peek(key) ?? {};
        const body = encoder.encode(text);
        const kept = { body, etag: entityTag(text), askedAt, failedAt: 0, hits };
        if (isCurrent()) keep(key, kept);
        return kept;
      })
      .catch((error: unknown) => {
        if (isCurrent()) noteFailure(key, error as Failure);
        throw error;
      })
      .finally(() => isCurrent() && flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  function noteFailure(key: string, error: Failure): void {
    const kept = answers.peek(key);
    if (!kept) return;
    if (isRefusal(error)) {
      answers.delete(key);
      return;
    }
    kept.failedAt = now();
    // The service's message is left out, because it might quote the request.
    const { status, code, name } = error;
    options.log?.({ level: 'warn', event: 'renewal_failed', status, code: code || name });
  }

  /** Renews an answer in the background, once for all requests. */
  async function renew(key: string, ask: () => Promise<string>, admit: Also['admit']): Promise<void> {
    renewals.purgeStale();
    if (renewals.has(key) || renewals.size >= MOST_RENEWALS) return;
    renewals.set(key, true);
    try {
      if (admit) await admit();
      await load(key, ask);
    } catch {
      // The failure is noted, and a refused admission is no failure.
    } finally {
      renewals.delete(key);
    }
  }

  function answer(
    request: GatewayRequest,
    { body, etag, askedAt }: Kept,
    cache: CachedAnswer['cache'],
  ): CachedAnswer {
    const age = String(Math.max(0, Math.floor((now() - askedAt) / 1000)));
    const ifNoneMatch = request.headers.get('if-none-match');
    if (ifNoneMatch !== null && namesTag(ifNoneMatch, etag))
      return { status: 304, body: null, headers: { etag, 'cache-control': cacheControl, age }, cache };
    const headers = { 'content-type': 'application/json', etag, 'cache-control': cacheControl, age };
    return request.method === 'HEAD'
      ? { status: 200, body: null, headers: { ...headers, 'content-length': String(body.byteLength) }, cache }
      : { status: 200, body, headers, cache };
  }

  return {
    async read(request, key, ask, { waitUntil, admit } = {}) {
      // The request's `Cache-Control` is ignored: a shopper's reload must not reach the service.
      const kept = answers.get(key);
      const isWithin = (seconds: number) =>
        kept !== undefined && now() - kept.askedAt < (fresh + seconds) * 1000;
      if (kept) kept.hits = Math.min(MOST_HITS, kept.hits + 1);
      if (kept && isWithin(0)) return answer(request, kept, 'hit');
      // While the service fails, nobody waits for it: one request tries in the background, and all get the older
      // answer.
      const isFailing = kept !== undefined && now() - kept.failedAt < TROUBLE;
      if (kept && isWithin(isFailing ? Math.max(whileRevalidate, ifError) : whileRevalidate)) {
        if (now() >= kept.failedAt + PAUSE) {
          const renewed = renew(key, ask, admit);
          waitUntil?.(renewed);
        }
        return answer(request, kept, 'stale');
      }
      if (admit) await admit();
      const isShared = flights.get(key) !== undefined;
      const flight = load(key, ask);
      waitUntil?.(flight.catch(() => undefined));
      try {
        return answer(request, await flight, isShared ? 'shared' : 'miss');
      } catch (error) {
        if (kept && !isRefusal(error as Failure) && isWithin(ifError)) return answer(request, kept, 'stale');
        throw error;
      }
    },
  };
}

/**
 * Whether the service refused, rather than failed: a 4xx other than 408 and 429, which are about us and not about
 * the request. A deleted collection then disappears, and a revoked key shows, at once.
 */
const isRefusal = ({ status = 0 }: Failure): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;
