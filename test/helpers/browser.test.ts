import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import puppeteer, { type Page } from 'puppeteer-core';
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

  test('is the shipped one otherwise, which draws with packaged fonts and none of the machine', async (t) => {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      await assert.rejects(findBrowser({}), /Set CHROME_PATH/);
      return;
    }
    const shipped = await findBrowser({ PATH: process.env['PATH'] });
    assert.match(shipped.executablePath, /node_modules.*chromium$/);
    const browser = await puppeteer.launch({ ...shipped, headless: 'shell' });
    t.after(() => browser.close());
    const page = await browser.newPage();
    // Machines have some of these families.
    const families = ['serif', 'monospace', 'system-ui', 'Arial', 'DejaVu Sans', 'Noto Sans CJK JP'];
    const texts = ['Nordlicht', 'Северный', 'שלום', 'مرحبا', 'こんにちは', '你好', '→ ✓ 🧶'];
    const spans = texts.flatMap((text) =>
      families.map((family) => `<span style="font-family: '${family}', ${family}">${text}</span>`),
    );
    await page.setContent(spans.join(' '));
    const fonts = await fontsOf(page, 'span');
    const expected = texts.flatMap((text) =>
      families.map(() => (text === 'مرحبا' ? 'Noto Sans Arabic' : 'Open Sans')),
    );
    assert.deepEqual(fonts, expected);
  });

  test('draws proportional text in TEST_FONT, and takes it only with CHROME_PATH and as a name', async () => {
    const given = { CHROME_PATH: process.execPath };
    const { env } = await findBrowser({ ...given, TEST_FONT: 'Any Sans' });
    const rules = readFileSync(env['FONTCONFIG_FILE']!, 'utf8');
    assert.match(rules, /<string>sans-serif<\/string>[^]*?<string>Any Sans<\/string>/);
    assert.doesNotMatch(rules, /mono/);
    await assert.rejects(findBrowser({ TEST_FONT: 'Any Sans' }), /TEST_FONT needs CHROME_PATH/);
    await assert.rejects(
      findBrowser({ ...given, TEST_FONT: '<b>' }),
      /must be the name of an installed font/,
    );
  });

  test('is asked for by name when CHROME_PATH is none', async () => {
    await assert.rejects(findBrowser({ CHROME_PATH: '/no/such/chrome' }), {
      message: 'CHROME_PATH must be an executable file, not "/no/such/chrome".',
    });
  });
});

/** The families of the fonts that each of these elements is drawn with. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.createCDPSession();
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  return Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      return fonts.map(({ familyName }) => familyName).join(', ');
    }),
  );
}
