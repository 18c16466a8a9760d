// Draws the pictures of the page with awful data again: `node demo/media/awful.ts`. Real files, of shapes that no
// designer would send, and of few bytes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';

const folder = join(import.meta.dirname, 'awful');
mkdirSync(folder, { recursive: true });

/** Broad bands along the longer side, so that it can be seen what of the picture is shown. */
function draw(name: string, width: number, height: number): void {
  const picture = new PNG({ width, height });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isDark = Math.floor((width > height ? x : y) / 250) % 2 === 0;
      picture.data.set(isDark ? [20, 96, 79, 255] : [215, 178, 94, 255], (y * width + x) * 4);
    }
  writeFileSync(join(folder, `${name}.png`), PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 }));
}

draw('dot', 1, 1);
draw('wide', 10_000, 10);
draw('tall', 10, 10_000);
