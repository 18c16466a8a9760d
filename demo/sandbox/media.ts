import { open } from 'node:fs/promises';
import { ServiceError, notFound } from './http/errors.ts';

/** No slash, and no dot except before the extension, so a name cannot leave the folder. */
const MEDIA_NAME = /^[a-z0-9-]+\.(webp|webm)$/;
const MEDIA_TYPES: Record<string, string> = { webp: 'image/webp', webm: 'video/webm' };

/**
 * Records hold bare file names, because the port of the sandbox is not known when they are written. Any other
 * text (a URL elsewhere, or a hostile one that a test planted) is passed through unchanged.
 */
export function absoluteMedia<Value>(value: Value, origin: string): Value {
  return mapStrings(value, (text) => (MEDIA_NAME.test(text) ? `${origin}/media/${text}` : text)) as Value;
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]));
}

/** Serves one file of the media folder; browsers need ranges to seek in a video, and Safari to play one. */
export async function serveMedia(name: string, range: string | undefined): Promise<Response> {
  const extension = MEDIA_NAME.exec(name)?.[1];
  if (!extension) throw notFound();
  const file = await open(new URL(`../media/${name}`, import.meta.url)).catch(() => undefined);
  if (!file) throw new ServiceError(404, 'media_not_found', 'There is no such media file.');
  try {
    const { size } = await file.stat();
    const headers = new Headers({
      'Content-Type': MEDIA_TYPES[extension] ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=3600',
      'Accept-Ranges': 'bytes',
      // Lets pages with COEP embed the files.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    const slice = parseRange(range, size);
    if (slice === 'unsatisfiable') {
      throw new ServiceError(416, 'range_not_satisfiable', 'The file is shorter than the requested range.', {
        headers: { 'Content-Range': `bytes */${size}` },
      });
    }
    const { start, end } = slice ?? { start: 0, end: size - 1 };
    const bytes = Buffer.alloc(end - start + 1);
    await file.read(bytes, 0, bytes.length, start);
    headers.set('Content-Length', String(bytes.length));
    if (slice) headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
    return new Response(bytes, { status: slice ? 206 : 200, headers });
  } finally {
    await file.close();
  }
}

interface Slice {
  start: number;
  end: number;
}

/** Reads one range (RFC 9110). Anything else, even several ranges, means the whole file, as the RFC allows. */
function parseRange(header: string | undefined, size: number): Slice | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;
  const [, from = '', to = ''] = match;
  if (from && to && Number(to) < Number(from)) return undefined;
  const start = from ? Number(from) : Math.max(0, size - Number(to));
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return start >= size || end < start ? 'unsatisfiable' : { start, end };
}
