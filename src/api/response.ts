/** Sends a request, and turns the response into a checked body or an error. */
import {
  type ErrorInit,
  HttpError,
  InvalidResponseError,
  isApiError,
  NetworkError,
  ResponseTooLargeError,
  ServiceError,
} from './errors.ts';
import type { ResponseInfo } from './hooks.ts';
import { type Redact, redactCause } from './redact.ts';
import { type Schema, unknown } from './schema.ts';

interface Answer {
  response: ResponseInfo;
  isOk: boolean;
  text: string;
}

/** A checked body, and its response. */
export interface Result<T> {
  data: T;
  response: ResponseInfo;
}

export async function exchange(
  name: string,
  send: typeof fetch,
  url: string,
  init: RequestInit,
  most: number,
  redact: Redact,
  onHead: (response: ResponseInfo) => void,
): Promise<Answer> {
  try {
    const answer = await send(url, init);
    const { status, headers } = answer;
    const response = { status, headers, requestId: headers.get('x-request-id') ?? undefined };
    onHead(response);
    const text = await readText(answer, most);
    if (text === undefined)
      throw new ResponseTooLargeError(
        `${name} answered with more than ${most} bytes; maxResponseBytes allows more`,
        factsOf(response, redact),
      );
    return { response, isOk: answer.ok, text };
  } catch (cause) {
    if (isApiError(cause)) throw cause;
    throw new NetworkError(`${name} got no complete answer`, { cause: redactCause(cause, redact) });
  }
}

/** The text of a response, or undefined if it is longer than `most` bytes. */
async function readText(answer: Response, most: number): Promise<string | undefined> {
  if (!answer.body || most === Infinity) return answer.text();
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > most) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The response's fields that errors carry. */
function factsOf({ status, headers, requestId }: ResponseInfo, redact: Redact): ErrorInit {
  const kept = new Headers();
  for (const [name, value] of headers)
    if (name !== 'set-cookie' && redact(value) === value) kept.set(name, value);
  return {
    status,
    headers: kept,
    requestId: redact(requestId),
    retryAfter: readRetryAfter(headers),
  };
}

/** How much of an unreadable response an error carries, in characters. */
const EXCERPT = 1000;

/** Returns the checked body, or throws an error without the request's secrets. */
export function readBody<T>(name: string, answer: Answer, schema: Schema<T>, redact: Redact): Result<T> {
  const { response, isOk, text } = answer;
  let body: unknown = null;
  let isJson = true;
  try {
    if (text.trim()) body = JSON.parse(text);
  } catch {
    isJson = false;
    // The document does not show this body, so text is as good as JSON.
    if (isOk && schema === unknown) return { data: text as T, response };
  }
  if (isOk && isJson) {
    const mismatch = schema(body);
    if (!mismatch) return { data: body as T, response };
    const { path, expected, received } = mismatch;
    throw new InvalidResponseError(
      `${name} answered with ${redact(path) || 'a body'} of the wrong type: expected ${expected}, received ${received}`,
      { ...factsOf(response, redact), path: redact(path) },
    );
  }
  const facts: ErrorInit = { ...factsOf(response, redact) };
  if (!isJson) facts.body = redact(text).slice(0, EXCERPT);
  if (!isOk) throw failure(name, facts, body, redact);
  const contentType = facts.headers?.get('content-type') ?? 'no content type';
  // No cause: its message quotes the body.
  throw new InvalidResponseError(`${name} answered with something other than JSON (${contentType})`, facts);
}

const REDIRECTS = [0, 301, 302, 303, 307, 308];

function failure(name: string, facts: ErrorInit, body: unknown, redact: Redact): ServiceError | HttpError {
  const { message, code, details } = (body ?? {}) as Record<string, unknown>;
  const init: ErrorInit = { ...facts, details: redact(details) };
  if (typeof code === 'string' || typeof code === 'number') init.code = redact(String(code));
  if (typeof message === 'string') return new ServiceError(redact(message), init);
  return new HttpError(
    REDIRECTS.includes(facts.status ?? 0)
      ? `${name} answered with a redirect; set the base URL to the final address`
      : `${name} answered with status ${facts.status}`,
    init,
  );
}

/** The seconds to wait, from either form of the header. A date is by the service's clock, if that is readable. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/**
 * The milliseconds that the service's clock is ahead of ours; undefined if the header is not readable, as from
 * another origin.
 */
export function clockDifference({ headers }: ResponseInfo): number | undefined {
  // The header is truncated to whole seconds, so on average it is half a second behind.
  const difference = Date.parse(headers.get('date') ?? '') + 500 - Date.now();
  return Number.isNaN(difference) ? undefined : difference;
}
