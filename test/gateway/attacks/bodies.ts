/** Bodies that are too large, too slow, no JSON, or more than they should be. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { ORIGIN } from '../support.ts';
import { ask, type Attack, codeOf, post, write } from './lab.ts';

const SEND = '/v1/access/otp';
const VERIFY = '/v1/access/otp/verify';
const CLAIM = '/v1/rewards/grants/aaaaaaaaaaaaaaaaaaaa/claim';

/** Bodies that are not a valid request for a code. */
const SENDS = [
  '',
  '{',
  '{"email":"a@shop.example"',
  '{"email":"a@shop.example"}}',
  "{'email':'a@shop.example'}",
  '{"email":"a@shop.example",}',
  '{email:"a@shop.example"}',
  '[]',
  '["a@shop.example"]',
  'null',
  'true',
  '1',
  '"a@shop.example"',
  'NaN',
  '{}',
  '{"email":null}',
  '{"email":1}',
  '{"email":true}',
  '{"email":["a@shop.example"]}',
  '{"email":{"$ne":null}}',
  '{"email":{"toString":"a@shop.example"}}',
  '{"email":""}',
  '{"email":"a"}',
  '{"email":"@"}',
  '{"email":"a@"}',
  '{"email":"@shop.example"}',
  '{"email":"a@b@shop.example"}',
  '{"email":"a@shop.example,b@evil.example"}',
  '{"email":"a@shop.example;b@evil.example"}',
  '{"email":"a@shop.example b@evil.example"}',
  '{"email":"a@shop.example\\nBcc: b@evil.example"}',
  '{"email":"a@shop.example\\r\\nBcc: b@evil.example"}',
  '{"email":"a@shop.example\\u0000"}',
  '{"email":"a\\u2028@shop.example"}',
  '{"email":"a\\u200b@shop.example"}',
  '{"email":"\\u202ea@shop.example"}',
  '{"email":"a\\uff20b@shop.example"}',
  '{"email":"mi\\u212ae@shop.example"}',
  '{"email":"\\ud800@shop.example"}',
  '{"email":"<a@shop.example>"}',
  '{"email":"\\"a\\"@shop.example"}',
  `{"email":"${'a'.repeat(250)}@shop.example"}`,
  '{"email":"a@shop.example","expires":-1}',
  '{"email":"a@shop.example","expires":0}',
  '{"email":"a@shop.example","expires":"600"}',
  '{"email":"a@shop.example","expires":1e999}',
  '{"email":"a@shop.example","expires":null}',
  '{"email":"a@shop.example","expires":[1]}',
  '{"email":"a@shop.example","code":"000000"}',
  '{"email":"a@shop.example","success":true}',
  '{"email":"a@shop.example","__proto__":{"admin":true}}',
  '{"__proto__":{"email":"a@shop.example"}}',
  '{"constructor":{"prototype":{"email":"a@shop.example"}}}',
  '{"email":"a@shop.example","constructor":{"prototype":{"x":1}}}',
  '{"email":"a@shop.example","prototype":1}',
  '{"email":"a@shop.example","Email":"b@shop.example"}',
  '{"email":"a@shop.example","session":"x"}',
  `{"email":"a@shop.example",${Array.from({ length: 100 }, (_, n) => `"f${n}":1`).join(',')}}`,
  '['.repeat(2_000) + ']'.repeat(2_000),
  `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`,
];

const VERIFIES = [
  '{"email":"a@shop.example"}',
  '{"code":"000000"}',
  '{"email":"a@shop.example","code":0}',
  '{"email":"a@shop.example","code":null}',
  '{"email":"a@shop.example","code":{"$ne":""}}',
  '{"email":"a@shop.example","code":["000000","000001"]}',
  '{"email":"a@shop.example","code":true}',
  '{"email":"a@shop.example","code":""}',
  '{"email":"a@shop.example","code":"000000\\n000001"}',
  `{"email":"a@shop.example","code":"${'0'.repeat(65)}"}`,
  '{"email":["a@shop.example"],"code":"000000"}',
  '{"email":"a@shop.example","code":"000000","success":true}',
];

const CLAIMS = [
  '[]',
  'null',
  '1',
  '{"token":"x"}',
  '{"reservedFor":"x"}',
  '{"session":1}',
  '{"session":""}',
  '{"__proto__":1}',
];

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; q=1',
  'application/jsonp',
  'application/json, text/plain',
  'text/json',
  'application/json\t;x',
  'application/ld+json',
];

const FINE = '{"email":"a@shop.example"}';

