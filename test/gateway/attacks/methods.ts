/** Methods, and headers and parameters that imitate one. */
import assert from 'node:assert/strict';
import { ask, type Attack, post } from './lab.ts';

const TIMELINE = '/v1/timeline?limit=5';

const OTHER_METHODS = [
  'DELETE',
  'PUT',
  'PATCH',
  'POST',
  'TRACE',
  'PROPFIND',
  'OPTIONS',
  'QUERY',
  'PURGE',
  'LINK',
];

const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Original-Method'];

/** Headers by which some servers let others choose the address. */
const REWRITES = [
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Forwarded-Uri',
  'X-Forwarded-Prefix',
  'X-Forwarded-Path',
];

let limit = 100;

export const methods: Attack[] = [
  ...OTHER_METHODS.map((method): Attack => ({
    name: `${method} for a timeline`,
    run: (lab) => ask(lab, TIMELINE, { method }),
    status: 405,
    code: 'method_not_allowed',
    then: ({ headers }) => assert.equal(headers['allow'], 'GET, HEAD, OPTIONS'),
  })),
  ...['GET', 'HEAD', 'PUT', 'DELETE'].map((method): Attack => ({
    name: `${method} for a claim`,
    run: (lab) => ask(lab, '/v1/rewards/grants/aaaaaaaaaaaaaaaaaaaa/claim', { method }),
    status: 405,
  })),
  ...['get', 'Get', 'FOO', 'G ET', ''].map((method): Attack => ({
    name: `the method "${method}"`,
    run: (lab) => ask(lab, TIMELINE, { method }),
    status: 400,
  })),
  {
    name: 'CONNECT to another host',
    run: (lab) => ask(lab, 'evil.example:443', { method: 'CONNECT' }),
    // The connection is closed without a word.
    status: 0,
  },
  ...OVERRIDES.map((name): Attack => ({
    name: `POST with ${name}: GET`,
    run: (lab) => post(lab, TIMELINE, '{}', { headers: [`${name}: GET`] }),
    status: 405,
  })),
  ...OVERRIDES.map((name): Attack => {
    const target = `/v1/timeline?limit=${limit++}`;
    return {
      name: `GET with ${name}: DELETE only reads`,
      run: (lab) => ask(lab, target, { headers: [`${name}: DELETE`] }),
      status: 200,
      reached: { listTimeline: 1 },
    };
  }),
  {
    name: '_method in the query',
    run: (lab) => ask(lab, '/v1/timeline?_method=DELETE'),
    status: 400,
    code: 'invalid_request',
  },
  {
    name: '_method in the body',
    run: (lab) => post(lab, '/v1/access/otp', '{"email":"a@shop.example","_method":"DELETE"}'),
    status: 400,
  },
  ...REWRITES.map((name): Attack => {
    const target = `/v1/timeline?limit=${limit++}`;
    return {
      name: `${name}: /v1/users changes nothing`,
      run: (lab) => ask(lab, target, { headers: [`${name}: /v1/users`] }),
      status: 200,
      reached: { listTimeline: 1 },
    };
  }),
  {
    name: 'a key of the caller’s own is not passed on',
    run: (lab) => ask(lab, `/v1/timeline?limit=${limit++}`, { headers: ['X-Api-Key: sk_sandbox_secret'] }),
    status: 200,
    // With a different key, it would be counted under that key.
    reached: { listTimeline: 1 },
  },
];
