import { LRUCache } from 'lru-cache';
import { type GatewayStore, secondsUntil } from './store.ts';

export interface MemoryStoreOptions {
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

interface Entry {
  /** When the entry expires, by the store's clock. */
  end: number;
}

interface Value extends Entry {
  text: string;
}

interface Hits extends Entry {
  count: number;
}

/** The number of other values checked on each write, which removes expired ones without a timer or a pause. */
const SWEPT = 4;

/** The number of keys whose hits are remembered: as many with one hit, and as many with more. Some 40 MB. */
const MOST_COUNTED = 100_000;

/** A store for a single instance: nothing is shared, and nothing survives the process. */
export function memoryStore({ now = Date.now }: MemoryStoreOptions = {}): GatewayStore {
  const values = new Map<string, Value>();
  const locks = new Map<string, Entry>();
  let round = values.entries();
  // Counts are bounded, so somebody with many addresses can push others out. Keys with a single hit are separate:
  // they cost the attacker one request each, but losing one only gives back one hit. To reset a count that matters,
  // the attacker needs two allowed requests for each of `MOST_COUNTED` keys.
  const once = new LRUCache<string, Hits>({ max: MOST_COUNTED });
  const repeated = new LRUCache<string, Hits>({ max: MOST_COUNTED });

  /** Deletes the expired ones among the next few values. */
  function sweep(): void {
    for (let seen = 0; seen < SWEPT; seen += 1) {
      const next = round.next();
      if (next.done) round = values.entries();
      else if (next.value[1].end <= now()) values.delete(next.value[0]);
    }
  }

  function set(key: string, text: string, ttl: number): Promise<void> {
    sweep();
    values.set(key, { text, end: now() + ttl * 1000 });
    return Promise.resolve();
  }

  return {
    get(key) {
      const value = values.get(key);
      return Promise.resolve(value && value.end > now() ? value.text : undefined);
    },
    set,
    delete: (key) => Promise.resolve(void values.delete(key)),
    lock(key, ttl) {
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
    hit(key, { points, duration }) {
      const allowed = Promise.resolve({ allowed: true, retryAfter: 0 });
      const hits = repeated.get(key) ?? once.get(key);
      const left = hits ? hits.end - now() : 0;
      if (!hits || left <= 0) {
        repeated.delete(key);
        once.set(key, { count: 1, end: now() + duration * 1000 });
        return allowed;
      }
      if (hits.count >= points) return Promise.resolve({ allowed: false, retryAfter: secondsUntil(left) });
      hits.count += 1;
      once.delete(key);
      repeated.set(key, hits);
      return allowed;
    },
    forgive(key) {
      once.delete(key);
      repeated.delete(key);
      return Promise.resolve();
    },
    keys: (start) => [...values.keys()].filter((key) => key.startsWith(start)),
    check: () => Promise.resolve(),
    close() {
      for (const entries of [values, locks, once, repeated]) entries.clear();
      return Promise.resolve();
    },
  };
}
