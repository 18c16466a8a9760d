import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { callRaw, openSandbox, requestCode, uniqueEmail, type TestSandbox } from './support.ts';

describe('control routes', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox();
  });

  test('need no key', async () => {
    assert.equal((await sandbox.call('POST /sandbox/grants', { key: null, body: {} })).status, 201);
    assert.equal((await sandbox.call('GET /sandbox/faults', { key: null })).status, 200);
  });

  test('a generated timeline has as many entries as asked for, the newest now', async () => {
    const { status, body } = await sandbox.call('POST /sandbox/timelines', {
      body: { slug: 'many', count: 321 },
    });
    assert.deepEqual([status, body.slug], [201, 'many']);
    assert.equal((await sandbox.call(`GET /v1/collections/${body.collectionId}`)).body.slug, 'many');
    const page = await sandbox.call('GET /v1/timeline?collection_slug=many&limit=1&include_count=true');
    assert.equal(page.body.pagination.total, 321);
    assert.ok(Math.abs(Date.parse(page.body.data[0].created_at) - Date.now()) < 60_000);
  });

  test('a timeline can come with the fields of its collection', async () => {
    const { body } = await sandbox.call('POST /sandbox/timelines', {
      body: { count: 0, collection: { name: 'Winter', image: { url: 'nordlicht-02.webp' } } },
    });
    const collection = await sandbox.call(`GET /v1/collections/${body.collectionId}`);
    assert.equal(collection.body.name, 'Winter');
    assert.equal(collection.body.image.url, `${sandbox.url}/media/nordlicht-02.webp`);
  });

  test('a collection of a test keeps every field it was given, nulls and unknown ones too', async () => {
    const given = {
      id: randomUUID(),
      slug: 'given',
      name: null,
      status: 'mythical',
      share_image: null,
      mood: ['calm'],
    };
    const made = await sandbox.call('POST /sandbox/collections', { body: given });
    assert.deepEqual([made.status, made.body], [201, { id: given.id, slug: 'given' }]);
    const { body } = await sandbox.call(`GET /v1/collections/${given.id}`);
    for (const [field, value] of Object.entries(given)) assert.deepEqual(body[field], value);
  });

  test('a slug or an id that is taken is collection_exists', async () => {
    for (const body of [{ slug: 'nordlicht-aw26' }, { id: '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01' }]) {
      const reply = await sandbox.call('POST /sandbox/collections', { body });
      assert.deepEqual([reply.status, reply.body.code], [409, 'collection_exists']);
    }
  });

  test('a timeline that is refused leaves no collection behind', async () => {
    const body = { slug: 'half-made', entries: [{ title: 'fine' }, { title: 7 }] };
    const reply = await sandbox.call('POST /sandbox/timelines', { body });
    assert.deepEqual(reply.body.details.errors, [
      { path: '/entries/1/title', message: 'must be string,null' },
    ]);
    assert.equal(
      (await sandbox.call('POST /sandbox/collections', { body: { slug: 'half-made' } })).status,
      201,
    );
  });

  for (const [route, body, path] of [
    ['POST /sandbox/keys', {}, '/'],
    ['POST /sandbox/keys', { role: 'admin' }, '/role'],
    ['POST /sandbox/grants', { state: 'lost' }, '/state'],
    ['POST /sandbox/grants', { codeType: 'barter' }, '/codeType'],
    ['POST /sandbox/grants', { rewardId: randomUUID(), value: 3 }, '/value'],
    ['POST /sandbox/grants', { colour: 'green' }, '/colour'],
    ['POST /sandbox/timelines', {}, '/'],
    ['POST /sandbox/timelines', { count: 1, entries: [] }, '/'],
    ['POST /sandbox/timelines', { count: 10_001 }, '/count'],
    ['POST /sandbox/timelines', { count: 1, slug: 'Not A Slug' }, '/slug'],
    ['POST /sandbox/timelines', { entries: [{ id: 7 }] }, '/entries/0/id'],
    ['POST /sandbox/collections', { link_methods: ['smoke'] }, '/link_methods/0'],
    ['POST /sandbox/collections', { id: 'seven' }, '/id'],
    ['POST /sandbox/codes', { status: 'lost' }, '/status'],
    ['POST /sandbox/codes', [], '/'],
  ] as const) {
    test(`${route} refuses ${JSON.stringify(body)} at ${path}`, async () => {
      const reply = await sandbox.call(route, { body });
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request']);
      assert.equal(reply.body.details.errors[0].path, path);
    });
  }

  test('a grant that nobody made is grant_not_found', async () => {
    const { status, body } = await sandbox.call('GET /sandbox/grants/grant-nobody-knows-0001');
    assert.deepEqual([status, body.code], [404, 'grant_not_found']);
  });

  test('requests are counted per key, without addresses and bodies', async () => {
    const { body: made } = await sandbox.call('POST /sandbox/keys', { body: { role: 'publishable' } });
    await sandbox.call('GET /v1/timeline?limit=1&token_id=4711', { key: made.key });
    await sandbox.call('GET /v1/users', { key: made.key });
    await sandbox.call('PUT /v1/users', { key: made.key });
    await sandbox.call('GET /v1/nothing', { key: made.key });
    const { body } = await sandbox.call(`GET /sandbox/requests?key=${made.key}`);
    assert.ok(body.every(({ at }: { at: string }) => !Number.isNaN(Date.parse(at))));
    assert.deepEqual(
      body.map(({ at: _, ...entry }: { at: string }) => entry),
      [
        { operation: 'listTimeline', method: 'GET', status: 200, key: made.key },
        { operation: 'listUsers', method: 'GET', status: 403, key: made.key },
        { operation: null, method: 'PUT', status: 405, key: made.key },
        { operation: null, method: 'GET', status: 404, key: made.key },
      ],
    );
    assert.equal((await sandbox.call(`DELETE /sandbox/requests?key=${made.key}`)).status, 204);
    assert.deepEqual((await sandbox.call(`GET /sandbox/requests?key=${made.key}`)).body, []);
  });
});

