/** The playground of `npm start`, as a merchant's developer uses it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Frame, HTTPRequest, Page } from 'puppeteer-core';
import { listen, openShippedBrowser, violations } from '../gallery/support.ts';
import { toFragment } from '../../demo/try/link.ts';
import { builtFiles } from '../helpers/built.ts';
import { type Demo, startBuiltDemo } from './demo.ts';

let demo: Demo;
let browser: Browser;
/** The tab of most tests: a new one starts a process and compiles every script again. */
let shared: Tab;
before(async () => {
  [demo, browser] = await Promise.all([startBuiltDemo(), openShippedBrowser({ networkEnabled: true })]);
  shared = await openTab();
});
after(async () => {
  await browser.close();
  await demo.stop();
});

interface Tab {
  page: Page;
  complaints: string[];
}

interface Visit extends Tab {
  live: Frame;
}

/** A tab of a new visitor. */
async function openTab(): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const permissions = ['clipboard-read', 'clipboard-write'].map((name) => ({
    permission: { name },
    state: 'granted' as const,
  }));
  await context.setPermission(new URL(demo.shop).origin, ...permissions);
  const page = await context.newPage();
  return { page, complaints: listen(page) };
}

/** Opens the playground without anything stored, by default in the shared tab. */
async function open({ path = 'try', width = 1280, tab = shared } = {}): Promise<Visit> {
  const { page, complaints } = tab;
  await look(page, width, 'light');
  // On the playground itself, its page could write to the storage again.
  await page.goto(new URL('favicon.svg', demo.shop).href);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  complaints.length = 0;
  await page.goto(new URL(path, demo.shop).href);
  await page.waitForSelector('html[data-ready]');
  const frame = await page.waitForSelector('#page');
  const live = await frame!.contentFrame();
  await isReady(page);
  return { ...tab, live: live! };
}

/** Sets the width of the page and the preferred colour scheme. */
async function look(page: Page, width: number, scheme: string): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setViewport({ width, height: 900 });
}

const isReady = (page: Page) => page.waitForSelector('#page[data-state=ready]');

/** Chooses in a select, and waits where that loads the page again. */
async function choose(page: Page, name: string, value: string): Promise<void> {
  await page.select(`#options [name=${name}]`, value);
  await isReady(page);
}

