// Where the sound is made and heard: the deck, the desk, the stage.
import {
  cloth,
  css,
  fbm,
  finish,
  glow,
  hash,
  hex,
  mix,
  noise,
  paint,
  ramp,
  random,
  shadow,
  smooth,
  stage,
  TAU,
  type Context,
  type RGB,
} from './paint.ts';
import { disc, outline, slab } from './shapes.ts';
import { ABYSS, CORAL, DEEP, drawRecord, FOAM, LAGOON, SHELL, toneArm } from './vinyl.ts';

export function deck(ctx: Context, scale: number) {
  const { width, height } = ctx.canvas;
  paint(ctx, (x, y) => {
    const light = smooth(1, 0, Math.hypot(x / width - 0.2, y / height - 0.1));
    const brushed = noise(x / 120, y / 1.3, 2) * 7 + noise(x / 500, y / 3, 5) * 6;
    const rgb = mix(hex('#0b2440'), hex('#2a678c'), light * 0.8);
    return [rgb[0] + brushed - 6, rgb[1] + brushed - 6, rgb[2] + brushed - 4];
  });
  for (const [x, y, r] of [
    [width * 0.885, height * 0.86, 46],
    [width * 0.085, height * 0.88, 34],
  ] as const) {
    shadow(ctx, disc(x, y, r * scale), 14 * scale, 0.7, 6 * scale, 12 * scale);
    cloth(ctx, {
      path: disc(x, y, r * scale),
      box: [
        Math.floor(x - 60 * scale),
        Math.floor(y - 60 * scale),
        Math.ceil(120 * scale),
        Math.ceil(120 * scale),
      ],
      round: 12 * scale,
      puff: 1.4,
      gloss: 0.4,
      surface: (px, py, out) => {
        const a = Math.atan2(py - y, px - x);
        const spin = 0.75 + 0.25 * Math.cos(a * 2 - 1);
        out.h = 0;
        [out.r, out.g, out.b] = [150 * spin, 170 * spin, 180 * spin];
      },
    });
  }
}

function turntable() {
  const ctx = stage(1400, 1050);
  deck(ctx, 1);
  ctx.fillStyle = '#0a1420';
  shadow(ctx, disc(610, 530, 470), 30, 0.7, 10, 20);
  ctx.fill(disc(610, 530, 470));
  // The strobe dots around the platter.
  for (let i = 0; i < 120; i++) {
    const a = (i / 120) * TAU;
    ctx.fillStyle = css(mix(hex('#3c5568'), FOAM, 0.5 + 0.5 * Math.cos(a + 2.2)));
    ctx.fill(disc(610 + Math.cos(a) * 459, 530 + Math.sin(a) * 459, 3.4));
  }
  drawRecord(ctx, { x: 610, y: 530, radius: 446, lamp: -2.3, turn: 0.3 });
  ctx.fillStyle = '#e8eef0';
  ctx.fill(disc(610, 530, 7));
  toneArm(ctx, 1222, 190, 902, 742, 1.15);
  finish(ctx, { grain: 3, vignette: 0.34 });
  return ctx;
}

