/** Requests that claim to come through the shop's app proxy. */
import { createHmac } from 'node:crypto';
import { APP_SECRETS, ask, type Attack, clock, post, type Setup, SHOP } from './lab.ts';

type Pairs = readonly (readonly [string, string])[];

const [SECRET] = APP_SECRETS;
const seconds = (late = 0): string => String(Math.floor(clock.now() / 1000) - late);

/**
 * The platform's signature of these parameters. It follows the platform's documentation, and does not use the gateway's
 * code.
 */
function sign(pairs: Pairs, secret: string = SECRET, algorithm = 'sha256'): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  const text = [...values]
    .map(([name, all]) => `${name}=${all.join(',')}`)
    .sort()
    .join('');
  return createHmac(algorithm, secret).update(text).digest('hex');
}

const encode = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

const own = (late = 0, shop: string = SHOP): Pairs => [
  ['shop', shop],
  ['logged_in_customer_id', ''],
  ['path_prefix', '/apps/rewards'],
  ['timestamp', seconds(late)],
];

const signed = (pairs: Pairs, signature = sign(pairs)): string => `${encode(pairs)}&signature=${signature}`;

const read = (at: Setup, query: () => string, target = '/v1/timeline') => ({
  run: (lab: Parameters<Attack['run']>[0]) => ask(lab, `${target}?${query()}`, { at, origin: null }),
});

const invalid = { status: 401, code: 'signature_invalid' } as const;
const expired = { status: 401, code: 'signature_expired' } as const;

let limit = 200;

/** A signed query that asks for something that nobody asked for before. */
const fresh = (late = 0, shop: string = SHOP): Pairs => [['limit', String(++limit)], ...own(late, shop)];

const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

