/** A store that is somewhere else, in another process or in a Worker, called through messages. */
import type { GatewayStore, HitRule, Lease } from '../../src/gateway/stores/store.ts';

export type StoreCall =
  | { method: 'get' | 'delete' | 'forgive'; key: string }
  | { method: 'set'; key: string; text: string; ttl: number }
  | { method: 'lock'; key: string; ttl: number }
  | { method: 'release'; lease: string }
  | { method: 'hit'; key: string; rule: HitRule }
  | { method: 'check' | 'close' };

/** `send` gives what `answerer` made of the call there; `undefined` may come as null. */
export function remoteStore(send: (call: StoreCall) => Promise<unknown>): GatewayStore {
  const nothing = async (call: StoreCall): Promise<void> => {
    await send(call);
  };
  return {
    get: async (key) => ((await send({ method: 'get', key })) as string | null) ?? undefined,
    set: (key, text, ttl) => nothing({ method: 'set', key, text, ttl }),
    delete: (key) => nothing({ method: 'delete', key }),
    async lock(key, ttl) {
      const lease = (await send({ method: 'lock', key, ttl })) as string | null;
      return lease ? { release: () => nothing({ method: 'release', lease }) } : undefined;
    },
    hit: async (key, rule) =>
      (await send({ method: 'hit', key, rule })) as Awaited<ReturnType<GatewayStore['hit']>>,
    forgive: (key) => nothing({ method: 'forgive', key }),
    check: () => nothing({ method: 'check' }),
    close: () => nothing({ method: 'close' }),
  };
}

/** Answers the calls with a store that is here. */
export function answerer(): (store: GatewayStore, call: StoreCall) => Promise<unknown> {
  const leases = new Map<string, Lease>();
  return async (store, call) => {
    switch (call.method) {
      case 'get':
        return (await store.get(call.key)) ?? null;
      case 'set':
        return store.set(call.key, call.text, call.ttl);
      case 'lock': {
        const lease = await store.lock(call.key, call.ttl);
        if (!lease) return null;
        const name = crypto.randomUUID();
        leases.set(name, lease);
        return name;
      }
      case 'release':
        return leases.get(call.lease)?.release();
      case 'hit':
        return store.hit(call.key, call.rule);
      case 'delete':
      case 'forgive':
        return store[call.method](call.key);
      case 'check':
      case 'close':
        return store[call.method]();
    }
  };
}
