/** What stands beside a script is loaded, and run only as it was built. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { parts } from '../../build/cdn.ts';
import { builtFiles } from '../helpers/built.ts';
import { add, drawn, openPage, setStage, settle, told } from './support.ts';

const stage = setStage('otp-login', 'reward-claim', 'loader');
const login = '<otp-login base-url="/apps/rewards"></otp-login>';
const loader = '<script type="module" src="/loader.js"></script>';

const restore: (() => void)[] = [];
afterEach(() => {
  for (const each of restore.splice(0)) each();
});

/** Has the shop's server give another file than the one that was built; `mend` gives the right one again. */
function alter(path: string, code: (original: string) => string): { mend: () => void } {
  const { scripts } = stage.merchant;
  const original = scripts[path]!;
  assert.ok(original, path);
  scripts[path] = code(original);
  const mend = () => void (scripts[path] = original);
  restore.push(mend);
  return { mend };
}

const attack = (original: string) => `globalThis.isAltered = true; ${original}`;
const wasAltered = (page: Page) => page.evaluate(() => 'isAltered' in globalThis);
const isDefined = (page: Page) => page.$eval('otp-login', (element) => element.matches(':defined'));

describe('An element that the loader loads', () => {
  test('comes with one request, though it is checked first', async () => {
    const { page, complaints, loaded, context } = await openPage(stage, login + loader);
    await drawn(page, 'otp-login', 'email');
    assert.equal(loaded().filter((file) => file.startsWith('otp-login.js')).length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('is not run when its file was altered on the server, and the console says so once', async () => {
    alter('/otp-login.js', attack);
    const visit = await openPage(stage, login + login + loader);
    await told(visit, 'could not be loaded');
    await settle(visit.page);
    const said = visit.complaints.filter((line) => line.startsWith('<'));
    assert.match(said[0]!, /^<otp-login> could not be loaded\. .*http:.*\/otp-login\.js/);
    assert.equal(said.length, 1);
    assert.equal(await wasAltered(visit.page), false);
    assert.equal(await isDefined(visit.page), false);
    await visit.context.close();
  });

  test('is tried again when its tag appears again, although the browser remembers the failure', async () => {
    const { mend } = alter('/otp-login.js', attack);
    const visit = await openPage(stage, login + loader);
    const { page, loaded, context } = visit;
    await told(visit, 'could not be loaded');
    mend();
    await add(page, login);
    await drawn(page, 'otp-login', 'email');
    assert.deepEqual(
      loaded().filter((file) => file.startsWith('otp-login.js')),
      ['otp-login.js', 'otp-login.js?again'],
    );
    assert.equal(await page.$$eval('otp-login[data-state=email]', ({ length }) => length), 2);
    await context.close();
  });

  test('that is missing keeps no other from coming', async () => {
    alter('/otp-login.js', () => '<!doctype html> Not found');
    const visit = await openPage(
      stage,
      `${login}<reward-claim base-url="/apps/rewards"></reward-claim>${loader}`,
    );
    await told(visit, '<otp-login> could not be loaded');
    await drawn(visit.page, 'reward-claim');
    await visit.context.close();
  });

  test('comes from a CDN on another origin', async () => {
    const { page, complaints, context } = await openPage(
      stage,
      `${login}<script type="module" src="${stage.cdn.origin}/loader.js"></script>`,
    );
    await drawn(page, 'otp-login', 'email');
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe('On a page that allows scripts by a nonce', () => {
  for (const more of ['', " 'strict-dynamic'"])
    test(`the loader and what it loads need no other permission${more}`, async () => {
      const { page, complaints, context } = await openPage(
        stage,
        `${login}<script type="module" src="/loader.js" nonce="n0nce"></script>`,
        {
          attributes: 'lang="de"',
          headers: { 'content-security-policy': `script-src 'nonce-n0nce'${more}` },
        },
      );
      await drawn(page, 'otp-login', 'email');
      const words = await page.$eval('otp-login', ({ shadowRoot }) => shadowRoot!.querySelector('div')!.lang);
      assert.equal(words, 'de', 'its language too');
      assert.deepEqual(complaints, []);
      await context.close();
    });
});

describe('What an element loads when it is needed', () => {
  const script = '<script type="module" src="/otp-login.js"></script>';

  test('is not run when it was altered: the words of a language', async () => {
    alter('/de.js', attack);
    const { page, context } = await openPage(stage, login + script, { attributes: 'lang="de"' });
    await drawn(page, 'otp-login', 'email');
    assert.equal(
      await page.$eval('otp-login', ({ shadowRoot }) => shadowRoot!.querySelector('div')!.lang),
      'en',
      'it speaks English instead',
    );
    assert.equal(await wasAltered(page), false);
    await context.close();
  });

  test('is not run when it was altered: what sends the code', async () => {
    const { mend } = alter('/account.js', attack);
    const { page, context } = await openPage(stage, login + script);
    await page.locator('otp-login >>> [part=input]').fill('altered@example.com');
    await page.locator('otp-login >>> [part=button]').click();
    await page.waitForFunction(() =>
      document.querySelector('otp-login')!.shadowRoot!.querySelector('#message')!.textContent.trim(),
    );
    assert.equal(await wasAltered(page), false);
    mend();
    await page.locator('otp-login >>> [part=button]').click();
    await drawn(page, 'otp-login', 'code');
    await context.close();
  });
});

test('The same sources give the same files: the hashes of what a file loads are in one order, however it was built', async () => {
  const files = await builtFiles();
  const hashes = Object.keys(parts).map((file) =>
    createHash('sha256').update(files.get(file)!.code).digest('base64').replace('=', ''),
  );
  const lists = [...files.values()].flatMap(({ code }) => /(?<=['"`])[\w+/]{86,}(?=['"`])/.exec(code) ?? []);
  assert.ok(lists.length > 3);
  for (const list of lists) {
    const places = (list.match(/.{43}/g) ?? []).map((hash) => hashes.indexOf(hash));
    assert.ok(!places.includes(-1));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
  }
});