function studio() {
  const ctx = stage(1600, 900);
  paint(ctx, (x, y) => {
    const rgb = ramp([hex('#0a2038'), hex('#12344f'), hex('#081526')], y / 900);
    const brushed = noise(x / 90, y / 1.4, 4) * 8 - 4;
    return [rgb[0] + brushed, rgb[1] + brushed, rgb[2] + brushed];
  });
  // Far strips are smaller: the desk leans away from us.
  const place = (u: number, v: number) => {
    const depth = 0.56 + 0.44 * v;
    return [800 + (u - 0.5) * 1860 * depth, 150 + v ** 1.18 * 790, depth] as const;
  };
  const strips = 22;
  for (let i = 0; i <= strips; i++) {
    const [ax, ay] = place(i / strips, 0);
    const [bx, by] = place(i / strips, 1);
    ctx.strokeStyle = 'rgb(2 8 16 / 0.7)';
    ctx.lineWidth = 3;
    ctx.beginPath();
    ctx.moveTo(ax, ay);
    ctx.lineTo(bx, by);
    ctx.stroke();
  }
  const knob = (u: number, v: number, tint: RGB, value: number) => {
    const [x, y, depth] = place(u, v);
    const r = 21 * depth;
    ctx.save();
    ctx.filter = 'blur(6px)';
    ctx.fillStyle = 'rgb(0 4 10 / 0.7)';
    ctx.fill(disc(x + 5, y + 9, r * 1.1));
    ctx.restore();
    const body = ctx.createRadialGradient(x - r * 0.4, y - r * 0.5, 1, x, y, r * 1.2);
    body.addColorStop(0, css(mix(tint, [255, 255, 255], 0.5)));
    body.addColorStop(0.5, css(tint));
    body.addColorStop(1, css(mix(tint, [0, 0, 0], 0.7)));
    ctx.fillStyle = body;
    ctx.fill(disc(x, y, r));
    ctx.strokeStyle = css(FOAM);
    ctx.lineWidth = 3 * depth;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + Math.sin(value) * r * 0.9, y - Math.cos(value) * r * 0.9);
    ctx.stroke();
  };
  const tints = [hex('#24485f'), LAGOON, hex('#24485f'), CORAL];
  for (let i = 0; i < strips; i++) {
    const u = (i + 0.5) / strips;
    for (let k = 0; k < 4; k++) knob(u, 0.13 + k * 0.105, tints[k] ?? DEEP, (hash(i, k) - 0.5) * 4);
    // Meter, slot, fader cap.
    const level = Math.round(4 + 7 * (0.5 + 0.5 * Math.sin(i * 0.7)) * (0.6 + 0.4 * hash(i, 9)));
    for (let k = 0; k < 11; k++) {
      const [x, y, depth] = place(u + 0.016, 0.9 - k * 0.031);
      const on = k < level;
      const tint = k > 8 ? CORAL : k > 6 ? SHELL : hex('#58d0c0');
      ctx.fillStyle = css(on ? tint : mix(tint, ABYSS, 0.84));
      ctx.fillRect(x - 6 * depth, y - 4, 12 * depth, 7 * depth);
      if (on) glow(ctx, x, y, 24 * depth, tint, 0.3);
    }
    const [ax, ay] = place(u - 0.006, 0.56);
    const [bx, by] = place(u - 0.006, 0.94);
    ctx.strokeStyle = '#01060c';
    ctx.lineWidth = 7;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(ax, ay);
    ctx.lineTo(bx, by);
    ctx.stroke();
    const [x, y, depth] = place(u - 0.006, 0.62 + 0.26 * noise(i * 0.33, 4, 2));
    const cap = slab(x - 19 * depth, y - 30 * depth, 38 * depth, 60 * depth, 6);
    shadow(ctx, cap, 9, 0.8, 5, 12);
    const face = ctx.createLinearGradient(0, y - 30 * depth, 0, y + 30 * depth);
    const tint = i % 7 === 3 ? CORAL : hex('#c8d8da');
    face.addColorStop(0, css(mix(tint, [0, 0, 0], 0.12)));
    face.addColorStop(0.46, css(mix(tint, [255, 255, 255], 0.35)));
    face.addColorStop(0.5, '#1a2a38');
    face.addColorStop(0.54, css(tint));
    face.addColorStop(1, css(mix(tint, [0, 0, 0], 0.55)));
    ctx.fillStyle = face;
    ctx.fill(cap);
  }
  // A screen with the take that is playing.
  const screen = slab(380, 12, 840, 172, 12);
  shadow(ctx, screen, 20, 0.8, 0, 12);
  ctx.fillStyle = '#020a16';
  ctx.fill(screen);
  for (let i = 0; i < 196; i++) {
    const x = 402 + i * 4.06;
    const song = smooth(0, 0.12, i / 196) * smooth(1, 0.86, i / 196);
    const tall = (8 + 62 * fbm(i * 0.09, 3, 8, 4) ** 1.4 * 1.7 * (0.4 + 0.6 * noise(i * 1.3, 1, 4))) * song;
    ctx.fillStyle = css(i < 118 ? mix(CORAL, SHELL, i / 118) : hex('#2f7f98'));
    ctx.fillRect(x, 98 - tall, 2.5, tall * 2);
  }
  ctx.fillStyle = css(FOAM);
  ctx.fillRect(880, 22, 2.5, 152);
  glow(ctx, 640, 100, 620, CORAL, 0.18);
  glow(ctx, 1500, 60, 800, LAGOON, 0.3);
  finish(ctx, { grain: 4, vignette: 0.5 });
  return ctx;
}

