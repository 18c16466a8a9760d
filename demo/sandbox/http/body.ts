import { ServiceError } from './errors.ts';

export const BODY_LIMIT = 64 * 1024;

/** How much of an oversized body is read and discarded, so that the client finishes sending and sees the 413. */
const DRAIN_LIMIT = 8 * 1024 * 1024;

/** Reads a request body as JSON; undefined if there is none. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return undefined;
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new ServiceError(415, 'unsupported_media_type', 'A body must be sent as application/json.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // The parser's own message quotes the input, which may hold a one-time code.
    throw new ServiceError(400, 'invalid_json', 'The body is not valid JSON.');
  }
}

/** Reads a body that the operation does not use, only to enforce the size limit. */
export async function skipBody(request: Request): Promise<void> {
  await readBytes(request);
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > DRAIN_LIMIT) throw payloadTooLarge(true);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength;
    if (size <= BODY_LIMIT) chunks.push(chunk);
    if (size > DRAIN_LIMIT) throw payloadTooLarge(true);
  }
  if (size > BODY_LIMIT) throw payloadTooLarge(false);
  return Buffer.concat(chunks);
}

function payloadTooLarge(close: boolean): ServiceError {
  return new ServiceError(413, 'payload_too_large', 'The body is larger than allowed.', {
    details: { limit: BODY_LIMIT },
    headers: close ? { Connection: 'close' } : {},
  });
}
