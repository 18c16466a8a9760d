/** One exchange with the service, and what its answer means. */
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

/** The checked body. `hide` takes out of an error what the request carried and no error may repeat. */
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
    // Without the cause: its message quotes the body.
    throw new InvalidResponseError(`${name} answered with something else than JSON (${contentType})`, {
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

/** Seconds from now, from either form of the header. */
function readRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** How far the service's clock is ahead of ours; undefined where it does not tell, as to a page of another origin. */
export function clockDifference({ headers }: Response): number | undefined {
  // The header counts whole seconds: on average it is half of one late.
  const difference = Date.parse(headers.get('date') ?? '') + 500 - Date.now();
  return Number.isNaN(difference) ? undefined : difference;
}
