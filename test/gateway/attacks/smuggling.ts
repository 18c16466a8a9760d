/** Requests that a proxy and the gateway might read differently, and headers that are too large. */
import assert from 'node:assert/strict';
import { ORIGIN } from '../support.ts';
import { ask, type Attack, codeOf, type Reply } from './lab.ts';

const BODY = '{"email":"smuggled@shop.example"}';
const SECOND = `POST /v1/access/otp HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** A POST of a code with these headers, word for word, and whatever comes after them. */
const raw = (headers: string, rest: string): string =>
  `POST /v1/access/otp HTTP/1.1\r\nHost: gateway.example\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${rest}`;

/** Framings on which two servers may disagree; no answer but a refusal, and nothing after it. */
const FRAMINGS: readonly (readonly [string, string])[] = [
  ['two lengths', raw('Content-Length: 5\r\nContent-Length: 33', BODY)],
  ['two equal lengths', raw('Content-Length: 33\r\nContent-Length: 33', BODY)],
  ['a list of lengths', raw('Content-Length: 33, 33', BODY)],
  ['a length and chunks', raw('Content-Length: 6\r\nTransfer-Encoding: chunked', `0\r\n\r\n${SECOND}`)],
  ['chunks and a length', raw('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${SECOND}`)],
  ['an unknown transfer encoding', raw('Transfer-Encoding: xchunked', `0\r\n\r\n${SECOND}`)],
  ['chunked, then identity', raw('Transfer-Encoding: chunked, identity', `0\r\n\r\n${SECOND}`)],
  ['two transfer encodings', raw('Transfer-Encoding: chunked\r\nTransfer-Encoding: x', `0\r\n\r\n${SECOND}`)],
  ['a space before the colon', raw('Transfer-Encoding : chunked', `0\r\n\r\n${SECOND}`)],
  ['a vertical tab in an encoding', raw('Transfer-Encoding: \x0bchunked', `0\r\n\r\n${SECOND}`)],
  ['a folded header', raw('Content-Length: 33\r\nX-Folded: a\r\n b', BODY)],
  ['a folded transfer encoding', raw('Transfer-Encoding:\r\n chunked', `0\r\n\r\n${SECOND}`)],
  ['a length with a plus', raw('Content-Length: +33', BODY)],
  ['a negative length', raw('Content-Length: -1', BODY)],
  ['a length in hexadecimal', raw('Content-Length: 0x21', BODY)],
  ['a length that is no number', raw('Content-Length: many', BODY)],
  ['a length beyond all numbers', raw('Content-Length: 99999999999999999999999', BODY)],
  ['an empty length', raw('Content-Length:', BODY)],
  ['a chunk size that is none', raw('Transfer-Encoding: chunked', `zz\r\n${BODY}\r\n0\r\n\r\n`)],
  ['a chunk size with a sign', raw('Transfer-Encoding: chunked', `-21\r\n${BODY}\r\n0\r\n\r\n`)],
  ['a chunk size beyond all numbers', raw('Transfer-Encoding: chunked', `fffffffffffffffff\r\n${BODY}`)],
  ['a chunk without its end', raw('Transfer-Encoding: chunked', `21\r\n${BODY}XX0\r\n\r\n${SECOND}`)],
  ['bare line feeds', raw('Content-Length: 33', BODY).replaceAll('\r\n', '\n')],
  ['a bare carriage return', raw('Content-Length: 33\rX: y', BODY)],
  ['a NUL in a value', raw('X-Nul: a\0b\r\nContent-Length: 33', BODY)],
  ['a space in a name', raw('X Y: z\r\nContent-Length: 33', BODY)],
  ['a name that is empty', raw(': z\r\nContent-Length: 33', BODY)],
  ['a line without a colon', raw('nonsense\r\nContent-Length: 33', BODY)],
  ['a control character in a value', raw('X: a\x01b\r\nContent-Length: 33', BODY)],
  ['no Host', `GET /v1/timeline HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['a version that there is not', `GET /v1/timeline HTTP/9.9\r\nHost: x\r\n\r\n`],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the request line of HTTP/0.9', 'GET /v1/timeline\r\n\r\n'],
  ['the greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a mail server’s greeting', 'EHLO evil.example\r\nMAIL FROM:<a@evil.example>\r\n'],
];

const onlyRefused = ({ statuses }: Reply): void => {
  assert.ok(statuses.length <= 1, `answers: ${statuses.join(', ')}`);
};

const tooLarge = (reply: Reply): void => assert.equal(codeOf(reply), 'header_too_large');

export const smuggling: Attack[] = [
  ...FRAMINGS.map(([what, text]): Attack => ({
    name: `framing: ${what}`,
    run: (lab) => lab.send('open', text),
    status: 400,
    then: onlyRefused,
  })),
  {
    name: 'a second request behind a refused body is not heard',
    run: (lab) => lab.send('open', raw('Content-Length: 5000', SECOND + 'x'.repeat(5_000))),
    status: 413,
    then: onlyRefused,
  },
  {
    name: 'two Hosts',
    run: (lab) => ask(lab, '/v1/users', { headers: ['Host: evil.example'] }),
    // By the standard it is malformed. A server may interpret it in any way, but no decision depends on it.
    status: [400, 404],
  },
  {
    name: 'two Origins, the second of them the shop’s',
    run: (lab) =>
      ask(lab, '/v1/timeline', { origin: 'https://evil.example', headers: [`Origin: ${ORIGIN}`] }),
    status: 403,
    code: 'origin_not_allowed',
  },
  {
    name: 'an upgrade to h2c is not made',
    run: (lab) =>
      ask(lab, '/v1/users', {
        headers: ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
      }),
    status: 404,
  },
  {
    name: 'an upgrade to a web socket is not made',
    run: (lab) =>
      lab.send(
        'open',
        'GET /v1/users HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      ),
    status: 404,
  },
  {
    name: 'an expectation that nobody can meet',
    run: (lab) => ask(lab, '/v1/timeline', { headers: ['Expect: 200-maybe'] }),
    status: 417,
  },
  {
    name: '101 headers more',
    run: (lab) => ask(lab, '/v1/timeline', { headers: Array.from({ length: 101 }, (_, n) => `X-${n}: 1`) }),
    status: 431,
    then: tooLarge,
  },
  {
    name: 'a cookie of 17,000 characters',
    run: (lab) => ask(lab, '/v1/timeline', { headers: [`Cookie: a=${'b'.repeat(17_000)}`] }),
    status: 431,
    then: tooLarge,
  },
  {
    name: 'many headers of 20,000 characters together',
    run: (lab) =>
      ask(lab, '/v1/timeline', {
        headers: Array.from({ length: 20 }, (_, n) => `X-${n}: ${'y'.repeat(1_000)}`),
      }),
    status: 431,
    then: tooLarge,
  },
  {
    name: 'a header’s name of 20,000 characters',
    run: (lab) => ask(lab, '/v1/timeline', { headers: [`${'X'.repeat(20_000)}: 1`] }),
    status: 431,
  },
];
