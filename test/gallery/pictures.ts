/** Pictures of a page, and whether they are those that were kept. UPDATE_SCREENSHOTS=1 keeps the new ones. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Page } from 'puppeteer-core';

/** Pixels of a whole picture that may look different to the eye; one letter is more. */
const TOLERANCE = 40;

const folder = join(import.meta.dirname, 'screenshots');

export function save(file: string, content: string | Buffer): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
}

/** Compares a part of the page with a PNG, which is small where there are no photographs. */
export async function looksAsBefore(page: Page, selector: string, name: string): Promise<void> {
  const part = await page.$(selector);
  const now = PNG.sync.read(Buffer.from(await part!.screenshot()));
  const file = join(folder, `${name}.png`);
  if (process.env['UPDATE_SCREENSHOTS']) save(file, encode(now));
  compare(now, PNG.sync.read(readFileSync(file)), name);
}

/**
 * The same with a WebP, for parts with photographs, which as PNG would be ten times as large. The browser makes the
 * same file of the same pixels, so that its losses are on both sides.
 */
export async function photographsLookAsBefore(
  page: Page,
  /** Undefined: what is in view. */
  selector: string | undefined,
  name: string,
  most = Infinity,
): Promise<void> {
  const clip =
    selector &&
    (await page.$eval(selector, (part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return { x: x + scrollX, y: y + scrollY, width, height };
    }));
  if (clip) clip.height = Math.min(Math.round(clip.height), most);
  const now = Buffer.from(
    await page.screenshot({
      type: 'webp',
      quality: 75,
      ...(clip && { clip, captureBeyondViewport: true }),
    }),
  );
  const file = join(folder, `${name}.webp`);
  if (process.env['UPDATE_SCREENSHOTS']) save(file, now);
  const before = readFileSync(file);
  if (now.equals(before)) return;
  const [pngNow, pngBefore] = await Promise.all([now, before].map((picture) => decode(page, picture)));
  compare(pngNow!, pngBefore!, name);
}

async function decode(page: Page, webp: Buffer): Promise<PNG> {
  const url = await page.evaluate(
    async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      });
      canvas.getContext('2d')!.drawImage(image, 0, 0);
      return canvas.toDataURL();
    },
    `data:image/webp;base64,${webp.toString('base64')}`,
  );
  return PNG.sync.read(Buffer.from(url.split(',')[1]!, 'base64'));
}

/** As small as it gets without a loss. */
const encode = (picture: PNG) =>
  PNG.sync.write(picture, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });

function compare(now: PNG, before: PNG, name: string): void {
  const lost = () => mkdtempSync(join(tmpdir(), 'gallery-'));
  const { width, height } = before;
  if (now.width !== width || now.height !== height) {
    const file = join(lost(), `${name}-now.png`);
    save(file, encode(now));
    assert.fail(
      `${name} was ${width} × ${height} pixels and is ${now.width} × ${now.height} now: ${file}; UPDATE_SCREENSHOTS=1 accepts it`,
    );
  }
  const difference = new PNG({ width, height });
  const count = pixelmatch(before.data, now.data, difference.data, width, height, { threshold: 0.1 });
  if (count <= TOLERANCE) return;
  const file = join(lost(), `${name}-difference.png`);
  save(file, encode(difference));
  save(file.replace('-difference', '-now'), encode(now));
  assert.fail(`${name} looks different in ${count} pixels: ${file}; UPDATE_SCREENSHOTS=1 accepts it`);
}
