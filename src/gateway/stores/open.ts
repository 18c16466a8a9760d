import { fileURLToPath } from 'node:url';
import { memoryStore } from './memory.ts';
import type { GatewayStore } from './store.ts';

/**
 * Opens the store for an address: `memory:`, `file:/path` (or `file:///path`), `redis://…`, `rediss://…`. Loads
 * only the module that the address needs.
 *
 * @throws TypeError if the address is invalid. The message never quotes it, because it may contain a password.
 */
export async function openStore(address: string): Promise<GatewayStore> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  switch (url?.protocol) {
    case 'memory:':
      return memoryStore();
    case 'file:': {
      // URL reads a relative path as an absolute one, and its meaning would depend on the working directory.
      if (!/^file:\/(?:\/\/)?[^/]/.test(address)) break;
      const { fileStore } = await import('./file.ts');
      return fileStore(fileURLToPath(url));
    }
    case 'redis:':
    case 'rediss:': {
      if (url.hostname === '') break;
      const { redisStore } = await import('./redis.ts');
      return redisStore(address);
    }
  }
  throw new TypeError(
    "The store's address must be memory:, file:/an/absolute/folder, redis://host:port or rediss://host:port.",
  );
}
