import { LRUCache } from 'lru-cache';
import { GatewayError } from './errors.ts';
import type { Rate, RateLimits } from './options.ts';
import type { GatewayStore } from './stores/store.ts';
import type { Vault } from './vault.ts';

const HOUR = 3600;

/** The number of network addresses whose hashed keys are cached. */
const MOST_KNOWN = 1_000;

/** The limits used if the options do not set them. */
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

/** Rate limits across all instances that share the store. */
export interface Limits {
  /**
   * Counts one action for an address, e-mail or token, before it is carried out. Rejects with the store's error if
   * the store cannot count, and then the action must not be carried out. Counts nothing if the value is undefined.
   *
   * @throws GatewayError 429 with `retryAfter`: `too_many_tries` for `triesPerCode`, `rate_limited` for all others
   */
  take(kind: keyof RateLimits, value: string | undefined): Promise<void>;
  /** Resets the count. */
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
   * Caches the keys of network addresses. WebCrypto hashes in another thread, which takes longer than the rest of a
   * read. Only network addresses are cached: they are in memory with their connections anyway, while e-mail
   * addresses and tokens must not outlive their request.
   */
  function keyFor(kind: keyof RateLimits, value: string): Promise<string> {
    if (!kind.endsWith('PerAddress')) return keyOf(kind, value);
    const id = `${kind} ${value}`;
    let key = known.get(id);
    if (!key) {
      key = keyOf(kind, value);
      known.set(id, key);
      // A failed hash is not cached, so the next request tries again.
      key.catch(() => known.delete(id));
    }
    return key;
  }
  return {
    async take(kind, value) {
      if (value === undefined) return;
      const rule: Rate = limits?.[kind] ?? DEFAULT_LIMITS[kind];
      const { allowed, retryAfter } = await store.hit(await keyFor(kind, value), rule);
      if (!allowed) throw refusal(kind, retryAfter);
    },
    async forgive(kind, value) {
      await store.forgive(await keyFor(kind, value));
    },
  };
}

// All kinds but one share the same message, so that it does not reveal which limit was reached.
const refusal = (kind: keyof RateLimits, retryAfter: number): GatewayError =>
  kind === 'triesPerCode'
    ? new GatewayError(429, 'too_many_tries', 'This code was tried too often. Ask for a new one.', {
        retryAfter,
      })
    : new GatewayError(429, 'rate_limited', 'Too many requests. Try again later.', { retryAfter });
