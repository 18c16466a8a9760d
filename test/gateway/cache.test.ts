import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CachedAnswer, createReadCache, type ReadCache } from '../../src/gateway/cache.ts';
import { GatewayError } from '../../src/gateway/errors.ts';
import { entityTag, namesTag } from '../../src/gateway/etag.ts';
import type { LogEntry } from '../../src/gateway/options.ts';
import { allOptions, type Replaced } from './options.ts';

const asked = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('https://gateway.example/v1/timeline', { method, headers });

const textOf = ({ body }: CachedAnswer) => new TextDecoder().decode(body ?? undefined);

const trouble = (status: number | undefined, name = 'ServiceError') =>
  Object.assign(new Error('words of the service'), { name, status });

/** A cache with a clock that only the test moves, and a service that answers as it is told. */
function setUp(options: Replaced = {}) {
  const clock = { time: Date.UTC(2026, 0, 1) };
  const log: LogEntry[] = [];
  const background: Promise<unknown>[] = [];
  const service = {
    calls: 0,
    answer: (): unknown => ({ version: service.calls }),
  };
  const cache = createReadCache({
    options: allOptions({
      now: () => clock.time,
      log: (entry) => log.push(entry),
      ...options,
    }),
  });
  const load = () => {
    service.calls++;
    return Promise.resolve().then(() => JSON.stringify(service.answer()));
  };
  return {
    cache,
    clock,
    log,
    background,
    service,
    load,
    after: (seconds: number) => (clock.time += seconds * 1000),
    read: (request = asked(), key = 'timeline:1') =>
      cache.read(request, key, load, { waitUntil: (done) => background.push(done) }),
    /** Waits until all that was begun in the background is done. */
    settled: () => Promise.all(background),
  };
}

/** A `load` that answers when the test says so. */
function held() {
  const waiting: PromiseWithResolvers<unknown>[] = [];
  return {
    waiting,
    load: async () => {
      const answer = Promise.withResolvers<unknown>();
      waiting.push(answer);
      return JSON.stringify(await answer.promise);
    },
  };
}

const read = (cache: ReadCache, load: () => Promise<string>, key = 'timeline:1') =>
  cache.read(asked(), key, load);

describe('What is fresh', () => {
  test('is given again without asking the service, in the very same bytes', async () => {
    const { read, service } = setUp();
    const first = await read();
    const second = await read();
    assert.equal(service.calls, 1);
    assert.equal(first.cache, 'miss');
    assert.equal(second.cache, 'hit');
    assert.equal(textOf(second), '{"version":1}');
    assert.equal(second.body, first.body);
  });

  test('goes out as the text that was loaded', async () => {
    const { cache } = setUp();
    const loaded = '{"title": "one"}';
    assert.equal(textOf(await read(cache, () => Promise.resolve(loaded))), loaded);
  });

  test('says how long it may be kept, and how old it is', async () => {
    const { read, after } = setUp({ cache: { fresh: 30, whileRevalidate: 40, ifError: 50 } });
    const { headers } = await read();
    assert.equal(
      headers['cache-control'],
      'public, max-age=30, stale-while-revalidate=40, stale-if-error=50',
    );
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['age'], '0');
    after(12.9);
    assert.equal((await read()).headers['age'], '12');
  });

  test('has an age that counts from when the service was asked', async () => {
    const { cache, after } = setUp();
    const { waiting, load } = held();
    const answer = read(cache, load);
    after(3);
    waiting[0]?.resolve({});
    assert.equal((await answer).headers['age'], '3');
  });

  test('is fresh for half a minute, served for five minutes while it is renewed, and for a day in an outage by default', async () => {
    const { read } = setUp();
    const { headers } = await read();
    assert.equal(
      headers['cache-control'],
      'public, max-age=30, stale-while-revalidate=300, stale-if-error=86400',
    );
  });

  test('has a negative age for nobody, also when the clock was put back', async () => {
    const { read, after } = setUp();
    await read();
    after(-100);
    assert.equal((await read()).headers['age'], '0');
  });

  test('is of one key: another one asks for itself', async () => {
    const { read, service } = setUp();
    await read(asked(), 'timeline:1');
    const other = await read(asked(), 'timeline:2');
    assert.equal(service.calls, 2);
    assert.equal(textOf(other), '{"version":2}');
  });

  test('is of one gateway: another service, key or choice of fields never meets it', async () => {
    const one = setUp({ baseUrl: 'https://one.example' });
    const two = setUp({ baseUrl: 'https://two.example' });
    two.service.answer = () => ({ of: 'two' });
    await one.read();
    assert.equal(textOf(await two.read()), '{"of":"two"}');
  });

  test('does not exist where every time is 0', async () => {
    const { read, service } = setUp({ cache: { fresh: 0, whileRevalidate: 0, ifError: 0 } });
    await read();
    assert.equal((await read()).cache, 'miss');
    assert.equal(service.calls, 2);
    service.answer = () => {
      throw trouble(503);
    };
    await assert.rejects(read(), { status: 503 });
  });
});

