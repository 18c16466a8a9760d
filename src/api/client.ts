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
   * The service's address: `https://api.example.com`, with or without a path prefix or trailing slash, or a
   * same-origin path such as `/apps/rewards`.
   */
  baseUrl: string;
  /** Sent as `x-api-key` (section Authentication). Leave it out if a gateway adds it. */
  apiKey?: string | undefined;
  /** Replaces the global `fetch`, for tests or a runtime without one. */
  fetch?: typeof globalThis.fetch | undefined;
  /** The maximum duration of a call in milliseconds, including retries and reading the body. Default 10,000. */
  timeout?: number | undefined;
  /** Headers to send with every request. */
  headers?: HeadersInit | undefined;
}

export interface RequestOptions {
  /** Ends the call with an `AbortedError`. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's timeout, in milliseconds. */
  timeout?: number | undefined;
  /** Lets the request complete even if the shopper leaves the page. */
  keepalive?: boolean | undefined;
}

/** The request of one operation. `path` is the template in the service document; `params` fills its placeholders. */
export interface ApiRequest<T> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Set by `...GET`. The request is retried and shared with identical ones. */
  read?: (typeof GET)['read'];
  path: string;
  params?: Readonly<Record<string, string | number>>;
  query?: Query | undefined;
  body?: unknown;
  schema: Schema<T>;
  /** Removes the request's token or code from errors, which must never repeat it. */
  hide?: Hide | undefined;
}

export interface Client {
  readonly baseUrl: string;
  /**
   * The service's time in milliseconds since the epoch, from the `Date` header of its answers; the device's time
   * until an answer has arrived.
   */
  now(): number;
  /** Sends one operation and returns its checked body. Every failure rejects with an `ApiError`. */
  request<T>(request: ApiRequest<T>, options?: RequestOptions): Promise<T>;
}

/**
 * Creates a client for the service. Identical GETs that are in flight at the same time share one request and one
 * result object, so treat results as read-only. GET is retried after a network failure, 408, 429 and 5xx, as long
 * as the timeout allows; POST and DELETE never are.
 *
 * @throws InvalidArgumentError if an option is invalid
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = checkBaseUrl(options.baseUrl);
  const headers = buildHeaders(options);
  // Looked up on each call, because pages and test tools may replace the global later.
  const send: typeof fetch = (...request) => (options.fetch ?? globalThis.fetch)(...request);
  const underWay: Reads = new Map();
  /** The offset of the service's clock from the device's, in milliseconds; positive if it is ahead. */
  let ahead = 0;

  return {
    baseUrl,
    now: () => Date.now() + ahead,
    async request<T>(
      request: ApiRequest<T>,
      { signal, timeout = options.timeout ?? 10_000, keepalive = false }: RequestOptions = {},
    ) {
      // Timers are limited to 31 bits; a longer one would fire at once.
      checkNumber('timeout', timeout, 1, 2 ** 31 - 1);
      const name = `${request.method} ${request.path}`;
      const url = baseUrl + fillPath(request.path, request.params) + buildQuery(request.query);
      const init: RequestInit = {
        method: request.method,
        headers,
        // Following a redirect would send the key to another host.
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
        // A GET may be answered from a cache, with an old `Date`.
        if (!request.read) ahead = clockDifference(answer.response) ?? ahead;
        return readBody(name, answer, request.schema, request.hide);
      };
      return withDeadline(name, timeout, signal, (life) =>
        request.read ? request.read(underWay, url, life, attempt) : attempt(life),
      );
    },
  };
}
