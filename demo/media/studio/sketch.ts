// The drawing board: pencil, watercolour, swatches.
import { GLOW, wrap } from './dyes.ts';
import { CREAM, INK, OCHRE, RUST } from './jumper.ts';
import {
  cloth,
  css,
  finish,
  hex,
  mix,
  paint,
  random,
  shadow,
  smooth,
  stage,
  type Context,
  type RGB,
} from './paint.ts';
import { disc, outline, placed, type Point } from './shapes.ts';
import { knit, paper, quilt, rose, twill } from './textures.ts';

function sketches() {
  const ctx = stage(1080, 1440);
  paint(ctx, (x, y) =>
    paper(x, y, mix(hex('#efe8da'), hex('#d9cfbd'), smooth(0.1, 1, (x / 1080 + y / 1440) / 2))),
  );
  const rand = random(26);
  const place = placed(486, 300, 0.84);
  const body: Point[] = [
    [-150, 50],
    [-262, 106],
    [-292, 420],
    [-306, 900],
    [0, 930],
    [306, 900],
    [292, 420],
    [262, 106],
    [150, 50],
  ];
  const hood: Point[] = [
    [0, -240],
    [130, -190],
    [176, -20],
    [186, 96],
    [0, 170],
    [-186, 96],
    [-176, -20],
    [-130, -190],
  ];
  const face: Point[] = [
    [0, -170],
    [88, -120],
    [104, 10],
    [0, 118],
    [-104, 10],
    [-88, -120],
  ];
  const sleeve = (flip: number): Point[] => [
    [flip * 250, 100],
    [flip * 350, 260],
    [flip * 412, 520],
    [flip * 420, 760],
    [flip * 320, 770],
    [flip * 292, 480],
  ];
  // Watercolour first: several thin washes whose edges never quite agree.
  const wash = (points: readonly Point[], tint: RGB, strength: number) => {
    ctx.save();
    ctx.globalCompositeOperation = 'multiply';
    for (let i = 0; i < 7; i++) {
      const loose = points.map(([x, y]): Point => [x + (rand() - 0.5) * 40, y + (rand() - 0.5) * 44]);
      ctx.fillStyle = css(tint, strength);
      ctx.fill(outline(loose, place));
    }
    ctx.restore();
  };
  wash(body, OCHRE, 0.13);
  wash(hood, OCHRE, 0.12);
  wash(face, INK, 0.22);
  wash(sleeve(-1), RUST, 0.1);
  wash(sleeve(1), OCHRE, 0.14);
  const pencil = (points: readonly Point[], closed = true, weight = 1) => {
    for (let i = 0; i < 3; i++) {
      const loose = points.map(([x, y, c]): Point => [
        x + (rand() - 0.5) * 7,
        y + (rand() - 0.5) * 7,
        c ?? 0,
      ]);
      ctx.strokeStyle = `rgb(44 46 54 / ${0.5 * weight})`;
      ctx.lineWidth = (1 + rand() * 1.4) * weight;
      ctx.stroke(outline(loose, place, closed));
    }
  };
  for (const shape of [body, hood, face, sleeve(-1), sleeve(1)]) pencil(shape);
  for (let i = 1; i < 8; i++) {
    const y = 110 + i * 104;
    const half = 268 + i * 5;
    pencil(
      [
        [-half, y - 6],
        [-80, y + 14],
        [80, y + 14],
        [half, y - 6],
      ],
      false,
      0.7,
    );
    for (const flip of [-1, 1]) {
      if (y > 740) continue;
      pencil(
        [
          [flip * (256 + y * 0.06), y + 30],
          [flip * (330 + y * 0.11), y + 6],
        ],
        false,
        0.6,
      );
    }
  }
  pencil(
    [
      [0, 150],
      [2, 500],
      [0, 930],
    ],
    false,
    1.3,
  );
  // Hatching on the side away from the light.
  for (let i = 0; i < 90; i++) {
    const y = 130 + i * 8.6;
    pencil(
      [
        [232 + rand() * 14, y + 26],
        [292 + rand() * 10, y],
      ],
      false,
      0.34,
    );
  }
  const helper = (from: Point, to: Point) => {
    const over: Point[] = [
      [from[0] * 1.08 - to[0] * 0.08, from[1] * 1.08 - to[1] * 0.08],
      [to[0] * 1.08 - from[0] * 0.08, to[1] * 1.08 - from[1] * 0.08],
    ];
    pencil(over, false, 0.36);
  };
  helper([0, -290], [0, 1010]);
  helper([-420, 106], [420, 106]);
  helper([-340, 915], [340, 915]);
  // Swatches, taped down; and notes only their writer could read.
  const swatch = (
    x: number,
    y: number,
    paintIt: (px: number, py: number, out: { h: number; r: number; g: number; b: number }) => void,
  ) => {
    const path = outline(
      Array.from({ length: 28 }, (_, i): Point => {
        const side = Math.floor(i / 7);
        const at = ((i % 7) / 7) * 190;
        const zig = i % 2 ? 0 : 5;
        const [px = 0, py = 0] = [
          [at, zig],
          [190 - zig, at],
          [190 - at, 190 - zig],
          [zig, 190 - at],
        ][side] ?? [0, 0];
        return [x + px, y + py, 1];
      }),
      (a, b) => [a, b],
    );
    shadow(ctx, path, 10, 0.4, 4, 8);
    cloth(ctx, {
      path,
      box: [x - 4, y - 4, 200, 200],
      round: 10,
      puff: 0.7,
      folds: [10, 90, x],
      surface: paintIt,
    });
    ctx.fillStyle = 'rgb(226 196 128 / 0.62)';
    ctx.save();
    ctx.translate(x + 95, y + 2);
    ctx.rotate((rand() - 0.5) * 0.2);
    ctx.fillRect(-46, -17, 92, 34);
    ctx.restore();
  };
  swatch(852, 150, (x, y, out) => quilt(x, y / 62, 62, OCHRE, out));
  swatch(862, 400, (x, y, out) =>
    twill(
      x / 9,
      y / 9,
      9,
      () => INK,
      (i) => (i % 9 ? hex('#3f8f84') : CREAM),
      out,
      8,
    ),
  );
  swatch(850, 650, (x, y, out) => {
    knit(x / 13, y / 11, 13, (c, r) => (rose(wrap(c, 14) - 7, wrap(r, 16) - 8, 3) ? CREAM : INK), out);
  });
  ctx.lineCap = 'round';
  const scribble = (x: number, y: number, width: number) => {
    ctx.strokeStyle = 'rgb(44 52 70 / 0.72)';
    ctx.lineWidth = 1.9;
    ctx.beginPath();
    ctx.moveTo(x, y);
    for (let at = x; at < x + width; at += 5) {
      if (rand() < 0.13) {
        at += 9;
        ctx.moveTo(at, y);
      }
      ctx.quadraticCurveTo(at + rand() * 5, y - 3 - rand() * 13, at + 5, y + (rand() - 0.5) * 4);
    }
    ctx.stroke();
  };
  for (const y of [366, 616, 866]) {
    scribble(862, y, 160);
    scribble(862, y + 22, 90 + rand() * 60);
  }
  for (let i = 0; i < 4; i++) scribble(96, 1210 + i * 34, 300 + rand() * 160);
  GLOW.forEach((tint, i) => {
    ctx.save();
    ctx.globalCompositeOperation = 'multiply';
    for (let k = 0; k < 5; k++) {
      ctx.fillStyle = css(tint, 0.26);
      ctx.fill(disc(660 + i * 66 + (rand() - 0.5) * 7, 1268 + (rand() - 0.5) * 7, 26 + rand() * 4));
    }
    ctx.restore();
  });
  // A pencil lies across the corner.
  const wood = placed(1010, 1010, 1, 2.02);
  const stick = (x: number, width: number, tint: string) => {
    ctx.fillStyle = tint;
    ctx.fill(
      outline(
        [
          [x, -11, 1],
          [x + width, -11, 1],
          [x + width, 11, 1],
          [x, 11, 1],
        ],
        wood,
      ),
    );
  };
  ctx.save();
  ctx.filter = 'blur(7px)';
  ctx.translate(8, 12);
  stick(-190, 460, 'rgb(30 20 10 / 0.5)');
  ctx.restore();
  stick(-150, 420, '#1f5a66');
  ctx.fillStyle = 'rgb(255 255 255 / 0.2)';
  ctx.fill(
    outline(
      [
        [-150, -8, 1],
        [270, -8, 1],
        [270, -3, 1],
        [-150, -3, 1],
      ],
      wood,
    ),
  );
  ctx.fillStyle = '#d9b483';
  ctx.fill(
    outline(
      [
        [-150, -11, 1],
        [-150, 11, 1],
        [-196, 0, 1],
      ],
      wood,
    ),
  );
  ctx.fillStyle = '#2a2c32';
  ctx.fill(
    outline(
      [
        [-180, -4, 1],
        [-180, 4, 1],
        [-198, 0, 1],
      ],
      wood,
    ),
  );
  finish(ctx, { grain: 3, vignette: 0.2 });
  return ctx;
}

export const sketchPictures: Record<string, () => Context> = { 'nordlicht-03': sketches };