function concert() {
  const ctx = stage(1600, 900);
  paint(ctx, (x, y) => {
    const u = x / 1600;
    const v = y / 900;
    const smoke = fbm(u * 5, v * 4, 7, 5);
    let rgb = ramp([hex('#04102a'), hex('#0a2c56'), hex('#0c4068')], v * 0.8 + smoke * 0.3);
    for (let i = 0; i < 9; i++) {
      const from = 0.1 + i * 0.1;
      const lean = Math.sin(i * 2.2 + 0.6) * 0.42;
      const across = Math.abs(u - from - lean * v);
      const spread = 0.012 + v * 0.062;
      const beam = Math.exp(-((across / spread) ** 2)) * smooth(1.05, 0, v) * (0.34 + smoke * 0.75);
      const tint = i % 3 === 1 ? CORAL : i % 3 === 2 ? hex('#7fe0e0') : hex('#3f86d8');
      rgb = [rgb[0] + tint[0] * beam * 0.62, rgb[1] + tint[1] * beam * 0.62, rgb[2] + tint[2] * beam * 0.62];
    }
    return rgb;
  });
  for (let i = 0; i < 9; i++) glow(ctx, (0.1 + i * 0.1) * 1600, 6, 120, i % 3 === 1 ? SHELL : FOAM, 0.9);
  glow(ctx, 800, 640, 640, CORAL, 0.4);
  // The player at the decks, small before the light.
  ctx.fillStyle = '#030a18';
  ctx.fill(slab(620, 590, 360, 120, 6));
  ctx.fill(
    outline(
      [
        [800, 418],
        [833, 440],
        [832, 486],
        [824, 506],
        [880, 530],
        [900, 600],
        [700, 600],
        [720, 530],
        [776, 506],
        [768, 486],
        [767, 440],
      ],
      (x, y) => [x, y],
    ),
  );
  ctx.lineCap = 'round';
  ctx.strokeStyle = '#030a18';
  ctx.lineWidth = 30;
  ctx.beginPath();
  ctx.moveTo(872, 548);
  ctx.quadraticCurveTo(936, 500, 924, 388);
  ctx.stroke();
  const rand = random(9);
  for (let row = 0; row < 4; row++) {
    const size = 30 + row * 15;
    const base = 720 + row * 58;
    ctx.fillStyle = css(ramp([hex('#0b2c50'), hex('#071b38'), hex('#040f22'), hex('#02070f')], row / 3));
    ctx.strokeStyle = ctx.fillStyle;
    for (let x = -40; x < 1660; x += size * 1.5) {
      const cx = x + (rand() - 0.5) * size;
      const cy = base + (rand() - 0.5) * size * 0.9;
      ctx.beginPath();
      ctx.ellipse(cx, cy, size * 0.42, size * 0.54, 0, 0, TAU);
      ctx.fill();
      ctx.beginPath();
      ctx.ellipse(cx, cy + size * 1.3, size * 0.98, size * 0.86, 0, 0, TAU);
      ctx.fill();
      if (rand() < 0.26) {
        const side = rand() < 0.5 ? -1 : 1;
        ctx.lineWidth = size * 0.27;
        ctx.beginPath();
        ctx.moveTo(cx + side * size * 0.7, cy + size);
        ctx.quadraticCurveTo(
          cx + side * size * 1.2,
          cy - size * 0.2,
          cx + side * size * 0.8,
          cy - size * (1 + rand()),
        );
        ctx.stroke();
      }
    }
    ctx.fillRect(0, base + size * 1.2, 1600, 300);
  }
  for (let i = 0; i < 150; i++) {
    const near = rand();
    glow(ctx, rand() * 1600, rand() * 720, 3 + near * near * 16, i % 3 ? FOAM : CORAL, 0.16 + rand() * 0.2);
  }
  finish(ctx, { grain: 6, vignette: 0.4 });
  return ctx;
}

export const soundPictures: Record<string, () => Context> = {
  'tiefsee-02': turntable,
  'tiefsee-05': studio,
  'tiefsee-08': concert,
};
