/** Whether an address is known cannot be told: not by what is answered, and not by how long it takes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Reply, openGateway, type TestGateway } from './support.ts';

const UNKNOWN = 'user_not_found';
const isKnown = (email: string): boolean => email.startsWith('known');
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** How long a mail takes that only a known address gets, in milliseconds. */
const MAIL = 40;

/** A service that tells everybody what it knows, in its words and by its time. */
const telling: typeof fetch = async (input, init) => {
  const { email = '', code } = JSON.parse(init?.body as string) as { email?: string; code?: string };
  if (!isKnown(email))
    return json(404, { code: UNKNOWN, message: `${email} has no account.`, details: { email } });
  await pause(MAIL);
  if (!(input as string).endsWith('/verify'))
    return json(201, { id: 7, message: `Welcome back, ${email}`, email: email.toUpperCase() });
  return json(200, {
    success: code === '111111',
    message: code === '999999' ? 'This code was used.' : 'Wrong code.',
  });
};

const open = (answerTime: number): Promise<TestGateway> =>
  openGateway({
    fetch: telling,
    unknownAddressCodes: [UNKNOWN],
    codeAnswerTime: answerTime,
    limits: Object.fromEntries(
      (['sendPerAddress', 'sendPerEmail', 'verifyPerAddress', 'verifyPerEmail', 'triesPerCode'] as const).map(
        (name) => [name, { points: 10_000, duration: 60 }],
      ),
    ),
  });

const SEND = 'POST /v1/access/otp';
const VERIFY = 'POST /v1/access/otp/verify';

/** All of an answer but what is another one every time, and the address that the caller wrote. */
function seen({ status, headers, body }: Reply): unknown {
  const { date: _date, 'x-request-id': _requestId, ...kept } = Object.fromEntries(headers);
  const { id, email: _email, ...rest } = body as Record<string, unknown>;
  return { status, headers: { ...kept, 'content-length': undefined }, body: rest, id: typeof id };
}

describe('the text of an answer is the same for known and unknown addresses', () => {
  for (const [what, route, known, unknown] of [
    ['a code is asked for', SEND, { email: 'known@shop.example' }, { email: 'other@shop.example' }],
    [
      'a wrong code is tried',
      VERIFY,
      { email: 'known@shop.example', code: '000000' },
      { email: 'other@shop.example', code: '000000' },
    ],
    [
      'a used code is tried',
      VERIFY,
      { email: 'known@shop.example', code: '999999' },
      { email: 'other@shop.example', code: '999999' },
    ],
    [
      'a code with a life of its own is asked for',
      SEND,
      { email: 'known@shop.example', expires: 60 },
      { email: 'other@shop.example', expires: 60 },
    ],
  ] as const)
    test(`when ${what}`, async () => {
      const gateway = await open(0);
      const [yes, no] = [
        await gateway.call(route, { body: known }),
        await gateway.call(route, { body: unknown }),
      ];
      assert.ok(yes.status < 300, yes.text);
      assert.deepEqual(seen(yes), seen(no));
      assert.doesNotMatch(no.text + yes.text, /account|Welcome|used/);
    });

  test('when the tries of a code are used up', async () => {
    const gateway = await openGateway({ fetch: telling, unknownAddressCodes: [UNKNOWN], codeAnswerTime: 0 });
    const last = async (email: string) => {
      for (let n = 0; n < 5; n++) await gateway.call(VERIFY, { body: { email, code: '000000' } });
      return gateway.call(VERIFY, { body: { email, code: '000000' } });
    };
    const [yes, no] = [await last('known@shop.example'), await last('other@shop.example')];
    assert.equal(yes.status, 429);
    assert.equal(yes.text, no.text);
  });
});

/** How often a value of the first is larger than one of the second: 0.5 where they cannot be told apart. */
function chance(first: readonly number[], second: readonly number[]): number {
  let larger = 0;
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0;
  return larger / (first.length * second.length);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Times of both, in turns and in changing order, so that whatever else the machine does falls on both alike. */
async function times(
  gateway: TestGateway,
  route: string,
  rounds: number,
): Promise<{ known: number[]; unknown: number[] }> {
  const measured = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < rounds + 2; round++) {
    const order = round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const who of order) {
      const body = { email: `${who}-${round}@shop.example`, ...(route === VERIFY && { code: '000000' }) };
      const begun = performance.now();
      await gateway.call(route, { body });
      // The first ones are slower, whoever asks: everything is run for the first time.
      if (round >= 2) measured[who].push(performance.now() - begun);
    }
  }
  return measured;
}

const ROUNDS = 60;

describe('the time of an answer is the same for known and unknown addresses', () => {
  for (const route of [SEND, VERIFY]) {
    test(`${route}: neither by its middle nor by its ranks`, async () => {
      const { known, unknown } = await times(await open(120), route, ROUNDS);
      const [middle, ranks] = [median(known) - median(unknown), chance(known, unknown)];
      // A mail takes 40 ms, and does so in the test below. With 60 of each the ranks of equals are outside 0.5 ± 0.22
      // in three of a hundred thousand runs (the standard deviation is 0.053).
      assert.ok(Math.abs(middle) < MAIL / 4, `the middle of known ones is ${middle} ms later`);
      assert.ok(ranks > 0.28 && ranks < 0.72, `a known one is slower in ${ranks * 100} % of the pairs`);
    });

    test(`${route}: without equal time the same measure would tell`, async () => {
      const { known, unknown } = await times(await open(0), route, 10);
      assert.ok(median(known) - median(unknown) > MAIL / 2, `${median(known)} and ${median(unknown)} ms`);
      assert.ok(chance(known, unknown) > 0.8, `${chance(known, unknown)}`);
    });
  }
});
