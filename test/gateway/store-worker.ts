/** A Worker that answers calls of its stores, for the tests in workerd: `POST /durable` or `/memory`. */
import { cloudflareStore, GatewayState, type StateNamespace } from '../../src/gateway/stores/cloudflare.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import type { GatewayStore } from '../../src/gateway/stores/store.ts';
import { answerer, type StoreCall } from './remote-store.ts';

export { GatewayState };

interface Bindings {
  STATE: StateNamespace;
}

const answer = answerer();
const memory = memoryStore();

export default {
  async fetch(request: Request, bindings: Bindings): Promise<Response> {
    const isDurable = new URL(request.url).pathname === '/durable';
    const store: GatewayStore = isDurable ? cloudflareStore(bindings.STATE) : memory;
    try {
      return Response.json((await answer(store, (await request.json()) as StoreCall)) ?? null);
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  },
};