/** Replaces the text of a field at once, as pasting does. */
const paste = (page: Page, field: string, text: string) =>
  page.$eval(
    field,
    (element, value) => {
      (element as HTMLTextAreaElement).value = value;
      element.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
  );

/** Until the address has it. */
async function typeAndKeep(page: Page, html: string): Promise<void> {
  await page.waitForFunction(() => location.hash);
  const before = await page.evaluate(() => location.hash);
  await paste(page, '#html', html);
  await page.waitForFunction((hash) => location.hash !== hash, {}, before);
}

const textOf = (page: Page | Frame, selector: string) =>
  page.$eval(selector, (element) => element.textContent.trim().replaceAll(/\s+/g, ' '));

// Waits run in the playground's own document: another document may come into the frame, and take a wait in there with it.

const shows = (at: Page | Frame, selector: string, text: string) =>
  ('page' in at ? at.page() : at).waitForFunction(
    (wanted, words, isLive) => {
      const frame = document.querySelector<HTMLIFrameElement>('#page');
      const root = isLive ? frame?.contentDocument : document;
      return root?.querySelector(wanted)?.textContent.includes(words);
    },
    {},
    selector,
    text,
    'page' in at,
  );

const has = (live: Frame, selector: string) => shows(live, selector, '');

/** Waits until the computed style of a part of the login is this. */
const isStyled = (live: Frame, part: string, property: string, value: string) =>
  live.page().waitForFunction(
    (name, key, wanted) => {
      const login = document
        .querySelector<HTMLIFrameElement>('#page')!
        .contentDocument?.querySelector('otp-login');
      const found = login?.shadowRoot?.querySelector(`[part=${name}]`);
      return found && getComputedStyle(found).getPropertyValue(key) === wanted;
    },
    {},
    part,
    property,
    value,
  );

async function copy(page: Page, button: string, what: string): Promise<string> {
  await page.bringToFront();
  await page.click(button);
  await shows(page, '#status', `${what} copied.`);
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Until the live page is another one. */
async function reload(page: Page, live: Frame): Promise<void> {
  await live.evaluate(() => document.documentElement.toggleAttribute('data-before'));
  await page.click('#reload');
  await has(live, 'html:not([data-before]) otp-login[data-state]');
}

const docs = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

describe('The playground', () => {
  test('draws what is typed; a change of the CSS keeps the shopper’s state', async () => {
    const { page, live, complaints } = await open();
    await paste(page, '#html', '<h1>Members</h1><otp-login heading-level="3"></otp-login>');
    await shows(live, 'h1', 'Members');
    await live.locator('otp-login >>> [part=input]').fill('ada@shop.example');
    await page.locator('#css').fill('otp-login::part(input) { color: rgb(1, 2, 3); }');
    await isStyled(live, 'input', 'color', 'rgb(1, 2, 3)');
    const typed = await live.$eval(
      'otp-login >>> [part=input]',
      (field) => (field as HTMLInputElement).value,
    );
    assert.equal(typed, 'ada@shop.example');
    assert.deepEqual(complaints, []);
  });

  test('runs no script of what is typed', async () => {
    const { page, live } = await open();
    await paste(page, '#html', '<p>There</p><img src="data:," onerror="parent.document.title = \'run\'">');
    await shows(live, 'p', 'There');
    await shows(page, '#problems', 'The playground blocks this (script-src');
    assert.notEqual(await page.title(), 'run');
  });

  test('lists a login’s events with their fields, through the sandbox', async () => {
    const { page, live } = await open();
    await choose(page, 'source', 'sandbox');
    await live.locator('otp-login >>> [part=input]').fill('ada@shop.example');
    await live.locator('otp-login >>> [part=button]').click();
    await shows(page, '#code', 'Code: ');
    const code = (await textOf(page, '#code')).replace('Code: ', '');
    await live.locator('otp-login[data-state=code] >>> [part=input]').fill(code);
    await page.keyboard.press('Enter');
    await has(live, 'otp-login[data-state=verified]');
    const names = await page.$$eval('#log strong', (all) => all.map(({ textContent }) => textContent));
    assert.deepEqual(
      names.filter((name) => name.startsWith('otp-login')),
      ['otp-login-send-before', 'otp-login-code-sent', 'otp-login-verify-before', 'otp-login-success'],
    );
    const log = await textOf(page, '#log');
    assert.match(log, /otp-login-code-sent ?email ?ada@shop.example ?resent ?false/);
    assert.equal(log.includes(code), false, 'no event carries the code');
    await page.click('#clear-log');
    assert.equal(await page.$('#log li'), null);
  });

  test('knows every event of docs/events.md', async () => {
    const { page } = await open();
    const names = await page.evaluate(async (file) => {
      const { BEFORE_EVENT_NAMES, EVENT_NAMES } = (await import(file)) as Record<string, string[]>;
      return [...BEFORE_EVENT_NAMES!, ...EVENT_NAMES!];
    }, '/event-log.ts');
    const tables = docs('events.md').matchAll(
      /^\| `((?:otp-login|reward-claim|collection-timeline)-[a-z-]+)`/gm,
    );
    assert.deepEqual(names.toSorted(), [...tables].map(([, name]) => name!).toSorted());
  });

  test('sample data needs no service: any code logs in, and nothing is sent', async (t) => {
    const { page, live } = await open();
    const sent: string[] = [];
    const note = (request: HTTPRequest) => {
      if (request.method() !== 'GET' || request.url().includes('/v1/')) sent.push(request.url());
    };
    page.on('request', note);
    t.after(() => page.off('request', note));
    await reload(page, live);
    await live.locator('otp-login >>> [part=input]').fill('ada@shop.example');
    await live.locator('otp-login >>> [part=button]').click();
    await live.locator('otp-login[data-state=code] >>> [part=input]').fill('123456');
    await page.keyboard.press('Enter');
    await has(live, 'otp-login[data-state=verified]');
    await has(live, 'collection-timeline[data-state=ready]');
    assert.deepEqual(sent, []);
  });

  test('every switch changes the live page', async () => {
    const { page, live, complaints } = await open();
    assert.equal((await page.$$('[name=lang] option')).length, 33);
    await choose(page, 'lang', 'ar');
    assert.equal(await live.$eval('html', ({ lang, dir }) => `${lang} ${dir}`), 'ar rtl');
    await live.waitForFunction(
      () =>
        document.querySelector('otp-login')?.shadowRoot?.querySelector('.container')?.getAttribute('lang') ===
        'ar',
    );
    await choose(page, 'dir', 'ltr');
    assert.equal(await live.$eval('html', ({ dir }) => dir), 'ltr');
    for (const width of [320, 390, 768]) {
      await choose(page, 'width', String(width));
      assert.equal(await live.evaluate(() => innerWidth), width);
    }
    await choose(page, 'width', '');
    assert.ok((await live.evaluate(() => innerWidth)) > 500);
    const ground = () => live.$eval('body', (body) => getComputedStyle(body).backgroundColor);
    assert.equal(await ground(), 'rgb(255, 255, 255)');
    await choose(page, 'scheme', 'dark');
    assert.equal(await ground(), 'rgb(20, 23, 28)');
    await choose(page, 'shop', 'dawn');
    assert.equal(await ground(), 'rgb(36, 40, 51)');
    const isSlow = page.waitForResponse((answer) => answer.url().includes('/try/slow/core.'));
    await choose(page, 'speed', 'slow');
    assert.equal((await isSlow).status(), 200);
    assert.deepEqual(complaints, []);
  });

  test('a fault of the sandbox shows the element’s error, until it is switched off', async () => {
    const { page, live } = await open();
    await choose(page, 'source', 'sandbox');
    const planted = (key: string) => page.waitForResponse((answer) => answer.url().endsWith(key));
    await choose(page, 'request', 'createOtp');
    let done = planted('/sandbox/faults');
    await page.select('[name=fault]', 'broken');
    await done;
    await live.locator('otp-login >>> [part=input]').fill('ada@shop.example');
    await live.locator('otp-login >>> [part=button]').click();
    await live.waitForSelector('otp-login >>> [part=message].error');
    await shows(page, '#log', 'otp-login-error');
    // Other requests work.
    await has(live, 'collection-timeline[data-state=ready]');
    done = page.waitForResponse((answer) => answer.url().includes('/sandbox/faults?key='));
    await page.select('[name=fault]', '');
    await done;
    await live.locator('otp-login >>> [part=button]').click();
    await has(live, 'otp-login[data-state=code]');
  });

  test('a new grant of the sandbox can be claimed', async () => {
    const { page, live } = await open();
    await choose(page, 'source', 'sandbox');
    await page.click('#grant');
    await has(live, 'reward-claim[token^=grant-test]');
    await live.locator('reward-claim[data-state=ready] >>> [part=button]').click();
    await has(live, 'reward-claim[data-state=claimed]');
  });

  test('a new grant replaces the claim’s token in any quotes, and adds a claim only where there is none', async () => {
    const { page } = await open();
    await choose(page, 'source', 'sandbox');
    for (const [typed, expected] of [
      ['<reward-claim token="grant-old" lang="de">', '<reward-claim token="NEW" lang="de">'],
      ["<reward-claim token='grant-old' lang='de'>", `<reward-claim token="NEW" lang='de'>`],
      ['<reward-claim token=grant-old>', '<reward-claim token="NEW">'],
      ['<Reward-Claim\n  TOKEN = "grant-old"\n>', '<Reward-Claim\n  TOKEN="NEW"\n>'],
      ['<reward-claim token>', '<reward-claim token="NEW">'],
      ['<reward-claim>', '<reward-claim token="NEW">'],
      ['<reward-claim title="token=1 > 0">', '<reward-claim token="NEW" title="token=1 > 0">'],
      ['<reward-claim token-param="reward">', '<reward-claim token="NEW" token-param="reward">'],
      ['<otp-login></otp-login>', '<otp-login></otp-login>\n\n<reward-claim token="NEW"></reward-claim>\n'],
    ] as const) {
      await paste(page, '#html', typed);
      await page.click('#grant');
      const claimed = await page.waitForFunction(
        () =>
          /grant-test-[\w-]+/.test(document.querySelector<HTMLTextAreaElement>('#html')!.value) &&
          document.querySelector<HTMLTextAreaElement>('#html')!.value,
      );
      assert.equal(String(await claimed.jsonValue()).replace(/grant-test-[\w-]+/, 'NEW'), expected);
    }
  });

  test('a code of the sandbox can be reserved', async () => {
    const response = await fetch(`${demo.sandbox}/sandbox/codes`, { method: 'POST' });
    const { rewardId, codeId } = (await response.json()) as { rewardId: string; codeId: string };
    const { page, live } = await open();
    await choose(page, 'source', 'sandbox');
    await paste(page, '#html', `<reward-claim reward-id="${rewardId}" code-id="${codeId}"></reward-claim>`);
    await live.locator('reward-claim >>> [part=input]').fill('grace@shop.example');
    await live.locator('reward-claim >>> otp-login >>> [part=button]').click();
    await shows(page, '#code', 'Code: ');
    const code = (await textOf(page, '#code')).replace('Code: ', '');
    await live.locator('reward-claim >>> otp-login[data-state=code] >>> [part=input]').fill(code);
    await page.keyboard.press('Enter');
    await has(live, 'reward-claim[data-state=reserved]');
  });

  test('after a link has led to another site, a switch and a theme field open the live page again, and are saved', async () => {
    const { page, complaints } = await open();
    await typeAndKeep(page, '<a href="https://elsewhere.example/">Leave</a>');
    for (const change of [
      () => page.select('#options [name=dir]', 'rtl'),
      () => paste(page, '#theme-accent', '#123456'),
    ]) {
      const before = await page.evaluate(() => location.hash);
      const live = (await (await page.$('#page'))!.contentFrame())!;
      await shows(live, 'a', 'Leave');
      await live.click('a');
      await page.waitForFunction(() => !document.querySelector<HTMLIFrameElement>('#page')!.contentDocument);
      await change();
      await shows(live, 'html[dir=rtl] a', 'Leave');
      await page.waitForFunction((hash) => location.hash !== hash, {}, before);
    }
    assert.deepEqual(
      complaints.filter((complaint) => complaint.includes('SecurityError')),
      [],
    );
  });

  for (const source of ['', 'sandbox'])
    test(`lists mistakes at once, before anybody touches the elements, with ${source || 'sample data'}`, async () => {
      const { page } = await open();
      if (source) await choose(page, 'source', source);
      await paste(
        page,
        '#html',
        '<otp-login heading-level="9" headinglevel="2"></otp-login><reward-clam></reward-clam>',
      );
      await shows(page, '#problems', '<otp-login> heading-level must be a whole number from 1 to 6.');
      await shows(page, '#problems', '<otp-login> has no attribute headinglevel.');
      await shows(page, '#problems', '<reward-clam> is not an element of this library.');
      assert.equal(await textOf(page, '#problem-count'), '3');
      await paste(page, '#html', '<otp-login heading-level="3"></otp-login>');
      await shows(page, '#problem-count', '0');
    });

  test('a link restores what was typed, the switches and the theme; a reload does too', async () => {
    const { page } = await open();
    await paste(page, '#html', '<otp-login lang="de"></otp-login> Grüße 👋');
    await paste(page, '#css', 'otp-login { padding: 7px; }');
    await paste(page, '#theme-accent', '#123456');
    await choose(page, 'width', '390');
    const link = await copy(page, '#copy-link', 'Link');
    const other = await open({ path: link, tab: await openTab() });
    const values = await other.page.$$eval('#html, #css, #theme-accent, [name=width]', (fields) =>
      fields.map((field) => (field as HTMLInputElement).value),
    );
    assert.deepEqual(values, [
      '390',
      '<otp-login lang="de"></otp-login> Grüße 👋',
      'otp-login { padding: 7px; }',
      '#123456',
    ]);
    const padding = await other.live.$eval('otp-login', (login) => getComputedStyle(login).padding);
    assert.equal(padding, '7px');
    await page.waitForFunction((address) => location.href === address, {}, link);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    assert.equal(
      await page.$eval('#css', (field) => (field as HTMLInputElement).value),
      'otp-login { padding: 7px; }',
    );
    await other.page.browserContext().close();
  });

  test('a link keeps the chosen colours of a shop that has only one scheme', async () => {
    const { page } = await open();
    await choose(page, 'scheme', 'dark');
    await choose(page, 'shop', 'boutique');
    const other = await open({ path: await copy(page, '#copy-link', 'Link') });
    const chosen = await other.page.$$eval('[name=shop], [name=scheme]', (all) =>
      all.map((each) => (each as HTMLSelectElement).value),
    );
    assert.deepEqual(chosen, ['dark', 'boutique']);
  });

  test('a damaged link says so, and nothing that was typed is lost', async () => {
    const { page } = await open();
    await typeAndKeep(page, '<p>Mine</p>');
    const mine = page.url();
    for (const damage of ['', 'x', '!!', 'AAAA', mine.slice(mine.indexOf('=') + 1, -9)]) {
      await page.evaluate((hash) => void (location.hash = `try=${hash}`), damage);
      await page.waitForSelector('#link-problem:not([hidden])');
      assert.equal(await page.$eval('#html', (field) => (field as HTMLInputElement).value), '<p>Mine</p>');
      assert.ok(page.url().endsWith(`#try=${damage}`), 'the link can be copied again');
      await page.goBack();
      await page.waitForSelector('#link-problem[hidden]');
    }
    const fresh = await open({ path: 'try#try=AAAA', tab: await openTab() });
    await fresh.page.waitForSelector('#link-problem:not([hidden])');
    await has(fresh.live, 'otp-login[data-state=email]');
    await paste(fresh.page, '#html', '<p>Other</p>');
    await fresh.page.waitForSelector('#link-problem[hidden]');
    await fresh.page.browserContext().close();
  });

  test('a link with settings that this page does not have restores all others', async () => {
    const options = { grant: 'x', code: 'x', length: 'x', dir: 'rtl' };
    const link = await toFragment({ html: '<p>From a link</p>', css: '', options, theme: {} });
    const { page, live } = await open({ path: `try${link}` });
    await shows(live, 'p', 'From a link');
    await has(live, 'html[dir=rtl]');
    assert.ok(await page.$('#link-problem[hidden]'));
  });

  test('draws what was typed, as it was chosen, when the browser reloads the live page by itself', async () => {
    const { page, live } = await open();
    await page.locator('#html').fill('<p>Mine</p>');
    await shows(live, 'p', 'Mine');
    await page.select('#options [name=dir]', 'rtl');
    await has(live, 'html[dir=rtl]');
    await live.evaluate(() => {
      document.documentElement.toggleAttribute('data-before');
      location.reload();
    });
    await has(live, 'html[dir=rtl]:not([data-before]) p');
    await shows(live, 'p', 'Mine');
  });

  test('Reset brings back the beginning, and the Back button what was typed', async () => {
    const { page, live } = await open();
    await paste(page, '#html', '<p>Mine</p>');
    await shows(live, 'p', 'Mine');
    await page.click('#reset');
    await shows(page, '#status', 'Everything is reset.');
    await has(live, 'reward-claim');
    await page.goBack();
    await shows(live, 'p', 'Mine');
  });

  test('Reset also takes away the alert about a damaged link', async () => {
    const { page } = await open({ path: 'try#try=AAAA' });
    await page.waitForSelector('#link-problem:not([hidden])');
    await page.click('#reset');
    await page.waitForSelector('#link-problem[hidden]');
  });

  test('the copied snippet is all that a page needs', async () => {
    const { page } = await open();
    await paste(page, '#theme-accent', 'rgb(20, 96, 79)');
    const snippet = await copy(page, '#copy-snippet', 'Snippet');
    const files = await builtFiles();
    const shop = await page.browserContext().newPage();
    await shop.setRequestInterception(true);
    shop.on('request', (request) => {
      const { hostname, pathname } = new URL(request.url());
      const name = pathname.split('/').at(-1)!;
      if (hostname === 'cdn.example')
        void request.respond({
          headers: { 'access-control-allow-origin': '*' },
          contentType: 'text/javascript',
          body: files.get(name)!.code,
        });
      else if (pathname === '/pasted.html')
        void request.respond({ contentType: 'text/html', body: `<!doctype html><html lang="en">${snippet}` });
      else void request.continue();
    });
    await shop.goto(`${demo.shop}pasted.html`);
    await shop.waitForSelector('collection-timeline[data-state=ready]');
    await shop.waitForSelector('reward-claim[data-state=ready]');
    await shop.locator('otp-login >>> [part=input]').fill('ada@shop.example');
    await shop.locator('otp-login >>> [part=button]').click();
    await shop.waitForSelector('otp-login[data-state=code]');
    const accent = await shop.$eval('otp-login', (login) =>
      getComputedStyle(login).getPropertyValue('--storefront-accent'),
    );
    assert.equal(accent, 'rgb(20, 96, 79)');
    await shop.close();
  });

  test('the keyboard leaves the editors', async () => {
    const { page } = await open();
    await page.focus('#html');
    for (const next of ['css', 'preset']) {
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.id), next);
    }
  });

  test('axe finds nothing, and nothing is cut off, narrow and light, wide and dark', async () => {
    const { page, live, complaints } = await open({ width: 390 });
    await choose(page, 'source', 'sandbox');
    await has(live, 'collection-timeline[data-state=ready]');
    await shows(page, '#log', 'collection-timeline-load');
    await paste(page, '#theme-accent', 'no colour');
    await paste(page, '#theme-danger', '#fee');
    await shows(page, '#contrast-sum', 'too low');
    await paste(page, '#html', '<otp-login wrong></otp-login>');
    await shows(page, '#problems', 'has no attribute wrong');
    await page.click('#copy-css');
    await shows(page, '#status', 'CSS copied.');
    const isCutOff = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.deepEqual(await violations(page), []);
    assert.equal(await isCutOff(), false);
    await look(page, 1280, 'dark');
    assert.deepEqual(await violations(page), []);
    assert.equal(await isCutOff(), false);
    assert.deepEqual(complaints, []);
  });
});

