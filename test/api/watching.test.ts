import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import {
  type ClientOptions,
  createClient,
  createOtp,
  claimRewardGrant,
  exportRawEvents,
  getCollection,
  type Hooks,
  isApiError,
  isInvalidArgumentError,
  isResponseTooLargeError,
  isServiceError,
  isTimeoutError,
  listTimeline,
  withResponse,
} from '../../src/api/index.ts';
import { openShop } from '../helpers/control.ts';
import { open, rejection, sandboxUrl } from './support.ts';

/** Hooks that write down what they are told, as `onRequest 1`, and everything as text. */
function watching() {
  const told: string[] = [];
  const infos: Record<string, unknown>[] = [];
  const note = (name: string) => (info: object) => {
    const { attempt, status, error } = info as { attempt: number; status?: number; error?: Error };
    told.push([name, attempt, status ?? error?.name ?? ''].join(' ').trim());
    infos.push({ name, ...info });
  };
  const hooks: Hooks = {
    onRequest: note('request'),
    onResponse: note('response'),
    onRetry: note('retry'),
    onError: note('error'),
  };
  return { told, infos, hooks };
}

describe('Hooks', () => {
  test('hear of each attempt, each retry and the end, with the operation and its path template', async () => {
    const { told, infos, hooks } = watching();
    const { client, shop } = await open(hooks);
    await shop.fault({ operation: 'getCollection', fault: 'status', status: 503 });
    await rejection(getCollection(client, 'nobody-knows-it'));
    assert.deepEqual(told, [
      'request 1',
      'response 1 503',
      'retry 1 ServiceError',
      'request 2',
      'response 2 404',
      'error 2 ServiceError',
    ]);
    for (const { operation, method, path } of infos)
      assert.deepEqual([operation, method, path], ['getCollection', 'GET', '/v1/collections/{id}']);
    const [, first, retry, , second, error] = infos;
    assert.ok((retry!['wait'] as number) > 0);
    for (const info of [first, second, error]) assert.ok((info!['milliseconds'] as number) >= 0);
    const ids = await shop.requests();
    assert.deepEqual(
      [first!['requestId'], second!['requestId']],
      ids.map(({ requestId }) => requestId),
    );
    assert.equal((error!['error'] as { requestId: string }).requestId, ids[1]!.requestId);
  });

  test('hear of a call that was not sent, and of one that had no answer', async () => {
    const { told, hooks } = watching();
    const { client, shop } = await open(hooks);
    const { token } = await shop.grant();
    await rejection(claimRewardGrant(client, `${token}\ud800`));
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
    await rejection(claimRewardGrant(client, token));
    assert.deepEqual(told, ['error 0 InvalidArgumentError', 'request 1', 'error 1 NetworkError']);
  });

  test('hear no secret', async () => {
    const { infos, hooks } = watching();
    const { client, shop } = await open(hooks);
    const { token } = await shop.grant();
    await shop.fault({
      operation: 'claimRewardGrant',
      fault: 'status',
      status: 400,
      body: { message: `${token} ${shop.key}` },
    });
    await rejection(claimRewardGrant(client, token));
    await claimRewardGrant(client, token);
    const text = JSON.stringify(infos, (_, value: unknown) =>
      value instanceof Headers ? [...value] : value,
    );
    assert.equal(text.includes(token) || text.includes(shop.key), false);
    assert.ok(infos.length >= 5);
  });

  test('that throw disturb no call, and tell the console', async (t: TestContext) => {
    const said = t.mock.method(console, 'error', () => undefined);
    const broken = new Error('a broken hook');
    const { client } = await open({
      onResponse: () => {
        throw broken;
      },
    });
    assert.equal((await listTimeline(client, { limit: 1 })).data.length, 1);
    assert.equal(said.mock.calls[0]!.arguments[0], broken);
  });

  test('of a single claim that throw do not lose its result', async (t: TestContext) => {
    const said = t.mock.method(console, 'error', () => undefined);
    const { client, shop } = await open();
    const { token } = await shop.grant();
    const broken = new Error('a broken hook');
    const onResponse = () => {
      throw broken;
    };
    const { discountCode } = await claimRewardGrant(client, token, { onResponse });
    assert.equal(discountCode, (await shop.grantRecord(token)).discountCode);
    assert.equal(said.mock.calls[0]!.arguments[0], broken);
  });

  test('that reject disturb no call either, and tell the console', async (t: TestContext) => {
    const said = t.mock.method(console, 'error', () => undefined);
    const broken =
      (name: string): (() => void) =>
      () =>
        Promise.reject(new Error(name));
    const { client, shop } = await open({
      onRequest: broken('request'),
      onResponse: broken('response'),
      onRetry: broken('retry'),
      onError: broken('error'),
    });
    await shop.fault({ operation: 'getCollection', fault: 'status', status: 503 });
    assert.ok(isServiceError(await rejection(getCollection(client, 'nobody-knows-it'))));
    const of = { onResponse: broken('of the call') };
    const { data } = await withResponse(client, (each) => listTimeline(each, { limit: 1 }, of));
    assert.equal(data.data.length, 1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      said.mock.calls.map((call) => (call.arguments as Error[])[0]!.message),
      ['request', 'response', 'retry', 'request', 'response', 'error', 'request', 'response', 'of the call'],
    );
  });
});

