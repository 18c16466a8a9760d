/** `storefront-gateway`, from its start to its end, on real HTTP. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { type Sandbox, startSandbox } from '../../../demo/sandbox/sandbox.ts';
import { openShop, type TestShop } from '../../helpers/control.ts';
import { CERTIFICATE, KEY } from '../../helpers/certificate.ts';
import { CLAIM, type Gate, startGate } from '../../helpers/gate.ts';
import { startRedis, withoutRedis } from '../../helpers/redis.ts';
import { callAt, ORIGIN } from '../support.ts';
import { type Program, runProgram, startProgram } from './start.ts';

const SECRET = 'the-secret-of-the-program-under-test-0123456789';
const SESSION_SECRET = 'the-session-secret-of-the-program-0123456789';

let sandbox: Sandbox;
let shop: TestShop;
/** Between the program and the service. */
let gate: Gate;

before(async () => {
  sandbox = await startSandbox({ log: () => undefined });
  gate = await startGate(sandbox.url);
  shop = await openShop(sandbox.url);
});
after(async () => {
  await gate.close();
  await sandbox.close();
});

const settings = (more: Record<string, string> = {}) => ({
  SERVICE_URL: gate.url,
  API_KEY: shop.key,
  GATEWAY_SECRET: SECRET,
  ORIGINS: ORIGIN,
  CLIENT_ADDRESS: 'connection',
  SESSION_KEYS: `test:${SESSION_SECRET}`,
  SESSION_ISSUER: 'https://gateway.example',
  SESSION_AUDIENCE: ORIGIN,
  ...more,
});

async function start(t: TestContext, more?: Record<string, string>): Promise<Program> {
  const program = await startProgram(settings(more));
  t.after(async () => {
    program.child.kill('SIGKILL');
    await program.ended;
  });
  return program;
}

async function until(condition: () => unknown): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** `connected`, or the error's code. */
async function connecting(url: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return 'connected';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  } finally {
    socket.destroy();
  }
}

