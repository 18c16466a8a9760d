/**
 * Reads Chrome's screenshots: RGB or RGBA, eight bits a channel, not interlaced. pngjs reads every kind of PNG, but takes
 * seconds for a large one.
 */
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

export interface Picture {
  width: number;
  height: number;
  /** Bytes of a pixel: 3 or 4. */
  channels: number;
  /** Row by row, without gaps. */
  data: Buffer;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const COLOR_TYPES: Record<number, number> = { 2: 3, 6: 4 };

/** https://www.w3.org/TR/png-3/#5DataRep */
export function readPng(file: Buffer): Picture {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [depth, colorType, interlace] = [file[24], file[25]!, file[28]];
  const channels = COLOR_TYPES[colorType];
  assert.ok(
    channels && depth === 8 && interlace === 0,
    `The PNG has colour type ${colorType} and depth ${depth}.`,
  );
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const filtered = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const data = Buffer.alloc(stride * height);
  // Above the first row everything is 0.
  let above = new Uint8Array(stride);
  for (let row = 0; row < height; row++) {
    const from = row * (stride + 1);
    const into = data.subarray(row * stride, (row + 1) * stride);
    unfilter(filtered[from]!, filtered.subarray(from + 1, from + 1 + stride), into, above, channels);
    above = into;
  }
  return { width, height, channels, data };
}

/** Each row has one of these filters: https://www.w3.org/TR/png-3/#9Filter-types */
function unfilter(
  filter: number,
  from: Uint8Array,
  into: Uint8Array,
  above: Uint8Array,
  channels: number,
): void {
  const { length } = from;
  // Left of the first pixel everything is 0.
  const left = (at: number) => (at < channels ? 0 : into[at - channels]!);
  const corner = (at: number) => (at < channels ? 0 : above[at - channels]!);
  if (filter === 0) into.set(from);
  else if (filter === 1) for (let at = 0; at < length; at++) into[at] = from[at]! + left(at);
  else if (filter === 2) for (let at = 0; at < length; at++) into[at] = from[at]! + above[at]!;
  else if (filter === 3)
    for (let at = 0; at < length; at++) into[at] = from[at]! + ((left(at) + above[at]!) >> 1);
  else if (filter === 4)
    for (let at = 0; at < length; at++) into[at] = from[at]! + paeth(left(at), above[at]!, corner(at));
  else assert.fail(`A row of the PNG has the filter ${filter}.`);
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Whether two pictures of the same size have the same pixels in a box. */
export function isSameIn({ x, y, width, height }: Box, one: Picture, other: Picture): boolean {
  for (let row = y; row < y + height; row++) {
    const start = (row * one.width + x) * one.channels;
    const end = start + width * one.channels;
    if (one.data.compare(other.data, start, end, start, end)) return false;
  }
  return true;
}

/** The pixels in a box as RGBA. */
export function crop({ x, y, width, height }: Box, { data, channels, width: all }: Picture): Buffer {
  const part = Buffer.alloc(width * height * 4, 255);
  for (let row = 0, to = 0; row < height; row++) {
    let from = ((y + row) * all + x) * channels;
    for (let column = 0; column < width; column++, from += channels, to += 4) {
      part[to] = data[from]!;
      part[to + 1] = data[from + 1]!;
      part[to + 2] = data[from + 2]!;
      if (channels === 4) part[to + 3] = data[from + 3]!;
    }
  }
  return part;
}
