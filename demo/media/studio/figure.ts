// Somebody standing with their back to us: parka, trousers, boots, hat.
import { OCHRE, around, type Light } from './jumper.ts';
import { cloth, hex, mix, noise, shadow, type Context, type RGB, type Cloth } from './paint.ts';
import { outline, placed, type Point } from './shapes.ts';
import { knit, quilt, rib } from './textures.ts';

export interface ParkaStyle extends Light {
  colour?: RGB;
  hoodUp?: boolean;
}

/** The parka seen from behind, hood up: down baffles, a drawn hem, warm cuffs. Same unit as the jumper. */
export function parka(ctx: Context, cx: number, cy: number, scale: number, style: ParkaStyle = {}) {
  const { colour = OCHRE, ...light } = style;
  const place = placed(cx, cy, scale);
  const part = (
    points: readonly Point[],
    baffle: number,
    more: Partial<Cloth> = {},
    tint = colour,
    slant = 0,
  ) => {
    const path = outline(points, place);
    shadow(ctx, path, 18 * scale, 0.45, 0, 10 * scale);
    cloth(ctx, {
      path,
      box: around(ctx, points, place, 8),
      round: 60 * scale,
      puff: 1.1,
      folds: [16 * scale, 120 * scale, 7],
      gloss: 0.1,
      ...light,
      ...more,
      surface: (px, py, out) => {
        const x = (px - cx) / scale;
        const y = (py - cy) / scale;
        if (baffle > 0) quilt(x * 1.4, (y + Math.abs(x) * slant) / baffle, baffle * scale, tint, out);
        else {
          const fuzz = noise(px / 2.2, py / 2.2, 3) + noise(px / 6, py / 6, 4);
          out.h = fuzz * 5 * scale;
          [out.r, out.g, out.b] = mix(tint, [20, 26, 34], 0.3 - fuzz * 0.12);
        }
      },
    });
  };
  for (const flip of [-1, 1]) {
    part(
      [
        [flip * 170, 60],
        [flip * 290, 104],
        [flip * 376, 290],
        [flip * 412, 520],
        [flip * 410, 752],
        [flip * 372, 790],
        [flip * 306, 776],
        [flip * 272, 540],
        [flip * 226, 300],
      ],
      86,
      {},
      mix(colour, [30, 36, 48], 0.08),
      -0.3,
    );
    part(
      [
        [flip * 304, 766, 1],
        [flip * 404, 766, 1],
        [flip * 396, 832],
        [flip * 320, 836],
      ],
      0,
      { round: 20 * scale },
      hex('#2a3440'),
    );
  }
  part(
    [
      [-150, 50],
      [-262, 106],
      [-284, 320],
      [-276, 620],
      [-306, 960],
      [-288, 1010],
      [0, 1024],
      [288, 1010],
      [306, 960],
      [276, 620],
      [284, 320],
      [262, 106],
      [150, 50],
    ],
    112,
    { round: 86 * scale },
  );
  if (style.hoodUp ?? true) {
    part(
      [
        [0, -262],
        [112, -232],
        [166, -120],
        [168, 10],
        [196, 96],
        [120, 150],
        [0, 164],
        [-120, 150],
        [-196, 96],
        [-168, 10],
        [-166, -120],
        [-112, -232],
      ],
      130,
      { round: 80 * scale, puff: 1.3 },
      mix(colour, [255, 236, 200], 0.06),
      0.18,
    );
  }
}

/** Trousers and boots, for somebody standing with their back to us. */
export function legs(ctx: Context, cx: number, cy: number, scale: number, top: number, light: Light = {}) {
  const place = placed(cx, cy, scale);
  const wool = (points: readonly Point[], tint: RGB, round: number) => {
    const path = outline(points, place);
    cloth(ctx, {
      path,
      box: around(ctx, points, place, 8),
      round: round * scale,
      puff: 1.2,
      folds: [26 * scale, 90 * scale, 5],
      ...light,
      surface: (x, y, out) => {
        const fuzz = noise(x / 1.6, y / 2.4, 6);
        out.h = fuzz * 0.8;
        [out.r, out.g, out.b] = mix(tint, [255, 255, 255], (fuzz - 0.5) * 0.08);
      },
    });
  };
  for (const flip of [-1, 1]) {
    wool(
      [
        [flip * 4, top],
        [flip * 236, top],
        [flip * 222, top + 320],
        [flip * 186, top + 620],
        [flip * 66, top + 620],
        [flip * 36, top + 300],
      ],
      hex('#2c3646'),
      46,
    );
    wool(
      [
        [flip * 60, top + 590],
        [flip * 192, top + 590],
        [flip * 200, top + 720],
        [flip * 206, top + 790],
        [flip * 130, top + 806],
        [flip * 58, top + 790],
      ],
      hex('#4a3428'),
      30,
    );
  }
}

/** A knitted hat over the back of a head. */
export function beanie(ctx: Context, cx: number, cy: number, scale: number, colour: RGB, light: Light = {}) {
  const place = placed(cx, cy, scale);
  const part = (points: readonly Point[], ribbed: boolean, tint: RGB) => {
    const path = outline(points, place);
    cloth(ctx, {
      path,
      box: around(ctx, points, place, 8),
      round: 44 * scale,
      puff: 1.4,
      ...light,
      surface: (px, py, out) => {
        const x = (px - cx) / scale;
        const y = (py - cy) / scale;
        (ribbed ? rib : knit)(x / 11, y / 9.5, 11 * scale, () => tint, out);
      },
    });
  };
  const hair: Point[] = [
    [-104, -60],
    [104, -60],
    [112, 20],
    [84, 70],
    [40, 78],
    [0, 74],
    [-40, 78],
    [-84, 70],
    [-112, 20],
  ];
  cloth(ctx, {
    path: outline(hair, place),
    box: around(ctx, hair, place, 8),
    round: 36 * scale,
    puff: 1.1,
    ...light,
    surface: (x, y, out) => {
      const strand = noise((x - cx) / 3 + noise(y / 40, 1, 3) * 3, y / 70, 5);
      out.h = strand * 4 * scale;
      [out.r, out.g, out.b] = mix(hex('#4a3220'), hex('#a8763f'), strand);
    },
  });
  part(
    [
      [0, -238],
      [84, -214],
      [122, -130],
      [118, -60],
      [-118, -60],
      [-122, -130],
      [-84, -214],
    ],
    false,
    colour,
  );
  part(
    [
      [-126, -96],
      [0, -112],
      [126, -96],
      [124, -34],
      [0, -20],
      [-124, -34],
    ],
    true,
    mix(colour, [0, 0, 0], 0.06),
  );
}