describe('The entity tag', () => {
  test('is a strong one, of the text that goes out', async () => {
    const { read } = setUp();
    const answer = await read();
    assert.equal(answer.headers['etag'], entityTag(textOf(answer)));
    assert.match(answer.headers['etag'], /^"[\da-f]{16}"$/);
  });

  test('differs for every other text, however small the difference', () => {
    const long = 'y'.repeat(100);
    const texts = [
      ...Array.from({ length: 100 }, (_, length) => 'x'.repeat(length)),
      ...Array.from({ length: 100 }, (_, place) => `${long.slice(0, place)}z${long.slice(place + 1)}`),
      ...Array.from({ length: 10_000 }, (_, id) => JSON.stringify({ id, title: 'one' })),
      ...Array.from({ length: 10_000 }, (_, id) => JSON.stringify({ id: id * 7, other: 9_999 - id })),
    ];
    const tags = new Set(texts.map((text) => entityTag(text)));
    assert.equal(tags.size, texts.length);
    // Each half distinguishes them by itself too.
    for (const half of [0, 8])
      assert.equal(new Set([...tags].map((tag) => tag.slice(1 + half, 9 + half))).size, texts.length);
  });

  test('saves the body where the shopper has it already', async () => {
    const { read } = setUp();
    const { headers } = await read();
    const answer = await read(asked({ 'if-none-match': headers['etag'] ?? '' }));
    assert.equal(answer.status, 304);
    assert.equal(answer.body, null);
    assert.deepEqual(answer.headers, {
      etag: headers['etag'],
      'cache-control': headers['cache-control'],
      age: '0',
    });
  });

  test('is compared at the first read too', async () => {
    const { headers } = await setUp().read();
    const answer = await setUp().read(asked({ 'if-none-match': headers['etag'] ?? '' }));
    assert.equal(answer.status, 304);
    assert.equal(answer.cache, 'miss');
  });

  test('stays while the answer stays the same, and changes with it', async () => {
    const { read, after, service } = setUp();
    service.answer = () => ({ title: 'one' });
    const { headers } = await read();
    after(5000);
    assert.equal((await read(asked({ 'if-none-match': headers['etag'] ?? '' }))).status, 304);
    assert.equal(service.calls, 2);
    service.answer = () => ({ title: 'two' });
    after(5000);
    const changed = await read(asked({ 'if-none-match': headers['etag'] ?? '' }));
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers['etag'], headers['etag']);
  });

  test('is looked for in lists, weakly, and as a star', () => {
    const tag = '"0a"';
    for (const fits of [
      '"0a"',
      'W/"0a"',
      '"1b", "0a"',
      '"1b",W/"0a"',
      'W/"a,b" , "0a"',
      '*',
      ' * ',
      '"",  "0a"',
    ])
      assert.ok(namesTag(fits, tag), fits);
    for (const other of ['', '0a', '"0A"', '"0a', '0a"', '"1b"', 'W/"1b", "0ab"', '"*"', '*, "1b"', "'0a'"])
      assert.ok(!namesTag(other, tag), other);
  });

  test('comes with HEAD as well, with the length and without the body', async () => {
    const { read } = setUp();
    const { headers } = await read();
    const answer = await read(asked({}, 'HEAD'));
    assert.equal(answer.status, 200);
    assert.equal(answer.body, null);
    assert.deepEqual(answer.headers, { ...headers, 'content-length': '13' });
  });
});

