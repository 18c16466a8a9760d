/** The files that a script loads run only as they were built, and are requested again after a failure. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import manifest from '../../package.json' with { type: 'json' };
import { buildCdn, entries, hashOf } from '../../build/cdn.ts';
import { builtFiles, chunkPath, withoutHash } from '../helpers/built.ts';
import { add, drawn, isFirefox, openPage, setStage, settle, speaks, told } from './support.ts';

const stage = setStage('otp-login', 'reward-claim', 'collection-timeline', 'loader');
const login = '<otp-login base-url="/apps/rewards"></otp-login>';
const loader = '<script type="module" src="/loader.js"></script>';

const restore: (() => void)[] = [];
afterEach(() => {
  for (const each of restore.splice(0)) each();
});

/** Has the shop's server send something else than the built chunk; `mend` sends the right one again. */
function alter(name: string, code: (original: string) => string, folder = '/'): { mend: () => void } {
  const { scripts } = stage.merchant;
  const path = chunkPath(Object.keys(scripts), name, folder);
  const original = scripts[path]!;
  scripts[path] = code(original);
  const mend = () => void (scripts[path] = original);
  restore.push(mend);
  return { mend };
}

/** Has the shop's server send something else once, and from then on the built chunk. */
function alterOnce(name: string, code: (original: string) => string, folder: string): void {
  const { scripts } = stage.merchant;
  const path = chunkPath(Object.keys(scripts), name, folder);
  const original = scripts[path]!;
  const mended = { value: original, writable: true, enumerable: true };
  const get = () => {
    Object.defineProperty(scripts, path, mended);
    return code(original);
  };
  Object.defineProperty(scripts, path, { get, enumerable: true, configurable: true });
}

/** The pauses between attempts are short. */
const shortenTimers = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    const { setTimeout: start } = globalThis;
    const startShort = (run: () => void, ms?: number) => start(run, Math.min(ms ?? 0, 20));
    Object.assign(globalThis, { setTimeout: startShort });
  });

const attack = (original: string) => `globalThis.isAltered = true; ${original}`;
const wasAltered = (page: Page) => page.evaluate(() => 'isAltered' in globalThis);
const isDefined = (page: Page) => page.$eval('otp-login', (element) => element.matches(':defined'));
const languageOf = (page: Page) =>
  page.$eval('otp-login', ({ shadowRoot }) => shadowRoot!.querySelector('div')!.lang);

