/** A customer who is logged in to a Shopify shop needs no code, where the gateway may ask the shop for their address. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, beforeEach, describe, test } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { GatewayOptionsError } from '../../src/gateway/errors.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { createNodeFetch } from '../../src/gateway/node.ts';
import {
  atEnd,
  BASE_URL,
  fetchVia,
  openGateway,
  SESSIONS,
  signedQuery,
  type TestGateway,
} from './support.ts';

const APP_SECRET = 'the client secret of the app, 32 bytes or more';
const ADMIN_TOKEN = 'shpat_0123456789abcdef0123456789abcdef';
const SHOP = 'nordlicht.myshopify.com';
const CUSTOMER = { verifiedEmail: true, defaultEmailAddress: { emailAddress: 'Ada@Shop.example' } };

interface Asked {
  path: string;
  token: IncomingMessage['headers'][string];
  id: unknown;
}

let sandbox: Sandbox;
/** The address of a server that answers as the shop's Admin API, and what it was asked. */
let adminUrl: string;
let asked: Asked[];
/** Its next answers: a body, or a status. */
let answer: unknown;

before(async () => {
  sandbox = await startSandbox();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { variables } = JSON.parse(body) as { variables: { id: unknown } };
      asked.push({ path: request.url!, token: request.headers['x-shopify-access-token'], id: variables.id });
      if (answer === 'lost') return void request.socket.destroy();
      response.statusCode = typeof answer === 'number' ? answer : 200;
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  adminUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(async () => {
    server.close();
    await sandbox.close();
  });
});
beforeEach(() => {
  asked = [];
  answer = { data: { customer: CUSTOMER } };
});

const open = (send = fetch) =>
  openGateway(
    {
      origins: undefined,
      requireLogin: true,
      appProxy: { secrets: [APP_SECRET], shops: [SHOP], adminToken: ADMIN_TOKEN },
      fetch: (input, init) =>
        send((input as string).replace(`https://${SHOP}`, adminUrl).replace(BASE_URL, sandbox.url), init),
    },
    { sandbox },
  );

/** Cloudflare's `fetch` refuses this value before it sends anything. */
const workerFetch: typeof fetch = (input, init) =>
  init?.redirect === 'error'
    ? Promise.reject(new TypeError('Invalid redirect value, must be one of "follow" or "manual"'))
    : fetch(input, init);

const claim = ({ call }: TestGateway, token: string, customer: string, body?: object) =>
  call(
    `POST /v1/rewards/grants/${token}/claim?${signedQuery(APP_SECRET, SHOP, { logged_in_customer_id: customer })}`,
    { origin: null, ...(body && { body }) },
  );

