/** Entity tags (RFC 9110, section 8.8.3). */

/**
 * A strong tag of exactly these bytes: MurmurHash3 (x86, 128 bits), which tells versions of a text apart and guards
 * nothing. `crypto.subtle` only has digests that are made in another thread, and the way there and back took a fifth
 * of the time of a read that is not kept yet.
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

/** Bytes that are taken at a time. */
const BLOCK = 16;

/** By lane: what a word is multiplied by, turned by, and multiplied by again. */
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

/** Every bit of a word changes half of the others. */
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
 * Whether an `If-None-Match` names the tag: alone, in a list, or as `*`. The comparison is the weak one, which the
 * header asks for: a proxy that compresses on the way makes `W/"…"` of our tag, and the shopper's browser sends that.
 */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(tag);
}
