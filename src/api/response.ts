/** Sends a request, and turns the answer into a checked body or an error. */
import { HttpError, InvalidResponseError, NetworkError, ServiceError } from './errors.ts';
import type { Schema } from './schema.ts';
import type { Hide } from './secret.ts';

export interface Answer {
  response: Response;
  text: string;
}

export async function exchange(
  name: string,
  send: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<Answer> {
  try {
    const response = await send(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    throw new NetworkError(`${name} got no complete answer`, { cause });
  }
}

/** Returns the checked body. `hide` removes the request's token or code from the error. */
export function readBody<T>(
  name: string,
  { response, text }: Answer,
  schema: Schema<T>,
  hide: Hide | undefined,
): T {
  const { status } = response;
  let body: unknown = null;
  let isJson = true;
  try {
    if (text) body = JSON.parse(text);
  } catch {
    isJson = false;
  }
  if (!response.ok) throw failure(name, response, body, hide);
  if (!isJson) {
    const contentType = response.headers.get('content-type') ?? 'no content type';
    // No cause: its message quotes the body.
    throw new InvalidResponseError(`${name} answered with something other than JSON (${contentType})`, {
      status,
    });
  }
  const mismatch = schema(body);
  if (mismatch) {
    const { path, expected, received } = mismatch;
    throw new InvalidResponseError(
      `${name} answered with ${path || 'a body'} of the wrong type: expected ${expected}, received ${received}`,
      { status, path },
    );
  }
  return body as T;
}

function failure(
  name: string,
  response: Response,
  body: unknown,
  hide: Hide = (value) => value,
): ServiceError | HttpError {
  const { status } = response;
  const { message, code, details } = (body ?? {}) as Record<string, unknown>;
  const init = { status, retryAfter: readRetryAfter(response.headers.get('retry-after')) };
  if (typeof message === 'string' && typeof code === 'string')
    return new ServiceError(hide(message), {
      ...init,
      code: hide(code),
      details: hide(details),
    });
  return new HttpError(
    status >= 400
      ? `${name} answered with status ${status}`
      : `${name} answered with a redirect; set the base URL to the final address`,
    init,
  );
}

/** The seconds to wait, from either form of the header. */
function readRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/**
 * The milliseconds that the service's clock is ahead of ours; undefined if the header is not readable, as from
 * another origin.
 */
export function clockDifference({ headers }: Response): number | undefined {
  // The header is truncated to whole seconds, so on average it is half a second behind.
  const difference = Date.parse(headers.get('date') ?? '') + 500 - Date.now();
  return Number.isNaN(difference) ? undefined : difference;
}
