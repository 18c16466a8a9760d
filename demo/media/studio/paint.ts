// The brushes of the demo's pictures: seeded noise, per-pixel painting, and `cloth`, which lights a shape as fabric.
// Everything is computed from a seed, so the same script draws the same picture.

export type RGB = readonly [number, number, number];
export type Context = CanvasRenderingContext2D;

/** What a surface is at one pixel: its height in pixels, and its colour before light. */
export interface Surface {
  h: number;
  r: number;
  g: number;
  b: number;
}

export const TAU = Math.PI * 2;
export const clamp = (value: number, low = 0, high = 1) => (value < low ? low : value > high ? high : value);
export const lerp = (a: number, b: number, t: number) => a + (b - a) * t;
export const fract = (value: number) => value - Math.floor(value);
export const smooth = (from: number, to: number, value: number) => {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
};
export const mix = (a: RGB, b: RGB, t: number): RGB => [
  lerp(a[0], b[0], t),
  lerp(a[1], b[1], t),
  lerp(a[2], b[2], t),
];
export const hex = (code: string): RGB => {
  const n = Number.parseInt(code.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
};
export const css = ([r, g, b]: RGB, alpha = 1) =>
  `rgb(${Math.round(r)} ${Math.round(g)} ${Math.round(b)} / ${alpha})`;

/** A colour ramp through any number of stops, evenly spaced. */
export const ramp = (stops: readonly RGB[], t: number): RGB => {
  const at = clamp(t) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  return mix(stops[i] ?? [0, 0, 0], stops[i + 1] ?? [0, 0, 0], at - i);
};

/** mulberry32: small, seeded, good enough for snow. */
export const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

export const hash = (x: number, y: number, z = 0) => {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(z | 0, 2147483647 - 1013);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 16), 2246822519);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
};

/** Value noise in 0…1; the third coordinate is a seed, or time when it is not whole. */
export const noise = (x: number, y: number, z = 0) => {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const zi = Math.floor(z);
  const u = (x - xi) ** 2 * (3 - 2 * (x - xi));
  const v = (y - yi) ** 2 * (3 - 2 * (y - yi));
  const w = (z - zi) ** 2 * (3 - 2 * (z - zi));
  const plane = (k: number) =>
    lerp(
      lerp(hash(xi, yi, k), hash(xi + 1, yi, k), u),
      lerp(hash(xi, yi + 1, k), hash(xi + 1, yi + 1, k), u),
      v,
    );
  return w === 0 ? plane(zi) : lerp(plane(zi), plane(zi + 1), w);
};

export const fbm = (x: number, y: number, z = 0, octaves = 4) => {
  let sum = 0;
  let weight = 0.5;
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise(x, y, z + i * 17);
    weight /= 2;
    x = x * 2.03 + 11.7;
    y = y * 2.03 - 4.3;
  }
  return sum / (1 - 0.5 ** octaves);
};

export function stage(width: number, height: number): Context {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no 2D canvas.');
  return context;
}

/** Paints every pixel of the picture from a function of its place. */
export function paint(ctx: Context, colour: (x: number, y: number) => RGB) {
  const { width, height } = ctx.canvas;
  const image = ctx.createImageData(width, height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const [r, g, b] = colour(x, y);
      image.data[i] = r;
      image.data[i + 1] = g;
      image.data[i + 2] = b;
      image.data[i + 3] = 255;
    }
  }
  ctx.putImageData(image, 0, 0);
}

/** Changes every pixel already painted. */
export function develop(ctx: Context, change: (rgb: RGB, x: number, y: number) => RGB) {
  const { width, height } = ctx.canvas;
  const image = ctx.getImageData(0, 0, width, height);
  const { data } = image;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const [r, g, b] = change([data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0], x, y);
      data[i] = r;
      data[i + 1] = g;
      data[i + 2] = b;
    }
  }
  ctx.putImageData(image, 0, 0);
}

/** The last touch of every picture: darker corners and the grain of film, which also hides banding. */
export function finish(ctx: Context, { vignette = 0.22, grain = 5, seed = 1 } = {}) {
  const { width, height } = ctx.canvas;
  develop(ctx, ([r, g, b], x, y) => {
    const dx = x / width - 0.5;
    const dy = y / height - 0.5;
    const dim = 1 - vignette * smooth(0.12, 0.62, dx * dx + dy * dy + 0.08);
    // A grain of two pixels survives compression better than one of one pixel, and costs less.
    const speck = (noise(x / 1.7, y / 1.7, seed) - 0.5) * grain * 1.6;
    return [r * dim + speck, g * dim + speck, b * dim + speck];
  });
}

/** A shadow the shape throws on what lies below it. */
export function shadow(ctx: Context, path: Path2D, blur: number, alpha: number, dx = 0, dy = 0) {
  ctx.save();
  ctx.filter = `blur(${blur}px)`;
  ctx.translate(dx, dy);
  ctx.fillStyle = `rgb(8 14 24 / ${alpha})`;
  ctx.fill(path);
  ctx.restore();
}

