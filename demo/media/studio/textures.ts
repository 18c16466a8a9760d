// What things are made of: stitches, woven threads, quilting, paper.
import { clamp, fract, hash, noise, smooth, type RGB, type Surface } from './paint.ts';

/** The colour of a stitch, by its column and row. */
export type Chart = (column: number, row: number) => RGB;

/**
 * Stocking stitch: every stitch is a V of two plump legs. `u` counts stitches across, `v` rows down, and `size` is the
 * width of one stitch in pixels, so that the height keeps its proportion.
 */
export function knit(u: number, v: number, size: number, chart: Chart, out: Surface) {
  const wobble = (noise(u * 0.7, v * 0.7, 5) - 0.5) * 0.16;
  u += wobble;
  const column = Math.floor(u);
  const across = Math.abs(fract(u) - 0.5) * 2;
  const lean = v + across * 0.92;
  const row = Math.floor(lean);
  const along = lean - row;
  const belly = 1 - (2 * along - 1) ** 2;
  const leg = 1 - Math.abs(2 * across - 1) ** 2.6;
  const plump = Math.sqrt(clamp(belly * (0.25 + 0.75 * leg)));
  // The twist of the yarn: fine ridges across each leg, leaning with it.
  const side = fract(u) < 0.5 ? 1 : -1;
  const twist = Math.sin((along * 1.5 + side * across * 0.2 + across * 2.6 + hash(column, row) * 2) * 7.5);
  const fuzz = noise(u * 9, v * 9, 3) - 0.5;
  const [r, g, b] = chart(column, row);
  const shade =
    (0.42 + 0.58 * plump) * (0.95 + 0.1 * hash(column, row, 9)) * (1 + 0.05 * twist + 0.12 * fuzz);
  out.h = size * (0.42 * plump + 0.022 * twist * plump + 0.05 * fuzz);
  out.r = r * shade;
  out.g = g * shade;
  out.b = b * shade;
}

/** Ribbing for hems and cuffs: columns of stitches that stand out, and gaps that sink. */
export function rib(u: number, v: number, size: number, chart: Chart, out: Surface) {
  knit(u, v, size, chart, out);
  const ridge = 0.5 + 0.5 * Math.cos((u / 2) * Math.PI * 2);
  out.h += ridge * size * 0.55;
  const dim = 0.62 + 0.38 * ridge;
  out.r *= dim;
  out.g *= dim;
  out.b *= dim;
}

/** Two over, two under; `herring` turns the diagonal every so many threads. */
export function twill(
  u: number,
  v: number,
  size: number,
  warp: (column: number) => RGB,
  weft: (row: number) => RGB,
  out: Surface,
  herring = 0,
) {
  u += (noise(u * 0.3, v * 0.15, 8) - 0.5) * 0.3;
  v += (noise(u * 0.15, v * 0.3, 9) - 0.5) * 0.3;
  const column = Math.floor(u);
  const row = Math.floor(v);
  const turned = herring > 0 && Math.floor(column / herring) % 2 !== 0 ? -column : column;
  const over = (((turned + row) % 4) + 4) % 4 < 2;
  const across = over ? fract(u) : fract(v);
  const along = over ? fract(v) : fract(u);
  const round = Math.sqrt(clamp(1 - (2 * across - 1) ** 2));
  const dip = (((turned + row) % 2) + 2) % 2 === 0 ? along : 1 - along;
  const fuzz = noise(u * 6, v * 6, 4) - 0.5;
  const [r, g, b] = over ? warp(column) : weft(row);
  const shade =
    (0.55 + 0.45 * round) * (0.9 + 0.1 * hash(over ? column : row, over ? 1 : 2)) * (1 + 0.16 * fuzz);
  out.h = size * (0.34 * round + 0.12 * dip + 0.08 * fuzz);
  out.r = r * shade;
  out.g = g * shade;
  out.b = b * shade;
}

/** Down baffles: soft rolls between seams, puckered where the thread pulls. `v` counts baffles. */
export function quilt(x: number, v: number, depth: number, colour: RGB, out: Surface) {
  const pull = (noise(x / 26, Math.round(v) * 7.1, 2) - 0.5) * (10 / (depth + 10));
  const at = fract(v + pull);
  const roll = Math.sin(at * Math.PI) ** 0.62;
  const seam = Math.min(at, 1 - at);
  const pucker = Math.sin(x / 5.2 + noise(x / 30, v, 4) * 8) * smooth(0.3, 0.03, seam);
  const crease = noise(x / 34, v * 2.4, 6) - 0.5;
  const weave = hash(Math.floor(x), Math.floor(v * depth), 2) - 0.5;
  out.h = depth * (0.36 * roll + 0.012 * pucker + (6 / (depth + 20)) * crease * roll) + weave * 0.12;
  const shade = 0.7 + 0.3 * smooth(0, 0.16, seam);
  out.r = colour[0] * shade;
  out.g = colour[1] * shade;
  out.b = colour[2] * shade;
}

/** The eight-pointed rose of northern knitting: eight rhombic petals, `petal` stitches long. */
export function rose(dx: number, dy: number, petal: number): boolean {
  let a = Math.abs(dx);
  let b = Math.abs(dy);
  if (a < b) [a, b] = [b, a];
  return b >= 1 && b <= petal && a - b >= 1 && a - b <= petal;
}

export const paper = (x: number, y: number, [r, g, b]: RGB): RGB => {
  const fibre =
    noise(x / 3, y / 3, 11) * 5 + noise(x / 60, y / 60, 12) * 8 + noise(x / 2, y / 14, 13) * 3 - 8;
  return [r + fibre, g + fibre, b + fibre * 1.1];
};
