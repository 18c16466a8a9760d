import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import { type Demo, startDemo } from './demo.ts';

const answers = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 'nothing',
  );

describe('npm start', () => {
  let demo: Demo;
  let addresses: string[];
  before(async () => {
    demo = await startDemo();
    addresses = [
      demo.shop,
      `${demo.shop}try`,
      ...['shopify', 'woocommerce', 'bigcommerce'].map((name) => `${demo.shop}shops/${name}.html`),
      `${demo.shop}plain.html`,
      `${demo.shop}sandbox/mailbox`,
      `${demo.sandbox}/sandbox`,
    ];
  });

  test('prints addresses that answer', async () => {
    for (const address of addresses) {
      assert.ok(demo.output().includes(address), `${address} is printed`);
      assert.equal(await answers(address), 200);
    }
    // The gateway is reached as the shop's own pages reach it, without a key.
    assert.ok(demo.output().includes(`${demo.shop}apps/rewards `));
    const story = `${demo.shop}apps/rewards/v1/timeline?limit=1`;
    assert.equal(await answers(story), 200);
    addresses.push(story);
  });

  test('the playground has the published files, built from the sources, without development warnings', async () => {
    const read = async (name: string) => (await fetch(`${demo.shop}try/cdn/${name}`)).text();
    const [core = ''] = /core\.\w+\.js/.exec(await read('storefront-elements.js')) ?? [];
    assert.doesNotMatch(await read(core), /Lit is in dev mode/);
    assert.match(await read(core), /LitElement/i);
    assert.equal(await answers(`${demo.shop}try/cdn/no-such-file.js`), 404);
  });

  test('ends everything with Ctrl-C', async () => {
    assert.equal(await demo.stop(), 0);
    for (const address of addresses) assert.equal(await answers(address), 'nothing', address);
  });

  test('takes the next free ports when its own are taken', async (t) => {
    const others = [createServer(), createServer()];
    const ports: number[] = [];
    for (const other of others) {
      other.listen(0, '127.0.0.1');
      await new Promise((resolve) => other.once('listening', resolve));
      ports.push((other.address() as AddressInfo).port);
    }
    t.after(() => others.forEach((other) => other.close()));
    const demo = await startDemo({ SHOP_PORT: String(ports[0]), SANDBOX_PORT: String(ports[1]) });
    for (const [index, url] of [demo.shop, demo.sandbox].entries()) {
      assert.ok(Number(new URL(url).port) > ports[index]!, `${url} is not the taken ${ports[index]}`);
      assert.equal(await answers(`${url.replace(/\/$/, '')}/sandbox`), 200);
    }
    await demo.stop();
  });

  test('says what is wrong with a port or a folder that cannot be one', async () => {
    for (const env of [
      { SHOP_PORT: 'eighty' },
      { SANDBOX_PORT: '70000' },
      { ELEMENTS_FOLDER: 'no/such' },
    ] as Record<string, string>[]) {
      const [name, value] = Object.entries(env)[0]!;
      await assert.rejects(startDemo(env), (error: Error) => {
        assert.match(error.message, new RegExp(`ended with 1: ${name}=.*${value}`));
        assert.doesNotMatch(error.message, / at /, 'no stack');
        return true;
      });
    }
  });
});
