import { LRUCache } from 'lru-cache';
import { GatewayError } from './errors.ts';
import { siteOf, widerNetworks } from './network.ts';
import type { RateLimits } from './options.ts';
import type { GatewayStore } from './stores/store.ts';
import type { Vault } from './vault.ts';

/** The number of network addresses whose hashed keys are cached. */
const MOST_KNOWN = 1_000;

/** Each limit that all clients of an email address share, and the slow rate that applies once it is reached. */
const WHEN_BUSY = { sendPerEmail: 'sendPerBusyEmail', verifyPerEmail: 'verifyPerBusyEmail' } as const;
type SharedKind = keyof typeof WHEN_BUSY;

/** How long a client is trusted after it asked for a code, and after a login, in seconds. */
const TRUSTED_FOR = { sending: 3_600, login: 30 * 86_400 } as const;
type TrustedAfter = keyof typeof TRUSTED_FOR;

/** An address, email or token. Undefined if it is not known, such as the client's address. */
type Value = string | undefined;

/**
 * Rate limits across all instances that share the store. Each kind has its own keys, so that two limits never count
 * the same thing.
 */
export interface Limits {
  /**
   * Counts one action before it is carried out: for an address, an email or a token, or for an email and an
   * address together. An IPv6 network is counted with the wider ones around it. Counts nothing if the address is not
   * known. Rejects with the store's error if the store cannot count, and then the action must not be carried out.
   *
   * @throws GatewayError 429 with `retryAfter`: `too_many_tries` for `triesPerCode`, `rate_limited` for all others
   */
  take(kind: keyof RateLimits, ...of: Value[]): Promise<void>;
  /**
   * Counts one action for an email address, whichever client it comes from. Once this limit is reached, a trusted
   * client still passes, and others pass at the slow rate. So strangers can delay the owner of an email address,
   * but not lock them out.
   *
   * @throws GatewayError 429 `rate_limited` with `retryAfter`
   */
  takeShared(kind: SharedKind, email: string, address: Value): Promise<void>;
  /** Lets a client pass the shared limit of an email address: for an hour after sending, for 30 days after a login. */
  trust(kind: SharedKind, email: string, address: Value, after: TrustedAfter): Promise<void>;
  /** Resets the count. */
  forgive(kind: keyof RateLimits, ...of: Value[]): Promise<void>;
}

export function createLimits(limits: RateLimits, store: GatewayStore, vault: Vault): Limits {
  const keyOf = async (kind: keyof RateLimits, value: string) =>
    `limit:${kind}:${await vault.hash(kind, value)}`;
  // Each has its own key, so that asking for a code does not shorten the trust of a login.
  const trustKeyOf = async (kind: SharedKind, value: string, after: TrustedAfter) =>
    `trust:${kind}:${await vault.hash(`trust ${kind} ${after}`, value)}`;
  async function isTrusted(kind: SharedKind, client: string): Promise<boolean> {
    for (const after of ['login', 'sending'] as const)
      if ((await store.get(await trustKeyOf(kind, client, after))) !== undefined) return true;
    return false;
  }
  const known = new LRUCache<string, Promise<string>>({ max: MOST_KNOWN });
  /**
   * Caches the keys of network addresses. WebCrypto hashes in another thread, which takes longer than the rest of a
   * read. Only network addresses are cached: they are in memory with their connections anyway, while email
   * addresses and tokens must not outlive their request.
   */
  function keyFor(kind: keyof RateLimits, value: string): Promise<string> {
    if (!isPerAddress(kind)) return keyOf(kind, value);
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

  async function hit(kind: keyof RateLimits, value: string, factor = 1) {
    const { points, duration } = limits[kind];
    return store.hit(await keyFor(kind, value), { points: points * factor, duration });
  }

  async function count(kind: keyof RateLimits, value: string, factor?: number): Promise<void> {
    const { allowed, retryAfter } = await hit(kind, value, factor);
    if (!allowed) throw refusal(kind, retryAfter);
  }

  return {
    async take(kind, ...of) {
      const value = joined(of);
      if (value === undefined) return;
      await count(kind, value);
      if (!isPerAddress(kind)) return;
      // One after the other, so that a network that has used up its limit does not use up the wider networks' limits.
      for (const { network, factor } of widerNetworks(value)) await count(kind, network, factor);
    },
    async takeShared(kind, email, address) {
      if ((await hit(kind, email)).allowed) return;
      const client = joined([email, address]);
      if (client === undefined || !(await isTrusted(kind, client))) await count(WHEN_BUSY[kind], email);
    },
    async trust(kind, email, address, after) {
      const client = joined([email, address]);
      if (client !== undefined)
        await store.set(await trustKeyOf(kind, client, after), 'yes', TRUSTED_FOR[after]);
    },
    async forgive(kind, ...of) {
      const value = joined(of);
      if (value !== undefined) await store.forgive(await keyFor(kind, value));
    },
  };
}

const isPerAddress = (kind: keyof RateLimits): boolean => kind.endsWith('PerAddress');

/** One text for a value, or for an email and a client's address. Undefined if one of them is not known. */
function joined([value, ...addresses]: Value[]): Value {
  const all = [value, ...addresses.map((address) => address && siteOf(address))];
  return all.includes(undefined) ? undefined : all.join(' ');
}

// All kinds but one share the same message, so that it does not reveal which limit was reached.
const refusal = (kind: keyof RateLimits, retryAfter: number): GatewayError =>
  kind === 'triesPerCode'
    ? new GatewayError(429, 'too_many_tries', 'This code was tried too often. Ask for a new one.', {
        retryAfter,
      })
    : new GatewayError(429, 'rate_limited', 'Too many requests. Try again later.', { retryAfter });
