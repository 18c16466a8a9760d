// Wool before and after the needles: balls, stitches, cables, a folded stack.
import { wrap } from './dyes.ts';
import { CREAM, INK, LILAC, MOSS, OCHRE, RUST } from './jumper.ts';
import {
  clamp,
  cloth,
  finish,
  fract,
  hash,
  hex,
  mix,
  noise,
  shadow,
  smooth,
  stage,
  type Context,
  type RGB,
} from './paint.ts';
import { wall } from './product.ts';
import { disc, outline, slab } from './shapes.ts';
import { knit, rose } from './textures.ts';

function roses() {
  const ctx = stage(1280, 1280);
  const size = 32;
  cloth(ctx, {
    path: slab(0, 0, 1280, 1280),
    folds: [60, 380, 3],
    surface: (x, y, out) => {
      const a = x / size + y / size / 9;
      const b = y / (size * 0.84) - x / size / 9;
      knit(a, b, size, chart, out);
    },
  });
  finish(ctx, { grain: 2, vignette: 0.42 });
  return ctx;

  function chart(column: number, row: number): RGB {
    const line = wrap(row, 34);
    const ground = mix(hex('#1c4460'), hex('#256f74'), smooth(6, 28, line) * smooth(34, 28, line) * 1.2);
    if (line === 1 || line === 3) return wrap(column + line, 2) ? MOSS : ground;
    if (line === 2) return MOSS;
    if (line >= 6 && line <= 26) {
      if (rose(wrap(column, 24) - 12, line - 16, 5)) return CREAM;
      const far = Math.min(wrap(column, 24), 24 - wrap(column, 24)) + Math.abs(line - 16);
      if (far < 2) return OCHRE;
      if (far === 4) return LILAC;
    }
    if (line === 29 || line === 31) return wrap(column, 4) === line - 29 ? OCHRE : ground;
    return ground;
  }
}

function cables() {
  const ctx = stage(1200, 1200);
  const size = 21;
  const wool = hex('#eee3cc');
  cloth(ctx, {
    path: slab(0, 0, 1200, 1200),
    folds: [50, 420, 5],
    ambient: [0.5, 0.48, 0.46],
    key: [1, 0.96, 0.9],
    surface: (x, y, out) => {
      const sway = Math.sin(y / 300) * 10;
      const cell = fract((x + sway) / 300 + 0.5) - 0.5;
      const from = cell * 300;
      let top = -2;
      // Three strands pass over and under each other; the highest one here is the one we see.
      for (let i = 0; i < 3; i++) {
        const turn = y / 62 + (i * Math.PI * 2) / 3;
        const centre = Math.sin(turn) * 46;
        const across = (from - centre) / 33;
        if (Math.abs(across) >= 1) continue;
        const rise = Math.sin(turn * 2) * 0.55 + Math.sqrt(1 - across * across);
        if (rise <= top) continue;
        top = rise;
        const tilt = Math.cos(turn) * 0.62;
        knit(across * 1.5 + 0.5, (y + across * 20 * tilt) / (size * 0.9) + i * 0.4, size, () => wool, out);
        const round = Math.sqrt(1 - across * across);
        out.h = out.h * 0.8 + rise * 26 + 20;
        const dim = 0.62 + 0.38 * round;
        out.r *= dim;
        out.g *= dim;
        out.b *= dim;
      }
      if (top === -2) {
        // Purl ground: little waves that sink between the cables.
        const row = fract(y / 15);
        const bump =
          Math.sqrt(clamp(1 - (2 * row - 1) ** 2)) * (0.7 + 0.3 * Math.sin(x / 5 + Math.floor(y / 15) * 3));
        const edge = smooth(70, 110, Math.abs(from));
        const dim = (0.4 + 0.36 * bump) * (0.66 + 0.34 * edge);
        out.h = bump * 6 + edge * 12 + noise(x / 3, y / 3, 2) * 1.5;
        [out.r, out.g, out.b] = [wool[0] * dim, wool[1] * dim, wool[2] * dim];
      }
    },
  });
  finish(ctx, { grain: 2, vignette: 0.4 });
  return ctx;
}

