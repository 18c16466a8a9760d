/** A page is public: the warning about a key in it, and a check that tests ignore no other message. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KEY_IN_PAGE } from '../../src/elements/shared/api-key.ts';
import { add, drawn, openPage, setStage, settle } from './support.ts';
import { isKeyWarning } from '../helpers/key-warning.ts';

const stage = setStage('storefront-elements', 'otp-login', 'reward-claim', 'collection-timeline');

const script = (file: string, attributes = '') =>
  `<script type="module" src="/${file}" ${attributes}></script>`;
const story = 'collection-slug="nordlicht-aw26"';

/** The console messages of a page, once its elements are ready and later files have loaded. */
async function saidOn(body: (url: string, key: string) => string, tags: string[]): Promise<string[]> {
  const said: string[] = [];
  const { page, context } = await openPage(stage, (shop) => body(stage.sandbox.url, shop.key), {
    prepare: (opened) => opened.on('console', (message) => said.push(message.text())),
  });
  if (tags.includes('collection-timeline')) await drawn(page, 'collection-timeline', 'ready');
  if (tags.includes('otp-login')) {
    await drawn(page, 'otp-login', 'email');
    // Like a shopper who is about to use the login. Without an address, the login's later files report the problem.
    await page.locator('otp-login >>> [part=button]').click();
    await page.waitForSelector('otp-login >>> [aria-invalid=true]');
  }
  // An element that is added later does not repeat the warning.
  await add(
    page,
    `<collection-timeline base-url="/apps/rewards" ${story} class="late"></collection-timeline>`,
  );
  await page.waitForSelector('.late[data-state=ready]');
  await settle(page);
  await context.close();
  return said;
}

const all = ['otp-login', 'reward-claim', 'collection-timeline'];
const elements = (attributes: string) =>
  `<otp-login ${attributes}></otp-login>
   <reward-claim token="grant-that-nobody-has-ever-seen" ${attributes}></reward-claim>
   <collection-timeline ${story} ${attributes}></collection-timeline>`;

describe('A key in a page', () => {
  const withKey = (url: string, key: string) => `base-url="${url}" api-key="${key}"`;
  const pages: Record<string, [body: (url: string, key: string) => string, tags: string[]]> = {
    'as an attribute of three elements, from three scripts': [
      (url, key) => elements(withKey(url, key)) + all.map((tag) => script(`${tag}.js`)).join(''),
      ['collection-timeline', 'otp-login'],
    ],
    'as an attribute of a login alone': [
      (url, key) => `<otp-login ${withKey(url, key)}></otp-login>${script('storefront-elements.js')}`,
      ['otp-login'],
    ],
    'as an attribute of a timeline alone': [
      (url, key) =>
        `<collection-timeline ${story} ${withKey(url, key)}></collection-timeline>${script('storefront-elements.js')}`,
      ['collection-timeline'],
    ],
    'by configure()': [
      (url, key) =>
        `${elements('')}<script type="module">
          import { configure } from '/storefront-elements.js';
          configure({ baseUrl: '${url}', apiKey: '${key}' });
        </script>`,
      ['collection-timeline', 'otp-login'],
    ],
    'by data-api-key, in two copies of the script': [
      (url, key) =>
        elements('') +
        script('storefront-elements.js', `data-base-url="${url}" data-api-key="${key}"`) +
        script('collection-timeline.js', `data-base-url="${url}" data-api-key="${key}"`),
      ['collection-timeline', 'otp-login'],
    ],
  };
  for (const [where, [body, tags]] of Object.entries(pages))
    test(`${where} is told of once, and what to do`, async () => {
      const told = (await saidOn(body, tags)).filter((line) => line.includes('key'));
      assert.deepEqual(told, [KEY_IN_PAGE]);
      assert.match(KEY_IN_PAGE, /page is public/);
      assert.match(KEY_IN_PAGE, /docs\/gateway\.md/);
    });

  test('that a gateway keeps is none: the console says nothing', async () => {
    const said = await saidOn(
      () => elements('base-url="/apps/rewards"') + script('storefront-elements.js'),
      ['collection-timeline', 'otp-login'],
    );
    assert.deepEqual(said, []);
  });
});

test('Tests overlook this message, word for word, and no other', () => {
  assert.ok(isKeyWarning(KEY_IN_PAGE));
  for (const other of ['', ` ${KEY_IN_PAGE}`, `${KEY_IN_PAGE}\n`, `<otp-login> ${KEY_IN_PAGE}`, 'api-key'])
    assert.equal(isKeyWarning(other), false);
});
