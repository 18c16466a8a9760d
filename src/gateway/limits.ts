import { LRUCache } from 'lru-cache';
import { GatewayError } from './errors.ts';
import type { Rate, RateLimits } from './options.ts';
import type { GatewayStore } from './stores/store.ts';
import type { Vault } from './vault.ts';

const HOUR = 3600;

/** Addresses that call now; those of anybody else are hashed anew. */
const MOST_KNOWN = 1_000;

/** What holds where the options say nothing. */
export const DEFAULT_LIMITS: Readonly<RateLimits> = {
  sendPerAddress: { points: 20, duration: HOUR },
  sendPerEmail: { points: 5, duration: HOUR },
  verifyPerAddress: { points: 60, duration: HOUR },
  verifyPerEmail: { points: 20, duration: HOUR },
  triesPerCode: { points: 5, duration: HOUR },
  claimPerAddress: { points: 60, duration: HOUR },
  claimPerToken: { points: 30, duration: HOUR },
  readPerAddress: { points: 600, duration: 60 },
};

/** How often something may be done, over all instances that share the store. */
export interface Limits {
  /**
   * Counts one of its kind for an address, an e-mail or a token, before anything is done. While the store cannot
   * count it rejects with the store's error, and nothing is done either.
   *
   * @throws GatewayError 429 with `retryAfter`: `too_many_tries` of `triesPerCode`, `rate_limited` of all others
   */
  take(kind: keyof RateLimits, value: string): Promise<void>;
  /** Begins to count anew. */
  forgive(kind: keyof RateLimits, value: string): Promise<void>;
}

export function createLimits(
  limits: Partial<RateLimits> | undefined,
  store: GatewayStore,
  vault: Vault,
): Limits {
  const keyOf = async (kind: keyof RateLimits, value: string) =>
    `limit:${kind}:${await vault.hash(kind, value)}`;
  const known = new LRUCache<string, Promise<string>>({ max: MOST_KNOWN });
  /**
   * WebCrypto hashes in another thread, which takes longer than all else that is done for a read. Only addresses are
   * remembered: they are in memory with their connections anyway, e-mails and tokens stay no longer than their request.
   */
  function keyFor(kind: keyof RateLimits, value: string): Promise<string> {
    if (!kind.endsWith('PerAddress')) return keyOf(kind, value);
    const id = `${kind} ${value}`;
    let key = known.get(id);
    if (!key) {
      key = keyOf(kind, value);
      known.set(id, key);
      // One that failed is no key: the next request tries again.
      key.catch(() => known.delete(id));
    }
    return key;
  }
  return {
    async take(kind, value) {
      const rule: Rate = limits?.[kind] ?? DEFAULT_LIMITS[kind];
      const { allowed, retryAfter } = await store.hit(await keyFor(kind, value), rule);
      if (!allowed) throw refusal(kind, retryAfter);
    },
    async forgive(kind, value) {
      await store.forgive(await keyFor(kind, value));
    },
  };
}

// The words are the same for all kinds but one, so that they do not tell which count is full.
const refusal = (kind: keyof RateLimits, retryAfter: number): GatewayError =>
  kind === 'triesPerCode'
    ? new GatewayError(429, 'too_many_tries', 'This code was tried too often. Ask for a new one.', {
        retryAfter,
      })
    : new GatewayError(429, 'rate_limited', 'Too many requests. Try again later.', { retryAfter });
