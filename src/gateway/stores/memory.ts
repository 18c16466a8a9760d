import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import memoryDriver from 'unstorage/drivers/memory';
import { hitsBy } from './hits.ts';
import type { GatewayStore } from './store.ts';

export interface MemoryStoreOptions {
  /**
   * The clock for values and locks, in milliseconds since the epoch. Hits are counted by `rate-limiter-flexible`,
   * which always uses `Date`.
   */
  now?: (() => number) | undefined;
}

interface Entry {
  /** When the entry expires, by the store's clock. */
  end: number;
}

interface Value extends Entry {
  text: string;
}

/** The longest timer in seconds. `rate-limiter-flexible` starts one per key, and a longer one would fire at once. */
const LONGEST_DURATION = Math.floor((2 ** 31 - 1) / 1000);

/**
 * The number of other entries checked on each write, so that expired entries go without a timer and without a
 * pause.
 */
const SWEPT = 4;

/** A store for a single instance: nothing is shared, and nothing survives the process. */
export function memoryStore({ now = Date.now }: MemoryStoreOptions = {}): GatewayStore {
  const driver = memoryDriver();
  const values = driver.getInstance!() as Map<string, Value>;
  const locks = new Map<string, Entry>();
  const sweepValues = sweeper(values, now);
  const sweepLocks = sweeper(locks, now);
  const hits = hitsBy(
    ({ points, duration }) =>
      new RateLimiterMemory({ points, duration: Math.min(duration, LONGEST_DURATION), keyPrefix: '' }),
  );

  async function set(key: string, text: string, ttl: number): Promise<void> {
    sweepValues();
    const value: Value = { text, end: now() + ttl * 1000 };
    await driver.setItemRaw!(key, value, {});
  }

  return {
    async get(key) {
      const value = (await driver.getItem(key)) as Value | null;
      if (!value) return undefined;
      if (value.end > now()) return value.text;
      values.delete(key);
      return undefined;
    },
    set,
    async delete(key) {
      await driver.removeItem!(key, {});
    },
    lock(key, ttl) {
      sweepLocks();
      const held = locks.get(key);
      if (held && held.end > now()) return Promise.resolve(undefined);
      const own: Entry = { end: now() + ttl };
      locks.set(key, own);
      const isHeld = (): boolean => locks.get(key) === own && own.end > now();
      return Promise.resolve({
        async set(text, ttl) {
          if (!isHeld()) return false;
          await set(key, text, ttl);
          return true;
        },
        delete: () => Promise.resolve(isHeld() && (values.delete(key), true)),
        release: () => {
          if (locks.get(key) === own) locks.delete(key);
          return Promise.resolve();
        },
      });
    },
    ...hits,
    check: () => Promise.resolve(),
    async close() {
      await driver.dispose!();
      locks.clear();
    },
  };
}

/** Returns a function that checks a few entries per call, in rotation, and deletes those that have expired. */
function sweeper(entries: Map<string, Entry>, now: () => number): () => void {
  let round = entries.entries();
  return () => {
    for (let seen = 0; seen < SWEPT; seen += 1) {
      const next = round.next();
      if (next.done) {
        round = entries.entries();
        return;
      }
      const [key, { end }] = next.value;
      if (end <= now()) entries.delete(key);
    }
  };
}
