/** The gateway behind nginx, both configured as documented. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import { examplesOf } from '../docs/examples.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { startNginx, type TestNginx, withoutNginx } from '../helpers/nginx.ts';
import { type Call, environmentOf, localEnvironment, logInAndClaim, makeRoot, ORIGIN } from './documented.ts';
import { type Program, startProgram } from './program/start.ts';
import { atEnd, signedQuery } from './support.ts';

const configuration = readFileSync(join(import.meta.dirname, '../../demo/gateway/nginx.conf'), 'utf8');
const APP_SECRET = 'the client secret of the app of the shop';
const SHOP = 'example.myshopify.com';
const HOST = /server_name (\S+);/.exec(configuration)![1]!;

/** A certificate for the documented host. */
function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      certificate,
    ].concat(names),
    { stdio: 'ignore' },
  );
  return { certificate, key };
}

describe('Behind the documented nginx', { skip: withoutNginx }, () => {
  let sandbox: Sandbox;
  let shop: TestShop;
  let program: Program;
  let nginx: TestNginx;
  let call: Call;

  before(async () => {
    sandbox = await startSandbox({ log: () => undefined });
    atEnd(() => sandbox.close());
    shop = await openShop(sandbox.url);
    const [command] = examplesOf('gateway.md').filter(({ check }) => check === 'nginx');
    program = await startProgram({
      ...localEnvironment(environmentOf(command!.code), { root: makeRoot(), shop, service: sandbox.url }),
      LIMIT_READ_PER_ADDRESS: '2/600',
      APP_PROXY_SECRETS: APP_SECRET,
      APP_PROXY_SHOPS: SHOP,
    });
    atEnd(() => program.child.kill('SIGKILL'));
    let authority = '';
    nginx = await startNginx((port, folder) => {
      const { certificate, key } = makeCertificate(folder);
      authority = readFileSync(certificate, 'utf8');
      return configuration
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace('127.0.0.1:8080', new URL(program.url).host)
        .replace(/(ssl_certificate +)\S+;/, `$1${certificate};`)
        .replace(/(ssl_certificate_key +)\S+;/, `$1${key};`);
    });
    atEnd(() => nginx.stop());

    call = async (route, { body, headers = {}, token } = {}) => {
      const [method, path] = route.split(' ');
      const sent = request({
        host: '127.0.0.1',
        port: nginx.port,
        servername: HOST,
        ca: authority,
        method,
        path,
        headers: {
          host: HOST,
          origin: ORIGIN,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
      const [response] = (await once(sent, 'response')) as [
        AsyncIterable<Buffer> & { statusCode: number; headers: Record<string, string> },
      ];
      let text = '';
      for await (const chunk of response) text += String(chunk);
      const isJson = response.headers['content-type']?.includes('json');
      return {
        status: response.statusCode,
        headers: new Headers(response.headers),
        text,
        body: isJson ? (JSON.parse(text) as unknown) : undefined,
      };
    };
  });

  test('a shopper logs in and claims a reward', async () => {
    await logInAndClaim(call, shop, { hasSessions: true });
  });

  test('clients cannot choose the address by which they are counted', async () => {
    const { slug } = await shop.timeline({ count: 3 });
    const statuses: number[] = [];
    for (const [offset, address] of ['192.0.2.1', '192.0.2.2', '192.0.2.3'].entries()) {
      const route = `GET /v1/timeline?collection_slug=${slug}&offset=${offset}`;
      statuses.push((await call(route, { headers: { 'x-forwarded-for': address } })).status);
    }
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  test('through the app proxy, each shopper is counted by the address that Shopify names', async () => {
    const { slug } = await shop.timeline({ count: 5 });
    const statuses: number[] = [];
    const shoppers = ['192.0.2.7', '192.0.2.7', '192.0.2.7', '192.0.2.8'];
    for (const [offset, address] of shoppers.entries()) {
      const query = signedQuery(APP_SECRET, SHOP, { collection_slug: slug, offset: String(offset) });
      // Anybody can write the first entry.
      const headers = { 'x-forwarded-for': `203.0.113.${offset}, ${address}` };
      statuses.push((await call(`GET /v1/timeline?${query}`, { headers })).status);
    }
    assert.deepEqual(statuses, [200, 200, 429, 200]);
  });

  test('no log contains the token of a claim, even if the gateway is down', async () => {
    const token = await logInAndClaim(call, shop, { hasSessions: true });
    const claim = `POST /v1/rewards/grants/${token}/claim`;
    assert.equal((await call(claim, { body: { padding: 'x'.repeat(10_000) } })).status, 413);
    program.child.kill('SIGKILL');
    await program.ended;
    assert.equal((await call(claim)).status, 502);
    // By this answer, the entries for the earlier requests are in the logs.
    assert.equal((await call('GET /healthz')).status, 502);
    for (const log of [nginx.logs(), program.output()]) assert.ok(!log.includes(token), log);
  });
});
