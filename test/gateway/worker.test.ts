/** The gateway as a Worker, in the runtime that Cloudflare runs: workerd. */
import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { before, describe, test } from 'node:test';
import { Miniflare } from 'miniflare';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { atEnd, callAt, ORIGIN, SECRET, SESSION_KEY } from './support.ts';
import { bundleWorker, readWranglerSettings } from './worker-bundle.ts';

let sandbox: Sandbox;
let shop: TestShop;
let script: string;

before(async () => {
  script = await bundleWorker();
  sandbox = await startSandbox({ log: () => undefined });
  atEnd(() => sandbox.close());
  shop = await openShop(sandbox.url);
});

interface Running {
  urls: string[];
  log: string[];
}

/** Workers of different names, so each an isolate of its own, with one namespace of Durable Objects. */
async function startWorkers(count: number, settings: Record<string, string> = {}): Promise<Running> {
  const { compatibility_date, durable_objects } = readWranglerSettings();
  const [{ class_name: className, name: binding }] = durable_objects.bindings;
  const bindings = {
    SERVICE_URL: sandbox.url,
    API_KEY: shop.key,
    GATEWAY_SECRET: SECRET,
    ORIGINS: ORIGIN,
    SESSION_KEYS: `${SESSION_KEY.kid}:${SESSION_KEY.secret.replaceAll(',', '')}`,
    SESSION_ISSUER: 'https://gateway.example',
    SESSION_AUDIENCE: ORIGIN,
    CODE_ANSWER_TIME: '0',
    // Nothing sets cf-connecting-ip here.
    CLIENT_ADDRESS: 'none',
    ...settings,
  };
  const log: string[] = [];
  const miniflare = new Miniflare({
    // Otherwise it asks a host outside for data about the edge.
    cf: false,
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      for (const stream of [stdout, stderr]) stream.on('data', (chunk) => log.push(String(chunk)));
    },
    workers: Array.from({ length: count }, (_, index) => ({
      name: `gateway-${index}`,
      modules: [{ type: 'ESModule' as const, path: 'gateway.js', contents: script }],
      compatibilityDate: compatibility_date,
      bindings,
      durableObjects: {
        [binding]: { className, useSQLite: true, ...(index > 0 && { scriptName: 'gateway-0' }) },
      },
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    })),
  });
  atEnd(() => miniflare.dispose());
  await miniflare.ready;
  const urls = await Promise.all(
    Array.from({ length: count }, (_, index) => miniflare.unsafeGetDirectURL(`gateway-${index}`)),
  );
  return { urls: urls.map((url) => url.origin), log };
}

async function login(url: string, email: string): Promise<string> {
  await callAt(url, 'POST /v1/access/otp', { body: { email } });
  const code = await shop.mailedCode(email);
  const { status, body } = await callAt(url, 'POST /v1/access/otp/verify', { body: { email, code } });
  assert.equal(status, 200);
  return body.session.token as string;
}

