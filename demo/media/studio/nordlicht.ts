// The drop "Nordlicht": where it comes from, how it is made, how it is worn.
import { cloth, css, finish, glow, hex, stage, type Context } from './paint.ts';
import { beanie, legs, parka } from './figure.ts';
import { CREAM, jumper, OCHRE, RUST } from './jumper.ts';
import { loomPictures } from './loom.ts';
import { paintNight, snow } from './night.ts';
import { footprint, NIGHT_LIGHT, shore } from './product.ts';
import { disc, letter, slab } from './shapes.ts';
import { sketchPictures } from './sketch.ts';
import { quilt, twill } from './textures.ts';
import { yarnPictures } from './yarn.ts';

function aurora() {
  const ctx = stage(1600, 900);
  paintNight(ctx, { seed: 21, horizon: 0.66, curtain: 0.42, strength: 1.7 });
  snow(ctx, 50, 4);
  finish(ctx, { grain: 4 });
  return ctx;
}

function parkaByTheSea() {
  const ctx = stage(1080, 1440);
  paintNight(ctx, { seed: 21, horizon: 0.62, curtain: 0.38, strength: 1.5 });
  shore(ctx, 0.86, 9);
  footprint(ctx, 540, 1366, 190);
  legs(ctx, 540, 520, 0.52, 820, NIGHT_LIGHT);
  parka(ctx, 540, 520, 0.56, { ...NIGHT_LIGHT, key: [0.84, 0.86, 0.78] });
  snow(ctx, 110, 2, 0, 1.2);
  finish(ctx, { grain: 4 });
  return ctx;
}

function twoAtTheShore() {
  const ctx = stage(1400, 1050);
  paintNight(ctx, { seed: 30, horizon: 0.6, curtain: 0.34, strength: 0.8 });
  glow(ctx, 1010, 210, 420, hex('#bcd8e8'), 0.5);
  ctx.fillStyle = css(hex('#f3efe2'));
  ctx.fill(disc(1010, 210, 52));
  shore(ctx, 0.84, 3);
  const pair: [number, number, number][] = [
    [520, 470, 0.35],
    [792, 490, 0.33],
  ];
  for (const [x, y, scale] of pair) footprint(ctx, x, y + 1560 * scale - 6, 250 * scale);
  legs(ctx, 520, 470, 0.33, 850, NIGHT_LIGHT);
  parka(ctx, 520, 470, 0.35, { ...NIGHT_LIGHT, colour: RUST, light: [0.5, -0.7, 0.5] });
  legs(ctx, 792, 490, 0.33, 860, NIGHT_LIGHT);
  jumper(ctx, 792, 490, 0.33, { ...NIGHT_LIGHT, back: true, stitch: 15, light: [0.5, -0.7, 0.5] });
  beanie(ctx, 792, 472, 0.34, OCHRE, NIGHT_LIGHT);
  snow(ctx, 80, 12, 0, 1);
  finish(ctx, { grain: 4 });
  return ctx;
}

function labelDetail() {
  const ctx = stage(1200, 1200);
  const size = 15;
  const warp = (i: number) => (i % 24 < 2 ? hex('#7fb9a0') : hex('#38566a'));
  cloth(ctx, {
    path: slab(0, 0, 1200, 1200),
    folds: [70, 460, 3],
    surface: (x, y, out) => twill(x / size, y / size, size, warp, () => hex('#22394a'), out, 12),
  });
  const label = slab(300, 410, 600, 380, 6);
  ctx.save();
  ctx.filter = 'blur(16px)';
  ctx.fillStyle = 'rgb(0 0 0 / 0.55)';
  ctx.fillRect(306, 426, 596, 380);
  ctx.restore();
  // The label's drawing first, on its own sheet, so that its weave can take the colours thread by thread.
  const art = stage(1200, 1200);
  art.fillStyle = css(CREAM);
  art.fillRect(0, 0, 1200, 1200);
  for (let i = 0; i < 5; i++) {
    art.strokeStyle = css(
      [hex('#2f9c7c'), hex('#43b08a'), hex('#4a8fb0'), hex('#7b6bb8'), hex('#a8649c')][i] ?? CREAM,
    );
    art.lineWidth = 13;
    art.beginPath();
    for (let x = 0; x <= 300; x += 6) {
      const y = 560 - i * 19 + Math.sin(x / 46 + i * 0.35) * 24 * Math.sin((x / 300) * Math.PI);
      if (x === 0) art.moveTo(450 + x, y);
      else art.lineTo(450 + x, y);
    }
    art.stroke();
  }
  art.strokeStyle = css(hex('#1b3a50'));
  art.lineWidth = 11;
  letter(art, 'NORDLICHT', 600, 632, 62);
  art.lineWidth = 6;
  letter(art, 'AW 26', 600, 728, 28, 1.6);
  const sheet = art.getImageData(0, 0, 1200, 1200).data;
  cloth(ctx, {
    path: label,
    round: 20,
    puff: 0.9,
    folds: [26, 300, 9],
    surface: (x, y, out) => {
      const at = (Math.min(1199, Math.round(y / 3) * 3) * 1200 + Math.min(1199, Math.round(x / 3) * 3)) * 4;
      const colour = [sheet[at] ?? 0, sheet[at + 1] ?? 0, sheet[at + 2] ?? 0] as const;
      twill(
        x / 5,
        y / 5,
        5,
        () => colour,
        () => colour,
        out,
      );
    },
  });
  // Sewn down by hand at the four corners.
  ctx.lineCap = 'round';
  for (const [x, y] of [
    [316, 426],
    [884, 426],
    [316, 774],
    [884, 774],
  ] as const) {
    for (const [color, shift] of [
      ['rgb(0 0 0 / 0.45)', 4],
      ['#c9853c', 0],
      ['#eab267', -2],
    ] as const) {
      ctx.strokeStyle = color;
      ctx.lineWidth = color === '#eab267' ? 3 : 9;
      for (const turn of [-1, 1]) {
        ctx.beginPath();
        ctx.moveTo(x - 22, y - 22 * turn + shift);
        ctx.lineTo(x + 22, y + 22 * turn + shift);
        ctx.stroke();
      }
    }
  }
  finish(ctx, { grain: 2, vignette: 0.4 });
  return ctx;
}

