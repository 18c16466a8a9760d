// The Nordlicht jumper, from outlines and stitches, at any size; and the colours of the drop.
import { cloth, hash, hex, mix, shadow, type Context, type RGB, type Cloth } from './paint.ts';
import { outline, placed, type Place, type Point } from './shapes.ts';
import { knit, rib, rose, type Chart } from './textures.ts';

export const INK = hex('#235070');
export const CREAM = hex('#efe6d4');
export const MOSS = hex('#63b894');
export const LILAC = hex('#b59ad6');
export const OCHRE = hex('#cf8b3e');
export const RUST = hex('#b4573a');

export type Light = Pick<Cloth, 'light' | 'ambient' | 'key'>;

/** The box a part needs, so that small parts are not worked out over the whole picture. */
export function around(ctx: Context, points: readonly Point[], place: Place, pad: number) {
  const xs = points.map(([x, y]) => place(x, y)[0]);
  const ys = points.map(([x, y]) => place(x, y)[1]);
  const left = Math.max(0, Math.floor(Math.min(...xs) - pad));
  const top = Math.max(0, Math.floor(Math.min(...ys) - pad));
  const right = Math.min(ctx.canvas.width, Math.ceil(Math.max(...xs) + pad));
  const bottom = Math.min(ctx.canvas.height, Math.ceil(Math.max(...ys) + pad));
  return [left, top, Math.max(1, right - left), Math.max(1, bottom - top)] as const;
}

const RING = 8.6;

/** The round yoke: rings of dots, roses and peaks around the neck, thinning out to single stitches. */
function yoke(x: number, y: number): RGB {
  const reach = Math.hypot(x / 1.06, y + 70);
  const ring = Math.floor((reach - 168) / RING);
  const sign = Math.floor((Math.atan2(x, y + 70) / Math.PI) * 104 + 8);
  const wrap = (by: number) => ((sign % by) + by) % by;
  if (ring < 1) return INK;
  if (ring < 3) return MOSS;
  if (ring === 4 || ring === 5) return wrap(4) < 2 ? CREAM : INK;
  if (ring < 7) return INK;
  if (ring < 20) {
    if (rose(wrap(16) - 8, ring - 13, 3)) return CREAM;
    return wrap(16) + Math.abs(ring - 13) < 2 ? LILAC : INK;
  }
  if (ring === 21 || ring === 22) return CREAM;
  const peak = Math.abs(wrap(8) - 4);
  if (ring >= 24 && ring < 30) return 29 - ring >= peak ? MOSS : INK;
  if (ring === 31 || ring === 32) return wrap(8) === 4 ? LILAC : INK;
  return INK;
}

export interface JumperStyle extends Light {
  turn?: number;
  stitch?: number;
  back?: boolean;
}

/** The Nordlicht jumper. The unit is roughly a millimetre; (0, 0) is where the neck meets the shoulders. */
export function jumper(ctx: Context, cx: number, cy: number, scale: number, style: JumperStyle = {}) {
  const { stitch = 9.4, back = false, ...light } = style;
  const fine = stitch * scale;
  const parts = (flip: number): readonly Point[] => [
    [flip * 150, 24, 1],
    [flip * 255, 62],
    [flip * 340, 130],
    [flip * 412, 320],
    [flip * 462, 560],
    [flip * 484, 752, 1],
    [flip * 372, 778, 1],
    [flip * 342, 600],
    [flip * 282, 390],
    [flip * 200, 250],
  ];
  const chartFrom =
    (turn: number, ox: number, oy: number): Chart =>
    (column, row) => {
      const u = (column + 0.5) * stitch;
      const v = (row + 0.1) * stitch * 0.82;
      const x = ox + u * Math.cos(turn) - v * Math.sin(turn);
      const y = oy + u * Math.sin(turn) + v * Math.cos(turn);
      const colour = yoke(x, y);
      if (colour !== INK || Math.hypot(x / 1.06, y + 70) < 460) return colour;
      const lice = ((column % 6) + 6) % 6 === 0 && ((row % 8) + 8) % 8 === 0;
      return lice ? CREAM : mix(INK, hex('#1d4460'), hash(column, row));
    };
  const part = (
    points: readonly Point[],
    turn: number,
    ox: number,
    oy: number,
    more: Partial<Cloth> = {},
    ribbed = false,
  ) => {
    const place = placed(cx, cy, scale);
    const path = outline(points, place);
    const chart: Chart = ribbed ? () => INK : chartFrom(turn, ox, oy);
    shadow(ctx, path, 22 * scale, 0.42, 0, 12 * scale);
    cloth(ctx, {
      path,
      box: around(ctx, points, place, 8),
      round: 70 * scale,
      puff: 1.15,
      folds: [34 * scale, 230 * scale, 3],
      ...light,
      ...more,
      surface: (px, py, out) => {
        const x = (px - cx) / scale - ox;
        const y = (py - cy) / scale - oy;
        const u = (x * Math.cos(turn) + y * Math.sin(turn)) / stitch;
        const v = (-x * Math.sin(turn) + y * Math.cos(turn)) / (stitch * 0.82);
        (ribbed ? rib : knit)(u, v, fine, chart, out);
      },
    });
  };
  for (const flip of [-1, 1]) {
    part(parts(flip), flip * -0.24, flip * 300, 200);
    part(
      [
        [flip * 372, 760, 1],
        [flip * 486, 738, 1],
        [flip * 494, 860],
        [flip * 484, 872],
        [flip * 392, 888],
        [flip * 382, 880],
      ],
      flip * -0.16,
      flip * 430,
      800,
      { folds: [0, 1, 1], round: 34 * scale },
      true,
    );
  }
  if (!back) {
    const inside: Point[] = [
      [-122, 10],
      [0, -6],
      [122, 10],
      [110, 84],
      [0, 108],
      [-110, 84],
    ];
    part(inside, 0, 0, 0, { key: [0.3, 0.3, 0.32], ambient: [0.25, 0.28, 0.32] }, true);
  }
  const dip = back ? 22 : 88;
  part(
    [
      [-132, 26, 1],
      [-230, 56],
      [-306, 112],
      [-316, 230],
      [-294, 400],
      [-304, 560],
      [-318, 740],
      [-304, 846, 1],
      [304, 846, 1],
      [318, 740],
      [304, 560],
      [294, 400],
      [316, 230],
      [306, 112],
      [230, 56],
      [132, 26, 1],
      [96, 26 + dip * 0.62],
      [0, 26 + dip],
      [-96, 26 + dip * 0.62],
    ],
    0,
    0,
    0,
    { round: 90 * scale },
  );
  part(
    [
      [-302, 836, 1],
      [302, 836, 1],
      [296, 890],
      [286, 940],
      [270, 950, 1],
      [0, 954],
      [-270, 950, 1],
      [-286, 940],
      [-296, 890],
    ],
    0,
    0,
    832,
    { round: 46 * scale, folds: [14 * scale, 200 * scale, 5] },
    true,
  );
  const collar: Point[] = back
    ? [
        [-128, 40],
        [-118, -8],
        [0, -24],
        [118, -8],
        [128, 40],
        [0, 62],
      ]
    : [
        [-142, 30],
        [-128, 2],
        [-112, 6],
        [-78, 72],
        [0, 94],
        [78, 72],
        [112, 6],
        [128, 2],
        [142, 30],
        [100, 108],
        [0, 140],
        [-100, 108],
      ];
  part(collar, 0, 0, 0, { round: 26 * scale, puff: 1.4, folds: [0, 1, 1] }, true);
}