export function glow(ctx: Context, x: number, y: number, radius: number, colour: RGB, alpha: number) {
  const light = ctx.createRadialGradient(x, y, 0, x, y, radius);
  for (let i = 0; i <= 8; i++) light.addColorStop(i / 8, css(colour, alpha * (1 - i / 8) ** 2.2));
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  ctx.fillStyle = light;
  ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  ctx.restore();
}

/** Three passes of a box blur: near enough to a Gaussian, and the same on every machine. */
function soften(source: Float32Array, width: number, height: number, radius: number) {
  let from = source.slice();
  let to = new Float32Array(source.length);
  const size = radius * 2 + 1;
  for (let pass = 0; pass < 6; pass++) {
    const across = pass % 2 === 0;
    const lines = across ? height : width;
    const length = across ? width : height;
    const step = across ? 1 : width;
    for (let line = 0; line < lines; line++) {
      const start = across ? line * width : line;
      const at = (i: number) => (i < 0 || i >= length ? 0 : (from[start + i * step] ?? 0));
      let sum = 0;
      for (let i = -radius; i <= radius; i++) sum += at(i);
      for (let i = 0; i < length; i++) {
        to[start + i * step] = sum / size;
        sum += at(i + radius + 1) - at(i - radius);
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

export interface Cloth {
  path: Path2D;
  /** Fills in the surface at a pixel of the picture. */
  surface: (x: number, y: number, out: Surface) => void;
  /** How far, in pixels, the shape rounds off towards its edge, and how high it stands. */
  round?: number;
  puff?: number;
  /** Height of slow folds in pixels, their size, and a seed. */
  folds?: readonly [height: number, size: number, seed: number];
  /** Where the light comes from; the picture's y points down. */
  light?: readonly [number, number, number];
  gloss?: number;
  ambient?: RGB;
  key?: RGB;
  box?: readonly [x: number, y: number, width: number, height: number];
}

/** Lights a shape as a soft thing: rounded at the edge, folded, with the height of its own texture. */
export function cloth(ctx: Context, part: Cloth) {
  const [x0, y0, w, h] = part.box ?? [0, 0, ctx.canvas.width, ctx.canvas.height];
  const {
    round = 0,
    puff = 1,
    folds,
    gloss = 0,
    ambient = [0.36, 0.4, 0.46],
    key = [0.86, 0.82, 0.78],
  } = part;
  const [lx, ly, lz] = part.light ?? [-0.5, -0.62, 0.6];
  const length = Math.hypot(lx, ly, lz);
  const [nlx, nly, nlz] = [lx / length, ly / length, lz / length];

  const layer = stage(w, h);
  layer.translate(-x0, -y0);
  layer.fill(part.path);
  const image = layer.getImageData(0, 0, w, h);
  const { data } = image;
  const heights = new Float32Array(w * h);
  if (round > 0) {
    const mask = new Float32Array(w * h);
    for (let i = 0; i < mask.length; i++) mask[i] = (data[i * 4 + 3] ?? 0) / 255;
    const near = soften(mask, w, h, Math.max(1, Math.round(round / 4)));
    const far = soften(mask, w, h, Math.max(1, Math.round(round)));
    for (let i = 0; i < mask.length; i++) {
      heights[i] = puff * round * (0.35 * (near[i] ?? 0) + 1.4 * (far[i] ?? 0));
    }
  }
  const shape = heights.slice();
  const out: Surface = { h: 0, r: 0, g: 0, b: 0 };
  const colours = new Float32Array(w * h * 3);
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      if ((data[i * 4 + 3] ?? 0) === 0) continue;
      part.surface(x + x0, y + y0, out);
      colours[i * 3] = out.r;
      colours[i * 3 + 1] = out.g;
      colours[i * 3 + 2] = out.b;
      const fold = folds
        ? (fbm((x + x0) / folds[1], (y + y0) / folds[1] / 1.8, folds[2], 3) - 0.5) * folds[0] * 2
        : 0;
      heights[i] = (shape[i] ?? 0) + fold + out.h;
    }
  }
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      if ((data[i * 4 + 3] ?? 0) === 0) continue;
      // A neighbour outside the shape has no texture; borrow this pixel's so the edge does not flare.
      const side = (j: number, fallback: number) =>
        (data[j * 4 + 3] ?? 0) > 200 ? (heights[j] ?? 0) : fallback;
      const here = heights[i] ?? 0;
      const gx = x > 0 && x < w - 1 ? (side(i + 1, here) - side(i - 1, here)) / 2 : 0;
      const gy = y > 0 && y < h - 1 ? (side(i + w, here) - side(i - w, here)) / 2 : 0;
      const n = Math.hypot(gx, gy, 1);
      const facing = (-gx * nlx - gy * nly + nlz) / n;
      const lit = clamp(facing * 0.85 + 0.15, 0, 1.2);
      const shine = gloss * clamp((-gx * nlx * 0.6 - gy * nly * 0.6 + (nlz + 1) * 0.55) / n) ** 24 * 255;
      for (let c = 0; c < 3; c++) {
        const colour = colours[i * 3 + c] ?? 0;
        data[i * 4 + c] = colour * ((ambient[c] ?? 0) + (key[c] ?? 0) * lit) + shine;
      }
    }
  }
  layer.putImageData(image, 0, 0);
  ctx.drawImage(layer.canvas, x0, y0);
}
