/** Sends requests to a shop system. The response may come from the shop, from a proxy in front of it, or not at all. */

/** How long the shopper waits for one response, in milliseconds. */
export const ANSWER_TIMEOUT = 10_000;

export interface Reply {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined if the body was not JSON. */
  body: unknown;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Rejects if there is no response. */
export async function ask(url: string, init: Sent = {}): Promise<Reply> {
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'application/json', ...init.headers },
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT),
  });
  const { status, headers } = response;
  // A parser's error is dropped: its message would quote the body.
  const body: unknown = await response.json().catch(() => undefined);
  return { status, headers, body };
}

/** Sends `fields` as JSON. */
export const post = (url: string, fields: object, headers: Record<string, string> = {}): Promise<Reply> =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  });

/** The error for an unusable response. It never quotes the body. */
export const unusable = ({ status }: Reply): Error => new Error(`The shop's cart answered with ${status}.`);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
