/** A store that is somewhere else, in another process or in a Worker, called through messages. */
import type { GatewayStore, HitRule, Lease } from '../../src/gateway/stores/store.ts';

export type StoreCall =
  | { method: 'get' | 'delete' | 'forgive'; key: string }
  | { method: 'set'; key: string; text: string; ttl: number }
  | { method: 'lock'; key: string; ttl: number }
  | { method: 'lease.set'; lease: string; text: string; ttl: number }
  | { method: 'lease.delete' | 'lease.release'; lease: string }
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
      if (!lease) return undefined;
      return {
        set: async (text, ttl) => (await send({ method: 'lease.set', lease, text, ttl })) === true,
        delete: async () => (await send({ method: 'lease.delete', lease })) === true,
        release: () => nothing({ method: 'lease.release', lease }),
      };
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
      case 'lease.set':
        return leases.get(call.lease)!.set(call.text, call.ttl);
      case 'lease.delete':
        return leases.get(call.lease)!.delete();
      case 'lease.release':
        return leases.get(call.lease)!.release();
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
