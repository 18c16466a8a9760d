/** An in-memory cache of public reads: collections and timelines. */
import { LRUCache } from 'lru-cache';
import { entityTag, namesTag } from './etag.ts';
import type { GatewayOptions } from './options.ts';

/** The limits of the whole cache, so that no variety of queries can fill the memory. A Worker has 128 MB in total. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_ANSWERS = 5_000;

/** A rough estimate of an answer's size in addition to its body and key, in bytes. */
const OVERHEAD = 500;

/** The milliseconds without requests to the service after it has failed, so that shoppers do not keep it down. */
const PAUSE = 5_000;

/** The age in milliseconds at which a read is no longer joined: its own timeout, plus a margin for slow machines. */
const patience = (options: GatewayOptions) => (options.timeouts?.read ?? 8_000) + 10_000;

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
   * keeps a Worker alive meanwhile. `admit` is called only if this request would have to wait for the service, and
   * its rejection affects this request alone. Cached answers therefore cost no access to the store that counts.
   *
   * Rejects with the error of `load` if there is no older answer. A refusal of the service (4xx, such as 404) is
   * never replaced by an older answer, and never cached.
   */
  read(
    request: Request,
    key: string,
    load: () => Promise<string>,
    also?: { waitUntil?: WaitUntil | undefined; admit?: (() => Promise<unknown>) | undefined },
  ): Promise<CachedAnswer>;
}

type WaitUntil = (done: Promise<unknown>) => void;

interface Kept {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  /** When the service was asked, in milliseconds since the epoch. */
  askedAt: number;
  /** Whether the last request to the service failed. */
  failing: boolean;
  /** The service is not asked again before this time, in milliseconds since the epoch. */
  notBefore: number;
}

interface Flight {
  startedAt: number;
  result: Promise<Kept>;
}

/**
 * Creates the cache of one gateway. Caches are never shared, so gateways with other keys, services or fields cannot
 * mix, even if they share a store.
 */
export function createReadCache({ options }: { options: GatewayOptions }): ReadCache {
  const { fresh = 30, whileRevalidate = 300, ifError = 86_400 } = options.cache ?? {};
  const now = options.now ?? Date.now;
  // "public": these reads are the same for everybody, even if a request carries a session.
  const cacheControl = `public, max-age=${fresh}, stale-while-revalidate=${whileRevalidate}, stale-if-error=${ifError}`;
  const encoder = new TextEncoder();
  const underWay = new Map<string, Flight>();
  const answers = new LRUCache<string, Kept>({
    max: MOST_ANSWERS,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }, key) => body.byteLength + 2 * key.length + OVERHEAD,
  });

  async function load(
    key: string,
    flight: Pick<Flight, 'startedAt'>,
    ask: () => Promise<string>,
  ): Promise<Kept> {
    const isCurrent = () => underWay.get(key) === flight;
    try {
      const body = encoder.encode(await ask());
      const etag = entityTag(body);
      const kept = { body, etag, askedAt: flight.startedAt, failing: false, notBefore: 0 };
      if (isCurrent()) answers.set(key, kept);
      return kept;
    } catch (error) {
      const kept = answers.peek(key);
      if (kept && isCurrent()) {
        if (isRefusal(error)) answers.delete(key);
        else {
          kept.failing = true;
          kept.notBefore = now() + PAUSE;
          options.log?.({ level: 'warn', event: 'renewal_failed', ...described(error) });
        }
      }
      throw error;
    } finally {
      if (isCurrent()) underWay.delete(key);
    }
  }

  /** Joins the read in flight, or starts one. */
  function renew(
    key: string,
    ask: () => Promise<string>,
    waitUntil: WaitUntil | undefined,
  ): { result: Promise<Kept>; joined: boolean } {
    const time = now();
    const current = underWay.get(key);
    // A Worker's request may be terminated together with its promises, and later requests must not wait for those.
    if (current && time - current.startedAt < patience(options))
      return { result: current.result, joined: true };
    const flight = { startedAt: time } as Flight;
    underWay.set(key, flight);
    flight.result = load(key, flight, ask);
    // Waiting callers see the rejection. In the background nobody does, so it is caught here.
    const done = flight.result.catch(() => undefined);
    waitUntil?.(done);
    return { result: flight.result, joined: false };
  }

  function answer(
    request: Request,
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
      if (kept && isWithin(0)) return answer(request, kept, 'hit');
      // While the service fails nobody waits for it: one request tries in the background, and all get the older
      // answer.
      if (kept && isWithin(kept.failing ? Math.max(whileRevalidate, ifError) : whileRevalidate)) {
        if (now() >= kept.notBefore) renew(key, ask, waitUntil);
        return answer(request, kept, 'stale');
      }
      if (admit) await admit();
      const { result, joined } = renew(key, ask, waitUntil);
      try {
        return answer(request, await result, joined ? 'shared' : 'miss');
      } catch (error) {
        if (kept && !isRefusal(error) && isWithin(ifError)) return answer(request, kept, 'stale');
        throw error;
      }
    },
  };
}

/**
 * Whether the service refused, rather than failed: a 4xx other than 408 and 429, which are about us and not about
 * the request. A deleted collection then disappears, and a revoked key shows, at once.
 */
function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function statusOf(error: unknown): number | undefined {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** For the log. The service's message is left out, because it might quote the request. */
function described(error: unknown): { status?: number | undefined; code?: string | undefined } {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const word = [code, name].find((value) => typeof value === 'string' && value !== '');
  return { status: statusOf(error), code: word as string | undefined };
}
