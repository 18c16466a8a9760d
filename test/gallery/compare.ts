/** Compares a picture of a page with the one in screenshots/. UPDATE_SCREENSHOTS=1 keeps the new one if it looks different. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page, ScreenshotClip } from 'puppeteer-core';
import { encodePng, type Pixels, readPixels } from '../helpers/pixels.ts';

/** Pixels of a whole picture that may look different to the eye; one letter is more. */
const TOLERANCE = 40;

export const folder = join(import.meta.dirname, 'screenshots');

/**
 * @param clip in whole pixels, inside the viewport
 * @param file a `.png`, or for photographs a `.webp`, which takes a tenth: the browser makes the same file of the same
 * pixels, so both sides have the same losses
 */
export async function looksAsBefore(page: Page, clip: ScreenshotClip, file: string): Promise<void> {
  const isPhotograph = file.endsWith('.webp');
  const shot = Buffer.from(
    await page.screenshot({
      clip,
      captureBeyondViewport: false,
      ...(isPhotograph ? { type: 'webp', quality: 75 } : { type: 'png' }),
    }),
  );
  const now = isPhotograph ? shot : await encodePng(await readPixels(shot));
  const path = join(folder, file);
  const found = existsSync(path) ? await compare(now, readFileSync(path)) : { difference: 'is new' };
  if (!found) return;
  if (process.env['UPDATE_SCREENSHOTS']) {
    mkdirSync(folder, { recursive: true });
    return writeFileSync(path, now);
  }
  const saved = mkdtempSync(join(tmpdir(), 'gallery-'));
  writeFileSync(join(saved, file), now);
  if (found.marked) writeFileSync(join(saved, 'difference.png'), await encodePng(found.marked));
  assert.fail(`${file} ${found.difference}: see ${saved}; UPDATE_SCREENSHOTS=1 accepts it`);
}

/** How two pictures differ, and where; undefined if they look the same. */
async function compare(
  now: Buffer,
  before: Buffer,
): Promise<{ difference: string; marked?: Pixels } | undefined> {
  if (now.equals(before)) return undefined;
  const [one, other] = await Promise.all([readPixels(before), readPixels(now)]);
  const { width, height } = one;
  if (other.width !== width || other.height !== height)
    return {
      difference: `was ${width} × ${height} pixels and is ${other.width} × ${other.height} now`,
    };
  const marked = { width, height, data: Buffer.alloc(one.data.length) };
  const count = pixelmatch(one.data, other.data, marked.data, width, height, { threshold: 0.1 });
  return count > TOLERANCE ? { difference: `looks different in ${count} pixels`, marked } : undefined;
}