describe('The theme builder', () => {
  const styleOf = (live: Frame, selector: string, property: string) =>
    live.$eval(selector, (element, name) => getComputedStyle(element).getPropertyValue(name), property);

  test('has a field for every custom property of docs/themes.md', async () => {
    const { page } = await open();
    const fields = await page.$$eval('#properties input:not([type=color])', (all) => all.map(({ id }) => id));
    const table = [...docs('themes.md').matchAll(/^\| `--storefront-([a-z-]+)`/gm)];
    assert.deepEqual(fields.toSorted(), table.map(([, name]) => `theme-${name}`).toSorted());
  });

  test('dresses the live page, and copies the same CSS', async () => {
    const { page, live } = await open();
    await paste(page, '#theme-accent', 'rgb(20, 96, 79)');
    await paste(page, '#theme-radius', '3px');
    await paste(page, '#theme-gap', 'wide');
    const button = 'otp-login >>> [part=button]';
    await isStyled(live, 'button', 'border-top-left-radius', '3px');
    assert.match(await styleOf(live, button, 'background-color'), /0\.078\d* 0\.376\d* 0\.309/);
    assert.equal(await page.$eval('#theme-gap', (field) => field.getAttribute('aria-invalid')), 'true');
    assert.equal(
      await copy(page, '#copy-css', 'CSS'),
      'otp-login,\nreward-claim,\ncollection-timeline {\n  --storefront-accent: rgb(20, 96, 79);\n  --storefront-radius: 3px;\n}\n',
    );
  });

  const isInvalid = (page: Page, field: string) =>
    page.$eval(field, (input) => input.getAttribute('aria-invalid') === 'true');

  test('leaves out a value with an open bracket or comment, which would swallow the style sheet after it', async () => {
    const { page } = await open();
    await paste(page, '#theme-danger', 'rgb(200 0 0)');
    for (const value of ['rgb(20 96 79', 'red /*', 'var(--accent, rgb(0 0 0)']) {
      await paste(page, '#theme-accent', value);
      assert.equal(await isInvalid(page, '#theme-accent'), true, value);
    }
    assert.equal(
      await copy(page, '#copy-css', 'CSS'),
      'otp-login,\nreward-claim,\ncollection-timeline {\n  --storefront-danger: rgb(200 0 0);\n}\n',
    );
  });

  test('takes only lengths with a unit where the elements calculate with them', async () => {
    const { page } = await open();
    for (const name of ['gap', 'sticky-top', 'sticky-bottom']) {
      for (const [value, expected] of [
        ['0', true],
        ['auto', true],
        ['normal', true],
        ['max-content', true],
        ['0px', false],
        ['calc(1em + 2px)', false],
        ['var(--bar)', false],
      ] as const) {
        await paste(page, `#theme-${name}`, value);
        assert.equal(await isInvalid(page, `#theme-${name}`), expected, `${name}: ${value}`);
      }
    }
    await paste(page, '#theme-radius', '0');
    assert.equal(await isInvalid(page, '#theme-radius'), false);
  });

  test('warns of a contrast that is too low, light and dark', async () => {
    const { page } = await open();
    const lines = () => page.$$eval('#contrasts .low', (all) => all.map(({ textContent }) => textContent));
    assert.equal(await textOf(page, '#contrast-sum'), 'All contrasts are high enough.');
    // 4.48 and 4.54 on white, the well-known pair around the limit.
    await paste(page, '#theme-accent', '#fff');
    await paste(page, '#theme-on-accent', '#777');
    await shows(page, '#contrast-sum', '3 contrasts are too low.');
    assert.deepEqual(await lines(), [
      'light 4.4:1, needs 4.5:1',
      'dark 4.4:1, needs 4.5:1',
      'light 1.0:1, needs 3:1',
    ]);
    await paste(page, '#theme-on-accent', '#767676');
    await shows(page, '#contrast-sum', '1 contrast is too low.');
    await paste(page, '#theme-accent', 'light-dark(#000, #fff)');
    await paste(page, '#theme-on-accent', 'light-dark(#fff, #000)');
    await shows(page, '#contrast-sum', 'All contrasts are high enough.');
    await paste(page, '#theme-danger', '#888');
    await paste(page, '#ground-light', '#999999');
    await shows(page, '#contrasts', 'Mark of an error on the page light 1.2:1, needs 3:1');
    await paste(page, '#theme-focus', '#111');
    await shows(page, '#contrasts', 'dark 1.0:1, needs 3:1');
  });

  test('each preset dresses the elements with enough contrast, and can be left again', async () => {
    const { page, live, complaints } = await open();
    const names = await page.$$eval('#preset option', (all) => all.map(({ value }) => value).filter(Boolean));
    assert.equal(names.length, 4);
    for (const name of names) {
      await page.select('#preset', name);
      await isReady(page);
      assert.equal(await textOf(page, '#contrast-sum'), 'All contrasts are high enough.', name);
      const accent = await page.$eval('#theme-accent', (field) => (field as HTMLInputElement).value);
      assert.equal(await styleOf(live, 'otp-login', '--storefront-accent'), accent);
    }
    await page.select('#preset', '');
    await isReady(page);
    assert.equal(await styleOf(live, 'otp-login', '--storefront-accent'), '');
    assert.deepEqual(complaints, []);
  });

  test('the elements fit into each known shop, light and dark', async () => {
    const { page, live, complaints } = await open();
    // Each step changes one of the two, because each change loads the live page again.
    let schemes = ['light', 'dark'];
    for (const shop of ['dawn', 'horizon', 'wordpress', 'bootstrap']) {
      await choose(page, 'shop', shop);
      for (const scheme of schemes) {
        await choose(page, 'scheme', scheme);
        await has(live, 'otp-login[data-state=email]');
        const isDark = await live.$eval('body', (body) => {
          const [red = 0] = /[\d.]+/.exec(getComputedStyle(body).backgroundColor)!.map(Number);
          return red < 60;
        });
        assert.equal(isDark, scheme === 'dark', `${shop}, ${scheme}`);
      }
      schemes = schemes.toReversed();
    }
    assert.deepEqual(complaints, []);
  });
});
