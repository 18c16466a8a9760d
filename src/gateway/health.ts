/** `/healthz`: reports whether the gateway works, and nothing else. */
import { answerOnce } from './answers.ts';
import { GatewayError } from './errors.ts';
import type { GatewayAnswer, GatewayRequest, LogEntry } from './options.ts';
import { type GatewayStore, StoreError } from './stores/store.ts';

/** How long a result is reused, in milliseconds: anybody may ask, and must not keep the store busy. */
const HOLDS = 1_000;

export function createHealth(
  store: GatewayStore,
  now: () => number,
  log: (entry: LogEntry) => void,
): (request: GatewayRequest) => Promise<GatewayAnswer> {
  let checked: { at: number; ok: Promise<boolean> } | undefined;
  return async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD')
      throw new GatewayError(405, 'method_not_allowed', 'This address does not support this method.', {
        details: { allowed: ['GET', 'HEAD'] },
        headers: { allow: 'GET, HEAD' },
      });
    if (!checked || Math.abs(now() - checked.at) > HOLDS)
      checked = {
        at: now(),
        ok: store.check().then(
          () => true,
          (error: unknown) => {
            // Only our own messages are sure to contain no password.
            const reason = error instanceof StoreError ? error.message : (error as Error).name;
            log({ level: 'error', event: 'store_unusable', reason });
            return false;
          },
        ),
      };
    const answer = (await checked.ok)
      ? answerOnce(200, { status: 'ok' })
      : answerOnce(503, { status: 'unavailable' });
    return method === 'HEAD' ? { ...answer, body: null } : answer;
  };
}
