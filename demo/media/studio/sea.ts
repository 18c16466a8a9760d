// Under the surface: light in water, jellyfish, coral.
import {
  clamp,
  cloth,
  css,
  fbm,
  finish,
  fract,
  glow,
  hash,
  hex,
  mix,
  noise,
  paint,
  ramp,
  random,
  smooth,
  stage,
  type Context,
  type RGB,
} from './paint.ts';
import { letter, outline, placed, slab } from './shapes.ts';
import { paper } from './textures.ts';
import { CORAL, DEEP, FOAM, LAGOON, SHELL } from './vinyl.ts';

const WATER: readonly RGB[] = [
  hex('#7fd0d8'),
  hex('#2f93b0'),
  hex('#125a86'),
  hex('#0a2f56'),
  hex('#04122a'),
];

export function water(ctx: Context, seed: number) {
  const { width, height } = ctx.canvas;
  paint(ctx, (x, y) => {
    const u = x / width;
    const v = y / height;
    // Shafts of light fan out from above the surface.
    const fan = (u - 0.42) / (v + 0.36);
    const shafts = noise(fan * 9, 1, seed) * 0.6 + noise(fan * 23, 2, seed) * 0.4;
    const light = smooth(0.42, 0.9, shafts) * smooth(0.85, 0, v) * Math.exp(-((fan / 0.9) ** 2));
    const murk = (fbm(u * 4, v * 5, seed + 2) - 0.5) * 0.16;
    return mix(ramp(WATER, clamp(v * 1.02 + 0.1 + murk)), hex('#c8f2ee'), light * 0.5);
  });
}

export function jellyfish(ctx: Context, x: number, y: number, size: number, seed: number) {
  const rand = random(seed);
  glow(ctx, x, y, size * 2.1, CORAL, 0.34);
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  ctx.lineCap = 'round';
  for (let i = 0; i < 46; i++) {
    const from = (rand() * 2 - 1) * 0.86;
    const long = size * (1.3 + rand() * 2);
    const sway = rand() * 9;
    const broad = i % 7 === 0;
    for (let k = 0; k < 40; k++) {
      const t = k / 40;
      const at = (p: number) =>
        x + from * size * (1 - p * 0.42) + Math.sin(p * 5.4 + sway) * size * 0.17 * p + p * p * size * 0.34;
      ctx.strokeStyle = css(mix(SHELL, hex('#d0507a'), t), (broad ? 0.2 : 0.34) * (1 - t) ** 1.3);
      ctx.lineWidth =
        (broad ? size * 0.085 * (1 - t * 0.6) * (0.75 + 0.25 * Math.sin(t * 46)) : size * 0.011) + 0.6;
      ctx.beginPath();
      ctx.moveTo(at(t), y + size * 0.16 + t * long);
      ctx.lineTo(at(t + 1 / 40), y + size * 0.16 + (t + 1 / 40) * long);
      ctx.stroke();
    }
  }
  ctx.restore();
  const bell = outline(
    [
      [0, -0.92],
      [0.6, -0.72],
      [0.96, -0.12],
      [0.98, 0.2, 1],
      [0.72, 0.12],
      [0.5, 0.27, 1],
      [0.25, 0.16],
      [0, 0.29, 1],
      [-0.25, 0.16],
      [-0.5, 0.27, 1],
      [-0.72, 0.12],
      [-0.98, 0.2, 1],
      [-0.96, -0.12],
      [-0.6, -0.72],
    ],
    placed(x, y, size),
  );
  const layer = stage(ctx.canvas.width, ctx.canvas.height);
  cloth(layer, {
    path: bell,
    round: Math.round(size * 0.34),
    puff: 1.2,
    gloss: 0.32,
    ambient: [0.5, 0.46, 0.5],
    key: [0.7, 0.66, 0.66],
    surface: (px, py, out) => {
      const u = (px - x) / size;
      const v = (py - y) / size;
      const rib = Math.abs(Math.sin(Math.atan2(u, 1.25 - (v + 0.92) * 0.4) * 15));
      const rim = smooth(0.62, 1.02, Math.hypot(u, v * 1.06));
      out.h = rib * size * 0.014;
      const rgb = mix(mix(hex('#b23a5e'), CORAL, rib), SHELL, rim * 0.85);
      const heart = smooth(0.46, 0.1, Math.hypot(u, (v + 0.2) * 1.4));
      [out.r, out.g, out.b] = mix(rgb, hex('#ffe2c4'), heart * 0.6);
    },
  });
  ctx.save();
  ctx.globalAlpha = 0.9;
  ctx.drawImage(layer.canvas, 0, 0);
  ctx.restore();
  glow(ctx, x, y - size * 0.2, size * 1.1, SHELL, 0.3);
}

