/** Addresses that try to reach operations that the gateway does not offer. */
import { ask, type Attack, post } from './lab.ts';

const FORBIDDEN = [
  'GET /v1/users',
  'GET /v1/users?limit=1000',
  'GET /v1/team/webhooks',
  'GET /v1/team/inventory',
  'GET /v1/analytics/components/breakdown',
  'GET /v1/analytics/taps/breakdown',
  'GET /v1/analytics/export/raw-events?date_from=2020-01-01',
  'DELETE /v1/timeline/1',
  'DELETE /v1/activities/1',
  'POST /v1/rewards/11111111-1111-4111-8111-111111111111/codes/22222222-2222-4222-8222-222222222222/reserve',
  'GET /sandbox/requests',
  'GET /v1',
  'GET /',
];

const ID = '/v1/collections';

/** Nothing of ours, in any spelling. */
const NOT_FOUND = [
  `${ID}/../users`,
  `${ID}/%2e%2e/users`,
  `${ID}/.%2e/users`,
  `${ID}/%2E./team/webhooks`,
  `${ID}/x/../../users`,
  `${ID}/..%2fusers`,
  `${ID}/..%2Fusers`,
  `${ID}/%2e%2e%2fusers`,
  `${ID}/%252e%252e/users`,
  `${ID}/%252e%252e%252fusers`,
  `${ID}/..%252fusers`,
  `${ID}/..;/users`,
  `${ID}/..%3b/users`,
  `${ID}/..%3Busers`,
  `${ID}/..%5cusers`,
  `${ID}/%5c..%5cusers`,
  `${ID}/..%c0%afusers`,
  `${ID}/%c0%ae%c0%ae`,
  `${ID}/%e0%80%af`,
  `${ID}/%ff`,
  `${ID}/%`,
  `${ID}/%zz`,
  `${ID}/%u002e`,
  `${ID}/%2`,
  `${ID}/.`,
  `${ID}/%2e`,
  `${ID}/a%00`,
  `${ID}/a%00.json`,
  `${ID}/a%0d%0aX-Api-Key:%20stolen`,
  `${ID}/a%0aHost:%20evil.example`,
  `${ID}/a%7f`,
  `${ID}/a%c2%85b`,
  `${ID}/a%2fb`,
  `${ID}/a%3flimit=1`,
  `${ID}/a%23b`,
  `${ID}/a%25b`,
  `${ID}/%EF%BC%8E%EF%BC%8E%EF%BC%8Fusers`,
  `${ID}/`,
  `${ID}//`,
  `${ID}/a/b`,
  `${ID}/a;v=1`,
  '//v1/users',
  '//v1/timeline',
  '//evil.example/v1/timeline',
  '/v1//timeline',
  '/v1/./users',
  '/v1/timeline/',
  '/v1/timeline//',
  '/v1/timeline/..',
  '/v1/timeline/../users',
  '/V1/timeline',
  '/v1/TIMELINE',
  '/v1/%74imeline',
  '/%76%31/timeline',
  '/v1%2ftimeline',
  '/v1/timeline%2f',
  '/v1/timeline%3flimit=1',
  '/v1/timeline%00',
  '/v1/timeline%20',
  '/v1/timeline;jsessionid=1',
  '/v1/timeline.json',
  '/v1/timeline:1',
  '/healthz/',
  '/healthz/../v1/users',
  '/HEALTHZ',
  'http://evil.example/v1/users',
  'https://service.internal.example/v1/users',
  'http://gateway.example:80/v1/team/webhooks',
  `${ID}/${'a'.repeat(2_100)}`,
];

/** Strings that no server may accept as an address. */
const MALFORMED = [
  `${ID}/..\\users`,
  '\\v1\\users',
  '/v1\\users',
  '@evil.example/v1/users',
  'v1/users',
  '*',
  'ftp://evil.example/v1/users',
  'http://[::1/v1/users',
  'http:///',
];

const BELOW = [
  '/v1/timeline',
  '/v1/users',
  '/apps/rewards',
  '/apps/rewards/',
  '/apps/rewards/v1/users',
  '/apps/rewardsx/v1/timeline',
  '/apps/rewards//v1/timeline',
  '/apps/rewards/../v1/timeline',
  '/apps/%72ewards/v1/timeline',
  '/apps/rewards%2fv1/timeline',
  '/apps/rewards/apps/rewards/v1/timeline',
  '/Apps/rewards/v1/timeline',
];

const TOKENS = [
  ['that climbs to the users', '..%2f..%2f..%2fusers%2faaaaaaaa', 404],
  ['that climbs, encoded twice', '..%252f..%252fusersaaaaaaa', 404],
  ['with path parameters', 'aaaaaaaaaaaaaaaaaaaa;a=b', 404],
  ['with a NUL', 'aaaaaaaaaaaaaaaa%00aaaa', 404],
  ['that is too short', 'aaaaaaaaaaaaaaa', 400],
  ['that is too long', 'a'.repeat(201), 400],
] as const;

export const paths: Attack[] = [
  ...FORBIDDEN.map((route): Attack => {
    const [method = '', target = ''] = route.split(' ');
    return { name: `what is not offered: ${route}`, run: (lab) => ask(lab, target, { method }), status: 404 };
  }),
  ...NOT_FOUND.map((target): Attack => ({
    name: `path: ${target.slice(0, 60)}`,
    run: (lab) => ask(lab, target),
    status: 404,
    code: 'not_found',
  })),
  ...MALFORMED.map((target): Attack => ({
    name: `malformed target: ${target}`,
    run: (lab) => ask(lab, target),
    status: 400,
  })),
  ...BELOW.map((target): Attack => ({
    name: `below a path: ${target}`,
    run: (lab) => ask(lab, target, { at: 'below' }),
    status: 404,
    code: 'not_found',
  })),
  ...TOKENS.map(([what, token, status]): Attack => ({
    name: `a grant's token ${what}`,
    run: (lab) => post(lab, `/v1/rewards/grants/${token}/claim`, undefined),
    status,
  })),
  {
    name: 'an absolute target with another host asks our own service',
    run: (lab) => ask(lab, 'http://evil.example/v1/timeline?limit=3'),
    status: 200,
    reached: { listTimeline: 1 },
  },
  {
    name: 'another Host asks our own service',
    run: (lab) =>
      lab.send(
        'open',
        'GET /v1/timeline?limit=4 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      ),
    status: 200,
    reached: { listTimeline: 1 },
  },
  {
    name: 'a path of 20,000 characters',
    run: (lab) => ask(lab, `${ID}/${'a'.repeat(20_000)}`),
    status: 431,
  },
  {
    name: 'raw bytes that are no UTF-8 in the path',
    run: (lab) => ask(lab, `${ID}/\xff\xfe/users`),
    status: 400,
  },
];