function parkaDetail() {
  const ctx = stage(1200, 1200);
  cloth(ctx, {
    path: slab(0, 0, 1200, 1200),
    folds: [60, 330, 7],
    gloss: 0.16,
    surface: (x, y, out) => quilt(x, (y + Math.abs(x - 640) * 0.1) / 236 + 0.3, 236, OCHRE, out),
  });
  const flap = slab(572, -40, 136, 1280, 10);
  ctx.save();
  ctx.filter = 'blur(14px)';
  ctx.fillStyle = 'rgb(20 8 0 / 0.55)';
  ctx.fillRect(562, 0, 158, 1200);
  ctx.restore();
  cloth(ctx, {
    path: flap,
    round: 26,
    folds: [30, 200, 2],
    surface: (x, y, out) =>
      twill(
        x / 5,
        y / 5,
        5,
        () => hex('#2e3d4a'),
        () => hex('#24313d'),
        out,
      ),
  });
  // Teeth, then the slider with its cord.
  for (let y = -10; y < 1200; y += 21) {
    for (const side of [-1, 1]) {
      const tooth = slab(640 + (side < 0 ? -17 : -3), y + (side < 0 ? 0 : 10), 20, 12, 4);
      ctx.fillStyle = '#3c2a10';
      ctx.save();
      ctx.translate(2, 4);
      ctx.fill(tooth);
      ctx.restore();
      const metal = ctx.createLinearGradient(620, y, 660, y + 14);
      metal.addColorStop(0, '#fff0c8');
      metal.addColorStop(0.5, '#cfa256');
      metal.addColorStop(1, '#7a5620');
      ctx.fillStyle = metal;
      ctx.fill(tooth);
    }
  }
  const brass = ctx.createLinearGradient(590, 420, 690, 560);
  brass.addColorStop(0, '#fff2d0');
  brass.addColorStop(0.4, '#d3a458');
  brass.addColorStop(1, '#6d4a18');
  ctx.save();
  ctx.shadowColor = 'rgb(0 0 0 / 0.6)';
  ctx.shadowBlur = 18;
  ctx.shadowOffsetY = 10;
  ctx.fillStyle = brass;
  ctx.fill(slab(602, 400, 76, 112, 22));
  ctx.fill(slab(626, 480, 28, 78, 12));
  ctx.restore();
  cloth(ctx, {
    path: slab(616, 536, 48, 220, 20),
    round: 18,
    puff: 1.2,
    surface: (x, y, out) =>
      twill(
        (x + y) / 9,
        (y - x) / 9,
        9,
        () => CREAM,
        () => hex('#d8cbb0'),
        out,
      ),
  });
  snow(ctx, 46, 18, 0, 1.4);
  finish(ctx, { grain: 2, vignette: 0.34 });
  return ctx;
}

export const nordlicht: Record<string, () => Context> = {
  'nordlicht-01': aurora,
  ...sketchPictures,
  ...yarnPictures,
  ...loomPictures,
  'nordlicht-06': parkaByTheSea,
  'nordlicht-08': labelDetail,
  'nordlicht-11': twoAtTheShore,
  'nordlicht-12': parkaDetail,
};