function yarn() {
  const ctx = stage(1600, 900);
  wall(ctx, hex('#37505c'), hex('#16242f'), 0.66);
  const balls: [number, number, number, RGB][] = [
    [330, 590, 190, hex('#1f6a72')],
    [1300, 600, 176, LILAC],
    [980, 640, 150, hex('#d9cfb8')],
    [660, 585, 214, MOSS],
    [1120, 720, 92, OCHRE],
    [470, 735, 84, hex('#2b5a80')],
  ];
  for (const [cx, cy, radius, tint] of balls) {
    ctx.save();
    ctx.filter = 'blur(26px)';
    ctx.fillStyle = 'rgb(2 8 14 / 0.75)';
    ctx.beginPath();
    ctx.ellipse(cx + radius * 0.3, cy + radius * 0.93, radius * 1.02, radius * 0.2, 0, 0, Math.PI * 2);
    ctx.fill();
    ctx.restore();
    const axes = Array.from({ length: 13 }, (_, k) => {
      const z = hash(k, cx, 1) * 2 - 1;
      const a = hash(k, cx, 2) * Math.PI * 2;
      const flat = Math.sqrt(1 - z * z);
      return [flat * Math.cos(a), flat * Math.sin(a), z] as const;
    });
    cloth(ctx, {
      path: disc(cx, cy, radius),
      box: [cx - radius - 2, cy - radius - 2, radius * 2 + 4, radius * 2 + 4],
      light: [-0.6, -0.7, 0.5],
      ambient: [0.2, 0.23, 0.28],
      key: [0.98, 0.92, 0.84],
      surface: (px, py, out) => {
        const x = (px - cx) / radius;
        const y = (py - cy) / radius;
        const z = Math.sqrt(clamp(1 - x * x - y * y));
        // Each winding is a belt around its own axis; later belts lie on earlier ones.
        let belt = -1;
        let lat = 0;
        axes.forEach(([ax, ay, az], k) => {
          const d = x * ax + y * ay + z * az;
          if (Math.abs(d) < 0.36 || k === 0) {
            belt = k;
            lat = d;
          }
        });
        const threads = 2000 / 26 / 2;
        const s = lat * threads * (radius / 200) + belt * 0.37;
        const f = fract(s) * 2 - 1;
        const round = Math.sqrt(clamp(1 - f * f));
        const axis = axes[belt] ?? [0, 0, 1];
        const along = (x * axis[1] - y * axis[0] + z * axis[0]) * radius;
        const twist = Math.sin((along + f * 6) * 0.55);
        const fuzz = noise(px / 2, py / 2, 7) - 0.5;
        const edge = smooth(0.36, 0.3, Math.abs(lat));
        const shade =
          (0.45 + 0.55 * round) * (0.76 + 0.24 * edge) * (0.92 + 0.16 * hash(Math.floor(s), belt)) +
          fuzz * 0.1;
        out.h = z * radius * 0.8 + round * 3.4 + edge * 7 + twist * 0.35 + fuzz * 0.9;
        [out.r, out.g, out.b] = [tint[0] * shade, tint[1] * shade, tint[2] * shade];
      },
    });
  }
  finish(ctx, { grain: 3, vignette: 0.35 });
  return ctx;
}

function stack() {
  const ctx = stage(1080, 1440);
  wall(ctx, hex('#d9d2c6'), hex('#8f9290'), 0.87);
  const piles: [RGB, RGB, number][] = [
    [INK, CREAM, 8],
    [hex('#e6dcc6'), hex('#cbbd9f'), 0],
    [MOSS, hex('#f0ead8'), 12],
    [hex('#31475c'), OCHRE, 10],
    [LILAC, hex('#e9def4'), 0],
    [RUST, CREAM, 8],
    [hex('#1f5a66'), MOSS, 6],
  ];
  let bottom = 1256;
  ctx.save();
  ctx.filter = 'blur(24px)';
  ctx.fillStyle = 'rgb(20 22 26 / 0.6)';
  ctx.fillRect(190, 1236, 740, 36);
  ctx.restore();
  piles.reverse().forEach(([ground, sign, motif], i) => {
    const height = 132 + hash(i, 3, 2) * 26;
    const width = 690 + hash(i, 5, 1) * 44;
    const left = 540 - width / 2 + (hash(i, 9, 3) - 0.5) * 26;
    const top = bottom - height;
    const sag = (hash(i, 2, 4) - 0.5) * 10;
    const path = outline(
      [
        [left + 30, top + 10],
        [left + width * 0.3, top - 2 + sag],
        [left + width * 0.7, top + 4 - sag],
        [left + width - 34, top + 8],
        [left + width - 2, top + height * 0.34],
        [left + width - 6, bottom - 26],
        [left + width - 40, bottom - 1, 1],
        [left + 36, bottom, 1],
        [left + 4, bottom - 30],
        [left, top + height * 0.36],
      ],
      (x, y) => [x, y],
    );
    shadow(ctx, path, 12, 0.5, 0, 8);
    const size = 14;
    cloth(ctx, {
      path,
      box: [Math.floor(left) - 8, Math.floor(top) - 14, Math.ceil(width) + 20, Math.ceil(height) + 22],
      round: 46,
      puff: 1.35,
      folds: [26, 190, i],
      surface: (x, y, out) => {
        // The garment is folded in half: a crease runs along the middle of its front.
        const mid = top + height * 0.53 + Math.sin(x / 130 + i) * 4;
        const crease = Math.exp(-(((y - mid) / 5) ** 2));
        knit(
          x / size,
          (y - top) / (size * 0.82),
          size,
          (column, row) => {
            if (motif === 0) return ground;
            const across = wrap(column, motif);
            const line = wrap(row, 6);
            if (line === 2 && across === 0) return sign;
            if (motif === 12 && Math.abs(across - 6) === Math.abs(wrap(row, 7) - 3)) return sign;
            if (motif === 10 && wrap(row, 7) < 2) return sign;
            return ground;
          },
          out,
        );
        out.h -= crease * 12;
        const dim = 1 - crease * 0.5;
        out.r *= dim;
        out.g *= dim;
        out.b *= dim;
      },
    });
    bottom = top + 12;
  });
  finish(ctx, { grain: 3, vignette: 0.24 });
  return ctx;
}

export const yarnPictures: Record<string, () => Context> = {
  'nordlicht-02': roses,
  'nordlicht-05': cables,
  'nordlicht-09': yarn,
  'nordlicht-10': stack,
};
