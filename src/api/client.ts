import { type ApiKey, createKeyring } from './api-key.ts';
import { checkInteger, checkNumber, checkObject, checkSignal } from './arguments.ts';
import { InvalidArgumentError, isApiError } from './errors.ts';
import { type CallInfo, type Hooks, type ResponseInfo, tell } from './hooks.ts';
import { type GET, type Reads, type RetryOptions, RETRIES } from './reads.ts';
import { redactor } from './redact.ts';
import {
  buildHeaders,
  buildQuery,
  checkBaseUrl,
  fillPath,
  type Query,
  toJson,
  secretWords,
} from './request.ts';
import { clockDifference, exchange, readBody, type Result } from './response.ts';
import type { Schema } from './schema.ts';
import { type Life, withDeadline } from './timing.ts';

export type { ApiKey, CallInfo, Hooks, Query, ResponseInfo, RetryOptions };

export interface ClientOptions extends Hooks, RetryOptions {
  /**
   * The service's address: `https://api.example.com`, with or without a path prefix or trailing slash, or a
   * same-origin path such as `/apps/rewards`.
   */
  baseUrl: string;
  /**
   * Sent as `x-api-key` (section Authentication). Leave it out if a gateway adds it. A function is called at the first
   * request, and once more after a 401; if it then returns another key, the request is sent again. If a call ends
   * before its key arrives, the next one calls the function again.
   */
  apiKey?: ApiKey;
  /** Replaces the global `fetch`, for tests or a runtime without one. */
  fetch?: typeof globalThis.fetch | undefined;
  /** The maximum duration of a call in milliseconds, including retries and reading the body. Default 10,000. */
  timeout?: number | undefined;
  /** The maximum length of a response in bytes. Default 32 MiB; `exportRawEvents` and `rawEvents` have no limit. */
  maxResponseBytes?: number | undefined;
  /** Headers to send with every request. Errors never contain the values of `authorization`, `cookie` and the like. */
  headers?: NonNullable<RequestInit['headers']> | undefined;
}

export interface RequestOptions extends RetryOptions {
  /** Ends the call with an `AbortedError`, or with a `TimeoutError` if it is from `AbortSignal.timeout()`. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's timeout, in milliseconds. */
  timeout?: number | undefined;
  /** Overrides the client's limit, in bytes. */
  maxResponseBytes?: number | undefined;
  /** Lets the request complete even if the shopper leaves the page. */
  keepalive?: boolean | undefined;
  /** Receives the successful response's status and headers before the call resolves. See `withResponse`. */
  onResponse?: ((response: ResponseInfo) => void) | undefined;
}

/** The request of one operation. `path` is the template in the service document; `params` fills its placeholders. */
export interface ApiRequest<T> {
  /** The name for hooks, such as `listTimeline`. */
  operation: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Set by `...GET`. The request is retried and shared with identical ones. */
  read?: (typeof GET)['read'];
  path: string;
  params?: Readonly<Record<string, string | number>>;
  query?: Query | undefined;
  body?: unknown;
  schema: Schema<T>;
  /** The request's token, code or session, which errors must never repeat. */
  secrets?: readonly string[] | undefined;
  /** The default for this operation. */
  maxResponseBytes?: number;
}

export interface Client {
  readonly baseUrl: string;
  /**
   * The service's time in milliseconds since the epoch, from the `Date` header of responses to POST and DELETE; the
   * device's time until one arrives. A GET has no effect: its response may come from a cache, with an old `Date`.
   */
  now(): number;
  /** Sends one operation and returns its checked body. Every failure rejects with an `ApiError`. */
  request<T>(request: ApiRequest<T>, options?: RequestOptions): Promise<T>;
}

const MEBIBYTE = 2 ** 20;
/** Timers are limited to 31 bits; a longer one would fire immediately. */
const LONGEST = 2 ** 31 - 1;

const checkOptions = ({ timeout, retries, maxResponseBytes }: ClientOptions | RequestOptions): void => {
  checkNumber('timeout', timeout, 1, LONGEST);
  checkInteger('retries', retries, 0, 100);
  checkNumber('maxResponseBytes', maxResponseBytes, 1, Infinity);
};

/**
 * Creates a client for the service. Identical GETs that are in flight at the same time share one request and one
 * result object, so treat results as read-only; the options of the first caller apply. After a POST or DELETE, new GETs
 * do not join earlier ones. GET is retried after a network failure, 408, 429 and 5xx, while the timeout allows; POST and
 * DELETE never are, except after a 401 for which `apiKey` has another key.
 *
 * @throws InvalidArgumentError if an option is invalid
 * @example
 * const client = createClient({ baseUrl: 'https://service.example', apiKey: process.env.API_KEY });
 */