describe('pages', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox();
  });

  test('the mailbox shows the newest mail first, with its code where a script can find it', async () => {
    const email = uniqueEmail();
    const older = await requestCode(sandbox, email);
    const newer = await requestCode(sandbox, email);
    const { body, headers } = await sandbox.call(`GET /sandbox/mailbox?email=${email.toUpperCase()}`);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    const codes = [...body.matchAll(/<code data-code>(\d{6})<\/code>/g)].map((match) => match[1]);
    assert.deepEqual(codes, [newer, older]);
    assert.equal(body.match(/<article>/g).length, 2);
    assert.match(body, /<meta http-equiv="refresh" content="3"/);
  });

  test('the mailbox of an address shows no mail of another one', async () => {
    const [mine, other] = [uniqueEmail(), uniqueEmail()];
    await requestCode(sandbox, mine);
    await requestCode(sandbox, other);
    const { body } = await sandbox.call(`GET /sandbox/mailbox?email=${mine}`);
    assert.ok(body.includes(mine));
    assert.ok(!body.includes(other));
    const all = await sandbox.call('GET /sandbox/mailbox');
    assert.ok(all.body.includes(mine) && all.body.includes(other));
  });

  test('what a visitor types into the address of the page is escaped', async () => {
    const attack = '"><script>alert(1)</script>';
    const { body } = await sandbox.call(`GET /sandbox/mailbox?email=${encodeURIComponent(attack)}`);
    assert.ok(!body.includes('<script>'));
    assert.ok(body.includes('&quot;&gt;&lt;script&gt;'));
  });

  test('an address with markup in it cannot break the mailbox', async () => {
    const email = `o'hara&co@shop.example`;
    await requestCode(sandbox, email);
    const { body } = await sandbox.call('GET /sandbox/mailbox');
    assert.ok(body.includes('o&#39;hara&amp;co@shop.example'));
  });

  for (const path of ['/sandbox', '/sandbox/mailbox']) {
    test(`${path} may load nothing but its own style sheet`, async () => {
      const { body, headers } = await sandbox.call(`GET ${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      const style = /<style>([^]*?)<\/style>/.exec(body)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      assert.match(policy, /default-src 'none'/);
      assert.ok(style.length > 100 && policy.includes(`style-src 'sha256-${hash}'`));
      assert.doesNotMatch(body, /<script|style="|\son\w+=/);
    });
  }

  test('the overview lists the keys, the collections and all seeded grants with their states', async () => {
    const { body } = await sandbox.call('GET /sandbox');
    for (const text of ['pk_sandbox_publishable', 'tiefsee-records', '5000', 'href="/sandbox/mailbox"']) {
      assert.ok(body.includes(text), text);
    }
    assert.equal(new Set(body.match(/grant-[a-z0-9-]{10,}/g)).size, 54);
    for (const state of ['open', 'claimed', 'expired', 'revoked', 'not_started', 'used_up']) {
      assert.ok(body.includes(`<td>${state}</td>`), state);
    }
  });
});

describe('media', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox({ seed: false });
  });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(sandbox.url + path, { headers });

  test('an image comes with its type, for any origin, to be kept for a while', async () => {
    const response = await get('/media/nordlicht-01.webp');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/webp');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.match(response.headers.get('cache-control') ?? '', /max-age=\d+/);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(bytes.subarray(8, 12).toString(), 'WEBP');
    assert.equal(Number(response.headers.get('content-length')), bytes.length);
  });

  test('HEAD answers the same without a body', async () => {
    const response = await fetch(`${sandbox.url}/media/nordlicht-film.webm`, { method: 'HEAD' });
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'video/webm']);
    assert.equal((await response.arrayBuffer()).byteLength, 0);
  });

  test('a video is served in the ranges that a player asks for', async () => {
    const whole = Buffer.from(await (await get('/media/nordlicht-film.webm')).arrayBuffer());
    const size = whole.length;
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, size - 1],
      ['bytes=-50', size - 50, size - 1],
      [`bytes=10-${size * 2}`, 10, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ] as const) {
      const response = await get('/media/nordlicht-film.webm', { range });
      assert.equal(response.status, 206);
      assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${size}`);
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), whole.subarray(start, end + 1));
    }
  });

  test('a range behind the end is 416, one that makes no sense is ignored', async () => {
    const behind = await get('/media/nordlicht-film.webm', { range: 'bytes=999999999-' });
    assert.equal(behind.status, 416);
    assert.match(behind.headers.get('content-range') ?? '', /^bytes \*\/\d+$/);
    for (const range of ['bytes=5-2', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-6']) {
      assert.equal((await get('/media/nordlicht-film.webm', { range })).status, 200);
    }
  });

  for (const path of [
    '/media/../sandbox/main.ts',
    '/media/..%2fsandbox%2fmain.ts',
    '/media/%2e%2e/sandbox/main.ts',
    '/media/..%5csandbox%5cmain.ts',
    '/media/....//sandbox/main.ts',
    '/media//etc/passwd',
    '/media/%2fetc%2fpasswd',
    '/media/make.ts',
    '/media/nordlicht-01.webp%00.ts',
    '/media/NORDLICHT-01.webp',
    '/media/nordlicht-01.webp%0a',
    '/media/.webp',
    '/media/nordlicht-99.webp',
  ]) {
    test(`nothing is served at ${path}`, async () => {
      const { status, body } = await callRaw(sandbox.url, path);
      assert.equal(status, 404);
      assert.match(JSON.parse(body).code, /^(media_)?not_found$/);
    });
  }
});