describe('Those who ask for the same at the same time', () => {
  test('reach the service once', async () => {
    const { cache } = setUp();
    const { waiting, load } = held();
    const reads = Array.from({ length: 50 }, () => read(cache, load));
    assert.equal(waiting.length, 1);
    waiting[0]?.resolve({ title: 'one' });
    const answers = await Promise.all(reads);
    assert.deepEqual(new Set(answers.map(textOf)), new Set(['{"title":"one"}']));
    assert.deepEqual(
      answers.map(({ cache }) => cache),
      ['miss', ...Array<string>(49).fill('shared')],
    );
  });

  test('do not lose their answer when the one who asked first leaves', async () => {
    const { cache } = setUp();
    const { waiting, load } = held();
    const leaving = new AbortController();
    const kept: Promise<unknown>[] = [];
    const first = cache.read(
      new Request('https://gateway.example/', { signal: leaving.signal }),
      'timeline:1',
      load,
      { waitUntil: (done) => kept.push(done) },
    );
    const second = read(cache, load);
    leaving.abort();
    waiting[0]?.resolve({ title: 'one' });
    assert.equal(textOf(await second), '{"title":"one"}');
    // The client that left has extended the request's lifetime, so that a Worker does not end the read with it.
    assert.equal(kept.length, 1);
    await Promise.all([first, ...kept]);
    assert.equal((await read(cache, load)).cache, 'hit');
  });

  test('share a refusal, and the next one asks again', async () => {
    const { cache } = setUp();
    const { waiting, load } = held();
    const reads = [read(cache, load), read(cache, load)];
    waiting[0]?.reject(trouble(404));
    for (const { status, reason } of (await Promise.allSettled(reads)) as PromiseRejectedResult[]) {
      assert.equal(status, 'rejected');
      assert.equal((reason as { status: number }).status, 404);
    }
    const next = read(cache, load);
    assert.equal(waiting.length, 2);
    waiting[1]?.resolve({});
    assert.equal((await next).cache, 'miss');
  });

  test('do not join a read that will never end', async () => {
    const { cache, after } = setUp({ timeouts: { read: 1000 } });
    const { waiting, load } = held();
    const dead = read(cache, load);
    after(10);
    const joined = read(cache, load);
    assert.equal(waiting.length, 1);
    after(2);
    const fresh = read(cache, load);
    assert.equal(waiting.length, 2);
    waiting[1]?.resolve({ version: 'new' });
    assert.equal(textOf(await fresh), '{"version":"new"}');
    // It ends after all. Its result is older, and is not stored.
    waiting[0]?.resolve({ version: 'old' });
    assert.equal(textOf(await dead), '{"version":"old"}');
    assert.equal((await joined).cache, 'shared');
    assert.equal(textOf(await read(cache, load)), '{"version":"new"}');
  });
});

describe('Whoever makes the service work', () => {
  test('is admitted first, and readers of fresh answers are not counted', async () => {
    const { cache, load } = setUp();
    let admitted = 0;
    const ask = () => cache.read(asked(), 'timeline:1', load, { admit: () => Promise.resolve(++admitted) });
    await Promise.all([ask(), ask()]);
    assert.equal(admitted, 2);
    assert.equal((await ask()).cache, 'hit');
    assert.equal(admitted, 2);
  });

  test('by renewing a stale answer is admitted too, once for all who read it meanwhile', async () => {
    const { cache, load, after, read, service, background } = setUp();
    await read();
    after(61);
    let admitted = 0;
    const ask = () =>
      cache.read(asked(), 'timeline:1', load, {
        admit: () => Promise.resolve(++admitted),
        waitUntil: (done) => background.push(done),
      });
    const answers = await Promise.all([ask(), ask(), ask()]);
    assert.deepEqual(
      answers.map(({ cache }) => cache),
      ['stale', 'stale', 'stale'],
    );
    await Promise.all(background);
    assert.deepEqual({ admitted, calls: service.calls }, { admitted: 1, calls: 2 });
    assert.equal((await ask()).cache, 'hit');
  });

  test('and is not admitted to renew gets the stale answer at once, and the next one renews it', async () => {
    const { cache, load, after, read, service, background, settled, log } = setUp();
    await read();
    after(61);
    const refusal = Promise.withResolvers<never>();
    const refused = await cache.read(asked(), 'timeline:1', load, {
      admit: () => refusal.promise,
      waitUntil: (done) => background.push(done),
    });
    assert.equal(refused.cache, 'stale');
    refusal.reject(new GatewayError(429, 'rate_limited', 'Too many requests.'));
    await settled();
    assert.equal(service.calls, 1);
    assert.deepEqual(log, []);
    assert.equal((await read()).cache, 'stale');
    await settled();
    assert.equal(service.calls, 2);
  });

  test('is joined by sixteen others at most, if all renew something else', async () => {
    const { cache, after, service, read: readNow } = setUp();
    for (let index = 0; index < 20; index++) await readNow(asked(), `timeline:${index}`);
    after(61);
    const { waiting, load } = held();
    const background: Promise<unknown>[] = [];
    const ask = (index: number) =>
      cache.read(asked(), `timeline:${index}`, load, { waitUntil: (done) => background.push(done) });
    for (let index = 0; index < 20; index++) assert.equal((await ask(index)).cache, 'stale');
    assert.equal(waiting.length, 16);
    for (const { resolve } of waiting) resolve({});
    await Promise.all(background);
    await ask(19);
    assert.equal(waiting.length, 17);
    assert.equal(service.calls, 20);
  });

  test('in a Worker that ended does not keep others from renewing', async () => {
    const { cache, after, read: readNow } = setUp({ timeouts: { read: 1000 } });
    await readNow();
    after(61);
    const { waiting, load } = held();
    assert.equal((await read(cache, load)).cache, 'stale');
    after(10);
    await read(cache, load);
    assert.equal(waiting.length, 1);
    after(2);
    await read(cache, load);
    assert.equal(waiting.length, 2);
  });

  test('and is not admitted is refused alone', async () => {
    const { cache } = setUp();
    const { waiting, load } = held();
    const refused = new GatewayError(429, 'rate_limited', 'Too many requests.');
    const one = cache.read(asked(), 'timeline:1', load, { admit: () => Promise.reject(refused) });
    const other = read(cache, load);
    await assert.rejects(one, refused);
    assert.equal(waiting.length, 1);
    waiting[0]?.resolve({});
    assert.equal((await other).cache, 'miss');
  });
});