describe('withResponse()', () => {
  test('returns the status, headers and request id beside the result', async () => {
    const { client, shop } = await open();
    const { data, response } = await withResponse(client, (each) => listTimeline(each, { limit: 2 }));
    assert.equal(data.data.length, 2);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type')!, /json/);
    const [request] = await shop.requests('listTimeline');
    assert.equal(response.requestId, request!.requestId);
    const created = await withResponse(client, (each) => createOtp(each, { email: 'a@b.example' }));
    assert.equal(created.response.status, 201);
  });

  test('rejects as the call does, and where the call sends nothing', async () => {
    const { client } = await open();
    assert.ok(
      isServiceError(await rejection(withResponse(client, (each) => getCollection(each, 'nobody-knows-it')))),
    );
    assert.ok(isInvalidArgumentError(await rejection(withResponse(client, () => Promise.resolve(1)))));
  });
});

describe('Retries', () => {
  test('are as many as the client or the call says', async () => {
    for (const [ofClient, ofCall, requests] of [
      [0, undefined, 1],
      [1, undefined, 2],
      [0, 1, 2],
      [2, 0, 1],
    ] as const) {
      const { client, shop } = await open({ retries: ofClient });
      await shop.fault({ operation: 'listTimeline', fault: 'status', status: 503, times: 0 });
      await rejection(listTimeline(client, {}, { retries: ofCall }));
      assert.equal((await shop.requests('listTimeline')).length, requests, `${ofClient}, ${ofCall}`);
    }
  });

  test('come after the errors that the client or the call names', async () => {
    const { client, shop } = await open({ retryWhen: ({ status }) => status === 404 });
    await rejection(getCollection(client, 'nobody-knows-it', { retries: 1 }));
    assert.equal((await shop.requests('getCollection')).length, 2);
    await shop.fault({ operation: 'getCollection', fault: 'status', status: 503 });
    await rejection(getCollection(client, 'nobody-knows-it'));
    assert.equal((await shop.requests('getCollection')).length, 3, 'no longer after a 503');
    await rejection(getCollection(client, 'nobody-knows-it', { retryWhen: () => false }));
    assert.equal((await shop.requests('getCollection')).length, 4);
  });
});

