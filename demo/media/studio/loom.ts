// Woven things, and the loom they come from.
import { GLOW, wrap } from './dyes.ts';
import { CREAM, LILAC, MOSS, OCHRE } from './jumper.ts';
import {
  clamp,
  cloth,
  css,
  fbm,
  finish,
  fract,
  hash,
  hex,
  mix,
  noise,
  ramp,
  shadow,
  stage,
  type Context,
  type RGB,
} from './paint.ts';
import { wall } from './product.ts';
import { outline, placed, slab, type Point } from './shapes.ts';
import { twill } from './textures.ts';

function loom() {
  const ctx = stage(1400, 1050);
  wall(ctx, hex('#6d5a48'), hex('#211a17'));
  const cell = 1400 / 160;
  const fell = (x: number) => 560 + Math.sin(x / 240) * 5;
  // Open warp above, each thread lit from the window on the left.
  for (let i = 0; i < 160; i++) {
    const x = (i + 0.5) * cell;
    const lift = i % 2 ? 1 : 0.72;
    const tint = mix(hex('#f0e6d2'), hex('#b9a98c'), hash(i, 1) * 0.6);
    ctx.strokeStyle = css([tint[0] * lift, tint[1] * lift, tint[2] * lift]);
    ctx.lineWidth = 3.1;
    ctx.beginPath();
    ctx.moveTo(x + (hash(i, 3) - 0.5) * 2, 0);
    ctx.lineTo(x, 580);
    ctx.stroke();
  }
  const shade = ctx.createLinearGradient(0, 0, 0, 580);
  shade.addColorStop(0, 'rgb(14 8 6 / 0.7)');
  shade.addColorStop(0.5, 'rgb(14 8 6 / 0.1)');
  shade.addColorStop(1, 'rgb(14 8 6 / 0.35)');
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, 1400, 580);
  const woven = new Path2D();
  woven.moveTo(0, 1050);
  for (let x = 0; x <= 1400; x += 10) woven.lineTo(x, fell(x));
  woven.lineTo(1400, 1050);
  woven.closePath();
  shadow(ctx, woven, 18, 0.6, 0, -8);
  cloth(ctx, {
    path: woven,
    folds: [26, 420, 4],
    surface: (x, y, out) => {
      const weft = (row: number) => ramp(GLOW, clamp((row * cell - 540) / 480 + (hash(row, 7) - 0.5) * 0.14));
      twill(x / cell, (y - Math.sin(x / 240) * 5) / cell, cell, () => hex('#e6dac2'), weft, out, 20);
    },
  });
  wood(ctx, -20, 150, 1440, 86);
  // The reed's dents.
  ctx.fillStyle = 'rgb(20 10 4 / 0.75)';
  for (let i = 0; i < 160; i++) ctx.fillRect((i + 0.5) * cell - 1, 236, 2, 44);
  wood(ctx, -20, 278, 1440, 30);
  const boat: Point[] = [
    [-330, 6],
    [-220, -40],
    [0, -52],
    [220, -40],
    [330, 6],
    [220, 44],
    [0, 52],
    [-220, 44],
  ];
  const place = placed(760, 452, 1, -0.07);
  const hull = outline(boat, place);
  shadow(ctx, hull, 18, 0.7, 10, 26);
  cloth(ctx, { path: hull, round: 30, puff: 1.3, gloss: 0.3, surface: grain });
  const well = outline(
    [
      [-150, -20],
      [150, -20],
      [170, 0],
      [150, 22],
      [-150, 22],
      [-170, 0],
    ],
    place,
  );
  ctx.fillStyle = '#1a0f08';
  ctx.fill(well);
  cloth(ctx, {
    path: outline(
      [
        [-132, -12],
        [0, -19],
        [132, -12],
        [136, 4],
        [132, 14],
        [0, 21],
        [-132, 14],
        [-136, 4],
      ],
      place,
    ),
    round: 14,
    puff: 1.6,
    surface: (x, y, out) => {
      const f = fract((x + y * 0.16) / 7);
      const round = Math.sqrt(clamp(1 - (2 * f - 1) ** 2));
      out.h = round * 3;
      const dim = 0.5 + 0.5 * round;
      [out.r, out.g, out.b] = [MOSS[0] * dim, MOSS[1] * dim, MOSS[2] * dim];
    },
  });
  ctx.strokeStyle = css(MOSS);
  ctx.lineWidth = 5;
  ctx.beginPath();
  ctx.moveTo(634, 462);
  ctx.bezierCurveTo(420, 520, 300, 440, -10, 566);
  ctx.stroke();
  finish(ctx, { grain: 3, vignette: 0.4 });
  return ctx;

  function grain(x: number, y: number, out: { h: number; r: number; g: number; b: number }) {
    const ring = Math.sin((y / 9 + fbm(x / 190, y / 26, 4, 3) * 9) * 2);
    const pore = noise(x / 34, y / 1.6, 8);
    out.h = ring * 0.25 + pore * 0.6;
    [out.r, out.g, out.b] = mix(
      mix(hex('#b07b46'), hex('#7c4d26'), 0.5 + 0.5 * ring),
      hex('#4a2c14'),
      pore * 0.4,
    );
  }
  function wood(target: Context, x: number, y: number, width: number, height: number) {
    const beam = slab(x, y, width, height, 10);
    shadow(target, beam, 16, 0.7, 0, 18);
    cloth(target, { path: beam, round: 16, puff: 1.3, gloss: 0.18, surface: grain });
  }
}

