/** A process that counts a hit of an hour and has nothing more to do: it must end by itself. */
import { memoryStore } from '../../src/gateway/stores/memory.ts';

const store = memoryStore();
await store.hit('key', { points: 1, duration: 3600 });
await store.set('key', 'value', 3600);
await store.lock('key', 3_600_000);
