import { checkNumber } from './arguments.ts';
import type { GET, Reads } from './reads.ts';
import { buildHeaders, buildQuery, checkBaseUrl, fillPath, type Query } from './request.ts';
import { clockDifference, exchange, readBody } from './response.ts';
import type { Schema } from './schema.ts';
import type { Hide } from './secret.ts';
import { type Life, withDeadline } from './timing.ts';

export type { Query };

export interface ClientOptions {
  /**
   * Where the service is: `https://api.example.com`, with or without a path prefix or trailing slash, or a
   * same-origin path such as `/apps/rewards`.
   */
  baseUrl: string;
  /** Sent as `x-api-key`. Leave it out where a gateway adds it. */
  apiKey?: string | undefined;
  /** Another `fetch`, for a test or a runtime without a global one. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds that a call may take in all, its retries and the reading of its body included. Default 10,000. */
  timeout?: number | undefined;
  /** Headers to send with every request. */
  headers?: HeadersInit | undefined;
}

export interface RequestOptions {
  /** Ends the call with an `AbortedError`. */
  signal?: AbortSignal | undefined;
  /** Milliseconds, in place of the client's. */
  timeout?: number | undefined;
  /** Whether the request shall reach the service even when the page is left meanwhile. */
  keepalive?: boolean | undefined;
}

/** One operation's request. `path` is the template of the service document; `params` fill its braces. */
export interface ApiRequest<T> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Comes with `...GET`: it is tried again and shared. */
  read?: (typeof GET)['read'];
  path: string;
  params?: Readonly<Record<string, string | number>>;
  query?: Query | undefined;
  body?: unknown;
  schema: Schema<T>;
  /** Takes out of errors what the request carried and none may repeat: a token or code. */
  hide?: Hide | undefined;
}

export interface Client {
  readonly baseUrl: string;
  /** The service's time in milliseconds since the epoch, by the `Date` header of its answers; till then the device's. */
  now(): number;
  /** Sends one operation and gives its checked body. Rejects with an `ApiError`, whatever the service answers. */
  request<T>(request: ApiRequest<T>, options?: RequestOptions): Promise<T>;
}

/**
 * Makes a client for the service. Identical GETs that are under way at the same time share one request (and so one
 * result object: treat results as read-only). GET is retried after a network failure, 408, 429 and 5xx, as long
 * as the timeout allows; POST and DELETE never are.
 *
 * @throws InvalidArgumentError if an option cannot work
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = checkBaseUrl(options.baseUrl);
  const headers = buildHeaders(options);
  // Looked up at each call, because pages and test tools replace the global one later.
  const send: typeof fetch = (...request) => (options.fetch ?? globalThis.fetch)(...request);
  const underWay: Reads = new Map();
  /** How far the service's clock is ahead of the device's, in milliseconds. */
  let ahead = 0;

  return {
    baseUrl,
    now: () => Date.now() + ahead,
    async request<T>(
      request: ApiRequest<T>,
      { signal, timeout = options.timeout ?? 10_000, keepalive = false }: RequestOptions = {},
    ) {
      // Timers take no more than 31 bits; a longer one would fire at once.
      checkNumber('timeout', timeout, 1, 2 ** 31 - 1);
      const name = `${request.method} ${request.path}`;
      const url = baseUrl + fillPath(request.path, request.params) + buildQuery(request.query);
      const init: RequestInit = {
        method: request.method,
        headers,
        // A redirect would carry the key to wherever it points.
        redirect: 'manual',
        keepalive,
      };
      if (request.body !== undefined) {
        init.headers = new Headers(headers);
        init.headers.set('content-type', 'application/json');
        init.body = JSON.stringify(request.body);
      }
      const attempt = async (life: Life) => {
        const answer = await exchange(name, send, url, { ...init, signal: life.ended });
        // What is read may come from a cache, with the time of long ago.
        if (!request.read) ahead = clockDifference(answer.response) ?? ahead;
        return readBody(name, answer, request.schema, request.hide);
      };
      return withDeadline(name, timeout, signal, (life) =>
        request.read ? request.read(underWay, url, life, attempt) : attempt(life),
      );
    },
  };
}