describe('In workerd', () => {
  test('a shopper logs in, claims, gets the same code again, and reads a timeline', async (t) => {
    const { urls, log } = await startWorkers(1, { REQUIRE_LOGIN: 'true' });
    const [url] = urls as [string];
    assert.equal((await callAt(url, 'GET /healthz', { origin: null })).status, 200);
    const { token } = await shop.grant();
    const claim = `POST /v1/rewards/grants/${token}/claim`;
    const before = await callAt(url, claim);
    assert.deepEqual([before.status, before.body.code], [401, 'login_required']);
    const session = await login(url, 'worker@example.com');
    const first = await callAt(url, claim, { token: session });
    assert.equal(first.status, 200);
    const record = await shop.grantRecord(token);
    assert.equal(first.body.discountCode, record.discountCode);
    const again = await callAt(url, claim, { token: session });
    assert.deepEqual(again.body, first.body);
    assert.equal((await shop.grantRecord(token)).claims, 1);

    const { slug } = await shop.timeline({ count: 3 });
    const timeline = await callAt(url, `GET /v1/timeline?collection_slug=${slug}`);
    assert.equal(timeline.status, 200, timeline.text);
    const unchanged = await callAt(url, `GET /v1/timeline?collection_slug=${slug}`, {
      headers: { 'if-none-match': timeline.headers.get('etag')! },
    });
    assert.equal(unchanged.status, 304);
    assert.equal((await callAt(url, 'GET /v1/users')).status, 404);

    const { host } = new URL(sandbox.url);
    const refusal = { message: 'No.', code: host, details: {} };
    await shop.fault({ operation: 'createOtp', fault: 'status', status: 404, body: refusal });
    const refused = await callAt(url, 'POST /v1/access/otp', { body: { email: 'refused@example.com' } });
    assert.equal(refused.status, 201);

    assert.equal((await callAt(url, 'POST /v1/access/logout', { token: session })).status, 204);
    const revoked = await callAt(url, claim, { token: session });
    assert.equal(revoked.status, 401);
    // The log arrives by a pipe of its own.
    const last = revoked.headers.get('x-request-id')!;
    await t.waitFor(() => assert.ok(log.join('').includes(last)), { timeout: 20_000 });
    const written = log.join('');
    assert.match(written, /"operation":"claimRewardGrant"/);
    assert.match(written, /"event":"code_refused"/);
    for (const secret of [shop.key, SECRET, session, token, record.discountCode!, '@example.com', host])
      assert.ok(!written.includes(secret), secret);
  });

  test('two isolates share what was claimed and who has logged out, and twenty at once reach the service once', async () => {
    const { urls } = await startWorkers(2, { RESERVE: 'true' });
    const [one, two] = urls as [string, string];
    const { token } = await shop.grant();
    const claim = `POST /v1/rewards/grants/${token}/claim`;
    await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 300 });
    const before = (await shop.requests('claimRewardGrant')).length;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => callAt(index % 2 ? one : two, claim)),
    );
    const { discountCode, claims } = await shop.grantRecord(token);
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    assert.deepEqual(new Set(replies.map(({ body }) => body.discountCode)), new Set([discountCode]));
    assert.equal(claims, 1);
    assert.equal((await shop.requests('claimRewardGrant')).length, before + 1);

    const session = await login(one, 'two-isolates@example.com');
    assert.equal((await callAt(one, 'POST /v1/access/logout', { token: session })).status, 204);
    const { rewardId, codeId } = await shop.rewardCode();
    const reserve = `POST /v1/rewards/${rewardId}/codes/${codeId}/reserve`;
    const revoked = await callAt(two, reserve, { token: session });
    assert.deepEqual([revoked.status, revoked.body.code], [401, 'session_invalid']);
  });

  test('thirty shoppers at once get a timeline that nobody has asked for before', async () => {
    const { urls } = await startWorkers(1);
    const { slug } = await shop.timeline({ count: 3 });
    await shop.fault({ operation: 'listTimeline', fault: 'latency', ms: 200, times: 0 });
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => callAt(urls[0]!, `GET /v1/timeline?collection_slug=${slug}`)),
    );
    await shop.clearFaults();
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  });

  test('limits count a client’s address as Cloudflare says it', async () => {
    const { urls } = await startWorkers(1, { LIMIT_READ_PER_ADDRESS: '2/600', CLIENT_ADDRESS: '' });
    const { slug } = await shop.timeline({ count: 3 });
    let offset = 0;
    // Cached answers are not counted, so each call reads another page.
    const read = async (address: string) => {
      const headers = { 'cf-connecting-ip': address };
      return (
        await callAt(urls[0]!, `GET /v1/timeline?collection_slug=${slug}&offset=${offset++}`, { headers })
      ).status;
    };
    const statuses = [];
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
      statuses.push(await read(address));
    assert.deepEqual(statuses, [200, 200, 429, 200]);
  });

  test('wrong settings are named in the log, and a shopper only learns that something is wrong', async (t) => {
    const { urls, log } = await startWorkers(1, { ORIGINS: '*', CLIENT_ADDRESS: 'many' });
    const { status, body } = await callAt(urls[0]!, 'GET /v1/timeline?collection_slug=a');
    assert.deepEqual([status, body.code, body.details], [500, 'internal_error', {}]);
    // The log arrives by a pipe of its own.
    await t.waitFor(() => assert.match(log.join(''), /ORIGINS[^]*CLIENT_ADDRESS/), { timeout: 20_000 });
    assert.ok(!log.join('').includes(shop.key));
  });
});
