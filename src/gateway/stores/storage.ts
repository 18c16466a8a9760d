import type { Storage } from 'unstorage';
import { driverKey } from './keys.ts';
import type { GatewayStore } from './store.ts';

export interface StorageStoreParts {
  /**
   * Locks that are atomic across all instances: another store's, or the backend's own. They keep no values:
   * `delete` of a lease is called only to check whether the lock is still held.
   */
  locks: Pick<GatewayStore, 'lock'>;
  /** Counts that are atomic across all instances. */
  hits: Pick<GatewayStore, 'hit' | 'forgive'>;
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

/**
 * The format of stored values. It starts with a letter, because unstorage would not return a text like `123` or
 * `true` as a string.
 */
const KEPT = /^until ([\d.]+) (.*)$/s;

/** The key that `check` reads. */
const CHECKED = driverKey('check');

/**
 * A store on top of any `unstorage` driver. The driver must be consistent: a written value must be readable at once
 * in every instance. With a driver that may return an older value (Cloudflare KV), claims could be made twice.
 * Unstorage has neither locks nor counters, so they are passed in. The time of expiry is stored with each value,
 * because not every driver deletes expired values; drivers that do also receive it. A write under a lock checks the
 * lock first, but not atomically: a process suspended for a whole lease between the two can overwrite another's
 * value. The other stores have no such gap.
 */
export function storageStore(
  storage: Storage,
  { locks, hits, now = Date.now }: StorageStoreParts,
): GatewayStore {
  async function set(key: string, text: string, ttl: number): Promise<void> {
    await storage.setItem(driverKey(key), `until ${now() + ttl * 1000} ${text}`, { ttl: Math.ceil(ttl) });
  }
  const remove = (key: string): Promise<void> => storage.removeItem(driverKey(key));

  return {
    async get(key) {
      const kept = await storage.getItem(driverKey(key));
      const [, end, text] = KEPT.exec(typeof kept === 'string' ? kept : '') ?? [];
      return Number(end) > now() ? text : undefined;
    },
    set,
    delete: remove,
    async lock(key, ttl) {
      // A separate name, so that deleting the lease's value never deletes one of ours.
      const lease = await locks.lock(`storage:${key}`, ttl);
      if (!lease) return undefined;
      const ifHeld = async (write: () => Promise<void>): Promise<boolean> => {
        if (!(await lease.delete())) return false;
        await write();
        return true;
      };
      return {
        set: (text, seconds) => ifHeld(() => set(key, text, seconds)),
        delete: () => ifHeld(() => remove(key)),
        release: () => lease.release(),
      };
    },
    hit: (key, rule) => hits.hit(key, rule),
    forgive: (key) => hits.forgive(key),
    async check() {
      await storage.hasItem(CHECKED);
    },
    async close() {
      await storage.dispose();
    },
  };
}
