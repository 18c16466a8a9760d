// The two films. Each ends where it begins.
import { type Film } from './film.ts';
import { paintNight, snow } from './night.ts';
import { finish, glow, stage, TAU } from './paint.ts';
import { deck } from './sound.ts';
import { CORAL, drawRecord, toneArm } from './vinyl.ts';

const size = { width: 960, height: 540, fps: 24, bitrate: 700_000 };

export const films: Record<string, () => Film> = {
  'nordlicht-film': () => {
    const ctx = stage(size.width, size.height);
    return {
      ...size,
      frames: 132,
      draw: (t) => {
        paintNight(ctx, { seed: 21, horizon: 0.66, curtain: 0.42, strength: 1.6, t });
        snow(ctx, 46, 5, t, 0.8);
        finish(ctx, { grain: 0 });
        return ctx.canvas;
      },
    };
  },
  'tiefsee-session': () => {
    const ground = stage(size.width, size.height);
    deck(ground, 0.7);
    const ctx = stage(size.width, size.height);
    return {
      ...size,
      frames: 108,
      draw: (t) => {
        ctx.drawImage(ground.canvas, 0, 0);
        drawRecord(ctx, {
          x: 430,
          y: 290,
          radius: 330,
          turn: t * TAU * 2,
          lamp: -2.3 + Math.sin(t * TAU) * 0.5,
        });
        toneArm(ctx, 846, 96, 644, 420 - Math.sin(t * TAU * 2) * 1.5, 0.8);
        glow(ctx, 480 + Math.cos(t * TAU) * 420, 40, 420, CORAL, 0.22);
        finish(ctx, { grain: 0, vignette: 0.4 });
        return ctx.canvas;
      },
    };
  },
};
