/** Pages of others: origins that look like the shop's, and requests that say none. */
import assert from 'node:assert/strict';
import { ORIGIN } from '../support.ts';
import { ask, type Attack, post, type Reply } from './lab.ts';

const SEND = '/v1/access/otp';
const FINE = '{"email":"a@shop.example"}';

const FOREIGN = [
  'null',
  'https://evil.example',
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'https://www.shop.example',
  'https://shop.example:8443',
  'https://shop.example:443',
  'http://shop.example',
  'https://SHOP.example',
  'HTTPS://shop.example',
  'https://shop.example.',
  'https://shop.example/',
  'https://shop.example/path',
  'https://shop.example?',
  'https://shop.example%00',
  'https://shop.example@evil.example',
  'https://evil.example/https://shop.example',
  'https://shop.example, https://evil.example',
  'https://shop.example https://evil.example',
  'https://sh\xf6p.example',
  'https://xn--shp-tna.example',
  'shop.example',
  '//shop.example',
  '*',
  'file://',
  'chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'data:text/html,x',
];

function tellsNothing({ headers }: Reply): void {
  for (const name of ['origin', 'credentials', 'methods', 'headers'])
    assert.equal(headers[`access-control-allow-${name}`], undefined);
  assert.equal(headers['vary'], 'Origin');
}

const refused = { status: 403, code: 'origin_not_allowed', then: tellsNothing } as const;

const preflight = (method: string) => [
  `Access-Control-Request-Method: ${method}`,
  'Access-Control-Request-Headers: content-type',
];

export const origins: Attack[] = [
  ...FOREIGN.map((origin): Attack => ({
    name: `a code sent by ${origin}`,
    run: (lab) => post(lab, SEND, FINE, { origin }),
    ...refused,
  })),
  ...['null', 'https://evil.example', 'https://shop.example.evil.example', 'http://shop.example'].flatMap(
    (origin): Attack[] => [
      {
        name: `a timeline read by ${origin}`,
        run: (lab) => ask(lab, '/v1/timeline', { origin }),
        ...refused,
      },
      {
        name: `a collection read by ${origin}`,
        run: (lab) => ask(lab, '/v1/collections/x', { origin }),
        ...refused,
      },
      {
        name: `a claim by ${origin}`,
        run: (lab) => post(lab, '/v1/rewards/grants/aaaaaaaaaaaaaaaaaaaa/claim', undefined, { origin }),
        ...refused,
      },
      {
        name: `a preflight of ${origin}`,
        run: (lab) => ask(lab, SEND, { method: 'OPTIONS', origin, headers: preflight('POST') }),
        ...refused,
      },
    ],
  ),
  {
    name: 'an empty Origin',
    run: (lab) => post(lab, SEND, FINE, { origin: '' }),
    status: 403,
  },
  {
    name: 'a POST without Origin',
    run: (lab) => post(lab, SEND, FINE, { origin: null }),
    ...refused,
  },
  {
    name: 'a POST without Origin whose Referer is the shop',
    run: (lab) => post(lab, SEND, FINE, { origin: null, headers: [`Referer: ${ORIGIN}/`] }),
    ...refused,
  },
  {
    name: 'a POST without Origin that says it is of the same origin',
    run: (lab) => post(lab, SEND, FINE, { origin: null, headers: ['Sec-Fetch-Site: same-origin'] }),
    ...refused,
  },
  {
    name: 'a POST of another origin that says it is of the same origin',
    run: (lab) =>
      post(lab, SEND, FINE, { origin: 'https://evil.example', headers: ['Sec-Fetch-Site: same-origin'] }),
    ...refused,
  },
  {
    name: 'a picture on another site',
    run: (lab) =>
      ask(lab, '/v1/timeline', {
        origin: null,
        headers: ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image'],
      }),
    ...refused,
  },
  {
    name: 'a preflight without Origin',
    run: (lab) => ask(lab, SEND, { method: 'OPTIONS', origin: null, headers: preflight('POST') }),
    status: 403,
  },
  {
    name: 'a preflight for another method is told which there are',
    run: (lab) => ask(lab, SEND, { method: 'OPTIONS', headers: preflight('DELETE') }),
    status: 204,
    then({ headers }) {
      assert.equal(headers['access-control-allow-methods'], 'POST');
      assert.equal(headers['access-control-allow-headers'], 'accept, authorization, content-type');
      assert.equal(headers['access-control-allow-credentials'], undefined);
    },
  },
  {
    name: 'a preflight for what is not offered',
    run: (lab) => ask(lab, '/v1/users', { method: 'OPTIONS', headers: preflight('GET') }),
    status: 404,
  },
];
