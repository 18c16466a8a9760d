/** What everybody may read, kept in memory: collections and timelines. */
import { LRUCache } from 'lru-cache';
import { entityTag, namesTag } from './etag.ts';
import type { GatewayOptions } from './options.ts';

/**
 * All that is kept together, in bytes and in answers, so that no choice of queries can fill the memory. A Worker has
 * 128 MB for everything.
 */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_ANSWERS = 5_000;

/** What an answer takes besides its body and key, roughly. */
const OVERHEAD = 500;

/** Milliseconds until the service is asked again after it could not answer: shoppers must not keep it down. */
const PAUSE = 5_000;

/** Milliseconds after which nobody joins a read any more: its own timeout, and a good while for a slow machine. */
const patience = (options: GatewayOptions) => (options.timeouts?.read ?? 8_000) + 10_000;

/**
 * An answer in parts, so that the edge makes one `Response` of them and its own headers. Nothing in it depends on who
 * asks but the choice between a body and none: `Vary` and the headers of CORS are the edge's.
 */
export interface CachedAnswer {
  status: 200 | 304;
  /** null for 304 and HEAD. The same bytes are given to everybody: they must not be changed. */
  body: Uint8Array<ArrayBuffer> | null;
  headers: Record<string, string>;
  /** `stale` is given while it is renewed or because the service has trouble; `shared` waited for another's read. */
  cache: 'hit' | 'stale' | 'miss' | 'shared';
}

export interface ReadCache {
  /**
   * Answers a GET or HEAD. `key` says all that the answer depends on; `load` asks the service and gives the
   * JSON that goes out.
   * `load` is called once for all that wait for the same key, and runs on when they leave; `waitUntil` keeps a Worker
   * alive for it. `admit` is asked first where the caller would have to wait for the service, and its refusal is theirs
   * alone: so what is kept costs no look into the store that counts.
   *
   * Rejects with what `load` rejected with, where there is nothing to give instead. A refusal of the service (4xx, such
   * as 404) is never covered by an older answer, and never kept.
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
  /** Whether the service could not answer when it was last asked. */
  failing: boolean;
  /** Not asked again before, in milliseconds since the epoch. */
  notBefore: number;
}

interface Flight {
  startedAt: number;
  result: Promise<Kept>;
}

/**
 * Makes the cache of one gateway. Each has its own, in its own memory, so two gateways with other keys, services or
 * fields never meet, whatever store they share.
 */
export function createReadCache({ options }: { options: GatewayOptions }): ReadCache {
  const { fresh = 60, whileRevalidate = 600, ifError = 86_400 } = options.cache ?? {};
  const now = options.now ?? Date.now;
  // "public": these reads are the same for everybody, also when a shopper's request carries a session.
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

  /** Joins the read that is under way, or starts it. */
  function renew(
    key: string,
    ask: () => Promise<string>,
    waitUntil: WaitUntil | undefined,
  ): { result: Promise<Kept>; joined: boolean } {
    const time = now();
    const current = underWay.get(key);
    // A Worker's request can be ended with all that it waited for; whoever comes later must not wait for that.
    if (current && time - current.startedAt < patience(options))
      return { result: current.result, joined: true };
    const flight = { startedAt: time } as Flight;
    underWay.set(key, flight);
    flight.result = load(key, flight, ask);
    // Those who wait for it see how it ends; in the background nobody does.
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
      // What a request says in `Cache-Control` is not heard: a shopper's reload must not reach the service.
      const kept = answers.get(key);
      const isWithin = (seconds: number) =>
        kept !== undefined && now() - kept.askedAt < (fresh + seconds) * 1000;
      if (kept && isWithin(0)) return answer(request, kept, 'hit');
      // While the service has trouble nobody waits for it: one finds out, and the others have the older answer at once.
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
 * Whether the service said no, rather than that it could not: 4xx, but for "too slow" and "too many", which are about
 * us and not about what was asked. A collection that was deleted goes away, and a key that was revoked is seen at once.
 */
function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function statusOf(error: unknown): number | undefined {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** For the log; the service's message might quote what it was asked. */
function described(error: unknown): { status?: number | undefined; code?: string | undefined } {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const word = [code, name].find((value) => typeof value === 'string' && value !== '');
  return { status: statusOf(error), code: word as string | undefined };
}
