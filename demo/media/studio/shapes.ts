// Outlines, ribbons and the studio's own stroke letters, so that no font decides how a picture looks.
import { type Context } from './paint.ts';

/** A point of an outline; a third value of 1 makes it a corner. */
export type Point = readonly [x: number, y: number, corner?: number];
export type Place = (x: number, y: number) => readonly [number, number];

export const placed =
  (cx: number, cy: number, scale: number, turn = 0, flip = 1): Place =>
  (x, y) => [
    cx + scale * (x * flip * Math.cos(turn) - y * Math.sin(turn)),
    cy + scale * (x * flip * Math.sin(turn) + y * Math.cos(turn)),
  ];

/** A smooth curve through the points. */
export function outline(points: readonly Point[], place: Place, closed = true): Path2D {
  const path = new Path2D();
  const n = points.length;
  const at = (i: number): Point => points[closed ? (i + n) % n : Math.max(0, Math.min(n - 1, i))] ?? [0, 0];
  const pull = (i: number) => {
    const [, , corner] = at(i);
    if (corner) return [0, 0] as const;
    return [(at(i + 1)[0] - at(i - 1)[0]) / 6, (at(i + 1)[1] - at(i - 1)[1]) / 6] as const;
  };
  path.moveTo(...place(at(0)[0], at(0)[1]));
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b] = [at(i), at(i + 1)];
    const [p, q] = [pull(i), pull(i + 1)];
    path.bezierCurveTo(
      ...place(a[0] + p[0], a[1] + p[1]),
      ...place(b[0] - q[0], b[1] - q[1]),
      ...place(b[0], b[1]),
    );
  }
  if (closed) path.closePath();
  return path;
}

export function slab(x: number, y: number, width: number, height: number, radius = 0): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, radius);
  return path;
}

export function disc(x: number, y: number, radius: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, radius, 0, Math.PI * 2);
  return path;
}

// Letters on a grid four wide and six high: strokes of x,y pairs.
const LETTERS: Record<string, string> = {
  A: '06 20 46|14 34',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  I: '00 06',
  L: '00 06 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  W: '00 16 22 36 40',
  2: '01 10 30 41 42 06 46',
  6: '40 20 02 05 16 36 45 44 33 13 04',
};

/** Writes in hairline capitals, centred on x; returns nothing, as ink does. */
export function letter(ctx: Context, words: string, x: number, y: number, size: number, space = 1.1) {
  const unit = size / 6;
  const widths = words.split('').map((sign) => (sign === ' ' ? 3 : sign === 'I' ? 0 : 4));
  const gap = 6 * 0.36 * space;
  const total = widths.reduce((sum, width) => sum + width + gap, -gap);
  let at = x - (total * unit) / 2;
  ctx.beginPath();
  words.split('').forEach((sign, i) => {
    for (const stroke of (LETTERS[sign] ?? '').split('|')) {
      stroke.split(' ').forEach((pair, k) => {
        if (!pair) return;
        const px = at + Number(pair[0]) * unit;
        const py = y + Number(pair[1]) * unit;
        if (k === 0) ctx.moveTo(px, py);
        else ctx.lineTo(px, py);
      });
    }
    at += ((widths[i] ?? 0) + gap) * unit;
  });
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.stroke();
}
