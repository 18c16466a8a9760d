// A link that holds everything that was typed, in its fragment: no server sees it.

const PREFIX = '#try=';

/** The content of a link. Fields that are missing keep their values. */
export interface Saved {
  html: string;
  css: string;
  /** The form's switches by their names. */
  options: Record<string, string>;
  /** The theme builder's fields by their names. */
  theme: Record<string, string>;
}

async function pipe(
  bytes: BlobPart,
  through: ReadableWritablePair<unknown, BufferSource>,
): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(through) as ReadableStream).arrayBuffer();
}

export async function toFragment(saved: Saved): Promise<string> {
  const packed = await pipe(JSON.stringify(saved), new CompressionStream('deflate-raw'));
  const text = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join('');
  return PREFIX + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const isRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string');

/** Undefined for a fragment that this page did not write. @throws Error if the link is damaged */
export async function fromFragment(fragment: string): Promise<Saved | undefined> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  const text = atob(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const unpacked = await pipe(bytes, new DecompressionStream('deflate-raw'));
  const saved = JSON.parse(new TextDecoder().decode(unpacked)) as Partial<Saved> | null;
  if (typeof saved?.html !== 'string' || typeof saved.css !== 'string')
    throw new Error('It holds no HTML and CSS.');
  const { html, css, options = {}, theme = {} } = saved;
  if (!isRecord(options) || !isRecord(theme)) throw new Error('Its settings are no texts.');
  return { html, css, options, theme };
}
