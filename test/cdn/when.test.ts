/** With `data-when` the loader waits, and no shopper is left without the element. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { firstLookRules } from '../../build/first-look.ts';
import { drawn, hold, openPage, setStage, settle } from './support.ts';

const stage = setStage('otp-login', 'reward-claim', 'collection-timeline', 'loader');
const loader = (when: string) => `<script type="module" src="/loader.js" data-when="${when}"></script>`;
const login = (inside = '', attributes = '') =>
  `<otp-login base-url="/apps/rewards" ${attributes}>${inside}</otp-login>`;
const style = '<style>otp-login { display: block; min-height: 12em }</style>';
const visit = (body: string, prepare?: (page: Page) => unknown) =>
  openPage(stage, style + body, prepare ? { prepare } : {});

/** The focused part of the element. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('part'));

describe('visible', () => {
  test('is not before the shopper comes near', async () => {
    const { page, loaded, context } = await visit(
      `<div style="height: 4000px">A long page</div>${login()}${loader('visible')}`,
    );
    await settle(page);
    assert.deepEqual(loaded(), ['loader.js']);
    await page.evaluate(() => scrollTo(0, 4000));
    await drawn(page, 'otp-login', 'email');
    await context.close();
  });

  test('is at once where the element is in view', async () => {
    const { page, context } = await visit(login() + loader('visible'));
    await drawn(page, 'otp-login', 'email');
    await context.close();
  });

  test('is when a drawer opens that hid it', async () => {
    const { page, loaded, context } = await visit(
      `<details><summary>Members</summary>${login()}</details>${loader('visible')}`,
    );
    await settle(page);
    assert.deepEqual(loaded(), ['loader.js']);
    await page.click('summary');
    await drawn(page, 'otp-login', 'email');
    await context.close();
  });
});

describe('idle', () => {
  test('is when the browser has time', async () => {
    const { page, loaded, context } = await visit(login() + loader('idle'), (opened) =>
      opened.evaluateOnNewDocument(() => {
        const waiting: (() => void)[] = [];
        globalThis.requestIdleCallback = (run) => waiting.push(run as () => void);
        Object.assign(globalThis, { rest: () => waiting.forEach((run) => run()) });
      }),
    );
    await settle(page);
    assert.deepEqual(loaded(), ['loader.js']);
    await page.evaluate('rest()');
    await drawn(page, 'otp-login', 'email');
    await context.close();
  });

  test('is also where the browser cannot say when it has time, as Safari', async () => {
    const { page, context } = await visit(login() + loader('idle'), (opened) =>
      opened.evaluateOnNewDocument(() => {
        Reflect.deleteProperty(globalThis, 'requestIdleCallback');
      }),
    );
    await drawn(page, 'otp-login', 'email');
    await context.close();
  });
});

describe('interaction', () => {
  const button = '<button type="button">Log in</button>';
  const elsewhere = '<p>Elsewhere <input id="search" aria-label="Search"></p>';
  const acts: Record<string, (page: Page) => Promise<unknown>> = {
    'the pointer is over it': (page) => page.hover('otp-login'),
    'a finger touches it': (page) => page.tap('otp-login'),
    'the keyboard gets to what stands in for it': (page) => page.focus('otp-login button'),
    'a screen reader presses what stands in for it': (page) =>
      page.$eval('otp-login button', (each) => each.click()),
    'somebody begins to go through the page by keyboard': (page) => page.keyboard.press('Tab'),
  };
  for (const [name, act] of Object.entries(acts))
    test(`is when ${name}, and not before`, async () => {
      const { page, loaded, context } = await visit(elsewhere + login(button) + loader('interaction'));
      await page.hover('p');
      await page.click('#search');
      await page.keyboard.type('jumper');
      await settle(page);
      assert.deepEqual(loaded(), ['loader.js']);
      await act(page);
      await drawn(page, 'otp-login', 'email');
      await context.close();
    });

  for (const tag of ['otp-login', 'reward-claim token="0123456789abcdef"'])
    test(`moves nothing when <${tag}> takes the place of what stood in for it`, async () => {
      const [element] = tag.split(' ') as [string];
      const { page, context } = await openPage(
        stage,
        `<${tag} base-url="/apps/rewards">${button}</${element}><p>Below</p>${loader('interaction')}`,
        { head: `<style>body { font: 16px/1.5 sans-serif } ${await firstLookRules()}</style>` },
      );
      const top = () => page.$eval('p', (below) => Math.round(below.getBoundingClientRect().top));
      const before = await top();
      await page.hover(element);
      await drawn(page, element);
      assert.equal(await top(), before);
      await context.close();
    });

  for (const [name, tag] of Object.entries({
    'a claim that asks for the login': 'reward-claim token="0123456789abcdef" requires-login',
    'a timeline that is still loading': 'collection-timeline collection-slug="any"',
  }))
    test(`keeps the focus of a shopper who was in what stood in for ${name}`, async () => {
      const [element] = tag.split(' ') as [string];
      const { page, context } = await visit(
        `<${tag} base-url="/apps/rewards">${button}</${element}>${loader('interaction')}`,
        (opened) => hold(opened, /\/v1\//),
      );
      await page.focus(`${element} button`);
      await page.waitForSelector(`${element}[data-state]`);
      await page.waitForFunction((tagName) => document.activeElement?.localName === tagName, {}, element);
      await context.close();
    });

  test('lets a shopper go on in the element who was in what stood in for it', async () => {
    const { page, context } = await visit(login(button) + loader('interaction'));
    await page.focus('otp-login button');
    await drawn(page, 'otp-login', 'email');
    await page.waitForFunction(() => document.activeElement?.localName === 'otp-login');
    assert.equal(await focused(page), 'input');
    await page.keyboard.type('me@example.com');
    assert.equal(
      await page.$eval('otp-login', ({ shadowRoot }) => shadowRoot!.querySelector('input')!.value),
      'me@example.com',
    );
    await context.close();
  });

  test('does not call back a shopper who went on meanwhile', async () => {
    let words: Awaited<ReturnType<typeof hold>> | undefined;
    const { page, context } = await openPage(stage, elsewhere + login(button) + loader('interaction'), {
      attributes: 'lang="de"',
      prepare: async (opened) => {
        words = await hold(opened, /\/de\.\w+\.js$/);
      },
    });
    await page.focus('otp-login button');
    await page.waitForFunction(() => customElements.get('otp-login'));
    await page.focus('#search');
    await words!.letGo();
    await drawn(page, 'otp-login', 'email');
    await settle(page);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'search');
    await context.close();
  });

  test('leaves the shopper in a field that the page has put into the element', async () => {
    const { page, context } = await visit(
      login('<input slot="email-input" aria-label="Email">') + loader('interaction'),
    );
    await page.type('otp-login input', 'me');
    await drawn(page, 'otp-login', 'email');
    await settle(page);
    await page.keyboard.type('@example.com');
    assert.equal(await page.$eval('otp-login input', ({ value }) => value), 'me@example.com');
    await context.close();
  });

  for (const [where, others] of [
    ['', ''],
    [', also where the element is one of many', login().repeat(9)],
  ] as const)
    test(`does not take such a field out of the page for a moment, which would take the focus from it${where}`, async () => {
      const { page, context } = await visit(
        `${others}${login('<input slot="email-input" aria-label="Email">')}${loader('interaction')}
         <script>
           var wasThere = customElements.whenDefined('otp-login').then(async () => {
             // Within the same task, and after all that was to happen in it.
             for (let turn = 0; turn < 50; turn++) await null;
             return document.querySelector('otp-login input').checkVisibility();
           });
         </script>`,
      );
      await page.focus('otp-login input');
      await drawn(page, 'otp-login', 'email');
      assert.equal(await page.evaluate('wasThere'), true);
      await context.close();
    });
});

test('What an element says itself goes before what the script tag says', async () => {
  const { page, context } = await visit(login('', 'data-when=""') + loader('interaction'));
  await drawn(page, 'otp-login', 'email');
  await context.close();
  const other = await visit(login('', 'data-when="interaction"') + loader(''));
  await settle(other.page);
  assert.deepEqual(other.loaded(), ['loader.js']);
  await other.context.close();
});
