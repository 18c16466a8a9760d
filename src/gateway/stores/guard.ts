/** Converts a store's errors into responses. */
import { GatewayError } from '../errors.ts';
import type { LogEntry } from '../options.ts';
import type { GatewayStore } from './store.ts';

/**
 * Wraps a store. Its errors become a 503, and are logged by their name only, because messages may quote keys or
 * values.
 */
export function guardStore(store: GatewayStore, log: (entry: LogEntry) => void): GatewayStore {
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      log({ level: 'error', event: 'store_failed', error: error instanceof Error ? error.name : 'unknown' });
      throw new GatewayError(
        503,
        'service_unavailable',
        'This cannot be done at the moment. Please try again.',
        {
          retryAfter: 2,
        },
      );
    }
  };
  return {
    get: (key) => guard(store.get(key)),
    set: (key, value, ttl) => guard(store.set(key, value, ttl)),
    delete: (key) => guard(store.delete(key)),
    lock: (key, ttl) => guard(store.lock(key, ttl)),
    hit: (key, rule) => guard(store.hit(key, rule)),
    forgive: (key) => guard(store.forgive(key)),
    check: () => store.check(),
    close: () => store.close(),
  };
}
