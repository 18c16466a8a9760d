/** The script beside other copies of itself, and what it leaves on the page. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { version } from '../../src/elements/shared/define.ts';
import { allEntries, drawn, OLD_VERSION, openPage, setStage, speaks, told } from './support.ts';

const stage = setStage(...allEntries);
const data = 'data-base-url="/apps/rewards"';
const tag = (file: string, attributes = '') =>
  `<script ${file.includes('classic') ? '' : 'type="module"'} src="/${file}" ${data} ${attributes}></script>`;
const elements = (token: string) =>
  `<otp-login></otp-login><reward-claim token="${token}"></reward-claim>
   <collection-timeline collection-slug="nordlicht-aw26"></collection-timeline>`;

/** All three work: a code is sent, the reward is claimed, the story is there. */
async function useAll(page: Page): Promise<void> {
  await page.locator('otp-login >>> [part=input]').fill('twice@example.com');
  await page.locator('otp-login >>> [part=button]').click();
  await drawn(page, 'otp-login', 'code');
  await page.locator('reward-claim >>> [part=button]').click();
  await drawn(page, 'reward-claim', 'claimed');
  await drawn(page, 'collection-timeline', 'ready');
}

describe('Copies of the script on one page work, and the console is told once', () => {
  const same = `(version ${version}); this copy (version ${version}) is not used. Load it once.`;
  /** Both load at the same time, and the first one to arrive serves. */
  const twoVersions = 'is not used. Load it once.';
  const pages: Record<string, { scripts: string; words: string }> = {
    'the same module twice': {
      scripts: tag('storefront-elements.js') + tag('copy/storefront-elements.js'),
      words: same,
    },
    'an older and a newer module': {
      scripts: tag('old/storefront-elements.js') + tag('storefront-elements.js'),
      words: twoVersions,
    },
    'a newer and an older module': {
      scripts: tag('storefront-elements.js') + tag('old/storefront-elements.js'),
      words: twoVersions,
    },
    'module and classic script, in two folders': {
      scripts: tag('storefront-elements.js') + tag('copy/storefront-elements.classic.js'),
      words: same,
    },
    'the classic script twice, in two versions': {
      scripts: tag('storefront-elements.classic.js') + tag('old/storefront-elements.classic.js'),
      words: twoVersions,
    },
    'the file of all elements and that of one, in two folders': {
      scripts: tag('storefront-elements.js') + tag('copy/otp-login.js'),
      words: same,
    },
  };
  for (const [name, { scripts, words }] of Object.entries(pages))
    test(name, async () => {
      const visit = await openPage(stage, async (shop) => elements((await shop.grant()).token) + scripts);
      await useAll(visit.page);
      const said = await told(visit, words);
      assert.equal(said.length, 1);
      assert.match(said[0]!, /^<(otp-login|reward-claim|collection-timeline)> is already registered /);
      if (words === twoVersions) assert.ok(said[0]!.includes(version) && said[0]!.includes(OLD_VERSION));
      assert.deepEqual(visit.complaints, said);
      await visit.context.close();
    });

  for (const second of ['storefront-elements.classic.js', 'otp-login.js', 'storefront-elements.js?v=2'])
    test(`the file of all elements and ${second} of the same folder share their files: there is no second copy`, async () => {
      const visit = await openPage(
        stage,
        async (shop) => elements((await shop.grant()).token) + tag('storefront-elements.js') + tag(second),
      );
      await useAll(visit.page);
      assert.equal(visit.loaded().filter((file) => file === 'core.js').length, 1);
      assert.deepEqual(visit.complaints, []);
      await visit.context.close();
    });

  test('loader and module, whichever is first: nothing is said where the loader finds nothing to do', async () => {
    for (const scripts of [
      tag('storefront-elements.js') + tag('loader.js'),
      tag('loader.js', 'data-when="interaction"') + tag('storefront-elements.js'),
    ]) {
      const visit = await openPage(stage, async (shop) => elements((await shop.grant()).token) + scripts);
      await useAll(visit.page);
      assert.deepEqual(visit.complaints, []);
      assert.equal(visit.loaded().includes('otp-login.js'), false);
      await visit.context.close();
    }
  });

  test('loader before a module of all elements: once, though all three are there twice', async () => {
    const visit = await openPage(
      stage,
      async (shop) =>
        elements((await shop.grant()).token) + tag('loader.js') + tag('copy/storefront-elements.js'),
    );
    await useAll(visit.page);
    const said = await told(visit, same);
    assert.deepEqual(visit.complaints, said);
    assert.equal(said.length, 1);
    await visit.context.close();
  });
});

