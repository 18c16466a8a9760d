// The northern night: aurora, stars, ridges, and a sea that gives it all back.
import {
  clamp,
  fbm,
  hash,
  hex,
  lerp,
  mix,
  noise,
  ramp,
  smooth,
  TAU,
  type Context,
  type RGB,
} from './paint.ts';

export interface Night {
  seed?: number;
  /** Heights as shares of the picture. */
  horizon: number;
  /** The lower edge of the aurora. */
  curtain?: number;
  strength?: number;
  /** Time through one loop, 0…1. */
  t?: number;
  mountains?: boolean;
  stars?: boolean;
}

const SKY = [hex('#050b1c'), hex('#0a1a34'), hex('#123150'), hex('#22596a')];
const AURORA = [
  hex('#7dffb0'),
  hex('#2fe79a'),
  hex('#12b893'),
  hex('#2470b8'),
  hex('#7a3fc0'),
  hex('#8a2a86'),
];

interface Curtain {
  edge: Float32Array;
  rays: Float32Array;
  reach: Float32Array;
}

/** A curtain only changes from left to right, so it is worked out once a column. */
function hang(width: number, height: number, layer: number, night: Night): Curtain {
  const { seed = 1, curtain = 0.42, t = 0 } = night;
  const edge = new Float32Array(width);
  const rays = new Float32Array(width);
  const reach = new Float32Array(width);
  const px = Math.cos(t * TAU) * 0.35;
  const py = Math.sin(t * TAU) * 0.35;
  for (let x = 0; x < width; x++) {
    const u = (x / height) * 1.1 + layer * 7.7;
    // Folding the column by a slow wave makes the curtain bend back on itself, as real ones do.
    const bend = u + 0.22 * Math.sin(u * 2.6 + layer * 2 + px) + 0.09 * Math.sin(u * 6.1 + seed + py * 2);
    const swell = fbm(bend * 1.1 + px * 0.5, seed * 3.1 + py * 0.5, 2 + layer, 3);
    // Curtains fall towards one side, so that the picture has a diagonal.
    edge[x] = height * (curtain - layer * 0.13 + (swell - 0.5) * 0.34 + (x / width - 0.5) * 0.16);
    const fine = noise(bend * 26 + px * 2, py * 2 + 9, 4 + layer) * 0.55 + noise(bend * 74, py * 3, 5) * 0.3;
    const broad = smooth(0.36, 0.78, noise(bend * 1.9 - py * 0.6, 3 + px * 0.6, 6 + layer + seed));
    rays[x] = (0.2 + fine) * (0.05 + 1.15 * broad) * (1 - layer * 0.3);
    reach[x] = height * (0.06 + 0.14 * noise(bend * 9 + py, px, 7 + layer)) * (1 + broad * 0.6);
  }
  return { edge, rays, reach };
}

export function paintNight(ctx: Context, night: Night) {
  const { width, height } = ctx.canvas;
  const { seed = 1, horizon, strength = 1, mountains = true, stars = true, t = 0 } = night;
  const line = Math.round(height * horizon);
  const layers = [0, 1, 2].map((layer) => hang(width, height, layer, night));
  const sky = new Float32Array(width * (line + 1) * 3);
  for (let y = 0; y <= line; y++) {
    const base = ramp(SKY, (y / line) ** 1.5);
    for (let x = 0; x < width; x++) {
      let [r, g, b] = base;
      for (const { edge, rays, reach } of layers) {
        const above = (edge[x] ?? 0) - y;
        const far = reach[x] ?? 1;
        const fade = above > 0 ? Math.exp(-above / far) : Math.exp(above / (height * 0.009));
        const light = fade * (rays[x] ?? 0) * strength;
        if (light < 0.004) continue;
        const colour = ramp(AURORA, clamp(above / far / 2.6));
        r += colour[0] * light;
        g += colour[1] * light;
        b += colour[2] * light;
      }
      if (stars) {
        const cell = hash(x >> 1, y >> 1, seed + 40);
        if (cell > 0.9984) {
          const twinkle = 0.7 + 0.3 * Math.sin(TAU * (t + hash(x >> 1, y >> 1)) * 2);
          const star = ((cell - 0.9984) / 0.0016) ** 2 * 190 * (1 - y / line) * twinkle + 14;
          r += star;
          g += star;
          b += star * 1.05;
        }
      }
      const i = (y * width + x) * 3;
      sky[i] = 255 * (1 - Math.exp(-r / 190));
      sky[i + 1] = 255 * (1 - Math.exp(-g / 190));
      sky[i + 2] = 255 * (1 - Math.exp(-b / 190));
    }
  }
  if (mountains) ridges(sky, width, height, line, seed);

  const image = ctx.createImageData(width, height);
  const { data } = image;
  const deep: RGB = [4, 12, 24];
  const wx = Math.cos(t * TAU);
  const wy = Math.sin(t * TAU);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 4;
      let from = (Math.min(y, line) * width + x) * 3;
      let dim = 1;
      let glint = 0;
      if (y > line) {
        // Waves are squeezed near the horizon and long at our feet.
        const near = (y - line) / (height - line);
        const depth = 1 / (near + 0.06);
        const wave =
          noise(x * 0.011 * depth ** 0.55 + wx * 0.4, depth * 9 + wy * 0.5, seed + 20) -
          0.5 +
          (noise(x * 0.03 * depth ** 0.6 - wx * 0.5, depth * 26 + wy * 0.9, seed + 21) - 0.5) * 0.6;
        const up = clamp(
          line - (y - line) * (0.95 + 0.5 * near) + wave * height * 0.2 * (0.25 + near),
          0,
          line,
        );
        const across = clamp(Math.round(x + wave * 30 * near), 0, width - 1);
        from = (Math.round(up) * width + across) * 3;
        dim = lerp(0.72, 0.3, near ** 0.7) * (1 + wave * 0.7);
        glint = smooth(0.3, 0.62, wave) * 24 * (1 - near);
      }
      const under: RGB = [sky[from] ?? 0, sky[from + 1] ?? 0, sky[from + 2] ?? 0];
      const rgb = y > line ? mix(deep, under, dim) : under;
      data[i] = rgb[0] + glint * 0.5;
      data[i + 1] = rgb[1] + glint * 0.9;
      data[i + 2] = rgb[2] + glint;
      data[i + 3] = 255;
    }
  }
  ctx.putImageData(image, 0, 0);
}

