/** What the gateway keeps between requests, and shares between its instances. */

/**
 * A lock that is held, and the only way to write the value of its key meanwhile: each write is one step with the look
 * whether the lock is still one's own, so that a process that stood still, or whose command was late, cannot undo what
 * the next owner wrote.
 */
export interface Lease {
  /** Keeps the value of the locked key for `ttl` seconds; false, and nothing done, where the lock is no longer held. */
  set(value: string, ttl: number): Promise<boolean>;
  /** Deletes the value of the locked key; false, and nothing done, where the lock is no longer held. */
  delete(): Promise<boolean>;
  /** Gives it back; a lease that ran out meanwhile, and belongs to somebody else now, is left alone. */
  release(): Promise<void>;
}

export interface HitRule {
  /** How many hits are allowed. */
  points: number;
  /** In how many seconds. */
  duration: number;
}

export interface HitResult {
  allowed: boolean;
  /** Whole seconds until a hit is allowed again, at least 1 where it is not. */
  retryAfter: number;
}

/**
 * Keys are made by the gateway: a fixed word and a keyed hash, so that no address, token or code is ever a key. Values
 * are opaque text, encrypted by the gateway where they are personal.
 */
export interface GatewayStore {
  get(key: string): Promise<string | undefined>;
  /** Keeps the value for `ttl` seconds, and is done when every instance would read it. */
  set(key: string, value: string, ttl: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Takes the key's lock for at most `ttl` milliseconds, in one atomic step; undefined where somebody else holds it. */
  lock(key: string, ttl: number): Promise<Lease | undefined>;
  /** Counts one hit, in one atomic step. A hit that is not allowed does not lengthen the wait. */
  hit(key: string, rule: HitRule): Promise<HitResult>;
  /** Forgets the hits of a key. */
  forgive(key: string): Promise<void>;
  /** Rejects while the store cannot be used; `/healthz` asks it. */
  check(): Promise<void>;
  close(): Promise<void>;
}
