// "Tiefsee Records": pressings, sleeves, posters and a long night in the studio.
import {
  css,
  fbm,
  finish,
  glow,
  hex,
  mix,
  noise,
  paint,
  ramp,
  smooth,
  stage,
  type Context,
} from './paint.ts';
import { jellyfish, plankton, reef, seaPictures, water } from './sea.ts';
import { disc, slab } from './shapes.ts';
import { soundPictures } from './sound.ts';
import { ABYSS, CORAL, DEEP, drawRecord, SHELL } from './vinyl.ts';

function pressing() {
  const ctx = stage(1280, 1280);
  paint(ctx, (x, y) => ramp([DEEP, ABYSS], (x + y) / 2400 + fbm(x / 300, y / 300, 2) * 0.2));
  drawRecord(ctx, { x: 860, y: 800, radius: 960, lamp: -2.25 });
  glow(ctx, 120, 60, 700, hex('#3a9ac0'), 0.35);
  finish(ctx, { grain: 3, vignette: 0.4 });
  return ctx;
}

function ridges(size = 1200) {
  const ctx = stage(size, size);
  const s = size / 1200;
  paint(ctx, (x, y) => {
    const rgb = ramp([hex('#0d3a60'), hex('#0a2848'), ABYSS], y / size);
    const fleck = fbm(x / (90 * s), y / (90 * s), 7) * 12 - 6;
    return [rgb[0] + fleck, rgb[1] + fleck, rgb[2] + fleck];
  });
  const sun = ctx.createLinearGradient(0, 190 * s, 0, 610 * s);
  sun.addColorStop(0, css(SHELL));
  sun.addColorStop(1, css(CORAL));
  glow(ctx, 600 * s, 400 * s, 520 * s, CORAL, 0.42);
  ctx.fillStyle = sun;
  ctx.fill(disc(600 * s, 400 * s, 210 * s));
  const rows = 46;
  for (let row = 0; row < rows; row++) {
    const base = (420 + row * 14.6) * s;
    const line = new Path2D();
    for (let x = 90; x <= 1110; x += 4) {
      const middle = Math.exp(-(((x - 600 - Math.sin(row * 0.3) * 60) / 235) ** 2));
      const rise = (fbm(x / 46, row * 0.34, 3, 4) ** 2 * 260 * middle + noise(x / 18, row, 5) * 7) * s;
      if (x === 90) line.moveTo(x * s, base - rise);
      else line.lineTo(x * s, base - rise);
    }
    const body = new Path2D(line);
    body.lineTo(1110 * s, base + 44 * s);
    body.lineTo(90 * s, base + 44 * s);
    ctx.fillStyle = css(ramp([hex('#0f4468'), hex('#0a2b4c'), hex('#071a34')], row / rows));
    ctx.fill(body);
    ctx.strokeStyle = css(ramp([SHELL, CORAL, hex('#c65a86'), hex('#4fb0c4')], row / rows));
    ctx.lineWidth = 2.8 * s;
    ctx.stroke(line);
  }
  finish(ctx, { grain: 6, vignette: 0.3 });
  return ctx;
}

function sleeves() {
  const ctx = stage(1400, 1050);
  paint(ctx, (x, y) => {
    const light = smooth(1.05, 0, Math.hypot(x / 1400 - 0.24, y / 1050 - 0.1));
    const rgb = mix(hex('#b9583f'), hex('#f3a684'), light);
    const plaster = fbm(x / 130, y / 130, 2) * 20 - 10 + noise(x / 3, y / 3, 4) * 5;
    return [rgb[0] + plaster, rgb[1] + plaster, rgb[2] + plaster];
  });
  const waterArt = stage(600, 600);
  water(waterArt, 9);
  plankton(waterArt, 60, 5);
  jellyfish(waterArt, 300, 270, 110, 4);
  const reefArt = reef(600, 600);
  const put = (art: Context, x: number, y: number, size: number, turn: number) => {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(turn);
    const square = slab(-size / 2, -size / 2, size, size, 3);
    ctx.save();
    ctx.filter = 'blur(26px)';
    ctx.fillStyle = 'rgb(50 8 4 / 0.62)';
    ctx.translate(14, 26);
    ctx.fill(square);
    ctx.restore();
    ctx.drawImage(art.canvas, -size / 2, -size / 2, size, size);
    const sheen = ctx.createLinearGradient(-size / 2, -size / 2, size / 2, size / 2);
    sheen.addColorStop(0, 'rgb(255 255 255 / 0.2)');
    sheen.addColorStop(0.4, 'rgb(255 255 255 / 0)');
    sheen.addColorStop(1, 'rgb(0 0 0 / 0.22)');
    ctx.fillStyle = sheen;
    ctx.fill(square);
    ctx.restore();
  };
  put(reefArt, 300, 300, 500, -0.2);
  put(waterArt, 1130, 360, 500, 0.16);
  drawRecord(ctx, { x: 905, y: 640, radius: 282, lamp: -2.4, turn: 0.7 });
  put(ridges(700), 650, 600, 610, -0.035);
  finish(ctx, { grain: 3, vignette: 0.28 });
  return ctx;
}

export const tiefsee: Record<string, () => Context> = {
  'tiefsee-01': pressing,
  'tiefsee-03': () => ridges(),
  'tiefsee-06': sleeves,
  ...seaPictures,
  ...soundPictures,
};
