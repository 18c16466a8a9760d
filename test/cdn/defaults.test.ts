/** Settings for the whole page: from the script's tag, and from `configure()`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { add, drawn, frames, openPage, setListeningStage, settle, speaks, told } from './support.ts';

const stage = setListeningStage(
  'storefront-elements',
  'otp-login',
  'reward-claim',
  'storefront-elements.classic',
  'loader',
);
const gateway = 'data-base-url="/apps/rewards"';
const login = '<otp-login></otp-login>';
const tag = (file: string, data = '') => `<script type="module" src="/${file}.js" ${data}></script>`;
const configure = (settings: object, file = 'storefront-elements') =>
  `<script type="module">import { configure } from '/${file}.js'; configure(${JSON.stringify(settings)});</script>`;

describe('The base URL', () => {
  const scripts: Record<string, string> = {
    'of the tag of all elements': tag('storefront-elements', gateway),
    'of the tag of one element': tag('otp-login', gateway),
    'of the tag of the loader': tag('loader', gateway),
    'of the tag of the classic script': `<script src="/storefront-elements.classic.js" ${gateway}></script>`,
    'of the tag of a classic script that comes later': `<script>
      const script = document.createElement('script');
      script.src = '/storefront-elements.classic.js';
      script.dataset.baseUrl = '/apps/rewards';
      document.head.append(script);</script>`,
    'of a tag with a query in its address': tag('otp-login', gateway).replace('.js', '.js?v=/2/x'),
    'of the second of two tags, where the first has no settings':
      tag('otp-login', 'data-cfasync="false"') + tag('otp-login', gateway),
    'of configure()': configure({ baseUrl: '/apps/rewards' }),
    'of configure() of the loader': configure({ baseUrl: '/apps/rewards' }, 'loader'),
    'of another file of the same folder': tag('reward-claim', gateway) + tag('otp-login'),
    'of configure() of another file':
      configure({ baseUrl: '/apps/rewards' }, 'reward-claim') + tag('otp-login'),
  };
  for (const [name, html] of Object.entries(scripts))
    test(`can be that ${name}`, async () => {
      const { page, complaints, context } = await openPage(stage, login + html);
      await drawn(page, 'otp-login', 'email');
      assert.deepEqual(complaints, []);
      await context.close();
    });

  test('is not taken from the tag of a stranger, or of another folder', async () => {
    const { merchant } = stage;
    merchant.scripts['/stranger.js'] = '';
    const visit = await openPage(
      stage,
      login +
        tag('stranger', gateway) +
        tag('old/loader', `${gateway} data-when="interaction"`) +
        tag('otp-login'),
    );
    await drawn(visit.page, 'otp-login', 'misconfigured');
    await told(visit, 'base-url must be ');
    assert.equal(visit.complaints.length, 1);
    await visit.context.close();
  });

  test('is not taken from an inline script of the page, if the text of the classic script is inserted as one', async () => {
    const visit = await openPage(stage, `${login}<script ${gateway}></script>`);
    await visit.page.evaluate(async () => {
      const script = document.createElement('script');
      // As jQuery does with a script of the same origin.
      script.text = await (await fetch('/storefront-elements.classic.js')).text();
      document.head.append(script);
    });
    await settle(visit.page);
    assert.equal(visit.complaints.length, 1);
    assert.match(visit.complaints[0]!, /storefront-elements must be loaded by <script src>/);
    await visit.context.close();
  });

  test('is not taken from markup that passes for the list of scripts', async () => {
    const src = `${stage.merchant.origin}/otp-login.js`;
    const visit = await openPage(
      stage,
      `<form name="scripts"><input type="hidden" src="${src}" data-base-url="https://evil.example"></form>
       ${login}${tag('otp-login')}`,
    );
    await drawn(visit.page, 'otp-login', 'misconfigured');
    await told(visit, 'base-url must be ');
    await visit.context.close();
  });

  test('of an attribute goes before configure(), and that before the tag', async () => {
    const { page, context } = await openPage(
      stage,
      `<otp-login base-url="/attribute"></otp-login><otp-login id="other"></otp-login>
       ${tag('storefront-elements', 'data-base-url="/tag"')}${configure({ baseUrl: '/configured' })}`,
    );
    const asked = (selector: string) =>
      Promise.all([
        page.waitForRequest((request) => request.url().includes('/v1/')),
        page
          .locator(`${selector} >>> [part=input]`)
          .fill('me@example.com')
          .then(() => page.locator(`${selector} >>> [part=button]`).click()),
      ]).then(([request]) => new URL(request.url()).pathname.split('/')[1]);
    assert.equal(await asked('otp-login'), 'attribute');
    assert.equal(await asked('#other'), 'configured');
    await context.close();
  });

  test('that is configured later draws what is there, also what other copies have registered', async () => {
    const visit = await openPage(
      stage,
      `${login}<reward-claim token="0123456789abcdef"></reward-claim>${tag('otp-login')}${tag('reward-claim')}`,
    );
    const { page, complaints, context } = visit;
    await drawn(page, 'otp-login', 'misconfigured');
    await drawn(page, 'reward-claim', 'misconfigured');
    await told(visit, '<otp-login> base-url must be ');
    await told(visit, '<reward-claim> base-url must be ');
    assert.equal(complaints.length, 2);
    await page.evaluate(
      `import('/otp-login.js').then((each) => each.configure({ baseUrl: '/apps/rewards' }))`,
    );
    await drawn(page, 'otp-login', 'email');
    await drawn(page, 'reward-claim', 'ready');
    await add(page, '<otp-login id="later"></otp-login>');
    await drawn(page, '#later', 'email');
    assert.equal(complaints.length, 2);
    await context.close();
  });
});

describe('The key', () => {
  /** Requests a code with each login of a page, and returns the key of each request. */
  async function keysOf(body: (service: string, key: string) => string): Promise<(string | undefined)[]> {
    const { page, shop, context } = await openPage(stage, ({ url, key }) => body(url, key));
    await drawn(page, 'otp-login', 'email');
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.headers()['x-api-key']);
    });
    const { length } = await page.$$('otp-login');
    for (let index = 0; index < length; index++) {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.evaluate((at) => {
        const { shadowRoot } = document.querySelectorAll('otp-login')[at]!;
        shadowRoot!.querySelector('input')!.value = `key-${at}@example.com`;
        shadowRoot!.querySelector<HTMLElement>('[part=button]')!.click();
      }, index);
      await answered;
    }
    await context.close();
    return sent.map((key) => (key === shop.key ? 'the shop’s' : key));
  }

  test('goes with the base URL that it was given with', async () => {
    assert.deepEqual(
      await keysOf(
        (url, key) => login + tag('storefront-elements', `data-base-url="${url}" data-api-key="${key}"`),
      ),
      ['the shop’s'],
    );
    assert.deepEqual(await keysOf((baseUrl, apiKey) => login + configure({ baseUrl, apiKey })), [
      'the shop’s',
    ]);
  });

  for (const [name, calls] of Object.entries({
    'without a key': `configure({ baseUrl: '/apps/rewards', apiKey: undefined })`,
    'and takes back its key':
      "configure({ baseUrl: '/apps/rewards', apiKey: 'pk_other' }); configure({ apiKey: undefined })",
  }))
    test(`of the tag does not go to another base URL that configure() names ${name}`, async () => {
      assert.deepEqual(
        await keysOf(
          (url, key) => `${login}${tag('storefront-elements', `data-base-url="${url}" data-api-key="${key}"`)}
            <script type="module">import { configure } from '/storefront-elements.js'; ${calls};</script>`,
        ),
        [undefined],
      );
    });

  test('alone is for the base URL of each element', async () => {
    assert.deepEqual(
      await keysOf(
        (url, key) => `<otp-login base-url="${url}"></otp-login>${tag('otp-login', `data-api-key="${key}"`)}`,
      ),
      ['the shop’s'],
    );
  });

  test('goes with the base URL when that is taken back', async () => {
    const keys = await keysOf(
      (baseUrl, apiKey) =>
        login +
        tag('storefront-elements', `data-base-url="${baseUrl}" data-api-key="${apiKey}"`) +
        `<script type="module">
          import { configure } from '/storefront-elements.js';
          configure({ baseUrl: '/elsewhere', apiKey: 'another' });
          configure({ baseUrl: undefined });
        </script>`,
    );
    assert.deepEqual(keys, ['the shop’s']);
  });

  test('goes to no other service: neither that of an element, nor one that is configured later', async () => {
    assert.deepEqual(
      await keysOf(
        (url, key) => `${login}<otp-login base-url="/apps/rewards"></otp-login>
          <otp-login base-url="/apps/rewards" api-key="its-own"></otp-login>
          ${tag('storefront-elements', `data-base-url="${url}" data-api-key="${key}"`)}`,
      ),
      ['the shop’s', undefined, 'its-own'],
    );
    assert.deepEqual(
      await keysOf(
        (url, key) =>
          login +
          tag('storefront-elements', `data-base-url="${url}" data-api-key="${key}"`) +
          configure({ baseUrl: '/apps/rewards' }),
      ),
      [undefined],
    );
  });
});