describe('An element that the loader loads', () => {
  test('requests each of its files once, all at the same time', async () => {
    const { page, complaints, loaded, context } = await openPage(stage, login + loader);
    await drawn(page, 'otp-login', 'email');
    const files = loaded();
    assert.equal(new Set(files).size, files.length);
    assert.ok(files.includes('otp-login-element.js') && files.includes('core.js'));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  for (const chunk of ['otp-login-element', 'core'])
    test(`does not run if its chunk ${chunk} was altered on the server, and the console says so once`, async () => {
      alter(chunk, attack);
      const visit = await openPage(stage, login + login + loader);
      await told(visit, 'could not be loaded');
      await settle(visit.page);
      const said = visit.complaints.filter((line) => line.startsWith('<'));
      // WebDriver BiDi does not tell the message of an error in the console, which names the file.
      const file = isFirefox ? '' : `.*/${chunk}\\.\\w+\\.js`;
      assert.match(said[0]!, new RegExp(`^<otp-login> could not be loaded\\. ${file}`));
      assert.equal(said.length, 1);
      assert.equal(await wasAltered(visit.page), false);
      assert.equal(await isDefined(visit.page), false);
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

  test('keeps no other from coming if it is missing', async () => {
    alter('otp-login-element', () => '<!doctype html> Not found');
    const visit = await openPage(
      stage,
      `${login}<reward-claim base-url="/apps/rewards"></reward-claim>${loader}`,
    );
    await told(visit, '<otp-login> could not be loaded');
    await drawn(visit.page, 'reward-claim');
    await visit.context.close();
  });
});

/** Has the shop's server keep a file back, by its name without a hash. In Firefox, too, where `hold()` cannot. */
function holdBack(file: string): { asked: Promise<unknown>; letGo: () => void } {
  const asked = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  stage.merchant.handle = async ({ url }) => {
    if (withoutHash(url!) !== `/${file}`) return false;
    asked.resolve(undefined);
    await held.promise;
    return false;
  };
  restore.push(() => (stage.merchant.handle = undefined));
  return { asked: asked.promise, letGo: () => held.resolve(undefined) };
}

for (const [file, state] of [
  ['otp-login-element.js', 'email'],
  ['login-flow.js', 'code'],
] as const)
  test(`A page that clears its head, as Turbo does, loses no file that is on the way: ${file}`, async () => {
    const { asked, letGo } = holdBack(file);
    const { page, context } = await openPage(stage, login + loader, { isLate: true });
    if (state === 'code')
      await (await page.waitForSelector('otp-login >>> [part=input]'))!.type('ada@example.com');
    await asked;
    await page.evaluate(() => document.querySelectorAll('head link').forEach((link) => link.remove()));
    letGo();
    if (state === 'code') await page.locator('otp-login >>> [part=button]').click();
    await drawn(page, 'otp-login', state);
    await context.close();
  });

test('A field of the page has its name before the code of the login has come', async () => {
  const account = holdBack('account.js');
  const { page, context } = await openPage(
    stage,
    `<otp-login base-url="/apps/rewards"><input slot="email-input"></otp-login>
      <script type="module" src="/otp-login.js"></script>`,
  );
  await account.asked;
  await drawn(page, 'otp-login', 'email');
  assert.equal(await page.$eval('otp-login input', (field) => field.ariaLabel), 'Email address');
  account.letGo();
  await page.waitForSelector('otp-login input[type=email][aria-label="Email address"]');
  await context.close();
});

test('A click is not lost while the element waits for a language', async () => {
  const german = holdBack('de.js');
  const { page, shop, context } = await openPage(
    stage,
    async ({
      grant,
    }) => `<reward-claim base-url="/apps/rewards" token="${(await grant()).token}"></reward-claim>
      <script type="module" src="/reward-claim.js"></script>`,
  );
  await drawn(page, 'reward-claim', 'ready');
  await page.$eval('reward-claim', (element) => (element.lang = 'de'));
  await german.asked;
  await page.$eval('reward-claim', ({ shadowRoot }) =>
    shadowRoot!.querySelector<HTMLElement>('[part~=button]')!.click(),
  );
  await drawn(page, 'reward-claim', 'claimed');
  assert.equal((await shop.requests('claimRewardGrant')).length, 1);
  german.letGo();
  await context.close();
});

test('A click is not lost between the arrival of the next steps and the drawing that shows them', async () => {
  const german = holdBack('de.js');
  const { page, shop, context } = await openPage(
    stage,
    `${login}<script type="module" src="/otp-login.js"></script>`,
  );
  await drawn(page, 'otp-login', 'email');
  await page.$eval('otp-login', (element) => {
    // The elements announce that the steps have arrived. The drawing has to wait for a language from that moment on.
    addEventListener('storefront-elements', () => (element.lang = 'de'), { once: true });
    const field = element.shadowRoot!.querySelector('input')!;
    field.value = 'ada@example.com';
    field.focus();
  });
  await german.asked;
  await page.$eval('otp-login', ({ shadowRoot }) => shadowRoot!.querySelector('button')!.click());
  german.letGo();
  await drawn(page, 'otp-login', 'code');
  assert.equal((await shop.requests('createOtp')).length, 1);
  await context.close();
});

describe('A chunk that could not be loaded is requested again, although the browser remembers the failure', () => {
  const scripts = {
    'the loader': '<script type="module" src="/copy/loader.js"></script>',
    'the element’s own script': '<script type="module" src="/copy/otp-login.js"></script>',
    'the classic script': '<script src="/copy/storefront-elements.classic.js"></script>',
  };
  for (const [name, script] of Object.entries(scripts))
    for (const chunk of ['otp-login-element', 'core'])
      test(`${chunk}, by ${name}`, async () => {
        const { mend } = alter(chunk, attack, '/copy/');
        const visit = await openPage(stage, login + script);
        await told(visit, 'could not be loaded');
        mend();
        await add(visit.page, login);
        await visit.page.waitForFunction(
          () => document.querySelectorAll('otp-login[data-state=email]').length === 2,
        );
        assert.equal(await wasAltered(visit.page), false);
        await visit.context.close();
      });

  /** Presses the login's button, and gives the event that answers. */
  const send = (page: Page): Promise<string> =>
    page.$eval('otp-login', async (element) => {
      const { shadowRoot } = element;
      shadowRoot!.querySelector('input')!.value = 'altered@example.com';
      const answered = new Promise<string>((resolve) => {
        for (const type of ['otp-login-error', 'otp-login-code-sent'])
          element.addEventListener(type, () => resolve(type), { once: true });
      });
      shadowRoot!.querySelector<HTMLButtonElement>('button[part=button]')!.click();
      return answered;
    });
  for (const chunk of ['account', 'service'])
    test(`${chunk}, on a page with the documented Trusted Types`, async () => {
      const { mend } = alter(chunk, attack, '/copy/');
      const policy = /^ +(require-trusted-types-for.*)$/m.exec(
        readFileSync(join(import.meta.dirname, '../../docs/csp.md'), 'utf8'),
      )![1]!;
      const headers = { 'content-security-policy': policy };
      const script = scripts['the element’s own script'];
      const { page, context } = await openPage(stage, login + script, { headers });
      await drawn(page, 'otp-login', 'email');
      assert.equal(await send(page), 'otp-login-error');
      mend();
      if ((await send(page)) === 'otp-login-error') assert.equal(await send(page), 'otp-login-code-sent');
      await drawn(page, 'otp-login', 'code');
      await context.close();
    });

  for (const chunk of ['login-flow', 'account', 'service'])
    for (const [times, name] of [
      [1, 'once more'],
      [10, 'after ten failures'],
    ] as const)
      test(`${chunk}, when the shopper presses the button ${name}`, async () => {
        const { mend } = alter(chunk, attack, '/copy/');
        const { page, context } = await openPage(stage, login + scripts['the element’s own script']);
        await drawn(page, 'otp-login', 'email');
        for (let time = 0; time < times; time++) assert.equal(await send(page), 'otp-login-error');
        assert.equal(await wasAltered(page), false);
        mend();
        // The message took the focus, which started another attempt that may still be in progress.
        if ((await send(page)) === 'otp-login-error') assert.equal(await send(page), 'otp-login-code-sent');
        await drawn(page, 'otp-login', 'code');
        await context.close();
      });

  test('account, when a shopper who could not log in claims with the script of another element', async () => {
    // The login's message takes the focus, and the login immediately retries.
    alterOnce('account', attack, '/copy/');
    const { page, context } = await openPage(
      stage,
      async (shop) =>
        `${login}<reward-claim base-url="/apps/rewards" token="${(await shop.grant({})).token}"></reward-claim>
         <script type="module" src="/copy/otp-login.js"></script>
         <script type="module" src="/copy/reward-claim.js"></script>`,
    );
    const press = (tag: string) =>
      page.$eval(tag, ({ shadowRoot }) =>
        shadowRoot!.querySelector<HTMLButtonElement>('button[part=button]')!.click(),
      );
    await drawn(page, 'otp-login', 'email');
    await drawn(page, 'reward-claim', 'ready');
    // Sets the value without moving the focus, because that would start an attempt, too.
    await page.$eval('otp-login', ({ shadowRoot }) => {
      const input = shadowRoot!.querySelector('input')!;
      input.value = 'altered@example.com';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    await press('otp-login');
    await page.waitForFunction(() =>
      document.querySelector('otp-login')!.shadowRoot!.querySelector('.message.error'),
    );
    await press('reward-claim');
    const answered = await page.waitForSelector('reward-claim:is([data-state=claimed], [data-state=error])');
    // The claim shares the login's first attempt if that is still in progress, and fails with it.
    if (await answered!.evaluate((claim) => claim.matches('[data-state=error]'))) await press('reward-claim');
    await drawn(page, 'reward-claim', 'claimed');
    await context.close();
  });

  test('a claim and its login, when the shopper comes back to the claim after the last attempt', async () => {
    const names = ['otp-login-element', 'reward-claim-element'];
    const altered = names.map((name) => alter(name, attack));
    const visit = await openPage(
      stage,
      async (
        shop,
      ) => `<reward-claim base-url="/apps/rewards" token="${(await shop.grant()).token}" requires-login>
          Your reward</reward-claim>
        <script type="module" src="/loader.js" data-when="interaction"></script>`,
      { prepare: shortenTimers },
    );
    const { page } = visit;
    await page.hover('reward-claim');
    for (const name of names) await told(visit, new RegExp(`${name}\\.\\w+\\.js\\?retry=2`));
    for (const { mend } of altered) mend();
    await page.waitForFunction(() => {
      const claim = document.querySelector('reward-claim')!;
      claim.dispatchEvent(new Event('pointerover'));
      return claim.shadowRoot?.querySelector('otp-login[data-state=email]');
    });
    await visit.context.close();
  });

  test('in a folder without a name only its own file is, because there is no other address for what it imports', async () => {
    alterOnce('otp-login-element', attack, '/');
    const visit = await openPage(stage, login + loader);
    await told(visit, 'could not be loaded');
    await drawn(visit.page, 'otp-login', 'email');
    assert.deepEqual(
      visit.loaded().filter((file) => file.startsWith('otp-login-element')),
      ['otp-login-element.js', 'otp-login-element.js?retry=1'],
    );
    await visit.context.close();
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
      // Its language too.
      await speaks(page, 'de');
      assert.deepEqual(complaints, []);
      await context.close();
    });
});

test('The code for links in texts is checked, also when another file of the timeline had to be requested again', async () => {
  const { mend } = alter('safe-url', attack, '/copy/');
  alter('links', attack, '/copy/');
  const { page, context } = await openPage(stage, async (shop) => {
    const created_at = new Date().toISOString();
    const { slug } = await shop.timeline({
      entries: [{ type: 'note', content: 'See https://shop.example/yarn', created_at }],
    });
    return `<collection-timeline base-url="/apps/rewards" collection-slug="${slug}"></collection-timeline>
      <script type="module" src="/copy/collection-timeline.js"></script>`;
  });
  await drawn(page, 'collection-timeline', 'error');
  mend();
  await page.locator('collection-timeline >>> [part=button]').click();
  await drawn(page, 'collection-timeline', 'ready');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /links\.\w+\.js/.test(name)),
  );
  await settle(page);
  assert.equal(await wasAltered(page), false);
  await context.close();
});

test('The words of a language are not used if their file was altered: the element speaks English', async () => {
  alter('de', attack);
  const { page, context } = await openPage(
    stage,
    `${login}<script type="module" src="/otp-login.js"></script>`,
    {
      attributes: 'lang="de"',
    },
  );
  await drawn(page, 'otp-login', 'email');
  assert.equal(await languageOf(page), 'en');
  assert.equal(await wasAltered(page), false);
  await context.close();
});

test('The words of a language that could not be loaded come once the device is online again', async () => {
  const { mend } = alter('de', attack, '/copy/');
  const { page, context } = await openPage(
    stage,
    `${login}<script type="module" src="/copy/otp-login.js"></script>`,
    { attributes: 'lang="de"' },
  );
  await drawn(page, 'otp-login', 'email');
  assert.equal(await languageOf(page), 'en');
  mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await speaks(page, 'de');
  await context.close();
});

test('A page with the scripts of several elements has one copy of what they share', async () => {
  const { page, complaints, loaded, context } = await openPage(
    stage,
    `${login}<reward-claim base-url="/apps/rewards" token="0123456789abcdef"></reward-claim>
     <script type="module" src="/otp-login.js?v=1"></script><script type="module" src="/reward-claim.js"></script>
     <script type="module" src="/otp-login.js?v=2"></script>`,
  );
  await drawn(page, 'otp-login', 'email');
  await drawn(page, 'reward-claim', 'ready');
  assert.equal(loaded().filter((file) => file === 'core.js').length, 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

describe('The size budgets name every file that a shopper loads', () => {
  /** The names of a budget's files, without their hashes. */
  const filesOf = (name: string) => {
    const budget = manifest['size-limit'].find((each) => each.name === name)!;
    return [budget.path].flat().map((path) => basename(path).replace('.*.js', '.js'));
  };
  const uses = {
    'otp-login': async (page: Page) => {
      await page.locator('otp-login >>> [part=input]').fill('budget@example.com');
      await page.locator('otp-login >>> [part=button]').click();
      await drawn(page, 'otp-login', 'code');
    },
    'reward-claim': async (page: Page) => {
      await page.locator('reward-claim >>> [part=button]').click();
      await drawn(page, 'reward-claim', 'claimed');
    },
    'collection-timeline': (page: Page) => drawn(page, 'collection-timeline', 'ready'),
  };
  for (const [tag, use] of Object.entries(uses))
    test(tag, async () => {
      const { page, loaded, context } = await openPage(
        stage,
        async (shop) =>
          `<${tag} base-url="/apps/rewards" token="${(await shop.grant()).token}" collection-slug="nordlicht-aw26"></${tag}>
           <script type="module" src="/${tag}.js"></script>`,
      );
      await drawn(page, tag);
      if (tag !== 'collection-timeline')
        assert.deepEqual(loaded().sort(), filesOf(`${tag}, untouched`).sort());
      await use(page);
      const others = ['links.js'];
      assert.deepEqual(
        loaded()
          .filter((file) => !others.includes(file))
          .sort(),
        filesOf(`${tag}, used`).sort(),
      );
      await context.close();
    });
});

describe('The build', () => {
  test('gives the same files for the same sources', async () => {
    const [one, other] = [await builtFiles(), await buildCdn()];
    const hashes = (files: typeof one) => [...files].map(([name, { code }]) => `${name} ${hashOf(code)}`);
    assert.deepEqual(hashes(one), hashes(other));
  });

  test('has the hash of every chunk in the files that load it, and in no chunk', async () => {
    const files = await builtFiles();
    const chunks = [...files].filter(([name]) => name !== withoutHash(name));
    assert.ok(chunks.length > 20);
    for (const [name, { code }] of chunks) {
      const hash = hashOf(code, 'sha256').slice('sha256-'.length, -1);
      const holders = [...files].filter(([, file]) => file.code.includes(hash)).map(([holder]) => holder);
      assert.ok(holders.length, name);
      assert.deepEqual(
        holders.filter((holder) => !(holder in entries)),
        [],
      );
    }
  });
});
