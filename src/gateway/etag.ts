/** Entity tags (RFC 9110, section 8.8.3). */

/**
 * Returns a strong tag for these bytes: MurmurHash3 (x86, 128 bits), which distinguishes versions of a text and
 * protects nothing. The digests of `crypto.subtle` run in another thread, and the round trip took a fifth of the
 * time of an uncached read.
 */
export function entityTag(bytes: Uint8Array<ArrayBuffer>): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.byteLength - (bytes.byteLength % BLOCK);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += BLOCK) {
    a ^= scramble(0, view.getUint32(at, true));
    a = (Math.imul(rotate(a, 19) + b, 5) + 0x561ccd1b) | 0;
    b ^= scramble(1, view.getUint32(at + 4, true));
    b = (Math.imul(rotate(b, 17) + c, 5) + 0x0bcaa747) | 0;
    c ^= scramble(2, view.getUint32(at + 8, true));
    c = (Math.imul(rotate(c, 15) + d, 5) + 0x96cd1c35) | 0;
    d ^= scramble(3, view.getUint32(at + 12, true));
    d = (Math.imul(rotate(d, 13) + a, 5) + 0x32ac3b17) | 0;
  }
  const rest = new Uint8Array(BLOCK);
  rest.set(bytes.subarray(whole));
  const tail = new DataView(rest.buffer);
  const mixed = [a, b, c, d].map(
    (word, lane) => word ^ scramble(lane, tail.getUint32(lane * 4, true)) ^ bytes.byteLength,
  );
  const spread = together(together(mixed).map(finish));
  return `"${spread.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')}"`;
}

/** The size of a block in bytes. */
const BLOCK = 16;

/** Per lane: the first multiplier, the rotation, and the second multiplier. */
const LANES = [
  [0x239b961b, 15, 0xab0e9789],
  [0xab0e9789, 16, 0x38b34ae5],
  [0x38b34ae5, 17, 0xa1e38b93],
  [0xa1e38b93, 18, 0x239b961b],
] as const;

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by));

function scramble(lane: number, word: number): number {
  const [first, by, second] = LANES[lane]!;
  return Math.imul(rotate(Math.imul(word, first), by), second);
}

/** Mixes a word, so that each of its bits affects half of the others. */
function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function together([a, b, c, d]: readonly number[]): number[] {
  const first = (a! + b! + c! + d!) | 0;
  return [first, (b! + first) | 0, (c! + first) | 0, (d! + first) | 0];
}

/**
 * Whether an `If-None-Match` matches the tag: alone, in a list, or as `*`. The comparison is weak, as the header
 * requires: a compressing proxy turns our tag into `W/"…"`, and the shopper's browser sends that.
 */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(tag);
}
