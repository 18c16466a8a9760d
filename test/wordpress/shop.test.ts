/** Pages of a WordPress shop, with a shopper in them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { drawn, type Stage } from '../cdn/support.ts';
import { blockOf, plugin, printPost, type World } from './php.ts';
import { openPost, setSite } from './support.ts';

const here: World = { settings: { gateway: '/apps/rewards' } };
const withConsent: World = { settings: { gateway: '/apps/rewards', consent: 'preferences' } };

const recipe = readFileSync(join(import.meta.dirname, '../../docs/wordpress.md'), 'utf8');
const blocksOf = (language: string) =>
  [...recipe.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code!);

/**
 * The recipe's policy, on a site that otherwise allows only its own style sheets. The pictures come from the sandbox.
 */
function policyOf({ sandbox }: Stage): Record<string, string> {
  const [header = ''] = blocksOf('http');
  const said = header
    .replace('Content-Security-Policy: ', '')
    .replaceAll('https://media.example', sandbox.url);
  const trustedTypes = /`(trusted-types lit-html[^`]*)`/.exec(recipe)![1]!;
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    trustedTypes,
    said,
  ];
  // The icon of the test's page is a data: URL.
  return {
    'content-security-policy': policy.join('; ').replace(/\s+/g, ' ').replace('img-src', 'img-src data:'),
  };
}

const stage = setSite();

describe('A page with the plugin’s shortcodes', () => {
  test('logs a shopper in, claims a reward and tells a story, under a strict policy and without a complaint', async () => {
    const content = [
      '[storefront_otp_login]',
      '[storefront_reward_claim token-param="reward" heading="For you"]',
      '<p slot="contact">Write to us.</p>',
      '[/storefront_reward_claim]',
      '',
      '[storefront_collection_timeline collection-slug="nordlicht-aw26" layout="cards"]',
    ].join('\n');
    const printed = await printPost(content, { ...here, currency: 'EUR' });
    const { page, shop, complaints, context } = await openPost(stage, printed, {
      headers: policyOf(stage),
    });
    const { token } = await shop.grant();
    await page.goto(`${stage.merchant.origin}/?link#reward=${token}`);
    await drawn(page, 'otp-login', 'email');
    await page.locator('otp-login >>> [part=input]').fill('wordpress@example.com');
    await page.locator('otp-login >>> [part=button]').click();
    await drawn(page, 'otp-login', 'code');
    await page.locator('otp-login >>> [part=input]').fill(await shop.mailedCode('wordpress@example.com'));
    await page.locator('otp-login >>> [part=button]').click();
    await drawn(page, 'otp-login', 'verified');
    await drawn(page, 'reward-claim', 'ready');
    const heading = await page.$eval(
      'reward-claim',
      (each) => each.shadowRoot!.querySelector('h2')!.textContent,
    );
    assert.equal(heading.trim(), 'For you');
    await page.locator('reward-claim >>> [part=button]').click();
    await drawn(page, 'reward-claim', 'claimed');
    await drawn(page, 'collection-timeline', 'ready');
    assert.equal(await page.$eval('reward-claim', (each) => each.getAttribute('currency')), 'EUR');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('keeps the place of what comes: the style is there before the content', async () => {
    for (const content of ['[storefront_otp_login]', blockOf('otp-login', {})])
      assert.match((await printPost(content)).head, /style\.css/);
    const { head, styles } = await printPost('[storefront_otp_login]', { ...here, isLate: true });
    assert.equal(head, '');
    assert.match(styles, /style\.css/);
  });

  test('hands on the theme’s buttons and headings, once, and sets nothing of its own', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../demo/themes/wordpress.html'), 'utf8');
    const [, printed] = /<style id="storefront-elements-inline-css">([^<]*)/.exec(page)!;
    const without = (text: string) => text.replace(/\s/g, '');
    // Twenty Twenty-Five.
    const theme = {
      typography: { fontWeight: '300' },
      elements: {
        button: { typography: { fontSize: 'var(--wp--preset--font-size--medium)' } },
        heading: { typography: { fontWeight: '400', lineHeight: '1.125' } },
      },
    };
    const { head } = await printPost('[storefront_otp_login] [storefront_reward_claim token="x"]', {
      ...here,
      'global-styles': theme,
    });
    const rules = [...head.matchAll(/<style[^>]*>([^<]*)/g)].map(([, css]) => without(css!));
    assert.deepEqual(rules, [without(printed!)]);
    for (const [name, radius, said] of [
      ['a theme’s own', '.33rem', /--buttons-radius:\.33rem;/],
      ['corners of different sizes', { topLeft: '4px' }, /\{--font-body-weight:400;\}/],
      ['what is no length', '1px}</style><script>', /\{--font-body-weight:400;\}/],
    ] as const) {
      const elements = { button: { border: { radius } } };
      assert.match(
        (await printPost('[storefront_otp_login]', { ...here, 'global-styles': { elements } })).head,
        said,
        name,
      );
    }
    const classic = await printPost('[storefront_otp_login]');
    assert.doesNotMatch(classic.head, /<style/);
    const css = readFileSync(join(plugin, 'style.css'), 'utf8');
    assert.doesNotMatch(head + classic.head + classic.body, /--storefront-/);
    // Its rules of the first look only read such properties.
    assert.doesNotMatch(css, /--storefront-[\w-]+\s*:/);
  });

  test('needs no paragraph around a shortcode to be taken out', async () => {
    const { body } = await printPost(
      'Before\n\n[storefront_reward_claim token="x"]\n<p slot="contact">Hi</p>\n[/storefront_reward_claim]\n\nAfter',
    );
    assert.equal(
      body.replace(/\n+/g, '\n').trim(),
      '<p>Before</p>\n<reward-claim base-url="/apps/rewards" token="x"><p slot="contact">Hi</p></reward-claim>\n<p>After</p>',
    );
  });
});