describe('a customer who is logged in to the shop', () => {
  for (const [place, send] of [
    ['in a Worker', workerFetch],
    ['in the program on Node', createNodeFetch()],
  ] as const)
    test(`claims without a code ${place}, and the gateway asks the shop for nothing but the address`, async () => {
      const gateway = await open(send);
      const { token } = await gateway.shop.grant();
      const { status, body } = await claim(gateway, token, '42');
      assert.deepEqual(
        [status, body.discountCode],
        [200, (await gateway.shop.grantRecord(token)).discountCode],
      );
      assert.deepEqual(asked, [
        { path: '/admin/api/2026-07/graphql.json', token: ADMIN_TOKEN, id: 'gid://shopify/Customer/42' },
      ]);
    });

  test('finds the claim on a device where they log in with a code', async () => {
    const gateway = await open();
    const { token } = await gateway.shop.grant();
    const first = await claim(gateway, token, '42');
    const query = signedQuery(APP_SECRET, SHOP);
    const email = 'ada@shop.example';
    await gateway.call(`POST /v1/access/otp?${query}`, { origin: null, body: { email } });
    const code = await gateway.shop.mailedCode(email);
    const { body } = await gateway.call(`POST /v1/access/otp/verify?${query}`, {
      origin: null,
      body: { email, code },
    });
    const second = await claim(gateway, token, '', { session: body.session.token });
    assert.deepEqual(second.body, first.body);
    assert.equal((await gateway.shop.grantRecord(token)).claims, 1);
    answer = {
      data: { customer: { ...CUSTOMER, defaultEmailAddress: { emailAddress: 'eve@shop.example' } } },
    };
    assert.equal((await claim(gateway, token, '43')).body.code, 'wrong_account');
    // The shopper's login here counts for more than the one in the shop.
    assert.equal((await claim(gateway, token, '43', { session: body.session.token })).status, 200);
  });

  test('claims although their session here has ended, and only then without it', async () => {
    const gateway = await open();
    const { token } = await gateway.shop.grant();
    const body = { session: 'a-session-that-has-ended' };
    assert.equal((await claim(gateway, token, '', body)).body.code, 'session_invalid');
    assert.deepEqual(asked, []);
    answer = { data: { customer: null } };
    assert.equal((await claim(gateway, token, '42', body)).body.code, 'session_invalid');
    answer = { data: { customer: CUSTOMER } };
    assert.equal((await claim(gateway, token, '42', body)).status, 200);
    answer = { data: { customer: { ...CUSTOMER, defaultEmailAddress: { emailAddress: 'eve@b.example' } } } };
    assert.equal((await claim(gateway, token, '43', body)).body.code, 'wrong_account');
    assert.equal((await gateway.shop.grantRecord(token)).claims, 1);
  });

  for (const [name, given] of [
    ['has not verified the address', { data: { customer: { ...CUSTOMER, verifiedEmail: false } } }],
    ['has no address', { data: { customer: { verifiedEmail: true, defaultEmailAddress: null } } }],
    ['is unknown by now', { data: { customer: null } }],
  ] as const)
    test(`logs in with a code if the customer ${name}`, async () => {
      answer = given;
      const gateway = await open();
      const { token } = await gateway.shop.grant();
      assert.equal((await claim(gateway, token, '42')).body.code, 'login_required');
      assert.equal((await gateway.shop.grantRecord(token)).claims, 0);
    });

  for (const [name, given] of [
    ['is not allowed to ask', 403],
    ['is asked too often', 429],
    ['gets errors', { errors: [{ message: 'ada@shop.example is not yours' }] }],
    [
      'has a token without the scope',
      {
        data: { customer: null },
        errors: [{ message: 'Access denied for customer field.', extensions: { code: 'ACCESS_DENIED' } }],
      },
    ],
    [
      'gets errors beside the customer',
      {
        data: { customer: CUSTOMER },
        errors: [{ message: 'Ada', extensions: { code: 'ada@shop.example' } }],
      },
    ],
    ['gets a page', '<html>shop</html>'],
    ['loses the answer', 'lost'],
  ] as const)
    test(`logs in with a code if the gateway ${name}, and the log says so without a secret`, async () => {
      answer = given;
      const gateway = await open();
      const { token } = await gateway.shop.grant();
      assert.equal((await claim(gateway, token, '42')).body.code, 'login_required');
      const logged = gateway.entries.filter(({ event }) => event === 'customer_lookup_failed');
      assert.equal(logged.length, 1);
      assert.doesNotMatch(JSON.stringify(gateway.entries), /shpat_|@|Customer/);
    });

  test('logs in with a code if the token lacks the scope, and the log has Shopify’s code for that', async () => {
    answer = { data: { customer: null }, errors: [{ extensions: { code: 'ACCESS_DENIED' } }] };
    const gateway = await open();
    await claim(gateway, (await gateway.shop.grant()).token, '42');
    const logged = gateway.entries.find(({ event }) => event === 'customer_lookup_failed');
    assert.equal(logged?.['message'], 'Error: The Admin API answered with errors: ACCESS_DENIED');
  });

  test('is nobody where the call says so, or nobody has signed it', async () => {
    const gateway = await open();
    const { token } = await gateway.shop.grant();
    for (const id of ['', '0x2a', '42,43', '4'.repeat(21)])
      assert.equal((await claim(gateway, token, id)).body.code, 'login_required', id);
    const forged = signedQuery('another secret of another app, 32 bytes', SHOP, {
      logged_in_customer_id: '42',
    });
    const { body } = await gateway.call(`POST /v1/rewards/grants/${token}/claim?${forged}`, { origin: null });
    assert.equal(body.code, 'signature_invalid');
    assert.deepEqual(asked, []);
  });

  test('is not asked for where the gateway has no token', async () => {
    const gateway = await openGateway(
      {
        origins: undefined,
        requireLogin: true,
        appProxy: { secrets: [APP_SECRET], shops: [SHOP] },
        fetch: fetchVia(sandbox.url),
      },
      { sandbox },
    );
    const { token } = await gateway.shop.grant();
    assert.equal((await claim(gateway, token, '42')).body.code, 'login_required');
    assert.deepEqual(asked, []);
  });
});

test('A token of the Admin API is of one shop', () => {
  const make = (shops: string[], adminToken: string) =>
    createGateway({
      baseUrl: BASE_URL,
      apiKey: 'key',
      secret: 'the secret of the test gateway, 32 bytes or more',
      clientAddress: 'connection',
      sessions: SESSIONS,
      appProxy: { secrets: [APP_SECRET], shops, adminToken },
    });
  const is = (pattern: RegExp) => (error: unknown) =>
    error instanceof GatewayOptionsError &&
    pattern.test(error.message) &&
    !error.message.includes(ADMIN_TOKEN);
  assert.throws(
    () => make([SHOP, 'other.myshopify.com'], ADMIN_TOKEN),
    is(/appProxy\.adminToken is set, but appProxy\.shops does not have exactly one shop/),
  );
  assert.throws(() => make([SHOP], 'short'), is(/appProxy\.adminToken/));
});
