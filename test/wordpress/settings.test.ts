/** The settings page, what is saved of it, and what is left when the plugin is deleted. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inUse, printPost, printSettings, save, uninstall, type World } from './php.ts';

const old = { gateway: '/apps/rewards', currency: 'EUR', consent: 'functional', analytics: '1' };

describe('The settings page', () => {
  test('is for administrators', async () => {
    const { capability, links } = await printSettings();
    assert.equal(capability, 'manage_options');
    assert.deepEqual(links, [
      '<a href="/wp-admin/options-general.php?page=storefront-elements">Settings</a>',
    ]);
    assert.equal((await printSettings({ can: ['edit_posts'] })).html, '');
  });

  test('has no field for a key, and says why', async () => {
    const { html } = await printSettings();
    const fields = [...html.matchAll(/name="storefront_elements\[(\w+)\]"/g)].map(([, name]) => name);
    assert.deepEqual(fields, ['gateway', 'currency', 'consent', 'analytics']);
    assert.match(html, /no field for an API key: anybody can read what is in a page/);
  });

  test('is sent to WordPress itself, with its nonce', async () => {
    const { html } = await printSettings();
    assert.match(html, /<form action="options.php" method="post"><input type="hidden" name="option_page"/);
    assert.match(html, /name="_wpnonce"/);
  });

  test('names every field, and describes it', async () => {
    const { html } = await printSettings({ settings: old });
    for (const [, id, help] of html.matchAll(
      / id="(storefront_elements_\w+)" name="[^"]+" aria-describedby="(\w+)"/g,
    )) {
      assert.ok(html.includes(`<label for="${id}">`), id);
      assert.ok(html.includes(`id="${help}"`), help);
    }
    assert.match(html, /value="\/apps\/rewards"/);
    assert.match(html, /value="functional" selected='selected'/);
    assert.match(html, /type="checkbox"[^>]* checked='checked'/);
  });

  for (const locale of ['de_DE', 'de_DE_formal', 'de_AT', 'de_CH', 'de_CH_informal'])
    test(`is in German on a site in ${locale}`, async () => {
      const { html, links } = await printSettings({ locale });
      assert.match(html, />Währung</);
      assert.match(links.join(), />Einstellungen</);
    });

  test('is in English on a site in a language that the plugin has not', async () => {
    assert.match((await printSettings({ locale: 'fr_FR' })).html, />Currency</);
  });

  test('shows nothing of what stands in the option that is no such setting', async () => {
    const evil = '"><script>alert(1)</script>';
    const { html } = await printSettings({
      settings: { gateway: evil, currency: evil, consent: evil, analytics: [evil] },
    });
    assert.doesNotMatch(html, /<script/);
  });
});

describe('Of the settings that are sent', () => {
  test('https addresses and paths are kept as they were typed', async () => {
    for (const gateway of [
      'https://gateway.example',
      'https://gateway.example:8443/apps/rewards',
      'https://gateway.example:65535',
      '/apps/v1/rewards',
      'https://gateway.example/a%20b/',
      '/apps/rewards',
      '/index.php/rewards',
      '',
    ]) {
      const { saved, errors } = await save({ ...old, gateway: ` ${gateway} ` }, { settings: old });
      assert.deepEqual([saved['gateway'], errors], [gateway, []]);
    }
  });

  test('anything else is refused in plain words, and the old value stays', async () => {
    for (const gateway of [
      'http://gateway.example',
      'gateway.example',
      '//gateway.example',
      '/\\gateway.example',
      'javascript:alert(1)',
      'https://user:password@gateway.example',
      'https://gateway.example?key=1',
      'https://gateway.example/#x',
      'https://gateway.example/"><script>alert(1)</script>',
      'https://',
      'https://.example',
      '/apps/rewards"onload="x',
      'https://gateway.example\nX',
      'https://gateway.example/v1',
      '/apps/rewards/v1/',
      'https://gateway.example:65536',
    ]) {
      const { saved, errors } = await save({ ...old, gateway }, { settings: old });
      assert.equal(saved['gateway'], '/apps/rewards', gateway);
      assert.equal(errors.length, 1);
      assert.match(
        errors[0]!,
        /^The gateway must be an address that begins with https:.* The old value was kept\.$/,
      );
    }
  });

  test('a currency has three letters, in any case', async () => {
    assert.equal((await save({ ...old, currency: ' usd ' }, { settings: old })).saved['currency'], 'USD');
    assert.equal((await save({ ...old, currency: '' }, { settings: old })).saved['currency'], '');
    const { saved, errors } = await save({ ...old, currency: 'euro' }, { settings: old });
    assert.equal(saved['currency'], 'EUR');
    assert.match(errors.join(), /three letters such as EUR/);
  });

  test('nothing is kept that is not on the page', async () => {
    assert.deepEqual(
      (await save({ ...old, apiKey: 'x', 'api-key': 'x', consent: 'sure' }, { settings: old })).saved,
      old,
    );
    assert.deepEqual((await save('x', { settings: old })).saved, {
      ...old,
      gateway: '',
      currency: '',
      analytics: '',
    });
    assert.deepEqual(
      (
        await save(
          { gateway: ['/a'], currency: ['EUR'], consent: ['denied'], analytics: ['1'] },
          { settings: old },
        )
      ).saved,
      { gateway: '', currency: '', consent: 'functional', analytics: '' },
    );
  });
});

describe('Without a gateway that can be used', () => {
  const posts = '[storefront_otp_login] [storefront_reward_claim token="0123456789abcdef"]';

  test('shoppers see nothing, load nothing, and an administrator is led to the settings', async () => {
    for (const settings of [
      undefined,
      {},
      { gateway: '' },
      { gateway: 'javascript:x' },
      { gateway: ['/a'] },
    ]) {
      const world = settings ? { settings } : {};
      const { body, scripts } = await printPost(posts, world);
      assert.equal(body.replace(/<\/?p>|\s/g, ''), '');
      assert.equal(scripts, '');
      assert.match(
        (await printPost('[storefront_otp_login]', { ...world, can: ['manage_options'] })).body,
        /<a href="\/wp-admin\/options-general\.php\?page=storefront-elements">Only administrators see this/,
      );
    }
  });

  test('settings that another version or plugin wrote are checked again', async () => {
    assert.deepEqual(await inUse({ ...old, gateway: 'http://evil.example' }), { ...old, gateway: '' });
    assert.equal(
      (await inUse({ ...old, consent: 'sure' })).consent,
      'denied',
      'what nobody understands is a no',
    );
    assert.equal((await inUse({ ...old, gateway: '/a\n' })).gateway, '');
    assert.deepEqual(await inUse({ gateway: '/a', currency: 5 }), {
      gateway: '/a',
      currency: '',
      consent: 'allowed',
      analytics: '',
    });
  });
});

describe('On a network of sites', () => {
  const world: World = { network: { storefront_elements: { ...old, gateway: '/network' } }, sites: {} };

  test('a site without a gateway of its own has the network’s', async () => {
    const post = '[storefront_otp_login]';
    for (const settings of [undefined, { gateway: '' }])
      assert.match(
        (await printPost(post, { ...world, ...(settings && { settings }) })).body,
        / base-url="\/network"/,
      );
    assert.match(
      (await printPost(post, { ...world, settings: { gateway: '/own' } })).body,
      / base-url="\/own"/,
    );
  });

  test('what a site does not choose for itself stays with the network when its form is saved', async () => {
    const network = { ...old, gateway: '/network', consent: 'functional', analytics: '1' };
    const site: World = { network: { storefront_elements: network }, sites: {} };
    const { html } = await printSettings(site);
    assert.match(html, /value="functional" selected/);
    assert.match(html, /value="\/network"/);
    const { saved } = await save({ ...network, currency: 'CHF' }, site);
    assert.deepEqual(saved, { gateway: '', currency: 'CHF', consent: '', analytics: '' });
    // WordPress sanitizes a new option twice.
    const on = await save({ ...network }, site);
    assert.deepEqual((await save({ ...on.saved }, site)).saved, on.saved);
    const { analytics: _ticked, ...form } = network;
    const off = await save(form, site);
    assert.deepEqual(off.saved, { gateway: '', currency: '', consent: '', analytics: '0' });
    assert.deepEqual((await save({ ...off.saved }, site)).saved, off.saved);
    const page = await printSettings({ ...site, settings: off.saved });
    assert.doesNotMatch(page.html, / checked/);
  });

  test('a network without a setting changes nothing', async () => {
    assert.equal((await printPost('[storefront_otp_login]', { sites: {} })).body.trim(), '');
  });
});

test('Deleting the plugin leaves nothing of it behind, on any site of a network', async () => {
  const mine = { storefront_elements: old, other: 'kept' };
  assert.deepEqual((await uninstall({ ...mine })).options, { other: 'kept' });
  const { options, sites, network } = await uninstall({ ...mine }, { 1: { ...mine }, 2: { ...mine }, 3: {} });
  assert.deepEqual([options, network], [{ other: 'kept' }, { other: 'kept' }]);
  assert.deepEqual(JSON.stringify(sites), '{"1":{"other":"kept"},"2":{"other":"kept"},"3":[]}');
});