export function plankton(ctx: Context, count: number, seed: number) {
  const rand = random(seed);
  const { width, height } = ctx.canvas;
  for (let i = 0; i < count; i++) {
    const size = 1 + rand() ** 4 * 7;
    glow(ctx, rand() * width, rand() * height, size * 2.2, FOAM, 0.3 + rand() * 0.4);
  }
}

function poster() {
  const ctx = stage(1080, 1440);
  const art = stage(960, 1150);
  water(art, 5);
  plankton(art, 170, 3);
  jellyfish(art, 700, 640, 66, 12);
  jellyfish(art, 190, 250, 44, 14);
  jellyfish(art, 430, 420, 205, 8);
  paint(ctx, (x, y) => paper(x, y, hex('#efe6d6')));
  ctx.drawImage(art.canvas, 60, 60);
  ctx.strokeStyle = css(DEEP);
  ctx.lineWidth = 13;
  letter(ctx, 'TIEFSEE', 540, 1256, 84, 1.5);
  ctx.strokeStyle = css(CORAL);
  ctx.lineWidth = 4;
  letter(ctx, 'RECORDS', 540, 1374, 24, 3.4);
  finish(ctx, { grain: 6, vignette: 0.14 });
  return ctx;
}

/** Brain coral, grown by Gray and Scott's reaction of two dyes, then lit from above. */
export function reef(width: number, height: number) {
  const w = Math.round(width / 4);
  const h = Math.round(height / 4);
  let a = new Float32Array(w * h).fill(1);
  let b = new Float32Array(w * h);
  for (let i = 0; i < b.length; i++) b[i] = hash((i % w) / 10, i / w / 10, 3) > 0.72 ? 1 : 0;
  let nextA = new Float32Array(w * h);
  let nextB = new Float32Array(w * h);
  for (let step = 0; step < 3400; step++) {
    for (let y = 0; y < h; y++) {
      const up = ((y + h - 1) % h) * w;
      const down = ((y + 1) % h) * w;
      for (let x = 0; x < w; x++) {
        const i = y * w + x;
        const l = y * w + ((x + w - 1) % w);
        const r = y * w + ((x + 1) % w);
        const va = a[i]!;
        const vb = b[i]!;
        const la = (a[l]! + a[r]! + a[up + x]! + a[down + x]!) * 0.25 - va;
        const lb = (b[l]! + b[r]! + b[up + x]! + b[down + x]!) * 0.25 - vb;
        const meet = va * vb * vb;
        nextA[i] = va + 0.8 * la - meet + 0.0545 * (1 - va);
        nextB[i] = vb + 0.4 * lb + meet - (0.0545 + 0.062) * vb;
      }
    }
    [a, nextA] = [nextA, a];
    [b, nextB] = [nextB, b];
  }
  const at = (x: number, y: number) => {
    const xi = Math.floor(x);
    const yi = Math.floor(y);
    const value = (i: number, j: number) => b[((yi + j + h) % h) * w + ((xi + i + w) % w)] ?? 0;
    const u = smooth(0, 1, fract(x));
    const v = smooth(0, 1, fract(y));
    return (
      (value(0, 0) * (1 - u) + value(1, 0) * u) * (1 - v) + (value(0, 1) * (1 - u) + value(1, 1) * u) * v
    );
  };
  const ctx = stage(width, height);
  cloth(ctx, {
    path: slab(0, 0, width, height),
    folds: [70, width / 2.4, 4],
    gloss: 0.22,
    light: [-0.5, -0.6, 0.62],
    ambient: [0.34, 0.38, 0.5],
    key: [0.94, 0.8, 0.72],
    surface: (x, y, out) => {
      const value = at(x / 4, y / 4);
      const ridge = smooth(0.06, 0.34, value);
      const pore = noise(x / 3, y / 3, 6);
      const drift = fbm(x / 380, y / 380, 9);
      const top = mix(CORAL, mix(SHELL, hex('#d65a8a'), smooth(0.4, 0.65, drift)), 0.55);
      out.h = ridge * 17 + pore * 1.6 * ridge;
      [out.r, out.g, out.b] = mix(mix(hex('#0b2c4c'), LAGOON, pore * 0.35), top, smooth(0.15, 0.85, ridge));
    },
  });
  return ctx;
}

function coral() {
  const ctx = reef(1080, 1440);
  finish(ctx, { grain: 3, vignette: 0.5 });
  return ctx;
}

export const seaPictures: Record<string, () => Context> = { 'tiefsee-04': poster, 'tiefsee-07': coral };
