// The three pictures of the product page.
import {
  clamp,
  css,
  fbm,
  finish,
  hex,
  mix,
  paint,
  ramp,
  smooth,
  stage,
  type Context,
  type RGB,
} from './paint.ts';
import { beanie, legs } from './figure.ts';
import { jumper, MOSS } from './jumper.ts';
import { paintNight, snow } from './night.ts';

/** A studio wall with the soft edge of a window's light, and a floor. */
export function wall(ctx: Context, light: RGB, dark: RGB, floor = 2) {
  const { width, height } = ctx.canvas;
  paint(ctx, (x, y) => {
    const u = x / width;
    const v = y / height;
    const beam = smooth(0.62, 0.1, Math.abs(u * 0.8 + v * 0.55 - 0.46));
    const plaster = fbm(u * 4, v * 5, 3) * 0.2 + fbm(u * 60, v * 60, 4, 2) * 0.06;
    let rgb = mix(dark, light, clamp(0.2 + beam * 0.62 + plaster - v * 0.14));
    if (v > floor) rgb = mix(rgb, dark, 0.32 + 0.3 * smooth(floor + 0.1, floor, v));
    return rgb;
  });
}

function front() {
  const ctx = stage(1280, 1600);
  wall(ctx, hex('#e9e4da'), hex('#b9b8b2'));
  // The hanger's wire, then the jumper.
  ctx.strokeStyle = css(hex('#6c5a44'));
  ctx.lineWidth = 7;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.arc(640, 196, 34, Math.PI * 0.9, Math.PI * 2.35);
  ctx.lineTo(640, 268);
  ctx.lineTo(640, 330);
  ctx.stroke();
  jumper(ctx, 640, 330, 1.14);
  finish(ctx, { vignette: 0.16, grain: 3 });
  return ctx;
}

function yokeDetail() {
  const ctx = stage(1120, 1400);
  wall(ctx, hex('#e9e4da'), hex('#b9b8b2'));
  jumper(ctx, 420, 300, 2.5);
  finish(ctx, { vignette: 0.3, grain: 2 });
  return ctx;
}

/** Stones and snow at the edge of the water. */
export function shore(ctx: Context, top: number, seed: number) {
  const { width, height } = ctx.canvas;
  const strip = stage(width, height);
  paint(strip, (x, y) => {
    const near = clamp((y / height - top) / (1 - top));
    const grit = fbm(x / 26, y / (9 + near * 12), seed, 4);
    const drift = fbm(x / 260, y / 70, seed + 3, 3);
    const base = ramp(
      [hex('#27465a'), hex('#6f93a4'), hex('#9fb9c4')],
      clamp(near * 0.8 + (drift - 0.5) * 0.9),
    );
    return mix(base, hex('#16293a'), smooth(0.55, 0.72, grit) * (0.75 - near * 0.3));
  });
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(0, height);
  for (let x = 0; x <= width; x += 4) {
    ctx.lineTo(x, height * (top + (fbm(x / 240, 2, seed, 4) - 0.5) * 0.06));
  }
  ctx.lineTo(width, height);
  ctx.clip();
  ctx.drawImage(strip.canvas, 0, 0);
  ctx.restore();
}

export const NIGHT_LIGHT = {
  light: [-0.35, -0.8, 0.5],
  ambient: [0.3, 0.4, 0.5],
  key: [0.66, 0.82, 0.76],
} as const;

export function footprint(ctx: Context, x: number, y: number, width: number) {
  ctx.save();
  ctx.filter = `blur(${width * 0.09}px)`;
  ctx.fillStyle = 'rgb(6 16 28 / 0.6)';
  ctx.beginPath();
  ctx.ellipse(x, y, width, width * 0.13, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
}

function worn() {
  const ctx = stage(1280, 1600);
  paintNight(ctx, { seed: 11, horizon: 0.6, curtain: 0.4, strength: 1.1 });
  shore(ctx, 0.84, 5);
  footprint(ctx, 640, 1496, 230);
  legs(ctx, 640, 500, 0.6, 860, NIGHT_LIGHT);
  jumper(ctx, 640, 500, 0.6, { ...NIGHT_LIGHT, back: true, stitch: 12 });
  beanie(ctx, 640, 466, 0.6, MOSS, NIGHT_LIGHT);
  snow(ctx, 90, 6, 0, 1.2);
  finish(ctx, { grain: 4 });
  return ctx;
}

export const product: Record<string, () => Context> = {
  product: front,
  'product-2': yokeDetail,
  'product-3': worn,
};
