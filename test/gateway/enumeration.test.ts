/** Whether an address is known cannot be told: not by what is answered, and not by how long it takes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { open, SEND, telling, VERIFY } from './enumeration-support.ts';
import { openGateway, type Reply } from './support.ts';

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
    const gateway = await openGateway({ fetch: telling, codeAnswerTime: 0 });
    const last = async (email: string) => {
      for (let n = 0; n < 5; n++) await gateway.call(VERIFY, { body: { email, code: '000000' } });
      return gateway.call(VERIFY, { body: { email, code: '000000' } });
    };
    const [yes, no] = [await last('known@shop.example'), await last('other@shop.example')];
    assert.equal(yes.status, 429);
    assert.equal(yes.text, no.text);
  });
});

describe('an answer comes when its time is over', () => {
  const STEP = 250;

  for (const route of [SEND, VERIFY])
    test(`${route}: never before, for known and unknown addresses`, async () => {
      const gateway = await open(STEP);
      for (const email of ['known@shop.example', 'other@shop.example']) {
        const begun = performance.now();
        await gateway.call(route, { body: { email, ...(route === VERIFY && { code: '000000' }) } });
        const time = performance.now() - begun;
        // A timer may be a millisecond early.
        assert.ok(time >= STEP - 2, `${email}: ${time} ms`);
      }
    });
});