describe('A key', () => {
  const withKeys = (
    keys: (string | Error | Promise<string> | undefined)[],
    more: Partial<ClientOptions> = {},
  ) => {
    let asked = 0;
    const client = createClient({
      baseUrl: sandboxUrl(),
      apiKey: () => {
        const key = keys[asked++];
        return key instanceof Error ? Promise.reject(key) : Promise.resolve(key);
      },
      ...more,
    });
    return { client, asked: () => asked };
  };

  test('may come from a function, which is asked once', async () => {
    const shop = await openShop(sandboxUrl());
    const { client, asked } = withKeys([shop.key]);
    await Promise.all([listTimeline(client), createOtp(client, { email: 'a@b.example' })]);
    await listTimeline(client);
    assert.equal(asked(), 1);
    assert.equal((await shop.requests()).length, 3);
  });

  test('is asked for once more after a 401, also for a claim, which is then sent again', async () => {
    const shop = await openShop(sandboxUrl());
    const { token } = await shop.grant();
    const { client, asked } = withKeys(['an-old-key', shop.key]);
    assert.ok((await claimRewardGrant(client, token)).discountCode);
    assert.equal(asked(), 2);
    await listTimeline(client);
    assert.equal(asked(), 2, 'the new one is kept');
  });

  test('that is the same again ends in the 401', async () => {
    const { client, asked } = withKeys(['an-old-key', 'an-old-key']);
    const error = await rejection(listTimeline(client));
    assert.ok(isApiError(error) && error.status === 401);
    assert.equal(asked(), 2);
  });

  test('that cannot be renewed ends in the 401, also for calls at the same time', async () => {
    const { client } = withKeys(['an-old-key', new Error('no vault'), new Error('no vault')]);
    const calls = [listTimeline(client), createOtp(client, { email: 'a@b.example' })].map(rejection);
    for (const error of await Promise.all(calls))
      assert.ok(isApiError(error) && error.status === 401, String(error));
  });

  test('that is missing when it is asked for again ends in the 401, and nothing is sent without one', async () => {
    let sent = 0;
    const { client } = withKeys(['an-old-key', undefined], { onRequest: () => void sent++ });
    const error = await rejection(listTimeline(client));
    assert.ok(isApiError(error) && error.status === 401);
    assert.equal(sent, 1);
  });

  test('whose function fails is an invalid argument, and is asked for again by the next call', async () => {
    const shop = await openShop(sandboxUrl());
    const reason = new Error('no vault');
    const { client } = withKeys([reason, 's€cret', shop.key]);
    const first = await rejection(listTimeline(client));
    assert.ok(isInvalidArgumentError(first) && first.argument === 'apiKey' && first.cause === reason);
    const second = await rejection(listTimeline(client));
    assert.ok(isInvalidArgumentError(second) && !second.message.includes('cret'));
    assert.equal((await listTimeline(client, { limit: 1 })).data.length, 1);
  });

  test('that never arrives fails the calls that wait for it, and is asked for again by the next one', async () => {
    const shop = await openShop(sandboxUrl());
    const never = new Promise<string>(() => undefined);
    const { client, asked } = withKeys([never, 'an-old-key', never, shop.key]);
    const hasty = { timeout: 100 };
    const calls = [listTimeline(client, {}, hasty), createOtp(client, { email: 'a@b.example' }, hasty)];
    for (const error of await Promise.all(calls.map(rejection))) assert.ok(isTimeoutError(error));
    assert.equal(asked(), 1, 'one question for both');
    assert.ok(isTimeoutError(await rejection(listTimeline(client, {}, { timeout: 3000 }))));
    assert.equal(asked(), 3, 'the second one after a 401');
    assert.equal((await listTimeline(client, { limit: 1 })).data.length, 1);
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 60_000 });
    assert.ok(isTimeoutError(await rejection(listTimeline(client, {}, hasty))));
    await shop.clearFaults();
    await listTimeline(client, { limit: 1 });
    assert.equal(asked(), 4, 'a key that is there is kept');
  });

  test('that travels without encryption to another machine is worth one warning', async (t: TestContext) => {
    const said = t.mock.method(console, 'warn', () => undefined);
    const answer = () => Promise.resolve(new Response('{"data":[],"pagination":{}}'));
    const start = (baseUrl: string, apiKey: ClientOptions['apiKey']) =>
      createClient({ baseUrl, apiKey, fetch: answer });
    for (const local of ['http://localhost:1', 'http://127.0.0.1', 'http://[::1]:9', 'http://shop.localhost'])
      start(local, 'key-1');
    start('https://service.example', 'key-1');
    start('http://service.example', undefined);
    assert.equal(said.mock.callCount(), 0);
    start('http://service.example', 'key-1');
    assert.equal(said.mock.callCount(), 1);
    const text = String(said.mock.calls[0]!.arguments[0]);
    assert.match(text, /travels to service\.example without encryption\. Use https:/);
    assert.equal(text.includes('key-1'), false);
    const asking = start('http://service.example', () => 'key-2');
    await listTimeline(asking);
    await listTimeline(asking);
    assert.equal(said.mock.callCount(), 2);
  });
});

describe('A long answer', () => {
  test('ends in an error that names the limit, for every operation but the export', async () => {
    const { client } = await open({ maxResponseBytes: 100 });
    const error = await rejection(listTimeline(client, { limit: 50 }, { retries: 0 }));
    assert.ok(isResponseTooLargeError(error));
    assert.equal(error.code, 'response_too_large');
    assert.match(
      error.message,
      /GET \/v1\/timeline answered with more than 100 bytes; maxResponseBytes allows more/,
    );
    const { data } = await exportRawEvents(client, { date_from: '2000-01-01', limit: 50 });
    assert.equal(data?.length, 50);
    assert.equal((await listTimeline(client, { limit: 50 }, { maxResponseBytes: 1e6 })).data.length, 50);
  });

  test('is cut off while it arrives, and may hold 32 MiB by default', async () => {
    let sent = 0;
    const piece = new Uint8Array(2 ** 20).fill(32);
    const client = createClient({
      baseUrl: 'https://service.example',
      fetch: () =>
        Promise.resolve(
          new Response(
            new ReadableStream({
              pull(stream) {
                sent++;
                stream.enqueue(piece);
              },
            }),
          ),
        ),
    });
    assert.ok(isResponseTooLargeError(await rejection(listTimeline(client, {}, { retries: 0 }))));
    assert.ok(sent >= 33 && sent < 40, `${sent} MiB`);
  });
});