describe('docs/wordpress.md', () => {
  test('shows shortcodes that work', async () => {
    const examples = [
      ...blocksOf(''),
      ...[...recipe.matchAll(/`(\[(?:otp|reward|coll)[^`]+\])`/g)].map(([, code]) => code!),
    ];
    assert.ok(examples.length > 3);
    const { page, complaints, context } = await openPost(stage, await printPost(examples.join('\n\n')));
    await page.waitForFunction(() =>
      [...document.querySelectorAll('otp-login, reward-claim, collection-timeline')].every(
        (each) => each.matches('[data-state]') && !each.matches('[data-state=misconfigured]'),
      ),
    );
    assert.equal((await page.$$('reward-claim > [slot=contact] a')).length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe('Where there is WooCommerce', () => {
  test('a claim is told so, and its currency, unless the author says otherwise', async () => {
    const world = { ...here, currency: 'SEK' };
    assert.match(
      (await printPost('[storefront_reward_claim token="x"]', world)).body,
      / currency="SEK" platform="woocommerce"/,
    );
    const { body } = await printPost(
      '[storefront_reward_claim token="x" currency="EUR" platform="none"]',
      world,
    );
    assert.match(body, / currency="EUR" platform="none"/);
    assert.doesNotMatch(body, /SEK|woocommerce/);
    assert.doesNotMatch((await printPost('[storefront_otp_login]', world)).body, /SEK|woocommerce/);
    assert.doesNotMatch((await printPost('[storefront_reward_claim token="x"]')).body, /currency|platform/);
    const set: World = { settings: { gateway: '/a', currency: 'USD' }, currency: 'SEK' };
    assert.match((await printPost('[storefront_reward_claim token="x"]', set)).body, / currency="USD"/);
  });
});

describe('A page in which the scripts are asked for late', () => {
  test('has each of them once, with its settings', async () => {
    const settings = { gateway: '/apps/rewards', analytics: '1', consent: 'preferences' };
    for (const late of [{}, { 'head-only': true }]) {
      const { scripts } = await printPost('[storefront_otp_login] [storefront_otp_login]', {
        settings,
        ...late,
      });
      const found = [...scripts.matchAll(/<script [^>]*src="[^"]*\/([\w-]+)\.js[^>]*>/g)];
      assert.deepEqual(found.map(([, name]) => name!).sort(), ['analytics', 'consent', 'loader']);
      assert.match(scripts, /<script type="module"[^>]*loader\.js"[^>]* data-base-url="\/apps\/rewards"/);
      assert.match(scripts, /<script type="module"[^>]*analytics\.js"[^>]* data-to="data-layer"/);
    }
  });
});

describe('A page of an author who writes it', () => {
  test('claims nothing for them in the preview of a draft', async () => {
    const post = '[storefront_reward_claim token="0123456789abcdef" auto-claim]';
    assert.match((await printPost(post)).body, / auto-claim/);
    assert.doesNotMatch((await printPost(post, { ...here, preview: true })).body, / auto-claim/);
  });

  test('says to them alone that an element lacks something', async () => {
    const post = '[storefront_reward_claim]';
    assert.match(
      (await printPost(post, { ...here, can: ['edit_posts'] })).body,
      /choose where the token comes from/,
    );
    assert.doesNotMatch((await printPost(post, { ...here, can: [] })).body, /reward-claim|token/);
  });
});

describe('A page without an element', () => {
  test('loads nothing of the plugin', async () => {
    const { head, scripts, styles } = await printPost('<p>Hello [gallery] otp_login [otp_login_x]</p>');
    assert.deepEqual([head, scripts, styles], ['', '', '']);
  });

  test('is what a feed is', async () => {
    const { body, scripts } = await printPost('A [storefront_otp_login] B', { ...here, feed: true });
    assert.equal(body.trim(), '<p>A  B</p>');
    assert.equal(scripts, '');
  });
});

describe('A page with the plugin’s blocks', () => {
  test('has the elements with the classes that an editor gave them', async () => {
    const blocks = [
      blockOf('otp-login', { align: 'wide', className: 'my-login' }),
      blockOf('collection-timeline', { 'collection-slug': 'nordlicht-aw26', scrubber: true }),
    ];
    const { page, complaints, loaded, context } = await openPost(stage, await printPost(blocks.join('\n')), {
      headers: policyOf(stage),
    });
    await drawn(page, 'otp-login.wp-block-storefront-elements-otp-login.alignwide.my-login', 'email');
    await drawn(page, 'collection-timeline[scrubber]', 'ready');
    assert.deepEqual(complaints, []);
    // The claim's script is not asked for.
    assert.deepEqual(
      loaded().filter((file) =>
        /^(reward-claim-element|claim-flow|account|storefront-elements)\./.test(file),
      ),
      [],
    );
    await context.close();
  });
});

describe('Where a consent plugin is asked', () => {
  const content = '[storefront_otp_login]';
  const consentOf = `document.querySelector('otp-login').getAttribute('consent')`;

  /** The globals of WP Consent API for a shop whose banner asks first: the answer is in a cookie. */
  const consentApi = `<script>
    consent_api = { cookie_prefix: 'wp_consent' };
    function consent_api_get_cookie(name) {
      const cookie = document.cookie.split('; ').find((each) => each.startsWith(name + '='));
      return cookie ? cookie.slice(name.length + 1) : '';
    }
    function wp_has_consent(category) {
      return consent_api_get_cookie('wp_consent_' + category) === 'allow';
    }
    function answer(value) {
      document.cookie = 'wp_consent_preferences=' + value;
      document.dispatchEvent(new CustomEvent('wp_listen_for_consent_change', { detail: {} }));
    }
  </script>`;

  test('a page keeps nothing until the plugin has said yes, and again after a no', async () => {
    const printed = await printPost(content, withConsent);
    assert.match(printed.body, / consent="pending" data-consent-category="preferences"/);
    const { page, complaints, context } = await openPost(stage, printed, { head: consentApi });
    await drawn(page, 'otp-login', 'email');
    assert.equal(await page.evaluate(consentOf), 'pending');
    await page.evaluate(`answer('allow')`);
    assert.equal(await page.evaluate(consentOf), 'granted');
    await page.evaluate(`answer('deny')`);
    assert.equal(await page.evaluate(consentOf), 'denied');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('consent is pending while the banner is unanswered, which deletes nothing, whether or not its plugin has loaded', async () => {
    const printed = await printPost(content, withConsent);
    for (const head of ['', consentApi]) {
      const { page, context } = await openPost(stage, printed, { head });
      await drawn(page, 'otp-login', 'email');
      assert.equal(await page.evaluate(consentOf), 'pending');
      await context.close();
    }
  });

  test('a banner that still looks for the law of the shopper’s country has not said yes', async () => {
    // Without a consent type, the API allows everything.
    const head = '<script>waitfor_consent_hook = true; function wp_has_consent() { return true; }</script>';
    const { page, context } = await openPost(stage, await printPost(content, withConsent), { head });
    await drawn(page, 'otp-login', 'email');
    assert.equal(await page.evaluate(consentOf), 'pending');
    await page.evaluate(() => {
      Object.assign(window, { wp_consent_type: 'optout' });
      document.dispatchEvent(new CustomEvent('wp_consent_type_defined'));
    });
    assert.equal(await page.evaluate(consentOf), 'granted');
    await context.close();
  });

  test('an element is told once, however often something is put into the page', async () => {
    const { page, context } = await openPost(stage, await printPost(content, withConsent), {
      head: '<script>function wp_has_consent() { return true; }</script>',
    });
    await drawn(page, 'otp-login[consent=granted]', 'email');
    const told = await page.evaluate(async () => {
      let count = 0;
      const observer = new MutationObserver((changes) => (count += changes.length));
      observer.observe(document.querySelector('otp-login')!, { attributeFilter: ['consent'] });
      document.body.append('new');
      await new Promise((resolve) => setTimeout(resolve));
      return count;
    });
    assert.equal(told, 0);
    await context.close();
  });

  test('an element that a script puts into the page later is told too', async () => {
    const { page, context } = await openPost(stage, await printPost(content, withConsent), {
      head: '<script>function wp_has_consent() { return true; }</script>',
    });
    await drawn(page, 'otp-login[consent=granted]', 'email');
    await page.evaluate(() => {
      const copy = document.querySelector('otp-login')!.cloneNode() as Element;
      copy.setAttribute('consent', 'denied');
      copy.id = 'late';
      document.body.append(copy);
    });
    await page.waitForSelector('#late[consent=granted]');
    await context.close();
  });

  test('a site that keeps nothing asks nobody', async () => {
    const { body, scripts } = await printPost(content, {
      settings: { gateway: '/apps/rewards', consent: 'denied' },
    });
    assert.match(body, / consent="denied"/);
    assert.doesNotMatch(body + scripts, /consent-category|consent\.js/);
    assert.doesNotMatch((await printPost(content)).body, /consent/);
  });
});

describe('A gateway on another host', () => {
  test('is named in the loader’s tag, so that the token of a link may go there', async () => {
    const printed = await printPost('[storefront_reward_claim token-param="reward"]', {
      settings: { gateway: 'https://gateway.example/apps' },
    });
    const { page, complaints, context } = await openPost(stage, printed);
    await page.goto(`${stage.merchant.origin}/?link#reward=the-token-from-the-invitation`);
    await drawn(page, 'reward-claim', 'ready');
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

describe('Analytics', () => {
  test('are off, and where they are on the data layer hears of a login without its address', async () => {
    assert.doesNotMatch((await printPost('[storefront_otp_login]')).scripts, /analytics/);
    const printed = await printPost('[storefront_otp_login]', {
      settings: { gateway: '/apps/rewards', analytics: '1' },
    });
    const { page, shop, complaints, context } = await openPost(stage, printed);
    await drawn(page, 'otp-login', 'email');
    await page.locator('otp-login >>> [part=input]').fill('layer@example.com');
    await page.locator('otp-login >>> [part=button]').click();
    await drawn(page, 'otp-login', 'code');
    const told = (await page.evaluate('JSON.stringify(window.dataLayer)')) as string;
    assert.match(told, /otp_login_code_sent/);
    assert.doesNotMatch(told, /layer@/);
    assert.equal((await shop.mails('layer@example.com')).length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
