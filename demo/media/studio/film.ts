// Frames to a WebM file: VP9 from WebCodecs, wrapped in the few Matroska boxes a player needs.

export interface Film {
  width: number;
  height: number;
  fps: number;
  frames: number;
  bitrate: number;
  /** Draws one frame; `t` runs from 0 up to, but not including, 1, and the film loops. */
  draw: (t: number) => HTMLCanvasElement;
}

const bytesOf = (value: number, length: number) =>
  Uint8Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) & 255);

const number = (value: number) => {
  let length = 1;
  while (value >= 256 ** length) length++;
  return bytesOf(value, length);
};

const float = (value: number) => new Uint8Array(new Float64Array([value]).buffer).reverse();
const text = (value: string) => new TextEncoder().encode(value);

/** One box: its id, an eight-byte length, its contents. */
function box(id: number, ...contents: Uint8Array[]): Uint8Array {
  const head = number(id);
  const length = contents.reduce((sum, part) => sum + part.length, 0);
  const out = new Uint8Array(head.length + 8 + length);
  out.set(head);
  out.set(bytesOf(length, 8), head.length);
  out[head.length] = 1;
  let at = head.length + 8;
  for (const part of contents) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export async function record(film: Film): Promise<Uint8Array> {
  const chunks: { key: boolean; time: number; data: Uint8Array }[] = [];
  let failure: unknown;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      chunks.push({ key: chunk.type === 'key', time: Math.round(chunk.timestamp / 1000), data });
    },
    error: (error) => (failure = error),
  });
  encoder.configure({
    codec: 'vp09.00.31.08',
    width: film.width,
    height: film.height,
    bitrate: film.bitrate,
    framerate: film.fps,
    latencyMode: 'quality',
  });
  for (let i = 0; i < film.frames; i++) {
    const frame = new VideoFrame(film.draw(i / film.frames), {
      timestamp: Math.round((i * 1e6) / film.fps),
      duration: Math.round(1e6 / film.fps),
    });
    encoder.encode(frame, { keyFrame: i % 60 === 0 });
    frame.close();
    while (encoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await encoder.flush();
  encoder.close();
  if (failure) throw failure as Error;

  const clusters: Uint8Array[] = [];
  let blocks: Uint8Array[] = [];
  let base = 0;
  const close = () => {
    if (blocks.length > 0) clusters.push(box(0x1f43b675, box(0xe7, number(base)), ...blocks));
    blocks = [];
  };
  for (const chunk of chunks) {
    if (chunk.key) {
      close();
      base = chunk.time;
    }
    const head = new Uint8Array([0x81, ...bytesOf(chunk.time - base, 2), chunk.key ? 0x80 : 0]);
    const block = new Uint8Array(head.length + chunk.data.length);
    block.set(head);
    block.set(chunk.data, head.length);
    blocks.push(box(0xa3, block));
  }
  close();

  const head = box(
    0x1a45dfa3,
    box(0x4286, number(1)),
    box(0x42f7, number(1)),
    box(0x42f2, number(4)),
    box(0x42f3, number(8)),
    box(0x4282, text('webm')),
    box(0x4287, number(4)),
    box(0x4285, number(2)),
  );
  const segment = box(
    0x18538067,
    box(
      0x1549a966,
      box(0x2ad7b1, number(1_000_000)),
      box(0x4489, float((film.frames / film.fps) * 1000)),
      box(0x4d80, text('storefront-elements studio')),
      box(0x5741, text('storefront-elements studio')),
    ),
    box(
      0x1654ae6b,
      box(
        0xae,
        box(0xd7, number(1)),
        box(0x73c5, number(1)),
        box(0x83, number(1)),
        box(0x86, text('V_VP9')),
        box(0xe0, box(0xb0, number(film.width)), box(0xba, number(film.height))),
      ),
    ),
    ...clusters,
  );
  const out = new Uint8Array(head.length + segment.length);
  out.set(head);
  out.set(segment, head.length);
  return out;
}
