/** A Worker that answers calls of its stores, for the tests in workerd: `POST /durable`, `/memory` or `/kv`. */
import { createStorage } from 'unstorage';
import kvDriver from 'unstorage/drivers/cloudflare-kv-binding';
import { cloudflareStore, GatewayState, type StateNamespace } from '../../src/gateway/stores/cloudflare.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import { storageStore } from '../../src/gateway/stores/storage.ts';
import type { GatewayStore } from '../../src/gateway/stores/store.ts';
import { answerer, type StoreCall } from './remote-store.ts';

export { GatewayState };

interface Bindings {
  STATE: StateNamespace;
  VALUES: object;
}

const answer = answerer();
const memory = memoryStore();

function storeOf(path: string, { STATE, VALUES }: Bindings): GatewayStore {
  const durable = cloudflareStore(STATE);
  if (path === '/durable') return durable;
  if (path === '/memory') return memory;
  // The binding's own type is no dependency of ours.
  const storage = createStorage({ driver: kvDriver({ binding: VALUES as never }) });
  return storageStore(storage, { locks: durable, hits: durable });
}

export default {
  async fetch(request: Request, bindings: Bindings): Promise<Response> {
    const store = storeOf(new URL(request.url).pathname, bindings);
    try {
      return Response.json((await answer(store, (await request.json()) as StoreCall)) ?? null);
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  },
};