describe('On the page’s own ground', () => {
  /** Remembers, before any script runs, every global and every member of what is global. */
  const remember = `<script>
    const membersOf = (each) => new Map(Reflect.ownKeys(each).map((key) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(each, key);
      return [key, [value, get, set]];
    }));
    const builtIns = Reflect.ownKeys(globalThis).flatMap((name) => {
      const { value } = Object.getOwnPropertyDescriptor(globalThis, name);
      const parts = typeof value === 'function' ? { '': value, '.prototype': value.prototype } : {};
      return Object.entries(parts).filter(([, part]) => part).map(([end, part]) => [name + end, part, membersOf(part)]);
    });
    const keys = () => [...Reflect.ownKeys(globalThis), ...Reflect.ownKeys(document).map((key) => 'document.' + String(key))];
    const names = new Set([...keys(), 'added', 'patched']);
    var added = () => keys().filter((name) => !names.has(name)).map(String).sort();
    var patched = () => builtIns.flatMap(([name, part, before]) => {
      const now = membersOf(part);
      return [...new Set([...now.keys(), ...before.keys()])]
        .filter((key) => !before.get(key)?.every((each, at) => Object.is(each, now.get(key)?.[at])))
        .map((key) => name + '.' + String(key));
    });
  </script>`;
  const lit = ['litElementVersions', 'litHtmlVersions', 'litPropertyMetadata', 'reactiveElementVersions'];
  const scripts: Record<string, { script: string; globals: string[] }> = {
    'the module': { script: tag('storefront-elements.js'), globals: lit },
    'the loader': { script: tag('loader.js'), globals: lit },
    'the classic script': {
      script: tag('storefront-elements.classic.js'),
      globals: [...lit, 'storefrontElements'],
    },
  };
  for (const [name, { script, globals }] of Object.entries(scripts))
    test(`${name} adds ${globals.slice(lit.length).join() || 'no global'} but Lit’s marks, and patches nothing`, async () => {
      const { page, context } = await openPage(
        stage,
        async (shop) => elements((await shop.grant()).token) + script,
        { head: remember },
      );
      await drawn(page, 'otp-login', 'email');
      await drawn(page, 'reward-claim', 'ready');
      await drawn(page, 'collection-timeline', 'ready');
      assert.deepEqual(await page.evaluate('added()'), globals);
      // Lit brings along the symbol of a standard where the browser does not have it yet.
      const patched = (await page.evaluate('patched()')) as string[];
      assert.deepEqual(
        patched.filter((name) => name !== 'Symbol.metadata'),
        [],
      );
      await context.close();
    });

  test('the classic script’s global tells the version, sets defaults, and stays that of the first copy', async () => {
    const { page, context } = await openPage(
      stage,
      `<otp-login></otp-login><p id="storefrontElements">The page’s own</p>
       <script src="/storefront-elements.classic.js"></script>
       <script src="/old/storefront-elements.classic.js"></script>
       <script>storefrontElements.configure({ baseUrl: '/apps/rewards', language: 'de' })</script>`,
    );
    await drawn(page, 'otp-login', 'email');
    assert.equal(await page.evaluate(() => storefrontElements.version), version);
    assert.deepEqual(await page.evaluate(() => Object.keys(storefrontElements)), ['version', 'configure']);
    await context.close();
  });

  test('the classic script loads what it needs later from its own folder, whatever the page’s is', async () => {
    const { page, complaints, loaded, context } = await openPage(
      stage,
      `<otp-login></otp-login><base href="/elsewhere/"><script async
        src="${stage.cdn.origin}/storefront-elements.classic.js" ${data}></script>`,
      { attributes: 'lang="de"' },
    );
    await page.locator('otp-login >>> [part=input]').fill('classic@example.com');
    await page.locator('otp-login >>> [part=button]').click();
    await drawn(page, 'otp-login', 'code');
    await speaks(page, 'de');
    assert.ok(loaded().includes('de.js'));
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
