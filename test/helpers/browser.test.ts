import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { findBrowser } from './browser.ts';

describe('The browser for the tests', () => {
  test('is CHROME_PATH', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const given = join(folder, 'my-chrome');
    writeFileSync(given, '');
    chmodSync(given, 0o755);
    assert.equal((await findBrowser({ CHROME_PATH: given })).executablePath, given);
  });

  test('is the shipped one otherwise, which has fonts', async (t) => {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      await assert.rejects(findBrowser({}), /Set CHROME_PATH/);
      return;
    }
    const shipped = await findBrowser({ PATH: process.env['PATH'] });
    assert.match(shipped.executablePath, /node_modules.*chromium$/);
    const browser = await puppeteer.launch({ ...shipped, headless: 'shell' });
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.setContent('<span>Text that has a width</span>');
    const width = await page.$eval('span', (span) => span.getBoundingClientRect().width);
    assert.ok(width > 50, `it has fonts: ${width} px`);
  });

  test('is asked for by name when CHROME_PATH is none', async () => {
    await assert.rejects(findBrowser({ CHROME_PATH: '/no/such/chrome' }), {
      message: 'CHROME_PATH must be an executable file, not "/no/such/chrome".',
    });
  });
});
