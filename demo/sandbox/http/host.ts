import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from './errors.ts';

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * An attacker's page can point its own host name at 127.0.0.1 (DNS rebinding) and would then be same-origin with
 * the sandbox. The Host header of its requests still has the attacker's name, which gives them away.
 */
export function refuseForeignHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (LOOPBACK_HOST.test(request.headers.host ?? '')) return false;
  const error = new ServiceError(403, 'host_not_allowed', 'The sandbox only answers to loopback host names.');
  response.writeHead(error.status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(error.body));
  return true;
}
