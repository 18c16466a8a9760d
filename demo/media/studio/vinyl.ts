// A record, lit from a lamp that stands still while the record turns.
import { clamp, hash, hex, mix, noise, smooth, TAU, type Context, type RGB } from './paint.ts';

export const ABYSS = hex('#06162c');
export const DEEP = hex('#0d3358');
export const LAGOON = hex('#1f7f9c');
export const FOAM = hex('#d8ece8');
export const CORAL = hex('#f0705a');
export const SHELL = hex('#f8b59a');

/** The label: a coral sun sinking into three waves. `x` and `y` run from -1 to 1. */
export function labelAt(x: number, y: number): RGB {
  const sun = Math.hypot(x, y + 0.16) < 0.44;
  const wave = (base: number, k: number) => y - base - Math.sin(x * 7 + k * 2) * 0.06;
  if (wave(0.46, 2) > 0) return ABYSS;
  if (wave(0.26, 1) > 0) return DEEP;
  if (wave(0.06, 0) > 0) return LAGOON;
  return sun ? CORAL : SHELL;
}

export interface Pressing {
  x: number;
  y: number;
  radius: number;
  /** Height over width, for a record that lies in perspective. */
  flat?: number;
  turn?: number;
  lamp?: number;
  tint?: RGB;
}

/** The colour at a point of the record, or nothing beside it. */
export function recordAt(px: number, py: number, record: Pressing): RGB | undefined {
  const { radius, flat = 1, turn = 0, lamp = -0.9, tint = [13, 17, 24] } = record;
  const dx = (px - record.x) / radius;
  const dy = (py - record.y) / radius / flat;
  const far = Math.hypot(dx, dy);
  if (far > 1) return undefined;
  const angle = Math.atan2(dy, dx);
  if (far < 0.022) return [8, 10, 12];
  if (far < 0.33) {
    const c = Math.cos(-turn);
    const s = Math.sin(-turn);
    const rgb = labelAt((dx * c - dy * s) / 0.33, (dx * s + dy * c) / 0.33);
    const sheen = 0.82 + 0.2 * Math.cos(angle - lamp) + (noise(px / 2, py / 2, 3) - 0.5) * 0.05;
    const edge = smooth(0.33, 0.32, far) * (1 - 0.35 * smooth(0.05, 0.03, far));
    return mix([16, 18, 24], [rgb[0] * sheen, rgb[1] * sheen, rgb[2] * sheen], edge);
  }
  // The lamp shows as two narrow wedges, because every groove is a ring-shaped mirror.
  const wedge = Math.abs(Math.cos(angle - lamp)) ** 26 + 0.35 * Math.abs(Math.cos(angle - lamp - 1.1)) ** 60;
  const track = Math.floor(far * 9.4);
  const gap =
    smooth(0.018, 0.004, Math.abs(far * 9.4 - Math.round(far * 9.4)) / 9.4) *
    (far > 0.4 && far < 0.95 ? 1 : 0);
  const groove = noise(far * radius * 0.62, 1, 5) * 0.6 + noise(far * radius * 0.13, 2, 6) * 0.7;
  const wobble = noise(Math.cos(angle - turn) * 3 + 9, Math.sin(angle - turn) * 3 + 9, track) - 0.5;
  const rim = smooth(0.985, 0.996, far);
  const run = far < 0.39 ? 0.25 : 1;
  const light = wedge * (0.45 + 0.75 * groove * run) * (1 + wobble * 0.9) * (1 - gap * 0.75);
  const base = 0.75 + groove * 0.5 * run + wobble * 0.2 - gap * 0.4;
  const shine = mix(hex('#8fc4d8'), SHELL, smooth(0.4, 1, far));
  const speck = hash(Math.floor(far * 700), Math.floor((angle - turn) * 300)) > 0.9994 ? 34 : 0;
  return [0, 1, 2].map((c) =>
    clamp((tint[c] ?? 0) * base + (shine[c] ?? 0) * light * 0.78 + rim * 34 * (0.3 + wedge) + speck, 0, 255),
  ) as unknown as RGB;
}

export function drawRecord(ctx: Context, record: Pressing) {
  const { x, y, radius } = record;
  ctx.save();
  ctx.filter = `blur(${radius * 0.05}px)`;
  ctx.fillStyle = 'rgb(0 6 14 / 0.65)';
  ctx.beginPath();
  ctx.ellipse(x + radius * 0.025, y + radius * 0.04, radius, radius * (record.flat ?? 1), 0, 0, TAU);
  ctx.fill();
  ctx.restore();
  const { width, height } = ctx.canvas;
  const image = ctx.getImageData(0, 0, width, height);
  for (let py = 0, i = 0; py < height; py++) {
    for (let px = 0; px < width; px++, i += 4) {
      const rgb = recordAt(px, py, record);
      if (!rgb) continue;
      const far = Math.hypot(px - x, (py - y) / (record.flat ?? 1));
      const cover = clamp(radius - far);
      for (let c = 0; c < 3; c++) {
        image.data[i + c] = (image.data[i + c] ?? 0) * (1 - cover) + (rgb[c] ?? 0) * cover;
      }
    }
  }
  ctx.putImageData(image, 0, 0);
}

/** A tone arm seen from above, its needle resting at (x, y). */
export function toneArm(ctx: Context, pivotX: number, pivotY: number, x: number, y: number, scale: number) {
  const arm = (colour: string, width: number, dx: number, dy: number) => {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * scale;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(pivotX + dx + (pivotX - x) * 0.12, pivotY + dy - (y - pivotY) * 0.16);
    ctx.lineTo(pivotX + dx, pivotY + dy);
    ctx.bezierCurveTo(
      pivotX + dx - 6 * scale,
      pivotY + dy + (y - pivotY) * 0.5,
      x + dx + (pivotX - x) * 0.5,
      y + dy - (y - pivotY) * 0.22,
      x + dx,
      y + dy,
    );
    ctx.stroke();
  };
  const plate = (radius: number, from: string, to: string) => {
    const metal = ctx.createLinearGradient(
      pivotX - radius,
      pivotY - radius,
      pivotX + radius,
      pivotY + radius,
    );
    metal.addColorStop(0, from);
    metal.addColorStop(1, to);
    ctx.fillStyle = metal;
    ctx.beginPath();
    ctx.arc(pivotX, pivotY, radius, 0, TAU);
    ctx.fill();
  };
  ctx.save();
  ctx.filter = `blur(${9 * scale}px)`;
  arm('rgb(0 4 10 / 0.6)', 16, 16 * scale, 26 * scale);
  ctx.restore();
  plate(74 * scale, '#50687a', '#101c28');
  plate(56 * scale, '#1a2a38', '#4a6274');
  arm('#6d7f8c', 15, 0, 0);
  arm('#c9d6da', 9, -1.5 * scale, 0);
  arm('#f6fbfa', 3, -3 * scale, 0);
  plate(26 * scale, '#e6eef0', '#66808e');
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(Math.atan2(y - pivotY, x - pivotX) - 0.28);
  ctx.shadowColor = 'rgb(0 0 0 / 0.6)';
  ctx.shadowBlur = 12 * scale;
  ctx.shadowOffsetY = 10 * scale;
  ctx.fillStyle = '#f0705a';
  ctx.beginPath();
  ctx.roundRect(-26 * scale, -15 * scale, 74 * scale, 30 * scale, 6 * scale);
  ctx.fill();
  ctx.shadowColor = 'transparent';
  ctx.fillStyle = 'rgb(255 255 255 / 0.4)';
  ctx.fillRect(-22 * scale, -12 * scale, 66 * scale, 4 * scale);
  ctx.restore();
}