describe('What is stale', () => {
  test('is given at once, and renewed once in the background', async () => {
    const { cache, after } = setUp();
    const { waiting, load } = held();
    const background: Promise<unknown>[] = [];
    const first = read(cache, load);
    waiting[0]?.resolve({ version: 1 });
    await first;
    after(61);
    const stale = await cache.read(asked(), 'timeline:1', load, {
      waitUntil: (done) => background.push(done),
    });
    assert.equal(stale.cache, 'stale');
    assert.equal(stale.headers['age'], '61');
    assert.equal(textOf(stale), '{"version":1}');
    assert.equal((await read(cache, load)).cache, 'stale');
    assert.equal(waiting.length, 2);
    assert.equal(background.length, 1);
    waiting[1]?.resolve({ version: 2 });
    await Promise.all(background);
    const renewed = await read(cache, load);
    assert.equal(renewed.cache, 'hit');
    assert.equal(renewed.headers['age'], '0');
    assert.equal(textOf(renewed), '{"version":2}');
  });

  test('is renewed without waitUntil too', async () => {
    const { cache, after, load, service } = setUp();
    await read(cache, load);
    after(61);
    assert.equal((await read(cache, load)).cache, 'stale');
    while (service.calls < 2 || (await read(cache, load)).cache === 'stale')
      await new Promise((resolve) => setImmediate(resolve));
    assert.equal(textOf(await read(cache, load)), '{"version":2}');
  });

  test('is not given without asking when it is older than that', async () => {
    const { read, after } = setUp();
    await read();
    after(661);
    const answer = await read();
    assert.equal(answer.cache, 'miss');
    assert.equal(textOf(answer), '{"version":2}');
  });

  for (const [what, error] of [
    ['cannot be reached', trouble(undefined, 'NetworkError')],
    ['takes too long', trouble(undefined, 'TimeoutError')],
    ['answers with 500', trouble(500)],
    ['answers with 503', trouble(503)],
    ['answers with 408', trouble(408)],
    ['has had too many requests of ours', trouble(429)],
    ['answers with a page of a proxy', trouble(200, 'InvalidResponseError')],
    ['answers with a redirect', trouble(302, 'HttpError')],
    [
      'is unavailable in the words of the gateway',
      new GatewayError(502, 'service_unavailable', 'Try again.'),
    ],
  ] as const)
    test(`is given while the service ${what}, until it is too old`, async () => {
      const { read, after, service } = setUp();
      await read();
      service.answer = () => {
        throw error;
      };
      after(700);
      const stale = await read();
      assert.equal(stale.cache, 'stale');
      assert.equal(textOf(stale), '{"version":1}');
      assert.equal(stale.headers['age'], '700');
      after(86_460 - 700);
      await assert.rejects(read(), error);
    });

  for (const status of [400, 401, 403, 404, 410, 422])
    test(`gives way to a refusal of the service with ${status}, for good`, async () => {
      const { read, after, service } = setUp();
      await read();
      after(700);
      service.answer = () => {
        throw trouble(status);
      };
      await assert.rejects(read(), { status });
      service.answer = () => {
        throw trouble(503);
      };
      await assert.rejects(read(), { status: 503 });
    });

  test('goes when its renewal in the background finds that the collection was deleted', async () => {
    const { read, after, service, settled } = setUp();
    await read();
    after(61);
    service.answer = () => {
      throw trouble(404);
    };
    assert.equal((await read()).cache, 'stale');
    await settled();
    await assert.rejects(read(), { status: 404 });
  });
});