function scarf() {
  const ctx = stage(1400, 1050);
  wall(ctx, hex('#8aa0a8'), hex('#3f5560'));
  const size = 8;
  const check = (i: number): RGB => {
    const at = wrap(i, 44);
    if (at < 16) return hex('#23485e');
    if (at < 18) return CREAM;
    if (at < 34) return hex('#3f8f84');
    if (at < 37) return OCHRE;
    return LILAC;
  };
  const bands: [number, number, number, number, number][] = [
    [-120, 250, 0.3, 1900, 330],
    [-160, 900, -0.52, 2000, 350],
    [380, 40, 1.02, 900, 340],
  ];
  bands.forEach(([ox, oy, turn, length, width], k) => {
    const place = placed(ox, oy, 1, turn);
    const points: Point[] = [];
    for (let i = 0; i <= 8; i++)
      points.push([(i / 8) * length, -width / 2 + (noise(i * 0.9, k, 3) - 0.5) * 46, i === 8 ? 1 : 0]);
    for (let i = 8; i >= 0; i--)
      points.push([(i / 8) * length, width / 2 + (noise(i * 0.9, k, 6) - 0.5) * 46, i === 8 ? 1 : 0]);
    const path = outline(points, place);
    if (k === 2) fringe(place, length, width);
    shadow(ctx, path, 26, 0.6, 6, 20);
    cloth(ctx, {
      path,
      round: 40,
      puff: 0.9,
      folds: [24, 160, k],
      surface: (px, py, out) => {
        const x = (px - ox) * Math.cos(turn) + (py - oy) * Math.sin(turn);
        const y = -(px - ox) * Math.sin(turn) + (py - oy) * Math.cos(turn);
        // Long pleats: where they rise the cloth is pulled together, so its checks follow them.
        const pleat = Math.sin(y / 34 + noise(x / 260, y / 200, k + 5) * 7);
        twill(x / size, (y + pleat * 9) / size, size, check, check, out);
        out.h += pleat * 15;
        const dim = 0.78 + 0.22 * pleat;
        out.r *= dim;
        out.g *= dim;
        out.b *= dim;
      },
    });
  });
  finish(ctx, { grain: 3, vignette: 0.34 });
  return ctx;

  function fringe(place: ReturnType<typeof placed>, length: number, width: number) {
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < 34; i++) {
        const y = -width / 2 + 12 + (i / 33) * (width - 24);
        const reach = 92 + hash(i, 4) * 26;
        const bend = (hash(i, 6) - 0.5) * 34;
        const drop = pass === 0 ? 10 : 0;
        const strand = outline(
          [
            [length - 8, y + drop],
            [length + reach * 0.5, y + bend * 0.3 + drop],
            [length + reach, y + bend + drop],
          ],
          place,
          false,
        );
        ctx.strokeStyle = pass === 0 ? 'rgb(6 14 20 / 0.3)' : css(mix(check(i * 5), [20, 30, 40], 0.25));
        ctx.lineWidth = pass === 0 ? 9 : 7;
        ctx.lineCap = 'round';
        ctx.stroke(strand);
        if (pass === 1) {
          ctx.strokeStyle = css(mix(check(i * 5), [255, 250, 235], 0.3), 0.7);
          ctx.lineWidth = 2;
          ctx.stroke(strand);
        }
      }
    }
  }
}

export const loomPictures: Record<string, () => Context> = { 'nordlicht-04': loom, 'nordlicht-07': scarf };
