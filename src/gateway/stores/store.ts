/** The storage that the gateway's instances share. */

/**
 * A held lock, and the only way to write its key's value in the meantime. Each write atomically checks that
 * the lock is still held, so that a suspended process or a delayed command cannot overwrite values of the next
 * owner.
 */
export interface Lease {
  /** Stores the value of the locked key for `ttl` seconds. False, without a change, if the lock is no longer held. */
  set(value: string, ttl: number): Promise<boolean>;
  /** Deletes the value of the locked key. False, without a change, if the lock is no longer held. */
  delete(): Promise<boolean>;
  /** Releases the lock. A lock that has expired and now belongs to another owner is left alone. */
  release(): Promise<void>;
}

export interface HitRule {
  /** The number of hits allowed per `duration`. */
  points: number;
  /** In seconds. */
  duration: number;
}

export interface HitResult {
  allowed: boolean;
  /** Whole seconds until a hit is allowed again, at least 1 if this one was not. */
  retryAfter: number;
}

/**
 * The gateway's storage. Keys consist of a fixed word and a keyed hash, so they never contain an address, token or
 * code. Values are opaque text, and encrypted if they are personal.
 */
export interface GatewayStore {
  get(key: string): Promise<string | undefined>;
  /** Stores the value for `ttl` seconds. Resolves when every instance can read it. */
  set(key: string, value: string, ttl: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Takes the key's lock for at most `ttl` milliseconds, atomically. Undefined if another owner holds it. */
  lock(key: string, ttl: number): Promise<Lease | undefined>;
  /** Counts one hit, atomically. A rejected hit does not extend the wait. */
  hit(key: string, rule: HitRule): Promise<HitResult>;
  /** Resets the hits of a key. */
  forgive(key: string): Promise<void>;
  /**
   * Lists the keys of stored values that begin with `start`, some perhaps twice. Missing if the storage cannot list
   * keys (Durable Objects).
   */
  keys?(start: string): AsyncIterable<string> | Iterable<string>;
  /** Rejects if the store cannot be used safely. Called at the start and by `/healthz`. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The prefix of every key in a database that others may share. */
export const STANDARD_PREFIX = 'storefront-gateway';

/** A reason why a store cannot be used. Its message is for the operator and contains nothing secret. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** A key that only one check uses. */
export const checkKey = (): string => `check:${crypto.randomUUID()}`;

/** Writes and deletes a value under a lock, because a storage that is full or read-only still answers reads. */
export async function tryWrite(store: Pick<GatewayStore, 'lock'>, key = checkKey()): Promise<void> {
  const lease = await store.lock(key, 10_000);
  try {
    const works = (await lease?.set('', 10)) && (await lease?.delete());
    if (!works) throw new StoreError('The store loses locks that have not expired.');
  } finally {
    await lease?.release();
  }
}

/** Rounds up to whole seconds, at least 1. */
export function secondsUntil(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
