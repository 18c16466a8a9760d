/** Values that a page may send, but not choose freely: how long a code is valid, and how a token is written. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Attack, type Lab, post, type Setup } from './lab.ts';

/** Asks for a code, and returns its mail with the reply. */
async function askForCode(lab: Lab, at: Setup, more: object) {
  const email = `expires-${randomUUID()}@shop.example`;
  lab.personal.add(email);
  const reply = await post(lab, '/v1/access/otp', JSON.stringify({ email, ...more }), { at });
  const [mail] = await lab.gateways[at].shop.mails(email);
  return { reply, validity: /\d+ (minutes|hours)/.exec(mail?.text ?? '')?.[0] };
}

/** In milliseconds: the unit is up to the service. */
const A_YEAR = { expires: 31_536_000_000 };

/** Spellings that a database or a service may take for the same token. */
const SPELLINGS: Readonly<Record<string, (token: string) => string>> = {
  'in capitals': (token) => token.toUpperCase(),
  'with one capital': (token) => token.replace(/[a-f]/, (letter) => letter.toUpperCase()),
  'in braces': (token) => `%7B${token}%7D`,
  'with a space behind it': (token) => `${token}%20`,
  'with a space before it': (token) => `%20${token}`,
  'with a line break behind it': (token) => `${token}%0A`,
  'without hyphens': (token) => token.replaceAll('-', ''),
  'as a URN': (token) => `urn:uuid:${token}`,
  'with full-width digits': (token) => token.replace(/\d/, (digit) => `%EF%BC%9${digit}`),
};

export const parameters: Attack[] = [
  {
    name: 'a code that is valid for a year: the service decides by default',
    async run(lab) {
      const { validity: expected } = await askForCode(lab, 'open', {});
      const { reply, validity } = await askForCode(lab, 'open', A_YEAR);
      assert.ok(expected);
      assert.equal(validity, expected);
      return reply;
    },
    status: 201,
    reached: { createOtp: 2 },
  },
  {
    name: 'a code that is valid for a year: reduced to maxCodeExpires',
    async run(lab) {
      const { reply, validity } = await askForCode(lab, 'strict', A_YEAR);
      assert.equal(validity, '7 minutes');
      return reply;
    },
    status: 201,
    reached: { createOtp: 1 },
  },
  {
    name: 'a code with a shorter life than maxCodeExpires keeps it',
    async run(lab) {
      const { reply, validity } = await askForCode(lab, 'strict', { expires: 180 });
      assert.equal(validity, '3 minutes');
      return reply;
    },
    status: 201,
    reached: { createOtp: 1 },
  },
  ...Object.entries(SPELLINGS).map(([name, spell]): Attack => ({
    name: `a token ${name}, where only UUIDs in lower case are allowed`,
    run: (lab) => {
      const token = 'a0b1c2d3-e4f5-4a6b-8c7d-9e8f7a6b5c4d';
      return post(lab, `/v1/rewards/grants/${spell(token)}/claim`, undefined, { at: 'strict' });
    },
    status: [400, 404],
  })),
  {
    name: 'a UUID in lower case is a token',
    run: (lab) => post(lab, `/v1/rewards/grants/${randomUUID()}/claim`, undefined, { at: 'strict' }),
    status: 404,
    code: 'grant_not_found',
    reached: { claimRewardGrant: 1 },
  },
];