/** Ridged noise: sharp crests, broad feet. */
function crag(x: number, range: number) {
  let sum = 0;
  let weight = 0.55;
  for (let i = 0; i < 5; i++) {
    sum += weight * (1 - Math.abs(noise(x, range + i * 3.3, 30) * 2 - 1)) ** 1.5;
    x = x * 2.1 + 5.3;
    weight *= 0.45;
  }
  return sum;
}

function ridges(sky: Float32Array, width: number, height: number, line: number, seed: number) {
  for (let range = 0; range < 3; range++) {
    const tint = ramp([hex('#2b5a70'), hex('#163a50'), hex('#081826')], range / 2);
    for (let x = 0; x < width; x++) {
      const u = x / height;
      const shape = crag(u * (2.2 + range * 1.1) + seed * 5 + range * 9, range);
      const slope = smooth(0.2, 0.8, noise(u * 0.8 + range * 4 + seed, 1, 31));
      const top = line - height * (0.012 + shape * (0.3 - range * 0.07) * (0.18 + 0.82 * slope));
      for (let y = Math.max(0, Math.floor(top)); y <= line; y++) {
        const i = (y * width + x) * 3;
        const cover = clamp(y - top);
        const down = (y - top) / height;
        const snow =
          smooth(0.44, 0.6, fbm(u * 22 + down * 38, down * 60 + range, 32, 4)) * smooth(0.17, 0, down);
        const haze = smooth(line - height * 0.07, line, y) * (0.55 - range * 0.16);
        let rgb = mix(tint, [118, 168, 178], snow * (0.5 - range * 0.1));
        rgb = mix(rgb, [52, 118, 128], haze);
        for (let c = 0; c < 3; c++) sky[i + c] = lerp(sky[i + c] ?? 0, rgb[c] ?? 0, cover);
      }
    }
  }
}

/** Soft snow at three distances; whole turns of `t` bring every flake back to where it began. */
export function snow(ctx: Context, count: number, seed: number, t = 0, scale = 1) {
  const { width, height } = ctx.canvas;
  for (let i = 0; i < count; i++) {
    const near = hash(i, 1, seed) ** 2.6;
    const falls = 1 + Math.round(near * 2);
    const x = hash(i, 2, seed) * width + Math.sin(TAU * (t + hash(i, 4, seed))) * (6 + near * 22) * scale;
    const y = ((hash(i, 3, seed) + t * falls) % 1) * (height + 40) - 20;
    const radius = (0.8 + near * 5.5) * scale;
    const dot = ctx.createRadialGradient(x, y, 0, x, y, radius * 1.6);
    const alpha = 0.62 - near * 0.34;
    dot.addColorStop(0, `rgb(232 244 250 / ${alpha})`);
    dot.addColorStop(0.45, `rgb(232 244 250 / ${alpha * 0.6})`);
    dot.addColorStop(1, 'rgb(232 244 250 / 0)');
    ctx.fillStyle = dot;
    ctx.fillRect(x - radius * 2, y - radius * 2, radius * 4, radius * 4);
  }
}
