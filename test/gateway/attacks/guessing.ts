/** Guesses of codes, addresses and tokens, from any number of forged client addresses. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Attack, codeOf, type Lab, post, ask, type Reply, type Setup } from './lab.ts';

const json = (value: unknown): string => JSON.stringify(value);

/** A header as an attacker forges it: a different address each time, to the left of the one that the proxy adds. */
const forged = (n: number): string => `198.51.100.${n % 256}, 203.0.113.${(n * 7) % 256}`;

let customers = 0;

/** An address of its own, to which a code was sent. */
async function victim(lab: Lab, at: Setup): Promise<{ email: string; wrong: (n: number) => string }> {
  const email = `guessed-${++customers}-${randomUUID()}@shop.example`;
  lab.personal.add(email);
  const sent = await post(lab, '/v1/access/otp', json({ email }), {
    at,
    headers: [`X-Forwarded-For: 192.0.2.${customers}`],
  });
  assert.equal(sent.status, 201);
  const code = await lab.gateways[at].shop.mailedCode(email);
  lab.personal.add(code);
  await lab.reached();
  return { email, wrong: (n) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0') };
}

/** The first reply with another status than 200, and how many there were before it. */
async function untilRefused(
  most: number,
  go: (n: number) => Promise<Reply>,
): Promise<{ reply: Reply; passed: number }> {
  for (let passed = 0; ; passed++) {
    const reply = await go(passed);
    if (reply.status >= 400 || passed >= most) return { reply, passed };
  }
}

const SPELLINGS: readonly ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => ` ${email} `,
  (email) => email.replace(/^g/, 'G'),
  (email) => email.replace('shop.example', 'SHOP.EXAMPLE'),
  (email) => `\t${email}`,
];

const tooMany = {
  status: 429,
  then: ({ headers }: Reply) => assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/),
} as const;

