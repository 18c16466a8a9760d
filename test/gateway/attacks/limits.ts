/** Attempts to get around a limit, or to use one up for somebody else. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Attack, ask, clock, type Lab, post, type Reply } from './lab.ts';

const from = (address: string) => ({ at: 'hops' as const, headers: [`X-Forwarded-For: ${address}`] });

const newEmail = (lab: Lab): string => {
  const email = `limited-${randomUUID()}@shop.example`;
  lab.personal.add(email);
  return email;
};

const send = (lab: Lab, email: string, address: string): Promise<Reply> =>
  post(lab, '/v1/access/otp', JSON.stringify({ email }), from(address));

const verify = (lab: Lab, email: string, code: string, address: string): Promise<Reply> =>
  post(lab, '/v1/access/otp/verify', JSON.stringify({ email, code }), from(address));

async function mailedCode(lab: Lab, email: string): Promise<string> {
  const code = await lab.gateways.hops.shop.mailedCode(email);
  lab.personal.add(code);
  return code;
}

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

/** How many of these requests no limit stopped. */
async function passedOf(count: number, go: (n: number) => Promise<Reply>): Promise<number> {
  let passed = 0;
  for (let n = 0; n < count; n++) if ((await go(n)).status !== 429) passed++;
  return passed;
}

/** Guesses while the service calls every code wrong, because the sandbox itself allows only five tries. */
async function guesses(count: number, go: (n: number) => Promise<Reply>, { gateways }: Lab): Promise<number> {
  const { shop } = gateways.hops;
  const body = { success: false, message: 'No.' };
  await shop.fault({ operation: 'verifyOtp', fault: 'wrong-shape', body, times: 0 });
  const passed = await passedOf(count, go);
  await shop.clearFaults();
  return passed;
}

const succeeded = ({ body }: Reply) => assert.match(body, /"success":true/);
const waitsAtMost =
  (seconds: number) =>
  ({ headers }: Reply) => {
    const wait = Number(headers['retry-after']);
    assert.ok(wait >= 1 && wait <= seconds, headers['retry-after']);
  };

