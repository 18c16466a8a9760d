import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openSandbox, type TestSandbox } from './support.ts';

interface Entry {
  id: number;
  type: string;
  created_at: string;
  [field: string]: unknown;
}

describe('the timeline', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox();
  });

  const list = async (query: string): Promise<{ data: Entry[]; pagination: Record<string, unknown> }> => {
    const { status, body } = await sandbox.call(`GET /v1/timeline?${query}`);
    assert.equal(status, 200);
    return body;
  };
  const timeline = async (body: unknown) => (await sandbox.call('POST /sandbox/timelines', { body })).body;

  test('starts with the newest fifty entries', async () => {
    const { data, pagination } = await list('collection_slug=nordlicht-aw26');
    assert.equal(data.length, 50);
    assert.deepEqual(pagination, { limit: 50, offset: 0 });
    assert.equal(data[0]?.['title'], 'Thank you, and a pencil');
    const times = data.map((entry) => entry.created_at);
    assert.deepEqual(times, times.toSorted().reverse());
  });

  test('counts only when asked to', async () => {
    const { pagination } = await list('collection_slug=nordlicht-aw26&include_count=true');
    assert.equal(pagination['total'], 60);
    assert.ok(!('total' in (await list('collection_slug=nordlicht-aw26&include_count=false')).pagination));
  });

  test('can be read to the end without a gap or a repetition', async () => {
    const seen = new Set<number>();
    for (let offset = 0; offset < 5000; offset += 1000) {
      const { data, pagination } = await list(
        `collection_slug=tiefsee-records&limit=1000&offset=${offset}&include_count=true`,
      );
      assert.equal(pagination['total'], 5000);
      for (const { id } of data) seen.add(id);
    }
    assert.equal(seen.size, 5000);
    assert.deepEqual((await list('collection_slug=tiefsee-records&offset=5000')).data, []);
  });

  test('orders entries of the same moment by their id, in both directions', async () => {
    const created_at = '2026-05-01T12:00:00Z';
    const { slug } = await timeline({ entries: Array.from({ length: 6 }, () => ({ created_at })) });
    const ascending = (await list(`collection_slug=${slug}&order=asc`)).data.map(({ id }) => id);
    assert.deepEqual(
      ascending,
      ascending.toSorted((a, b) => a - b),
    );
    const pages = await Promise.all(
      [0, 2, 4].map((offset) => list(`collection_slug=${slug}&limit=2&offset=${offset}`)),
    );
    assert.deepEqual(
      pages.flatMap(({ data }) => data.map(({ id }) => id)),
      ascending.toReversed(),
    );
  });

  test('orders by id and by the last change too', async () => {
    const { slug } = await timeline({
      entries: [
        { title: 'a', created_at: '2026-05-03T00:00:00Z', updated_at: '2026-05-04T00:00:00Z' },
        { title: 'b', created_at: '2026-05-01T00:00:00Z', updated_at: '2026-05-09T00:00:00Z' },
        { title: 'c', created_at: '2026-05-02T00:00:00Z', updated_at: null },
      ],
    });
    const titles = async (query: string) =>
      (await list(`collection_slug=${slug}&${query}`)).data.map(({ title }) => title);
    assert.deepEqual(await titles('order_by=id&order=asc'), ['a', 'b', 'c']);
    assert.deepEqual(await titles('order_by=created_at&order=asc'), ['b', 'c', 'a']);
    assert.deepEqual(await titles('order_by=updated_at&order=desc'), ['b', 'a', 'c']);
  });

  test('finds the entries of one token', async () => {
    const { data } = await list('token_id=4711&collection_slug=nordlicht-aw26');
    assert.equal(data.length, 10);
    assert.ok(data.every((entry) => entry['token_id'] === 4711));
    assert.deepEqual((await list('token_id=4712')).data, []);
  });

  test('takes days and moments as bounds, the last day as a whole', async () => {
    const day = await list(
      'collection_slug=nordlicht-aw26&min_date=2026-09-03&max_date=2026-09-03&order=asc',
    );
    assert.deepEqual(
      day.data.map(({ created_at }) => created_at),
      ['2026-09-03T08:00:00.000Z', '2026-09-03T19:30:00.000Z'],
    );
    const moment = await list(
      `collection_slug=nordlicht-aw26&min_date=${encodeURIComponent('2026-09-03T10:00:00+02:00')}&max_date=2026-09-03T19:29:59Z`,
    );
    assert.deepEqual(
      moment.data.map(({ created_at }) => created_at),
      ['2026-09-03T08:00:00.000Z'],
    );
  });

  test('is empty for a collection without entries and for an unknown one', async () => {
    for (const slug of ['leerlauf', 'nobody-knows']) {
      assert.deepEqual(await list(`collection_slug=${slug}&include_count=true`), {
        data: [],
        pagination: { limit: 50, offset: 0, total: 0 },
      });
    }
  });

  test('holds every mixture a reader must cope with', async () => {
    const { data } = await list('collection_slug=nordlicht-aw26&limit=1000');
    const has = (check: (entry: Entry) => boolean): void => assert.ok(data.some(check), String(check));
    for (const field of ['content', 'location', 'token_id', 'user_id', 'image', 'updated_at', 'gallery']) {
      has((entry) => !(field in entry));
      has((entry) => entry[field] === null);
      has((entry) => entry[field] !== null && entry[field] !== undefined);
    }
    has(({ video }) => video !== undefined);
    has(({ image }) => (image as { url: unknown } | null)?.url === null);
    has(({ type }) => !['update', 'milestone', 'media', 'event'].includes(type));
    has(({ gallery }) => {
      const orders = ((gallery ?? []) as { order: number }[]).map(({ order }) => order);
      return orders.length > 1 && orders[0] !== 1;
    });
    assert.equal(new Set(data.map((entry) => entry['title'])).size, 60);
  });

  test('gives media under the address the client used', async () => {
    const { data } = await list('collection_slug=nordlicht-aw26&limit=1000');
    const film = data.find((entry) => entry['video'])?.['video'];
    assert.deepEqual(film, {
      url: `${sandbox.url}/media/nordlicht-film.webm`,
      poster_url: `${sandbox.url}/media/nordlicht-01.webp`,
    });
  });

  test('tells thousands of different things about the record label', async () => {
    const pages = await Promise.all(
      [0, 1000, 2000, 3000, 4000].map((offset) =>
        list(`collection_slug=tiefsee-records&limit=1000&offset=${offset}`),
      ),
    );
    const entries = pages.flatMap(({ data }) => data);
    assert.ok(
      new Set(entries.map(({ title, content }) => `${String(title)} ${String(content)}`)).size > 4500,
    );
    assert.ok(
      entries.every((entry) => !/[{}]|undefined/.test(JSON.stringify([entry['title'], entry['content']]))),
    );
  });

  test('entries of a test keep what they were given, in their order, whatever it is', async () => {
    const entries = [
      { title: 'hostile', image: { url: 'javascript:alert(1)' }, type: 'made_up', extra: { deep: [1] } },
      { title: null, created_at: 'last tuesday', video: null, gallery: [] },
    ];
    const { slug } = await timeline({ slug: `given-${Date.now()}`, entries });
    const { data } = await list(`collection_slug=${slug}`);
    assert.deepEqual(
      data.map(({ title }) => title),
      ['hostile', null],
    );
    const [hostile, undated] = data;
    assert.deepEqual(hostile?.['image'], { url: 'javascript:alert(1)' });
    assert.deepEqual(hostile['extra'], { deep: [1] });
    assert.equal(undated?.created_at, 'last tuesday');
  });

  test('an entry is deleted once', async () => {
    const { slug } = await timeline({ count: 2 });
    const [first, second] = (await list(`collection_slug=${slug}`)).data;
    const gone = await sandbox.call(`DELETE /v1/timeline/${first?.id}`);
    assert.deepEqual([gone.status, gone.body], [204, '']);
    const again = await sandbox.call(`DELETE /v1/timeline/${first?.id}`);
    assert.deepEqual([again.status, again.body.code], [404, 'timeline_entry_not_found']);
    assert.deepEqual(
      (await list(`collection_slug=${slug}`)).data.map(({ id }) => id),
      [second?.id],
    );
  });

  for (const id of ['0', '-1', '1e3', '1.0', 'abc', '%201', '99999999999999999999']) {
    test(`there is no entry ${id}`, async () => {
      const { status, body } = await sandbox.call(`DELETE /v1/timeline/${id}`);
      assert.deepEqual([status, body.code], [404, 'timeline_entry_not_found']);
    });
  }
});