export function createClient(options: ClientOptions): Client {
  checkObject('options', options);
  checkOptions(options);
  if (options.fetch !== undefined && typeof options.fetch !== 'function')
    throw new InvalidArgumentError('fetch', 'a function');
  const baseUrl = checkBaseUrl(options.baseUrl);
  const headers = buildHeaders(options.headers);
  const keyring = createKeyring(options.apiKey, baseUrl);
  // Looked up on each call, because pages and test tools may replace the global later.
  const send: typeof fetch = (...request) => (options.fetch ?? globalThis.fetch)(...request);
  const underWay: Reads = new Map();
  /** The offset of the service's clock from the device's, in milliseconds; positive if it is ahead. */
  let ahead = 0;

  async function perform<T>(
    request: ApiRequest<T>,
    given: RequestOptions,
    call: CallInfo,
  ): Promise<Result<T>> {
    checkObject('options', given);
    checkOptions(given);
    const { signal, timeout = options.timeout ?? 10_000, keepalive = false } = given;
    checkSignal(signal);
    const most =
      given.maxResponseBytes ?? request.maxResponseBytes ?? options.maxResponseBytes ?? 32 * MEBIBYTE;
    const name = `${request.method} ${request.path}`;
    const url = baseUrl + fillPath(request.path, request.params) + buildQuery(request.query);
    const body = request.body === undefined ? undefined : toJson(request.body);

    const attempt = async (life: Life, isLast = false): Promise<Result<T>> => {
      call.attempt++;
      const key = await keyring.get(life.ended);
      // A custom `fetch` may ignore its signal and send a claim after its call has ended.
      life.ended.throwIfAborted();
      const redact = <V>(value: V) =>
        redactor([key, ...(request.secrets ?? []), ...secretWords(headers)])(value);
      const sent = new Headers(headers);
      if (key) sent.set('x-api-key', key);
      if (body !== undefined) sent.set('content-type', 'application/json');
      const init: RequestInit = {
        method: request.method,
        headers: sent,
        // Following a redirect would send the key to another host.
        redirect: 'manual',
        keepalive,
        signal: life.ended,
      };
      if (body !== undefined) init.body = body;
      const info = { ...call };
      const start = Date.now();
      tell(options.onRequest, info);
      const answer = await exchange(name, send, url, init, most, redact, ({ status, requestId }) =>
        tell(options.onResponse, { ...info, status, requestId, milliseconds: Date.now() - start }),
      );
      if (!request.read) ahead = clockDifference(answer.response) ?? ahead;
      if (answer.response.status === 401 && !isLast && (await keyring.hasAnother(key, life.ended)))
        return attempt(life, true);
      return readBody(name, answer, request.schema, redact);
    };

    return withDeadline(name, timeout, signal, (life) => {
      if (!request.read) return attempt(life);
      return request.read(underWay, url, life, attempt, {
        schema: request.schema,
        retries: given.retries ?? options.retries ?? RETRIES,
        retryWhen: given.retryWhen ?? options.retryWhen,
        onRetry: (error, wait) => tell(options.onRetry, { ...call, error, wait }),
      });
    });
  }

  return {
    baseUrl,
    now: () => Date.now() + ahead,
    async request(request, given = {}) {
      const { operation, method, path } = request;
      const call: CallInfo = { operation, method, path, attempt: 0 };
      const start = Date.now();
      try {
        const { data, response } = await perform(request, given, call);
        tell(given.onResponse, response);
        return data;
      } catch (error) {
        if (isApiError(error)) tell(options.onError, { ...call, error, milliseconds: Date.now() - start });
        throw error;
      } finally {
        // A read that began before may not know of the change.
        if (!request.read) underWay.clear();
      }
    },
  };
}

/**
 * Makes a call and also returns the status and headers of its response, or of the last one if there are several.
 *
 * @example
 * const { data, response } = await withResponse(client, (client) => getCollection(client, id));
 * console.log(response.status, response.requestId, response.headers.get('etag'));
 */
export async function withResponse<T>(
  client: Client,
  call: (client: Client) => Promise<T>,
): Promise<{ data: T; response: ResponseInfo }> {
  let response: ResponseInfo | undefined;
  const data = await call({
    ...client,
    request: (request, options) =>
      client.request(request, {
        ...options,
        onResponse(info) {
          response = info;
          tell(options?.onResponse, info);
        },
      }),
  });
  if (!response) throw new InvalidArgumentError('call', 'a function that waits for an operation');
  return { data, response };
}
