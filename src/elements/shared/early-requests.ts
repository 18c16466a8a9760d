/**
 * Requests that a script tag's script sends while the code of the elements is loading. The client that would send the same
 * request takes the response instead, once.
 */
import { type EarlyRequest, pageState } from './settings.ts';
import type { Service } from './service.ts';

/** Milliseconds after which a response may be out of date: as long as a client waits for one. */
const LIFETIME = 10_000;

const keyOf = (url: string, apiKey: string) => `${url} ${apiKey}`;

const early = (): Map<string, EarlyRequest> => (pageState().early ??= new Map());

/** Sends a GET request exactly as the client does. */
export function requestEarly({ baseUrl, apiKey }: Service, path: string): void {
  const url = baseUrl + path;
  const key = keyOf(url, apiKey);
  if (early().has(key)) return;
  const controller = new AbortController();
  const response = fetch(url, {
    headers: { accept: 'application/json', ...(apiKey && { 'x-api-key': apiKey }) },
    redirect: 'manual',
    signal: controller.signal,
  });
  // The client that takes it handles the failure.
  response.catch(() => undefined);
  const abort = (reason: unknown) => controller.abort(reason);
  early().set(key, { response, abort, sentAt: performance.now() });
}

/** The response to an early request; undefined if there is none, if it was taken before, or if it is too old. */
export function takeEarlyAnswer(...[url, init]: Parameters<typeof fetch>): Promise<Response> | undefined {
  if (typeof url !== 'string' || init?.method !== 'GET') return undefined;
  const key = keyOf(url, new Headers(init.headers).get('x-api-key') ?? '');
  const found = early().get(key);
  early().delete(key);
  if (!found || performance.now() - found.sentAt > LIFETIME) return undefined;
  const abort = () => found.abort(init.signal?.reason);
  if (init.signal?.aborted) abort();
  else init.signal?.addEventListener('abort', abort, { once: true });
  return found.response;
}
