/** The shops of demo/themes.html: at home in known themes without a rule, dressed by a small file, or among hostile rules. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, ElementHandle, ElementScreenshotOptions, Page } from 'puppeteer-core';
import { type Demo, startBuiltDemo } from '../e2e/demo.ts';
import { readPixels } from '../helpers/pixels.ts';
import { listen, openShippedBrowser, violations } from './support.ts';

const folder = join(import.meta.dirname, '../../demo/themes');
const known = ['dawn', 'horizon', 'wordpress', 'bootstrap'];
const dressed = readdirSync(folder)
  .filter((name) => name.endsWith('-page.css'))
  .map((name) => name.replace('-page.css', ''));

let demo: Demo;
let browser: Browser;
before(async () => {
  [demo, browser] = await Promise.all([startBuiltDemo(), openShippedBrowser()]);
});
after(async () => {
  await browser.close();
  await demo.stop();
});

async function openShop(path: string, width = 1280): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints = listen(page);
  await page.setViewport({ width, height: 900 });
  await page.goto(demo.shop + path);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  return { page, complaints };
}

/** Axe, the console, and whether a small phone shows all of it. */
async function isInOrder(page: Page, complaints: string[]): Promise<void> {
  assert.deepEqual(await violations(page), []);
  await page.setViewport({ width: 320, height: 900 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  assert.deepEqual(complaints, []);
}

/** The colours of a button as they are seen, its corner and its type. */
const lookOf = (button: ElementHandle) =>
  button.evaluate((element) => {
    const { backgroundColor, borderTopLeftRadius, fontWeight, fontFamily, textTransform } =
      getComputedStyle(element);
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const seen = (color: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].join();
    };
    return {
      background: seen(backgroundColor),
      text: seen(getComputedStyle(element.querySelector('span') ?? element).color),
      corner: borderTopLeftRadius,
      type: [fontWeight, fontFamily, textTransform].join('; '),
    };
  });

/** How far the channels of two colours are apart at most. */
function distance(one: string, other: string): number {
  const channels = other.split(',').map(Number);
  return Math.max(...one.split(',').map((value, index) => Math.abs(Number(value) - channels[index]!)));
}

/** The contrast between the two most distant colours in a picture of something, where one of them fills most of it. */
async function contrastIn(element: ElementHandle): Promise<number> {
  const options: ElementScreenshotOptions = { scrollIntoView: false };
  const picture = await element.screenshot(options);
  const { data } = await readPixels(picture);
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    const color = data.subarray(at, at + 3).join();
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const luminance = (color: string) => {
    const [red, green, blue] = color.split(',').map((each) => {
      const share = Number(each) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [[background, count]] = [...counts].sort((one, other) => other[1] - one[1]) as [[string, number]];
  assert.ok(count > (data.length / 4) * 0.5, 'one colour is behind it');
  const ground = luminance(background);
  return Math.max(
    ...[...counts.keys()].map((color) => {
      const [dark, light] = [luminance(color), ground].sort((one, other) => one - other) as [number, number];
      return (light + 0.05) / (dark + 0.05);
    }),
  );
}

for (const shop of known)
  for (const theme of ['light', 'dark'])
    describe(`Without a rule for them, in a shop like ${shop}, ${theme}, the elements`, () => {
      let page: Page;
      let complaints: string[];
      before(async () => {
        ({ page, complaints } = await openShop(`themes/${shop}.html?theme=${theme}`));
      });
      after(() => page.close());

      test('have no rule', async () => {
        const rules = await page.evaluate(() =>
          [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
        );
        assert.ok(rules.length > 5);
        assert.deepEqual(
          rules.filter((rule) => /--storefront-|::part/.test(rule)),
          [],
        );
      });

      test('have buttons like the theme’s own', async () => {
        const own = await lookOf((await page.$('[data-own=button]'))!);
        for (const part of ['otp-login >>> [part=button]', 'reward-claim >>> [part=button]']) {
          const { text, ...look } = await lookOf((await page.$(part))!);
          assert.deepEqual({ ...look, text: own.text }, own, part);
          // Twenty Twenty-Five's black is #111, and no property says so.
          assert.ok(distance(text, own.text) <= 0x11, `${part}: ${text}, not ${own.text}`);
        }
      });

      test('have month headings that stay readable over what scrolls by', async () => {
        const heading = (await page.$('collection-timeline >>> [part=group-heading]'))!;
        await page.$eval('collection-timeline >>> [part~=entry]', (entry) =>
          scrollTo({ top: scrollY + entry.getBoundingClientRect().top + 40, behavior: 'instant' }),
        );
        await page.evaluate(() => new Promise(requestAnimationFrame));
        assert.ok((await contrastIn(heading)) >= 4.5);
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      });

      test('read well and fit a small phone', () => isInOrder(page, complaints));
    });

describe('The page of themes', () => {
  test('shows the known shops side by side, and below each other on a phone', async () => {
    const page = await browser.newPage();
    const complaints = listen(page);
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(`${demo.shop}themes.html`);
    const shops = await Promise.all((await page.$$('iframe')).map((frame) => frame.contentFrame()));
    assert.equal(shops.length, known.length);
    const tops = () => page.$$eval('iframe', (all) => all.map((each) => each.getBoundingClientRect().top));
    const [one, other] = await tops();
    assert.equal(one, other);
    for (const frame of await page.$$('iframe')) {
      await frame.scrollIntoView();
      const shop = await frame.contentFrame();
      await shop.waitForFunction(() => document.documentElement.dataset['ready']);
    }
    await isInOrder(page, complaints);
    assert.equal(new Set(await tops()).size, known.length);
    await page.close();
  });
});

describe('A shop that dresses the elements', () => {
  for (const shop of dressed)
    test(`reads well and fits a small phone: ${shop}`, async () => {
      const { page, complaints } = await openShop(`themes/dressed.html?shop=${shop}`);
      await isInOrder(page, complaints);
      await page.close();
    });

  for (const shop of dressed.filter((each) => each !== 'hostile'))
    test(`uses only what is documented: ${shop}`, () => {
      const css = readFileSync(join(folder, `${shop}.css`), 'utf8').replace(/\/\*.*?\*\//gs, '');
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

  test('cannot reach into the elements with rules for every element of the page', async () => {
    const { page } = await openShop('themes/dressed.html?shop=hostile');
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
      // The elements' inherited styles and their width are up to the shop. All its other rules are removed.
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
