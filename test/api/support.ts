/** A sandbox for the tests of one file, and clients with keys of their own. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { type Client, type ClientOptions, createClient } from '../../src/api/index.ts';
import { openShop, type TestShop } from '../helpers/control.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

export const sandboxUrl = () => sandbox.url;

/** A shop and a client with a key of its own, so that tests do not see each other's faults. */
export async function open(
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; shop: TestShop }> {
  const shop = await openShop(sandbox.url);
  return { shop, client: createClient({ baseUrl: sandbox.url, apiKey: shop.key, ...options }) };
}

/** The error of a call that must fail. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail('It should have failed.'),
    (error: unknown) => error,
  );
