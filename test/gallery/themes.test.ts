/** The example themes of demo/themes.html: each dresses the elements, and none reaches into them otherwise. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { type Demo, startDemo } from '../e2e/demo.ts';
import { listen, openBrowser, violations } from './support.ts';

const folder = join(import.meta.dirname, '../../demo/themes');
const themes = readdirSync(folder)
  .filter((name) => name.endsWith('-page.css'))
  .map((name) => name.replace('-page.css', ''));

let demo: Demo;
let browser: Browser;
before(async () => {
  [demo, browser] = await Promise.all([startDemo(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await demo.stop();
});

async function openTheme(theme: string, width = 1280): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints = listen(page);
  await page.setViewport({ width, height: 900 });
  await page.goto(`${demo.shop}themes.html?theme=${theme}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  return { page, complaints };
}

describe('An example theme', () => {
  for (const theme of themes) {
    test(`${theme} reads well and fits a small phone`, async () => {
      const { page, complaints } = await openTheme(theme);
      assert.deepEqual(await violations(page), []);
      await page.setViewport({ width: 320, height: 900 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
      assert.deepEqual(complaints, []);
      await page.close();
    });

    test(`${theme} uses only what is documented`, () => {
      const css = readFileSync(join(folder, `${theme}.css`), 'utf8').replace(/\/\*.*?\*\//gs, '');
      const documented = documentedNames();
      const tags = ['otp-login', 'reward-claim', 'collection-timeline'];
      for (const [, selectors = '', rules = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g))
        for (const selector of selectors.split(',').map((each) => each.trim())) {
          const [, tag = '', part] = /^([a-z-]+)(?:::part\(([a-z-]+)\))?$/.exec(selector) ?? [];
          assert.ok(tags.includes(tag), `${selector} names an element or one of its parts`);
          if (part) assert.ok(documented.get(tag)!.has(part), `${selector} is documented`);
          else
            for (const [property] of rules.matchAll(/[\w-]+(?=:)/g))
              assert.ok(
                tags.some((each) => documented.get(each)!.has(property)),
                `${property} is documented`,
              );
        }
    });
  }

  test('cannot reach into the elements with rules for every element of the page', async () => {
    const { page } = await openTheme('dawn');
    const changed = await page.evaluate(() => {
      const nodes = [...document.querySelectorAll('otp-login, reward-claim, collection-timeline')].flatMap(
        ({ shadowRoot }) => [...shadowRoot!.querySelectorAll<HTMLElement>('*:not(style)')],
      );
      const own =
        /^(display|position|float|transform|filter|text-(transform|indent|align|decoration-line)|border-.*-(width|style)|(padding|margin)-.*|min-(width|height)|background-color|box-shadow|list-style-type|letter-spacing|font-size|font-style|outline-style|visibility|opacity)$/;
      const look = () =>
        nodes.map((node) => {
          const style = getComputedStyle(node);
          return [...style]
            .filter((name) => own.test(name))
            .map((name) => `${name}: ${style.getPropertyValue(name)}`);
        });
      const before = look();
      // What the elements inherit and how wide they are is the shop's to say; all else of its rules goes.
      const { color, fontSize, letterSpacing } = getComputedStyle(document.querySelector('otp-login')!);
      Object.assign(document.documentElement.style, { fontSize: '62.5%' });
      Object.assign(document.body.style, { color, fontSize, letterSpacing });
      Object.assign(document.querySelector('main')!.style, { boxSizing: 'border-box' });
      const sheet = document.querySelector<HTMLLinkElement>('#page-css')!.sheet!;
      const isLayout = (rule: CSSRule) => /^(main|\.cards)/.test((rule as CSSStyleRule).selectorText);
      const { length: count } = sheet.cssRules;
      for (let at = count - 1; at >= 0; at--) if (!isLayout(sheet.cssRules[at]!)) sheet.deleteRule(at);
      const differences = look().flatMap((styles, index) =>
        styles
          .filter((style, at) => style !== before[index]![at])
          .map((style) => `${nodes[index]!.localName}.${nodes[index]!.className}: ${style}`),
      );
      return { count, nodes: nodes.length, differences };
    });
    assert.ok(
      changed.count > 15 && changed.nodes > 50,
      `${changed.count} rules, ${changed.nodes} nodes to reach`,
    );
    assert.deepEqual(changed.differences, []);
    await page.close();
  });
});

/** The parts and custom properties of each element, from the JSDoc of its class. */
function documentedNames(): Map<string, Set<string>> {
  const root = join(import.meta.dirname, '../../src/elements');
  return new Map(
    ['otp-login', 'reward-claim', 'collection-timeline'].map((tag) => {
      const source = readFileSync(join(root, tag, `${tag}.ts`), 'utf8');
      return [tag, new Set([...source.matchAll(/@css(?:part|prop) ([\w-]+)/g)].map(([, name]) => name!))];
    }),
  );
}