export const bodies: Attack[] = [
  ...SENDS.map((body): Attack => ({
    name: `body: ${body.slice(0, 70)}`,
    run: (lab) => post(lab, SEND, body),
    status: 400,
    code: 'invalid_request',
    then({ body: answer }) {
      assert.doesNotMatch(answer, /shop\.example|evil|prototype pollution/);
      assert.equal(({} as Record<string, unknown>)['admin'], undefined);
    },
  })),
  ...VERIFIES.map((body): Attack => ({
    name: `body: ${body.slice(0, 70)}`,
    run: (lab) => post(lab, VERIFY, body),
    status: 400,
  })),
  ...CLAIMS.map((body): Attack => ({
    name: `body of a claim: ${body}`,
    run: (lab) => post(lab, CLAIM, body),
    status: 400,
  })),
  ...TYPES.map((type): Attack => ({
    name: `content type ${type}`,
    run: (lab) => ask(lab, SEND, { method: 'POST', body: FINE, headers: [`Content-Type: ${type}`] }),
    status: 415,
    code: 'unsupported_media_type',
  })),
  {
    name: 'no content type',
    run: (lab) => ask(lab, SEND, { method: 'POST', body: FINE }),
    status: 415,
  },
  {
    name: 'two content types',
    run: (lab) => post(lab, SEND, FINE, { headers: ['Content-Type: text/plain'] }),
    status: 415,
  },
  ...['gzip', 'br', 'deflate', 'x-unknown', 'identity, gzip'].map((encoding): Attack => ({
    name: `content encoding ${encoding}`,
    run: (lab) => post(lab, SEND, gzipSync(FINE), { headers: [`Content-Encoding: ${encoding}`] }),
    status: 415,
  })),
  {
    name: 'bytes that are no UTF-8',
    run: (lab) => post(lab, SEND, Buffer.from('{"email":"\xff@shop.example"}', 'latin1')),
    status: 400,
  },
  { name: 'UTF-16', run: (lab) => post(lab, SEND, Buffer.from(FINE, 'utf16le')), status: 400 },
  {
    name: 'a body of 4,097 bytes',
    run: (lab) => post(lab, SEND, FINE.padEnd(4_097)),
    status: 413,
    code: 'body_too_large',
  },
  {
    name: 'a body of 5,000,000 bytes',
    run: (lab) => post(lab, SEND, FINE.padEnd(5_000_000)),
    // A client that is still sending may see the connection closed before the answer.
    status: [0, 413],
  },
  {
    name: 'a length of 10 TB and no body',
    run: (lab) =>
      lab.send('open', write(SEND, { method: 'POST', headers: ['Content-Length: 10000000000000'] })[0]!),
    status: 413,
    code: 'body_too_large',
  },
  {
    name: 'chunks that are too much together, each of them small',
    run(lab) {
      const chunk = `64\r\n${' '.repeat(100)}\r\n`;
      const [head = ''] = write(SEND, {
        method: 'POST',
        headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      });
      return lab.send('open', head, ...Array.from({ length: 60 }, () => chunk), '0\r\n\r\n');
    },
    status: [0, 413],
  },
  {
    name: 'a body that never comes',
    run: (lab) =>
      lab.send(
        'below',
        ...write('/apps/rewards' + SEND, {
          method: 'POST',
          headers: ['Content-Type: application/json', 'Content-Length: 30'],
        }),
      ),
    status: 408,
    code: 'body_too_slow',
  },
  {
    name: 'a body that stops half-way',
    run: (lab) =>
      lab.send(
        'below',
        ...write('/apps/rewards' + SEND, {
          method: 'POST',
          headers: ['Content-Type: application/json', 'Content-Length: 30'],
        }),
        '{"email":',
      ),
    status: 408,
    then: (reply) => assert.equal(codeOf(reply), 'body_too_slow'),
  },
  {
    name: 'chunks that stop half-way',
    run: (lab) =>
      lab.send(
        'below',
        ...write('/apps/rewards' + SEND, {
          method: 'POST',
          headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
        }),
        '5\r\n{"ema\r\n',
      ),
    status: 408,
  },
  {
    name: 'the last of two equal fields counts, and only one code is sent',
    run: (lab) => post(lab, SEND, '{"email":"first@shop.example","email":"second@shop.example"}'),
    status: 201,
    reached: { createOtp: 1 },
    async then({ body }, lab) {
      assert.match(body, /second@shop\.example/);
      assert.deepEqual(await lab.gateways.open.shop.mails('first@shop.example'), []);
    },
  },
  {
    name: 'a body of a read is not read',
    run: (lab) =>
      ask(lab, '/v1/timeline?limit=6', {
        body: '{"limit":1000}',
        headers: ['Content-Type: application/json'],
        origin: ORIGIN,
      }),
    status: 200,
    reached: { listTimeline: 1 },
  },
];
