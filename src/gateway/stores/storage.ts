import type { Storage } from 'unstorage';
import { driverKey } from './keys.ts';
import type { GatewayStore } from './store.ts';

export interface StorageStoreParts {
  /**
   * Takes a lock in one step that all instances share: of another store, or made with the backend's own means. It keeps
   * no values: `delete` of its leases is called only to learn whether the lock is still held.
   */
  locks: Pick<GatewayStore, 'lock'>;
  /** Counts hits in one step that all instances share. */
  hits: Pick<GatewayStore, 'hit' | 'forgive'>;
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

/** What is kept. It begins with a letter, because unstorage would read back a text like `123` or `true` as no text. */
const KEPT = /^until ([\d.]+) (.*)$/s;

/** The key that `check` reads. */
const CHECKED = driverKey('check');

/**
 * Values in any driver of `unstorage`, which must read what was written at once, in every instance: a driver that may
 * show an older value (Cloudflare KV) lets claims be made twice. Unstorage has neither locks nor counters, so they come
 * from elsewhere. A value's end is kept beside it, as not every driver deletes by itself; those that do are told when.
 * A write under a lock looks at the lock first, but not in one step with it: a process that stands still for a whole
 * lease just between the two can still overwrite what another wrote. The other stores have no such gap.
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
      // Under a name of its own, so that no value of ours can be the one that the lease would delete.
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