export const guessing: Attack[] = [
  {
    name: 'a code guessed from one address: five tries',
    async run(lab) {
      const { email, wrong } = await victim(lab, 'open');
      const { reply, passed } = await untilRefused(20, (n) =>
        post(lab, '/v1/access/otp/verify', json({ email, code: wrong(n) })),
      );
      assert.equal(passed, 5);
      return reply;
    },
    ...tooMany,
    code: 'too_many_tries',
    reached: { verifyOtp: 5 },
  },
  {
    name: 'a code guessed with a forged X-Forwarded-For, where no proxy is set up',
    async run(lab) {
      const { email, wrong } = await victim(lab, 'open');
      const { reply, passed } = await untilRefused(20, (n) =>
        post(lab, '/v1/access/otp/verify', json({ email, code: wrong(n) }), {
          headers: [
            `X-Forwarded-For: ${forged(n)}`,
            `X-Real-IP: 198.51.100.${n}`,
            `Forwarded: for=198.51.100.${n}`,
          ],
        }),
      );
      assert.equal(passed, 5);
      return reply;
    },
    ...tooMany,
    code: 'too_many_tries',
    reached: { verifyOtp: 5 },
  },
  {
    name: 'a code guessed from many genuine addresses: no more tries than all share, and one a minute',
    async run(lab) {
      const { email, wrong } = await victim(lab, 'hops');
      const { reply, passed } = await untilRefused(20, (n) =>
        post(lab, '/v1/access/otp/verify', json({ email, code: wrong(n) }), {
          at: 'hops',
          headers: [`X-Forwarded-For: ${forged(n)}, 198.18.0.${n + 1}`],
        }),
      );
      assert.equal(passed, 13);
      return reply;
    },
    ...tooMany,
    code: 'rate_limited',
    reached: { verifyOtp: 13 },
  },
  {
    name: 'a code guessed under other spellings of the address: five tries in all',
    async run(lab) {
      const { email, wrong } = await victim(lab, 'open');
      const { reply, passed } = await untilRefused(20, (n) =>
        post(
          lab,
          '/v1/access/otp/verify',
          json({ email: SPELLINGS[n % SPELLINGS.length]!(email), code: wrong(n) }),
        ),
      );
      assert.equal(passed, 5);
      return reply;
    },
    ...tooMany,
    code: 'too_many_tries',
    reached: { verifyOtp: 5 },
  },
  {
    name: 'forty guesses at once: five tries in all',
    async run(lab) {
      const { email, wrong } = await victim(lab, 'open');
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          post(lab, '/v1/access/otp/verify', json({ email, code: wrong(n) })),
        ),
      );
      assert.equal(replies.filter(({ status }) => status === 200).length, 5);
      return replies.find(({ status }) => status !== 200)!;
    },
    ...tooMany,
    code: 'too_many_tries',
    reached: { verifyOtp: 5 },
  },
  {
    name: 'the right code after five wrong ones',
    async run(lab) {
      const { email, wrong } = await victim(lab, 'open');
      for (let n = 0; n < 5; n++) await post(lab, '/v1/access/otp/verify', json({ email, code: wrong(n) }));
      const code = await lab.gateways.open.shop.mailedCode(email);
      return post(lab, '/v1/access/otp/verify', json({ email, code }));
    },
    ...tooMany,
    code: 'too_many_tries',
    reached: { verifyOtp: 5 },
  },
  {
    name: 'new codes do not give new guesses without end',
    async run(lab) {
      const { email, wrong } = await victim(lab, 'hops');
      let guesses = 0;
      let last: Reply | undefined;
      for (let round = 0; round < 6; round++) {
        const headers = [`X-Forwarded-For: 198.18.${round + 1}.1`];
        if (round > 0) await post(lab, '/v1/access/otp', json({ email }), { at: 'hops', headers });
        for (let n = 0; n < 6; n++) {
          last = await post(lab, '/v1/access/otp/verify', json({ email, code: wrong(n) }), {
            at: 'hops',
            headers,
          });
          if (last.status === 200) guesses++;
        }
      }
      // Four codes are sent: three at once, and one in ten minutes. Twelve guesses are free. After them, the three
      // clients that sent a code have five for each, and all others one a minute.
      assert.equal(guesses, 21);
      return last!;
    },
    ...tooMany,
    reached: { createOtp: 3, verifyOtp: 21 },
  },
  {
    name: 'codes sent to many addresses by one client that forges X-Forwarded-For',
    async run(lab) {
      const { reply, passed } = await untilRefused(20, (n) =>
        post(lab, '/v1/access/otp', json({ email: `list-${n}@shop.example` }), {
          at: 'hops',
          headers: [`X-Forwarded-For: ${forged(n)}, 198.18.100.1`],
        }),
      );
      assert.equal(passed, 4);
      return reply;
    },
    ...tooMany,
    code: 'rate_limited',
    reached: { createOtp: 4 },
  },
  {
    name: 'codes sent by one client that has all of an IPv6 network',
    async run(lab) {
      const { reply, passed } = await untilRefused(20, (n) =>
        post(lab, '/v1/access/otp', json({ email: `six-${n}@shop.example` }), {
          at: 'hops',
          headers: [`X-Forwarded-For: 2001:db8:1:2:${(n + 1).toString(16)}::${n}`],
        }),
      );
      assert.equal(passed, 4);
      return reply;
    },
    ...tooMany,
    reached: { createOtp: 4 },
  },
  {
    name: 'codes sent by one client whose IPv4 address is written as IPv6',
    async run(lab) {
      const spellings = [
        '198.18.101.1',
        '::ffff:198.18.101.1',
        '::ffff:c612:6501',
        '0:0:0:0:0:ffff:c612:6501',
        '[::ffff:198.18.101.1]:443',
      ];
      const { reply, passed } = await untilRefused(20, (n) =>
        post(lab, '/v1/access/otp', json({ email: `four-${n}@shop.example` }), {
          at: 'hops',
          headers: [`X-Forwarded-For: ${spellings[n % spellings.length]}`],
        }),
      );
      assert.equal(passed, 4);
      return reply;
    },
    ...tooMany,
    reached: { createOtp: 4 },
  },
  {
    name: 'codes sent past the proxy, with nothing or nonsense in X-Forwarded-For',
    async run(lab) {
      const { reply, passed } = await untilRefused(20, (n) =>
        post(lab, '/v1/access/otp', json({ email: `past-${n}@shop.example` }), {
          at: 'hops',
          headers: n % 2 ? [`X-Forwarded-For: nonsense-${n}`] : [],
        }),
      );
      assert.equal(passed, 4);
      return reply;
    },
    ...tooMany,
    reached: { createOtp: 4 },
  },
  {
    name: 'an inbox filled from many addresses',
    async run(lab) {
      const { reply, passed } = await untilRefused(20, (n) =>
        post(lab, '/v1/access/otp', json({ email: SPELLINGS[n % 2]!('flooded@shop.example') }), {
          at: 'hops',
          headers: [`X-Forwarded-For: 198.18.110.${n + 1}`],
        }),
      );
      // Three at once, and one in ten minutes.
      assert.equal(passed, 4);
      return reply;
    },
    ...tooMany,
    reached: { createOtp: 4 },
  },
  {
    name: 'tokens of grants guessed by one client',
    async run(lab) {
      let refusals = 0;
      for (;;) {
        const guess = await post(lab, `/v1/rewards/grants/${randomUUID()}/claim`, undefined, {
          at: 'hops',
          headers: ['X-Forwarded-For: 198.18.120.1'],
        });
        if (guess.status !== 404) {
          assert.equal(refusals, 6);
          return guess;
        }
        assert.equal(codeOf(guess), 'grant_not_found');
        refusals++;
      }
    },
    ...tooMany,
    reached: { claimRewardGrant: 6 },
  },
  {
    name: 'one token tried from many addresses',
    async run(lab) {
      const token = randomUUID();
      for (let n = 0; ; n++) {
        const reply = await post(lab, `/v1/rewards/grants/${token}/claim`, undefined, {
          at: 'hops',
          headers: [`X-Forwarded-For: 198.18.130.${n + 1}`],
        });
        if (reply.status !== 404) {
          assert.equal(n, 3);
          return reply;
        }
      }
    },
    ...tooMany,
    reached: { claimRewardGrant: 3 },
  },
  {
    name: 'the service worn out by reads that no cache has',
    async run(lab) {
      const { reply, passed } = await untilRefused(20, (n) =>
        ask(lab, `/v1/timeline?offset=${n + 1}`, { at: 'hops', headers: ['X-Forwarded-For: 198.18.140.1'] }),
      );
      assert.equal(passed, 5);
      return reply;
    },
    ...tooMany,
    reached: { listTimeline: 5 },
  },
];
