import { fileURLToPath } from 'node:url';
import { memoryStore } from './memory.ts';
import type { GatewayStore } from './store.ts';

/**
 * Opens the store for an address: `memory:`, `file:/path` (or `file:///path`), `redis://…`, `rediss://…`,
 * `redis+cluster://host:port,host:port`, `rediss+cluster://…`. Loads only the module that the address needs.
 *
 * @param prefix the prefix of every key; only for Redis
 * @throws TypeError if the address is invalid. The message never quotes it, because it may contain a password.
 */
export async function openStore(address: string, prefix?: string): Promise<GatewayStore> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // A list of nodes is not a URL.
  const isRedis = /^rediss?:$/.test(url?.protocol ?? '') && url?.hostname !== '';
  if (isRedis || /^rediss?\+cluster:\/\/[^/]+\/?$/.test(address)) {
    const { redisStore } = await import('./redis.ts');
    return redisStore(address, { prefix });
  }
  switch (url?.protocol) {
    case 'memory:':
      return memoryStore();
    case 'file:': {
      // URL reads a relative path as an absolute one, and its meaning would depend on the working directory.
      if (!/^file:\/(?:\/\/)?[^/]/.test(address)) break;
      const { fileStore } = await import('./file.ts');
      return fileStore(fileURLToPath(url));
    }
  }
  throw new TypeError(
    "The store's address must be memory:, file:/an/absolute/folder, redis://host:port or " +
      'redis+cluster://host:port,host:port (with TLS rediss:// or rediss+cluster://).',
  );
}
