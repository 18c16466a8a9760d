/** Reads request bodies within a size and time limit, and keeps only the fields of the operation. */
import { canonicalEmail } from './email.ts';
import { GatewayError } from './errors.ts';
import type { GatewayOptions } from './options.ts';
import { refuseParameters, safeName, type Violation } from './paths.ts';

const DEFAULT_LIMIT = 4_096;
const DEFAULT_TIMEOUT = 5_000;

/** A field's check. `read` returns undefined for values that are not allowed. */
interface Field {
  allowed: string;
  read: (value: unknown) => unknown;
  required?: boolean;
}

const LONGEST_EMAIL = 254;

/** The address as typed, without surrounding spaces. Only a code can show whether the mailbox exists. */
function readEmail(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_EMAIL) return undefined;
  try {
    canonicalEmail(value);
    return value.trim();
  } catch {
    return undefined;
  }
}

const shortText = (most: number): Field => ({
  allowed: `a string of 1 to ${most} characters`,
  read: (value) =>
    typeof value === 'string' && value.length <= most && value !== '' && !/\p{Cc}/u.test(value)
      ? value
      : undefined,
});

const email: Field = { allowed: 'an e-mail address', read: readEmail, required: true };

const FIELDS = {
  createOtp: {
    email,
    expires: {
      // The document does not show the unit. The bound is a year in seconds, so that no extreme value reaches the
      // service.
      allowed: 'a number above 0 and at most 31536000',
      read: (value: unknown) =>
        typeof value === 'number' && value > 0 && value <= 31_536_000 ? value : undefined,
    },
  },
  // Spaces around a pasted code are kept: the service decides whether they matter.
  verifyOtp: { email, code: { ...shortText(64), required: true } },
  // Shopify's app proxy removes all cookies and possibly `Authorization`, but leaves bodies alone.
  session: { session: shortText(4_096) },
  // Our client sends `reservedFor`, but it is ignored: the code is reserved for the session's address.
  reserve: { session: shortText(4_096), reservedFor: shortText(500) },
} satisfies Record<string, Record<string, Field>>;

export interface Bodies {
  createOtp: { email: string; expires?: number };
  verifyOtp: { email: string; code: string };
  session: { session?: string };
  reserve: { session?: string; reservedFor?: string };
}

/**
 * Returns the fields of a body. Unknown fields are an error. The body may be missing if no field is required.
 *
 * @throws GatewayError 400, 408, 413 or 415; it names fields and never quotes a value
 */
export async function readFields<Name extends keyof Bodies>(
  request: Request,
  name: Name,
  options: GatewayOptions,
): Promise<Bodies[Name]> {
  const fields: Record<string, Field> = FIELDS[name];
  const body = await readJson(request, options);
  if (body === undefined && !Object.values(fields).some(({ required }) => required))
    return {} as Bodies[Name];
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuseParameters([{ path: '/body', message: 'must be a JSON object' }]);
  const errors: Violation[] = [];
  for (const key of Object.keys(body).slice(0, 10))
    if (!Object.hasOwn(fields, key)) errors.push({ path: `/body${safeName(key)}`, message: 'is unknown' });
  const built: Record<string, unknown> = {};
  for (const [key, { allowed, read, required = false }] of Object.entries(fields)) {
    // Own properties only: a field must not come from a prototype.
    const isThere = Object.hasOwn(body, key);
    if (!isThere && !required) continue;
    const value = isThere ? read((body as Record<string, unknown>)[key]) : undefined;
    if (value === undefined) errors.push({ path: `/body/${key}`, message: `must be ${allowed}` });
    built[key] = value;
  }
  if (errors.length || Object.keys(body).length > 10) throw refuseParameters(errors);
  return built as Bodies[Name];
}

/** Undefined if there is no body. */
async function readJson(request: Request, options: GatewayOptions): Promise<unknown> {
  const bytes = await readBytes(request, options);
  if (bytes.byteLength === 0) return undefined;
  // Checked after reading, so that an empty body needs no type: some clients send one with every POST.
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(type.trim()))
    throw new GatewayError(415, 'unsupported_media_type', 'A body must be sent as application/json.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // No cause: the parser's message quotes the input.
    throw refuseParameters([{ path: '/body', message: 'must be JSON in UTF-8' }]);
  }
}

async function readBytes(request: Request, options: GatewayOptions): Promise<Uint8Array> {
  const { bodyLimit = DEFAULT_LIMIT, bodyTimeout = DEFAULT_TIMEOUT } = options;
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity')
    throw new GatewayError(415, 'unsupported_media_type', 'A body must be sent without a content encoding.');
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimit) throw tooLarge(bodyLimit);
  if (!request.body) return new Uint8Array();
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new GatewayError(408, 'body_too_slow', 'The body took too long to arrive.', CLOSE)),
      bodyTimeout,
    );
  });
  try {
    return await Promise.race([readAll(reader, bodyLimit), late]);
  } catch (error) {
    // Not awaited: cancelling a body that never arrives may take as long.
    reader.cancel().catch(() => undefined);
    if (error instanceof GatewayError) throw error;
    throw refuseParameters([{ path: '/body', message: 'must arrive completely' }]);
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bodyLimit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // Counted while reading, because `Content-Length` may be wrong.
    size += value.byteLength;
    if (size > bodyLimit) throw tooLarge(bodyLimit);
    chunks.push(value);
  }
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Closes the connection, so that the rest of the body is not read as the next request. */
const CLOSE = { headers: { connection: 'close' } };

const tooLarge = (limit: number): GatewayError =>
  new GatewayError(413, 'body_too_large', 'The body is larger than allowed.', {
    details: { limit },
    ...CLOSE,
  });