/** The sandbox behind TLS. Until `answer` is called, it accepts connections and never completes a handshake. */
async function startSilent(t: TestContext): Promise<{ url: string; answer(): void }> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => undefined));
  const tls = createTlsServer({ key: KEY, cert: CERTIFICATE }, (socket) => {
    const service = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
    for (const each of [socket, service]) keep(each);
    socket.pipe(service).pipe(socket);
  });
  let isSilent = true;
  const server = createServer((socket) => {
    keep(socket);
    if (!isSilent) tls.emit('connection', socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: () => void (isSilent = false),
  };
}

describe('The program', () => {
  test('names every mistake in its settings on stderr, and ends with 1', async () => {
    const { code, stdout, stderr } = await runProgram(
      settings({ API_KEY: 'key 7261', PORT: '80a', ORIGINS: '' }),
    );
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.deepEqual(stderr.match(/^- \w+/gm), ['- API_KEY', '- PORT', '- ORIGINS'], stderr);
    for (const secret of [SECRET, SESSION_SECRET, '7261']) assert.ok(!stderr.includes(secret));
  });

  test('explains itself with --help, and refuses what it does not know', async () => {
    const help = await runProgram({}, '--help');
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^ {2}GATEWAY_SECRET, or GATEWAY_SECRET_FILE {2}\(required\)$/m);
    const unknown = await runProgram({}, '--prot=80');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /--help/);
  });

  test('says with --check what is in force, without a secret, and starts nothing', async () => {
    const { code, stdout, stderr } = await runProgram(settings({ BASE_PATH: '/apps/rewards' }), '--check');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^BASE_PATH +\/apps\/rewards$/m);
    assert.match(stderr, /Several instances need Redis/);
    for (const secret of [SECRET, SESSION_SECRET, shop.key]) assert.ok(!(stdout + stderr).includes(secret));
  });

  test('does not start without its store, and says so without the password', async () => {
    for (const args of [['--check'], []]) {
      const env = settings({ STORE_URL: 'redis://user:hidden-word@127.0.0.1:1/0' });
      const { code, stdout, stderr } = await runProgram(env, ...args);
      assert.equal(code, 1);
      assert.match(stderr, /^The gateway cannot start: .*Redis/);
      assert.ok(!(stdout + stderr).includes('hidden-word'));
    }
  });

  test('does not start on a port that is taken', async (t) => {
    const { url } = await start(t);
    const { code, stderr } = await runProgram(settings({ PORT: new URL(url).port }));
    assert.equal(code, 1);
    assert.match(stderr, /EADDRINUSE/);
  });

  test('ends after such a failure although it was connected to Redis', { skip: withoutRedis }, async (t) => {
    const redis = await startRedis();
    t.after(() => redis.stop());
    const { url } = await start(t);
    for (const place of [{ PORT: new URL(url).port }, { HOST: '192.0.2.1' }]) {
      const { code, stderr } = await runProgram(settings({ ...place, STORE_URL: redis.url }));
      assert.equal(code, 1, stderr);
      assert.match(stderr, /^The gateway cannot start: .*EADDR/);
    }
  });

  test('reads secrets from files', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-secrets-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'key');
    writeFileSync(file, `${shop.key}\n`);
    const { url } = await start(t, { API_KEY: '', API_KEY_FILE: file });
    const { token } = await shop.grant();
    assert.equal((await callAt(url, `POST /v1/rewards/grants/${token}/claim`)).status, 200);
  });

  test('ends all sessions of an address on running instances with `sessions end`', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-sessions-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const env = { STORE_URL: `file:${folder}`, REQUIRE_LOGIN: 'true' };
    const { url } = await start(t, env);
    const email = 'program-sessions@example.com';
    const login = async () => {
      await callAt(url, 'POST /v1/access/otp', { body: { email } });
      const code = await shop.mailedCode(email);
      const { body } = await callAt(url, 'POST /v1/access/otp/verify', { body: { email, code } });
      return body.session.token as string;
    };
    const claimWith = async (token: string) =>
      (await callAt(url, `POST /v1/rewards/grants/${(await shop.grant()).token}/claim`, { token })).status;
    const before = await login();
    assert.equal(await claimWith(before), 200);
    const { code, stdout, stderr } = await runProgram(settings(env), 'sessions', 'end', email.toUpperCase());
    assert.equal(code, 0, stderr);
    assert.match(stdout, /"event":"sessions_ended"/);
    assert.doesNotMatch(stdout, /program-sessions/i);
    assert.equal(await claimWith(before), 401);
    assert.equal(await claimWith(await login()), 200);
  });

  test('refuses commands that it does not know, and those that would have no effect', async () => {
    for (const [args, expected, words] of [
      [['sessions'], 2, /There is no such command/],
      [['sessions', 'end'], 2, /There is no such command/],
      [['sessions', 'end', 'a@example.com', 'b@example.com'], 2, /There is no such command/],
      [['sessions', 'end', 'a@example.com'], 1, /STORE_URL is memory:/],
    ] as const) {
      const { code, stdout, stderr } = await runProgram(settings(), ...args);
      assert.deepEqual([code, stdout], [expected, ''], stderr);
      assert.match(stderr, words);
    }
    const folder = mkdtempSync(join(tmpdir(), 'gateway-sessions-'));
    const { code, stderr } = await runProgram(
      settings({ STORE_URL: `file:${folder}` }),
      'sessions',
      'end',
      'ada',
    );
    rmSync(folder, { recursive: true });
    assert.equal(code, 1);
    assert.match(stderr, /email address/);
  });

  test('answers, and writes one line of JSON for each request, in which nothing is secret or personal', async (t) => {
    const { url, output, entries } = await start(t);
    const email = 'program-log@example.com';
    const { token: grant } = await shop.grant();
    assert.equal((await callAt(url, 'GET /healthz', { origin: null })).status, 200);
    await callAt(url, 'POST /v1/access/otp', { body: { email } });
    const code = await shop.mailedCode(email);
    const login = await callAt(url, 'POST /v1/access/otp/verify', { body: { email, code } });
    const session = login.body.session.token as string;
    const first = await callAt(url, `POST /v1/rewards/grants/${grant}/claim`, { token: session });
    const again = await callAt(url, `POST /v1/rewards/grants/${grant}/claim`, { token: session });
    assert.equal(first.status, 200);
    assert.deepEqual(again.body, first.body);
    await until(() => entries().filter(({ event }) => event === 'request').length >= 5);
    const operations = entries().flatMap(({ event, operation }) => (event === 'request' ? [operation] : []));
    assert.deepEqual(operations, [
      'healthz',
      'createOtp',
      'verifyOtp',
      'claimRewardGrant',
      'claimRewardGrant',
    ]);
    const { discountCode } = await shop.grantRecord(grant);
    for (const secret of [shop.key, SECRET, SESSION_SECRET, email, code, grant, session, discountCode!])
      assert.ok(!output().includes(secret), `${secret} in the log`);
    for (const { level, time } of entries()) {
      assert.match(String(level), /^(info|warn|error)$/);
      assert.ok(!Number.isNaN(Date.parse(String(time))));
    }
  });

  test('knows that nothing was sent to a service that it cannot reach, also with a short CLAIM_TIMEOUT', async (t) => {
    const service = await startSilent(t);
    const { url } = await start(t, {
      SERVICE_URL: service.url,
      READ_TIMEOUT: '4000',
      CLAIM_TIMEOUT: '4000',
      // The certificate is signed by itself.
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    const own = await shop.grant();
    const claim = () => callAt(url, `POST /v1/rewards/grants/${own.token}/claim`);
    const { status, body } = await claim();
    assert.deepEqual([status, body.code], [503, 'claim_unavailable']);
    service.answer();
    const later = await claim();
    assert.equal(later.status, 200, later.text);
    assert.equal(later.body.discountCode, (await shop.grantRecord(own.token)).discountCode);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`at ${signal} answers the claim in flight, takes no new connections, and ends with 0`, async (t) => {
      const { url, child, ended, entries } = await start(t);
      const own = await shop.grant();
      const agent = new Agent({ keepAlive: true });
      t.after(() => agent.destroy());
      // A connection that nobody uses at the moment must not hold up the end.
      const idle = request(`${url}/healthz`, { agent }).end();
      const [health] = (await once(idle, 'response')) as [NodeJS.ReadableStream];
      health.resume();
      const { held, letGo } = gate.hold('answer', CLAIM);
      const claim = callAt(url, `POST /v1/rewards/grants/${own.token}/claim`);
      await held;
      child.kill(signal);
      await until(() => entries().some(({ event }) => event === 'stopping'));
      assert.equal(await connecting(url), 'ECONNREFUSED');
      assert.equal(child.exitCode, null);
      letGo();
      const { status, body, headers } = await claim;
      assert.equal(status, 200);
      const record = await shop.grantRecord(own.token);
      assert.equal(body.discountCode, record.discountCode);
      assert.equal(record.claims, 1);
      assert.equal(headers.get('connection'), 'close');
      const { code } = await ended;
      assert.equal(code, 0);
      assert.equal(entries().at(-1)?.['event'], 'stopped');
    });

  test('finishes a claim at the end whose shopper has left', async (t) => {
    const { url, child, ended, entries } = await start(t);
    const own = await shop.grant();
    const { held, letGo } = gate.hold('answer', CLAIM);
    const claim = request(`${url}/v1/rewards/grants/${own.token}/claim`, {
      method: 'POST',
      headers: { origin: ORIGIN },
    });
    claim.on('error', () => undefined).end();
    await held;
    claim.destroy();
    child.kill('SIGTERM');
    await until(() => entries().some(({ event }) => event === 'stopping'));
    letGo();
    assert.equal((await ended).code, 0);
    assert.equal((await shop.grantRecord(own.token)).claims, 1);
    const [last] = (await shop.requests('claimRewardGrant')).slice(-1);
    assert.equal(last?.status, 200);
  });

  test('ends at once at a second signal', async (t) => {
    const { url, child, ended, entries } = await start(t);
    const own = await shop.grant();
    const { held } = gate.hold('answer', CLAIM);
    const claim = callAt(url, `POST /v1/rewards/grants/${own.token}/claim`).catch(() => 'cut');
    await held;
    child.kill('SIGTERM');
    await until(() => entries().some(({ event }) => event === 'stopping'));
    child.kill('SIGTERM');
    await ended;
    assert.equal(child.signalCode, 'SIGTERM');
    assert.equal(await claim, 'cut');
  });
});