export const limits: Attack[] = [
  {
    name: 'claims of a token that is spelt like the reservations of a shopper',
    async run(lab) {
      const email = newEmail(lab);
      await send(lab, email, '198.19.1.1');
      const login = await verify(lab, email, await mailedCode(lab, email), '198.19.1.1');
      const { token } = (JSON.parse(login.body) as { session: { token: string } }).session;
      lab.personal.add(token);
      const claimed = encodeURIComponent(`reservations of ${email}`);
      for (let n = 0; n < 5; n++)
        await post(lab, `/v1/rewards/grants/${claimed}/claim`, undefined, from(`198.19.1.${n + 2}`));
      const { rewardId, codeId } = await lab.gateways.hops.shop.rewardCode();
      await lab.reached();
      return post(lab, `/v1/rewards/${rewardId}/codes/${codeId}/reserve`, JSON.stringify({}), {
        at: 'hops',
        headers: ['X-Forwarded-For: 198.19.1.1', `Authorization: Bearer ${token}`],
      });
    },
    status: 200,
    reached: { reserveRewardCode: 1 },
  },
  {
    name: 'twenty guesses by one client, to lock the owner of the address out',
    async run(lab) {
      const email = newEmail(lab);
      await send(lab, email, '198.19.2.1');
      const code = await mailedCode(lab, email);
      assert.equal(await guesses(20, () => verify(lab, email, wrongOf(code), '198.19.2.2'), lab), 5);
      await lab.reached();
      return verify(lab, email, code, '198.19.2.3');
    },
    status: 200,
    reached: { verifyOtp: 1 },
    then: succeeded,
  },
  {
    name: 'five codes sent by one client, so that the owner of the address gets none',
    async run(lab) {
      const email = newEmail(lab);
      for (let n = 0; n < 5; n++) await send(lab, email, '198.19.3.1');
      await lab.reached();
      return send(lab, email, '198.19.3.2');
    },
    status: 201,
    reached: { createOtp: 1 },
  },
  {
    name: 'guesses by fifty clients, to lock out the one that asked for the code',
    async run(lab) {
      const email = newEmail(lab);
      await send(lab, email, '198.19.4.200');
      const code = await mailedCode(lab, email);
      const passed = await guesses(50, (n) => verify(lab, email, wrongOf(code), `198.19.4.${n + 1}`), lab);
      // Twelve at once, and one a minute.
      assert.equal(passed, 13);
      await lab.reached();
      return verify(lab, email, code, '198.19.4.200');
    },
    status: 200,
    reached: { verifyOtp: 1 },
    then: succeeded,
  },
  {
    name: 'guesses by one client that has a /48 of IPv6, to use up the limit that all clients share',
    async run(lab) {
      const email = newEmail(lab);
      await send(lab, email, '198.19.11.1');
      const code = await mailedCode(lab, email);
      const address = (n: number) => `2001:db8:4848:${(n * 100).toString(16)}::1`;
      const passed = await guesses(50, (n) => verify(lab, email, wrongOf(code), address(n)), lab);
      assert.equal(passed, 5);
      await lab.reached();
      return verify(lab, email, code, '198.19.11.2');
    },
    status: 200,
    reached: { verifyOtp: 1 },
    then: succeeded,
  },
  {
    name: 'more guesses by the fifty-first client than one in a minute',
    async run(lab) {
      const email = newEmail(lab);
      await send(lab, email, '198.19.5.200');
      const code = await mailedCode(lab, email);
      for (let n = 0; n < 50; n++) await verify(lab, email, wrongOf(code), `198.19.5.${n + 1}`);
      await lab.reached();
      return verify(lab, email, wrongOf(code), '198.19.5.51');
    },
    status: 429,
    code: 'rate_limited',
    then: waitsAtMost(60),
  },
  {
    name: 'codes sent by many clients, so that a shopper who logged in before gets none',
    async run(lab) {
      const email = newEmail(lab);
      await send(lab, email, '198.19.6.200');
      await verify(lab, email, await mailedCode(lab, email), '198.19.6.200');
      const mails = await passedOf(20, (n) => send(lab, email, `198.19.6.${n + 1}`));
      // Three at once, of which the login took one, and one in ten minutes.
      assert.equal(mails, 3);
      await lab.reached();
      return send(lab, email, '198.19.6.200');
    },
    status: 201,
    reached: { createOtp: 1 },
  },
  ...(
    [
      ['variation selectors', (email: string, n: number) => email.replace('.e', `${'\ufe0f'.repeat(n)}.e`)],
      ['grapheme joiners', (email: string, n: number) => email.replace('shop', `shop${'\u034f'.repeat(n)}`)],
      [
        'a full stop of another script',
        (email: string, n: number) => (n ? email.replace('.e', '。e') : email),
      ],
      ['a dot at the end', (email: string, n: number) => (n ? `${email}.` : email)],
      [
        'letters that are ignored',
        (email: string, n: number) => email.replace('-', `-${'\u115f'.repeat(n)}`),
      ],
    ] as const
  ).map(([what, spell], index): Attack => ({
    name: `codes sent to one mailbox under spellings with ${what}`,
    async run(lab) {
      const email = newEmail(lab);
      let last: Reply | undefined;
      for (let n = 0; n < 3; n++) last = await send(lab, spell(email, n), `198.19.7.${index * 3 + n}`);
      return last!;
    },
    status: 400,
    code: 'invalid_request',
    reached: { createOtp: 1 },
  })),
  {
    name: 'codes sent to one mailbox whose domain is written in two ways',
    async run(lab) {
      const local = `limited-${randomUUID()}`;
      const emails = [
        `${local}@b\u00fccher.example`,
        `${local}@xn--bcher-kva.example`,
        `${local}@B\u00dcCHER.example`,
      ];
      for (const email of emails) lab.personal.add(email);
      const passed = await passedOf(6, (n) => send(lab, emails[n % 3]!, '198.19.8.1'));
      assert.equal(passed, 2);
      return send(lab, emails[1]!, '198.19.8.1');
    },
    status: 429,
    reached: { createOtp: 2 },
  },
  {
    name: 'codes sent by one client that has a /56 of IPv6',
    async run(lab) {
      const passed = await passedOf(40, (n) =>
        send(lab, newEmail(lab), `2001:db8:56:${(n + 1).toString(16)}::1`),
      );
      assert.equal(passed, 16);
      return send(lab, newEmail(lab), '2001:db8:56:ff::1');
    },
    status: 429,
    code: 'rate_limited',
    reached: { createOtp: 16 },
  },
  {
    name: 'codes sent by one client that has a /48 of IPv6',
    async run(lab) {
      const passed = await passedOf(100, (n) =>
        send(lab, newEmail(lab), `2001:db8:48:${(n + 1).toString(16)}00::1`),
      );
      assert.equal(passed, 64);
      return send(lab, newEmail(lab), '2001:db8:48:ffff::1');
    },
    status: 429,
    code: 'rate_limited',
    reached: { createOtp: 64 },
  },
  {
    name: 'the service worn out by reads that are stale',
    async run(lab) {
      for (let n = 0; n < 5; n++) await ask(lab, `/v1/timeline?offset=${n + 101}`, from('198.19.9.1'));
      await lab.reached();
      clock.ahead += 90_000;
      try {
        let last: Reply | undefined;
        for (let n = 0; n < 10; n++)
          last = await ask(lab, `/v1/timeline?offset=${(n % 5) + 101}`, from('198.19.9.1'));
        // All requests begun in the background reach the service before this one.
        await ask(lab, '/v1/timeline?offset=109', from('198.19.9.2'));
        return last!;
      } finally {
        clock.ahead -= 90_000;
      }
    },
    status: 200,
    reached: { listTimeline: 1 },
  },
  {
    name: 'reads while the service is down: one call for each, not three',
    async run(lab) {
      await lab.gateways.hops.shop.fault({
        operation: 'listTimeline',
        fault: 'status',
        status: 503,
        times: 3,
      });
      const reply = await ask(lab, '/v1/timeline?offset=120', from('198.19.10.1'));
      await lab.gateways.hops.shop.clearFaults();
      return reply;
    },
    status: 503,
    reached: { listTimeline: 1 },
  },
];