describe('The language of the page’s tag', () => {
  const script = (language: string) => tag('storefront-elements', `${gateway} data-language="${language}"`);

  test('goes before that of the document, and that of a part of the page before it', async () => {
    const { page, complaints, context } = await openPage(
      stage,
      `${login}<section lang="fr"><otp-login id="part"></otp-login></section>
       <otp-login id="own" lang="it"></otp-login>${script('de')}`,
    );
    for (const [selector, language] of [
      ['otp-login', 'de'],
      ['#part', 'fr'],
      ['#own', 'it'],
    ] as const)
      await speaks(page, language, 'ltr', selector);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('brings its direction along, whatever that of the document is', async () => {
    const { page, context } = await openPage(stage, `${login}${script('ar')}`, {
      attributes: 'lang="en" dir="ltr"',
    });
    await speaks(page, 'ar', 'rtl');
    await context.close();
  });

  test('that is none leaves the document’s', async () => {
    const { page, context } = await openPage(stage, `${login}${script('no language')}`, {
      attributes: 'lang="es"',
    });
    await speaks(page, 'es');
    await context.close();
  });

  test('of the script tag stays where configure() says undefined', async () => {
    const { page, context } = await openPage(stage, `${login}${script('de')}`);
    await page.evaluate(
      `import('/storefront-elements.js').then((each) => each.configure({ baseUrl: undefined, language: undefined }))`,
    );
    await speaks(page, 'de');
    await drawn(page, 'otp-login', 'email');
    await context.close();
  });

  test('can be configured anew while the page is open', async () => {
    const { page, context } = await openPage(stage, `${login}${script('de')}`);
    await speaks(page, 'de');
    await page.evaluate(
      `import('/storefront-elements.js').then((each) => each.configure({ language: 'nl' }))`,
    );
    await speaks(page, 'nl');
    await context.close();
  });
});

test('The currency of the page is that of amounts, and an attribute goes before it', async () => {
  let open: Awaited<ReturnType<typeof openPage>> | undefined;
  for (const [attribute, amount] of [
    ['', '€20 off'],
    ['currency="GBP"', '£20 off'],
  ]) {
    open = await openPage(stage, async (shop) => {
      const { token } = await shop.grant({ valueType: 'fixed_amount', value: 20 });
      return `<reward-claim token="${token}" ${attribute}></reward-claim>
        ${tag('reward-claim', `${gateway} data-currency="EUR"`)}`;
    });
    const { page, complaints, context } = open;
    await page.locator('reward-claim >>> [part=button]').click();
    await drawn(page, 'reward-claim', 'claimed');
    assert.equal(
      await page.$eval('reward-claim', ({ shadowRoot }) =>
        shadowRoot!.querySelector('[part=value]')!.textContent.trim(),
      ),
      amount,
    );
    assert.deepEqual(complaints, []);
    await frames(page);
    await context.close();
  }
});
