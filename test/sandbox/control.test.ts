import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { openSandbox, type TestSandbox } from './support.ts';

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

  test('a collection of a test keeps every field it was given, null and unknown ones too', async () => {
    const given = {
      id: randomUUID(),
      slug: 'given',
      touchpoint_role: null,
      status: 'mythical',
      keywords: null,
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
    ['POST /sandbox/collections', { name: null }, '/name'],
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

  test('a code says what it is worth, in letters of any size', async () => {
    const { body: made } = await sandbox.call('POST /sandbox/grants', {
      body: { valueType: 'fixed_amount', value: 15, scope: 'product', state: 'claimed' },
    });
    const { body: grant } = await sandbox.call(`GET /sandbox/grants/${made.token}`);
    for (const code of [grant.discountCode, grant.discountCode.toLowerCase()])
      assert.deepEqual((await sandbox.call(`GET /sandbox/codes/${code}`)).body, {
        valueType: 'fixed_amount',
        value: 15,
        scope: 'product',
      });
    const { status, body } = await sandbox.call('GET /sandbox/codes/NOBODY-KNOWS');
    assert.deepEqual([status, body.code], [404, 'code_not_found']);
  });

  test('the id of an answer finds its request in the log', async () => {
    const { body: made } = await sandbox.call('POST /sandbox/keys', { body: { role: 'publishable' } });
    const { key } = made;
    await sandbox.call('POST /sandbox/faults', {
      body: { operation: 'listTimeline', fault: 'status', status: 503, key },
    });
    const replies = [
      await sandbox.call('GET /v1/timeline', { key }),
      await sandbox.call('GET /v1/timeline', { key }),
      await sandbox.call('GET /v1/users', { key }),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [503, 200, 403],
    );
    const answered = replies.map(({ headers }) => headers.get('x-request-id'));
    assert.equal(new Set(answered).size, 3);
    const { body } = await sandbox.call(`GET /sandbox/requests?key=${key}`);
    assert.deepEqual(
      body.map(({ requestId }: { requestId: string }) => requestId),
      answered,
    );
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
      body.map(({ at: _, requestId: __, ...entry }: { at: string; requestId: string }) => entry),
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