export const signatures: Attack[] = [
  {
    name: 'a genuine signature is taken, so that the others show something',
    ...read('signed', () => signed(fresh())),
    status: 200,
    reached: { listTimeline: 1 },
  },
  {
    name: 'a genuine signature by the secret from before the change',
    ...read('signed', () => {
      const pairs = fresh();
      return signed(pairs, sign(pairs, APP_SECRETS[1]));
    }),
    status: 200,
    reached: { listTimeline: 1 },
  },
  { name: 'no signature', ...read('signed', () => encode(fresh())), ...invalid },
  { name: 'an empty signature', ...read('signed', () => signed(fresh(), '')), ...invalid },
  { name: 'no query at all', ...read('signed', () => ''), ...invalid },
  {
    name: 'an altered signature',
    ...read('signed', () => {
      const pairs = fresh();
      return signed(pairs, flip(sign(pairs)));
    }),
    ...invalid,
  },
  {
    name: 'a signature cut short',
    ...read('signed', () => {
      const pairs = fresh();
      return signed(pairs, sign(pairs).slice(0, 62));
    }),
    ...invalid,
  },
  {
    name: 'a signature in capitals',
    ...read('signed', () => {
      const pairs: Pairs = [['limit', '7'], ...own()];
      return signed(pairs, sign(pairs).toUpperCase());
    }),
    ...invalid,
  },
  {
    name: 'a signature that is no hexadecimal',
    ...read('signed', () => signed(fresh(), 'z'.repeat(64))),
    ...invalid,
  },
  { name: 'a signature of zeros', ...read('signed', () => signed(fresh(), '0'.repeat(64))), ...invalid },
  {
    name: 'a signature by a secret of somebody else',
    ...read('signed', () => {
      const pairs = fresh();
      return signed(pairs, sign(pairs, 'another secret'));
    }),
    ...invalid,
  },
  {
    name: 'a signature by an empty secret',
    ...read('signed', () => {
      const pairs = fresh();
      return signed(pairs, sign(pairs, ''));
    }),
    ...invalid,
  },
  {
    name: 'a signature by SHA-1',
    ...read('signed', () => {
      const pairs = fresh();
      return signed(pairs, sign(pairs, SECRET, 'sha1'));
    }),
    ...invalid,
  },
  {
    name: 'a signature over the query as it is sent',
    ...read('signed', () => {
      const pairs = fresh();
      return signed(pairs, createHmac('sha256', SECRET).update(encode(pairs)).digest('hex'));
    }),
    ...invalid,
  },
  {
    name: 'a parameter altered after signing',
    ...read('signed', () => signed(fresh()).replace(/limit=\d+/, 'limit=1000')),
    ...invalid,
  },
  {
    name: 'a parameter added after signing',
    ...read('signed', () => `${signed(fresh())}&order=asc`),
    ...invalid,
  },
  {
    name: 'a parameter taken away after signing',
    ...read('signed', () => signed(fresh()).replace(/limit=\d+&/, '')),
    ...invalid,
  },
  {
    name: 'the customer altered after signing',
    ...read('signed', () => signed(fresh()).replace('logged_in_customer_id=', 'logged_in_customer_id=1')),
    ...invalid,
  },
  {
    name: 'the shop altered after signing',
    ...read('signed', () => signed(fresh(0, 'evil.myshopify.com')).replace('evil.myshopify.com', SHOP)),
    ...invalid,
  },
  {
    name: 'the time altered after signing',
    ...read('signed', () => signed(fresh(600)).replace(/timestamp=\d+/, `timestamp=${seconds()}`)),
    ...invalid,
  },
  {
    name: 'two signatures, the first of them right',
    ...read('signed', () => `${signed(fresh())}&signature=${'0'.repeat(64)}`),
    ...invalid,
  },
  {
    name: 'two signatures, the second of them right',
    ...read('signed', () => `signature=${'0'.repeat(64)}&${signed(fresh())}`),
    ...invalid,
  },
  { name: 'two shops, signed', ...read('signed', () => signed([...fresh(), ['shop', SHOP]])), ...invalid },
  {
    name: 'two times, signed',
    ...read('signed', () => signed([...fresh(), ['timestamp', seconds()]])),
    ...invalid,
  },
  {
    name: 'pairs cut differently, with the signature of others',
    ...read('signed', () => {
      const [shop, , ...rest] = own();
      const cut: Pairs = [shop!, ['logged_in_customer_id', 'order=asc'], ...rest];
      return signed(cut, sign([shop!, ['logged_in_customer_id', ''], ['order', 'asc'], ...rest]));
    }),
    ...invalid,
  },
  { name: 'signed 92 seconds ago', ...read('signed', () => signed(fresh(92))), ...expired },
  { name: 'signed 92 seconds ahead', ...read('signed', () => signed(fresh(-92))), ...expired },
  { name: 'signed a year ago', ...read('signed', () => signed(fresh(31_536_000))), ...expired },
  ...['', 'now', '-1', '1e9', '0x5f5e100', 'NaN', ' 1', '99999999999999'].map((timestamp): Attack => ({
    name: `signed at the time "${timestamp}"`,
    ...read('signed', () =>
      signed([
        ['shop', SHOP],
        ['timestamp', timestamp],
      ]),
    ),
    ...expired,
  })),
  { name: 'signed without a time', ...read('signed', () => signed([['shop', SHOP]])), ...expired },
  {
    name: 'signed 85 seconds ago is taken',
    ...read('signed', () => signed(fresh(85))),
    status: 200,
    reached: { listTimeline: 1 },
  },
  {
    name: 'a signed address replayed ten minutes later',
    async run(lab) {
      const target = `/v1/timeline?${signed([['limit', '199'], ...own()])}`;
      clock.ahead = 600_000;
      try {
        return await ask(lab, target, { at: 'signed', origin: null });
      } finally {
        clock.ahead = 0;
      }
    },
    ...expired,
  },
  ...[
    'evil.myshopify.com',
    'EXAMPLE.myshopify.com',
    'example.myshopify.com.evil.example',
    'example.myshopify.com.',
    '',
  ].map((shop): Attack => ({
    name: `signed for the shop "${shop}"`,
    ...read('signed', () => signed(fresh(0, shop))),
    status: 403,
    code: 'shop_not_allowed',
  })),
  {
    name: 'signed for no shop',
    ...read('signed', () => signed([['timestamp', seconds()]])),
    status: 403,
    code: 'shop_not_allowed',
  },
  {
    name: 'a genuine signature opens nothing that is not offered',
    ...read('signed', () => signed(own()), '/v1/users'),
    status: 404,
  },
  {
    name: 'a signed parameter that the timeline does not have',
    ...read('signed', () => signed([['user_id', '1'], ...own()])),
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'a parameter twice, signed as Shopify joins it',
    ...read('signed', () => signed([['limit', '1'], ['limit', '2'], ...own()])),
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'a code sent without a signature, from an origin of the shop',
    run: (lab) =>
      post(lab, '/v1/access/otp', '{"email":"a@shop.example"}', { at: 'signed', origin: `https://${SHOP}` }),
    ...invalid,
  },
  ...['https://evil.example', 'null'].map((origin): Attack => ({
    name: `a genuine signature for a page of ${origin}`,
    run: (lab) =>
      post(lab, `/v1/access/otp?${signed(own())}`, '{"email":"a@shop.example"}', { at: 'signed', origin }),
    status: 403,
    code: 'origin_not_allowed',
  })),
  {
    name: 'a genuine signature for a form on another site',
    run: (lab) =>
      post(lab, `/v1/access/otp?${signed(own())}`, '{"email":"a@shop.example"}', {
        at: 'signed',
        origin: 'https://evil.example',
        headers: ['Sec-Fetch-Site: cross-site'],
      }),
    status: 403,
  },
  {
    name: 'a wrong signature is no way around where an origin would do',
    run: (lab) => ask(lab, `/v1/timeline?${signed(own(), '0'.repeat(64))}`, { at: 'both' }),
    ...invalid,
  },
  {
    name: 'a signature where no app proxy is set up is an unknown parameter',
    ...read('open', () => signed(own())),
    status: 400,
    code: 'invalid_request',
  },
];
