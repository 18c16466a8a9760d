/** Parameters that the service might read differently from the gateway. */
import { ask, type Attack, post } from './lab.ts';

const REFUSED = [
  'limit=5&limit=1000',
  'limit=5&limit=5',
  'limit[]=5',
  'limit=0',
  'limit=1001',
  'limit=-1',
  'limit=1e3',
  'limit=0x10',
  'limit=NaN',
  'limit=Infinity',
  'limit=',
  'limit=%205',
  'limit=+5',
  'limit=5%26token_id=1',
  'limit=5%00',
  'Limit=5',
  'token_id=0',
  'token_id=-1',
  'token_id=1.5',
  'token_id=99999999999999999999',
  'token_id=1%20OR%201=1',
  'offset=abc',
  'order=ASC',
  'order=asc,desc',
  'order=asc;drop',
  'include_count=1',
  'include_count=TRUE',
  `collection_slug=${'a'.repeat(201)}`,
  'collection_slug=a%00b',
  'collection_slug=a%0d%0ab',
  'collection_slug=%ff',
  'collection_slug=%c0%ae',
  'collection_slug=%',
  'user_id=1',
  'api_key=stolen',
  'x-api-key=stolen',
  'fields=user_id',
  '__proto__=1',
  '__proto__[limit]=1',
  'constructor=1',
  'hasOwnProperty=1',
  'limit=5&__proto__=1',
  'signature=00',
  `order_by=${'a'.repeat(5_000)}`,
  'limit=5&&=&foo',
];

export const queries: Attack[] = [
  ...REFUSED.map((query): Attack => ({
    name: `timeline?${query.slice(0, 50)}`,
    run: (lab) => ask(lab, `/v1/timeline?${query}`),
    status: 400,
    code: 'invalid_request',
  })),
  {
    name: 'a parameter inside a parameter stays one',
    run: (lab) => ask(lab, '/v1/timeline?collection_slug=nobody%26limit%3d1000%26token_id%3d1'),
    status: 200,
    reached: { listTimeline: 1 },
    then: ({ body }) => {
      if (!body.includes('"data":[]')) throw new Error('The slug was not taken as one.');
    },
  },
  ...['/v1/access/otp', '/v1/access/otp/verify', '/v1/rewards/grants/aaaaaaaaaaaaaaaaaaaa/claim'].map(
    (target): Attack => ({
      name: `a query of ${target}`,
      run: (lab) => post(lab, `${target}?email=a@shop.example`, '{"email":"a@shop.example","code":"000000"}'),
      status: 400,
    }),
  ),
  { name: 'a query of a collection', run: (lab) => ask(lab, '/v1/collections/x?expand=users'), status: 400 },
  {
    name: 'a hundred unknown parameters get a short answer',
    run: (lab) => ask(lab, `/v1/timeline?${Array.from({ length: 100 }, (_, n) => `p${n}=1`).join('&')}`),
    status: 400,
    then: ({ body }) => {
      if (body.length > 1_500) throw new Error(`${body.length} bytes`);
    },
  },
  {
    name: 'a parameter’s name with markup is not repeated',
    run: (lab) => ask(lab, '/v1/timeline?%3Cscript%3Ealert(1)%3C/script%3E=1'),
    status: 400,
    then: ({ body }) => {
      if (body.includes('script')) throw new Error(body);
    },
  },
];
