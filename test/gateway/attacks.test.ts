/**
 * Attacks on gateways as merchants set them up: every case over a socket of its own, with its status, and with the
 * service's own log to show that nothing got through. The last tests look through every byte that left the gateways.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addresses } from './attacks/addresses.ts';
import { bodies } from './attacks/bodies.ts';
import { APP_SECRETS, type Attack, codeOf, type Lab, openLab } from './attacks/lab.ts';
import { guessing } from './attacks/guessing.ts';
import { limits } from './attacks/limits.ts';
import { methods } from './attacks/methods.ts';
import { origins } from './attacks/origins.ts';
import { parameters } from './attacks/parameters.ts';
import { paths } from './attacks/paths.ts';
import { queries } from './attacks/queries.ts';
import { signatures } from './attacks/signatures.ts';
import { smuggling } from './attacks/smuggling.ts';
import { cookies, tokens } from './attacks/tokens.ts';
import { upstream, upstreamEntries } from './attacks/upstream.ts';
import { showsCode } from '../helpers/codes.ts';
import { BASE_URL, SECRET, SESSION_KEY } from './support.ts';

const CLASSES: Readonly<Record<string, readonly Attack[]>> = {
  addresses: paths,
  methods: methods,
  queries: queries,
  'values that pages may not choose': parameters,
  'framing and headers': smuggling,
  bodies: bodies,
  origins: origins,
  'signatures of the app proxy': signatures,
  tokens,
  'cookies that others ride on': cookies,
  'guesses from many addresses': guessing,
  'clients without a known address': addresses,
  'what limits count': limits,
  'what a service says too much': upstream,
};

let lab: Lab;
let cases = 0;

before(async () => {
  lab = await openLab();
});

for (const [name, attacks] of Object.entries(CLASSES))
  describe(`attacks by ${name} (${attacks.length})`, () => {
    for (const attack of attacks)
      test(attack.name, async () => {
        await lab.reached();
        const reply = await attack.run(lab);
        const expected = [attack.status].flat();
        const said = `${reply.statuses.join(', ') || 'closed'}: ${reply.body.slice(0, 300)}`;
        assert.ok(expected.includes(reply.status), `expected ${expected.join(' or ')}, got ${said}`);
        if (attack.code !== undefined) assert.equal(codeOf(reply), attack.code, said);
        assert.deepEqual(await lab.reached(), attack.reached ?? {}, 'what reached the service');
        await attack.then?.(reply, lab);
        cases++;
      });
  });

const written = Object.values(CLASSES).flat().length;

describe(`after ${written} attacks`, () => {
  test(`all of at least 150 cases were run: ${written}`, () => {
    assert.ok(cases >= 150, `${cases} cases`);
    assert.equal(cases, written);
  });

  test('no byte of the key, the secrets or the service’s address left a gateway', () => {
    const gateways = Object.values(lab.gateways);
    const entries = [...gateways.flatMap((gateway) => gateway.entries), ...upstreamEntries()];
    const left = [...lab.heard, JSON.stringify(entries)].join('\n');
    assert.ok(left.length > 100_000, `${left.length} bytes were looked through`);
    const secrets = [
      ...gateways.map(({ shop }) => shop.key),
      SECRET,
      SESSION_KEY.secret,
      ...APP_SECRETS,
      BASE_URL,
      new URL(BASE_URL).host,
      'hidden-base',
    ];
    for (const secret of secrets)
      for (const form of [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64').replace(/=+$/, ''),
        Buffer.from(secret).toString('hex'),
      ])
        assert.ok(!left.includes(form), `a secret that begins with ${secret.slice(0, 6)} was found`);
    // The same search finds values that did leave the gateways.
    assert.ok(left.includes('collection_not_found') || left.includes('grant_not_found'));
  });

  test('nothing personal is in a log', () => {
    const entries = [
      ...Object.values(lab.gateways).flatMap((gateway) => gateway.entries),
      ...upstreamEntries(),
    ];
    const logged = JSON.stringify(entries);
    assert.ok(entries.length > written, `${entries.length} entries`);
    assert.ok(lab.personal.size > 20, `${lab.personal.size} personal values`);
    for (const value of lab.personal) {
      const found = /^\d+$/.test(value) ? showsCode(logged, value) : logged.includes(value);
      assert.ok(!found, `${value.slice(0, 12)}… was logged`);
    }
    assert.doesNotMatch(logged, /@|127\.0\.0\.1|198\.18\.|2001:db8|shop\.example|Bearer|eyJ/);
  });

  test('every answer of a gateway has its fixed headers, and none of a server', () => {
    // A connection may have several answers.
    const heads = lab.heard.flatMap((text) => text.match(/HTTP\/1\.1 \d{3} [^]*?\r\n\r\n/g) ?? []);
    const isServers = (head: string) => !head.toLowerCase().includes('x-request-id:');
    const own = heads.filter((head) => !isServers(head)).map((head) => head.toLowerCase());
    const logged = Object.values(lab.gateways).flatMap((gateway) => gateway.entries);
    const requests = logged.filter(({ event }) => event === 'request').length;
    assert.ok(requests > 500 && own.length >= requests, `${own.length} answers to ${requests} requests`);
    for (const head of own) {
      assert.ok(head.includes('x-content-type-options: nosniff'), head);
      assert.ok(head.includes("content-security-policy: default-src 'none'; frame-ancestors 'none'"), head);
      assert.ok(head.includes('vary: origin'), head);
    }
    // Node's parser answers bytes that are no request; they never reach the gateway.
    for (const head of heads.filter(isServers)) assert.match(head, /^HTTP\/1\.1 (400|417|431) /);
    for (const head of heads) assert.doesNotMatch(head, /^(server|x-powered-by|via|location):/im);
  });
});