describe('While the service has trouble', () => {
  test('nobody but the first waits for it, and it is asked every five seconds', async () => {
    const { cache, after } = setUp();
    const { waiting, load } = held();
    const background: Promise<unknown>[] = [];
    const ask = () => cache.read(asked(), 'timeline:1', load, { waitUntil: (done) => background.push(done) });
    const first = ask();
    waiting[0]?.resolve({ version: 1 });
    await first;
    after(700);
    const finder = ask();
    waiting[1]?.reject(trouble(503));
    assert.equal((await finder).cache, 'stale');
    assert.equal((await ask()).cache, 'stale');
    assert.equal(waiting.length, 2);
    after(5);
    // The service hangs now: the answer is there nevertheless.
    assert.equal((await ask()).cache, 'stale');
    assert.equal((await ask()).cache, 'stale');
    assert.equal(waiting.length, 3);
    waiting[2]?.resolve({ version: 2 });
    await Promise.all(background);
    const renewed = await ask();
    assert.equal(renewed.cache, 'hit');
    assert.equal(textOf(renewed), '{"version":2}');
  });

  test('a failure is soon forgotten: the next reader waits for the service, which may work again', async () => {
    const { read, after, service, settled } = setUp();
    await read();
    after(61);
    service.answer = () => {
      throw trouble(503);
    };
    await read();
    await settled();
    service.answer = () => ({ version: 2 });
    after(20 * 3600);
    const later = await read();
    assert.equal(later.cache, 'miss');
    assert.equal(textOf(later), '{"version":2}');
  });

  test('the log says so, without the words of the service', async () => {
    const { read, after, service, log } = setUp();
    await read();
    after(700);
    service.answer = () => {
      throw Object.assign(trouble(503), { code: 'maintenance' });
    };
    await read();
    assert.deepEqual(log, [{ level: 'warn', event: 'renewal_failed', status: 503, code: 'maintenance' }]);
  });
});

describe('The memory', () => {
  test('takes no more than 5,000 answers, and lets go of those that nobody asked for longest', async () => {
    const { read, service } = setUp();
    for (let index = 0; index < 5000; index++) await read(asked(), `timeline:${index}`);
    assert.equal((await read(asked(), 'timeline:0')).cache, 'hit');
    await read(asked(), 'timeline:one more');
    assert.equal((await read(asked(), 'timeline:0')).cache, 'hit');
    assert.equal((await read(asked(), 'timeline:1')).cache, 'miss');
    assert.equal(service.calls, 5002);
  });

  test('takes no more than 32 MB', async () => {
    const { read, service } = setUp();
    service.answer = () => 'x'.repeat(2 ** 20);
    for (let index = 0; index < 40; index++) await read(asked(), `timeline:${index}`);
    assert.equal((await read(asked(), 'timeline:39')).cache, 'hit');
    assert.equal((await read(asked(), 'timeline:9')).cache, 'hit');
    assert.equal((await read(asked(), 'timeline:8')).cache, 'miss');
  });

  test('does not keep what is larger than all of it, and gives it nevertheless', async () => {
    const { read, service } = setUp();
    service.answer = () => 'x'.repeat(33 * 2 ** 20);
    assert.equal((await read()).body?.byteLength, 33 * 2 ** 20 + 2);
    assert.equal((await read()).cache, 'miss');
  });

  for (const times of [1, 2])
    test(`keeps an answer that is read often, while 120 large ones are read ${times === 1 ? 'once' : 'twice'}`, async () => {
      const { read, service } = setUp();
      service.answer = () => 'hot';
      for (let hits = 0; hits < 10; hits++) await read(asked(), 'timeline:hot');
      service.answer = () => 'x'.repeat(600_000);
      for (let index = 0; index < 120; index++)
        for (let time = 0; time < times; time++) await read(asked(), `timeline:large ${index}`);
      assert.equal((await read(asked(), 'timeline:hot')).cache, 'hit');
      assert.equal((await read(asked(), 'timeline:large 1')).cache, 'miss');
    });

  test('lets go of an answer that was read often, if nobody reads it any more', async () => {
    const { read, service } = setUp();
    for (let hits = 0; hits < 10; hits++) await read(asked(), 'timeline:hot');
    service.answer = () => 'x'.repeat(3 * 2 ** 20);
    for (let index = 0; index < 100; index++) await read(asked(), `timeline:large ${index}`);
    assert.equal((await read(asked(), 'timeline:hot')).cache, 'miss');
  });
});
