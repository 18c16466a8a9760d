/** Clients whose network address is unknown, forged or deliberately not counted. */
import assert from 'node:assert/strict';
import { type Attack, ask, post, type Reply } from './lab.ts';

const body = (n: number) => JSON.stringify({ email: `unknown-address-${n}@shop.example` });

export const addresses: Attack[] = [
  {
    name: 'thirty logins at a gateway that counts no addresses: all of them get a code',
    async run(lab) {
      const replies: Reply[] = [];
      for (let n = 0; n < 30; n++)
        replies.push(await post(lab, '/v1/access/otp', body(n), { at: 'uncounted' }));
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
      return replies.at(-1)!;
    },
    status: 201,
    reached: { createOtp: 30 },
  },
  {
    name: 'a forged X-Forwarded-For where no proxy is expected: counted by the connection, and logged once',
    async run(lab) {
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) {
        const headers = [`X-Forwarded-For: 198.51.100.${n}`];
        const reply = await ask(lab, `/v1/timeline?offset=${n + 1}`, { at: 'direct', headers });
        statuses.push(reply.status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
      return ask(lab, '/v1/timeline?offset=7', { at: 'direct', headers: ['X-Forwarded-For: 198.51.100.7'] });
    },
    status: 429,
    code: 'rate_limited',
    reached: { listTimeline: 5 },
    then(_, lab) {
      const { entries } = lab.gateways.direct;
      assert.equal(entries.filter(({ event }) => event === 'forwarded_header_ignored').length, 1);
    },
  },
];
