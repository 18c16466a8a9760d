/** Reads request bodies within a size and time limit, and keeps only the fields of the operation. */
import * as v from 'valibot';
import type { CheckedOptions } from './check-options.ts';
import { canonicalEmail } from './email.ts';
import { GatewayError } from './errors.ts';
import type { GatewayRequest } from './options.ts';
import { checkFields, refuseParameters } from './paths.ts';

const LONGEST_EMAIL = 254;

const isEmail = (text: string): boolean => {
  try {
    return Boolean(canonicalEmail(text));
  } catch {
    return false;
  }
};

const EMAIL = 'must be an email address';
/** The address as typed, without surrounding spaces. Only a code can show whether the mailbox exists. */
const email = v.pipe(v.string(EMAIL), v.maxLength(LONGEST_EMAIL, EMAIL), v.check(isEmail, EMAIL), v.trim());

const shortText = (most: number) => {
  const rule = `must be a string of 1 to ${most} characters`;
  return v.pipe(v.string(rule), v.maxLength(most, rule), v.regex(/^\P{Cc}+$/u, rule));
};

// The document does not show the unit, so no bound applies here. `maxCodeExpires` limits what reaches the service.
const EXPIRES = 'must be a number above 0';
const expires = v.pipe(v.number(EXPIRES), v.finite(EXPIRES), v.gtValue(0, EXPIRES));

// Shopify's app proxy removes all cookies and possibly `Authorization`, but leaves bodies alone.
const session = v.optional(shortText(4_096));

const BODIES = {
  createOtp: v.object({ email, expires: v.optional(expires) }),
  // Spaces around a pasted code are kept: the service decides whether they matter.
  verifyOtp: v.object({ email, code: shortText(64) }),
  session: v.object({ session }),
  // Our client sends `reservedFor`, but it is ignored: the code is reserved for the session's address.
  reserve: v.object({ session, reservedFor: v.optional(shortText(500)) }),
};

type Limits = Pick<CheckedOptions, 'bodyLimit' | 'bodyTimeout'>;

/**
 * Returns the fields of a body. A missing body is like one without fields.
 *
 * @throws GatewayError 400, 408, 413 or 415; it names fields and never quotes a value
 */
export async function readFields<Name extends keyof typeof BODIES>(
  request: GatewayRequest,
  name: Name,
  limits: Limits,
): Promise<v.InferOutput<(typeof BODIES)[Name]>> {
  const body = await readJson(request, limits);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuseParameters([{ path: '/body', message: 'must be a JSON object' }]);
  return checkFields(BODIES[name], body as Record<string, unknown>, '/body');
}

async function readJson(request: GatewayRequest, limits: Limits): Promise<unknown> {
  const text = await readText(request, limits);
  if (text === '') return {};
  // Checked after reading, so that an empty body needs no type: some clients send one with every POST.
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(type.trim()))
    throw new GatewayError(415, 'unsupported_media_type', 'A body must be sent as application/json.');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No cause: the parser's message quotes the input.
    throw refuseParameters([{ path: '/body', message: 'must be JSON' }]);
  }
}

/**
 * Hono's `bodyLimit` cannot do this: it believes `Content-Length`, and has no time limit.
 */
async function readText(
  { headers, body }: GatewayRequest,
  { bodyLimit, bodyTimeout }: Limits,
): Promise<string> {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity')
    throw new GatewayError(415, 'unsupported_media_type', 'A body must be sent without a content encoding.');
  if (Number(headers.get('content-length') ?? 0) > bodyLimit) throw tooLarge(bodyLimit);
  if (!body) return '';
  const reader = body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new GatewayError(408, 'body_too_slow', 'The body took too long to arrive.', CLOSE)),
      bodyTimeout,
    );
  });
  try {
    return await Promise.race([decodeAll(reader, bodyLimit), late]);
  } catch (error) {
    // Not awaited: cancelling a body that never arrives may take as long.
    reader.cancel().catch(() => undefined);
    if (error instanceof GatewayError) throw error;
    throw refuseParameters([{ path: '/body', message: 'must arrive completely, in UTF-8' }]);
  } finally {
    clearTimeout(timer);
  }
}

async function decodeAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bodyLimit: number,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    // Counted while reading, because `Content-Length` may be wrong.
    size += value.byteLength;
    if (size > bodyLimit) throw tooLarge(bodyLimit);
    text += decoder.decode(value, { stream: true });
  }
}

/** Closes the connection, so that the rest of the body is not read as the next request. */
const CLOSE = { headers: { connection: 'close' } };

const tooLarge = (limit: number): GatewayError =>
  new GatewayError(413, 'body_too_large', 'The body is larger than allowed.', {
    details: { limit },
    ...CLOSE,
  });
