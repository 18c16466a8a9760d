/** Asks a shop system. What answers may be anything: the shop, a page of a proxy before it, nobody. */

/** How long a shopper waits for one answer, in milliseconds. */
const timeout = 10_000;

export interface Reply {
  status: number;
  headers: Headers;
  /** The fields or the list that came; undefined where it was no JSON. */
  body: unknown;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Rejects where no answer came. */
export async function ask(url: string, init: Sent = {}): Promise<Reply> {
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'application/json', ...init.headers },
    cache: 'no-store',
    signal: AbortSignal.timeout(timeout),
  });
  const { status, headers } = response;
  // The words of a parser's error would repeat what was sent.
  const body: unknown = await response.json().catch(() => undefined);
  return { status, headers, body };
}

/** With fields as JSON. */
export const post = (url: string, fields: object, headers: Record<string, string> = {}): Promise<Reply> =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  });

/** What is said of an answer that helps nobody: never what it contained. */
export const unusable = ({ status }: Reply): Error => new Error(`The shop's cart answered with ${status}.`);

/** Shop systems keep codes in letters of their own size. */
export const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
