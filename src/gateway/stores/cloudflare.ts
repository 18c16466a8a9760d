import { GatewayState, type Answer, type Call } from './cloudflare-state.ts';
import type { GatewayStore } from './store.ts';

export { GatewayState };

/** The binding of a Durable Object's class, as Workers provide it (the parts that are used). */
export interface StateNamespace<Id = unknown> {
  idFromName(name: string): Id;
  get(id: Id): { fetch(address: string, init: { method: 'POST'; body: string }): Promise<StateResponse> };
}

interface StateResponse {
  ok: boolean;
  status: number;
  json(): Promise<unknown>;
}

/**
 * A store for Workers: one Durable Object per key holds its value, its lock and its hits. Workers KV is not used.
 * It may return an older value for a minute after a write, so that a claim would be sent twice or a revoked session
 * would stay valid; and it would gain nothing, because a Durable Object answers from its own memory.
 *
 * @param states the binding of `GatewayState`, SQLite-backed (`new_sqlite_classes`)
 */
export function cloudflareStore<Id>(states: StateNamespace<Id>): GatewayStore {
  // A new stub per request: a Worker may not use one that another request created.
  const call = async (key: string, parameters: Call): Promise<Answer> => {
    const state = states.get(states.idFromName(key));
    const response = await state.fetch('https://state/', {
      method: 'POST',
      body: JSON.stringify(parameters),
    });
    if (!response.ok) throw new Error(`The Durable Object answered ${response.status}.`);
    return (await response.json()) as Answer;
  };

  return {
    get: async (key) => (await call(key, { do: 'get' })).text,
    async set(key, text, ttl) {
      await call(key, { do: 'set', text, ttl });
    },
    async delete(key) {
      await call(key, { do: 'delete' });
    },
    async lock(key, ttl) {
      const owner = crypto.randomUUID();
      const release = async (): Promise<void> => {
        // A lock that cannot be released expires.
        await call(key, { do: 'release', owner }).catch(() => undefined);
      };
      const { held } = await call(key, { do: 'lock', owner, ttl });
      if (!held) return undefined;
      return {
        set: async (text, seconds) =>
          (await call(key, { do: 'set', text, ttl: seconds, owner })).held === true,
        delete: async () => (await call(key, { do: 'delete', owner })).held === true,
        release,
      };
    },
    async hit(key, rule) {
      const { hit } = await call(key, { do: 'hit', rule });
      if (!hit) throw new Error('The Durable Object returned no count.');
      return hit;
    },
    async forgive(key) {
      await call(key, { do: 'forgive' });
    },
    async check() {
      // An account over its limits still answers reads. With a long lifetime, few checks also set an alarm.
      await call('check', { do: 'set', text: '', ttl: 86_400 });
    },
    close: () => Promise.resolve(),
  };
}
