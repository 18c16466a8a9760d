import { fileURLToPath } from 'node:url';
import { memoryStore } from './memory.ts';
import type { GatewayStore } from './store.ts';

/**
 * The store of an address: `memory:`, `file:/path` (or `file:///path`), `redis://…`, `rediss://…`. Only what the address
 * asks for is loaded. Throws a TypeError, which never quotes the address, as it may hold a password.
 */
export async function openStore(address: string): Promise<GatewayStore> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  switch (url?.protocol) {
    case 'memory:':
      return memoryStore();
    case 'file:': {
      // A relative path would be read as an absolute one by URL, and where it leads depends on who starts the program.
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
