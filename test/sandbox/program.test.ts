import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../demo/sandbox/sandbox.ts';
import { readSettings } from '../../demo/sandbox/settings.ts';
import { bareEnvironment } from '../helpers/environment.ts';
import { atEnd, callAt, openSandbox, requestCode, temporaryFolder, uniqueEmail, verify } from './support.ts';

const PROGRAM = fileURLToPath(new URL('../../demo/sandbox/main.ts', import.meta.url));

interface Program {
  child: ChildProcess;
  /** Everything written so far. */
  output: () => string;
  errors: () => string;
  url: string;
}

function run(env: Record<string, string>): Omit<Program, 'url'> {
  const child = spawn(process.execPath, [PROGRAM], { env: { ...bareEnvironment, ...env } });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  atEnd(() => child.kill('SIGKILL'));
  return { child, output: () => output, errors: () => errors };
}

/** Runs the program until it says where it listens. */
async function start(env: Record<string, string>): Promise<Program> {
  const program = run(env);
  const ended = once(program.child, 'close').then(() => {
    throw new Error(`The sandbox did not start: ${program.errors()}`);
  });
  for (;;) {
    const url = /^sandbox listening on (\S+)$/m.exec(program.output())?.[1];
    if (url) {
      ended.catch(() => undefined);
      return { ...program, url };
    }
    await Promise.race([once(program.child.stdout ?? program.child, 'data'), ended]);
  }
}

async function runToEnd(env: Record<string, string>): Promise<{ code: unknown; errors: string }> {
  const program = run(env);
  const [code] = (await once(program.child, 'close')) as [unknown];
  return { code, errors: program.errors() };
}

describe('the program', () => {
  test('prints its addresses and its keys and closes on SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const program = await start({ SANDBOX_PORT: '0', SANDBOX_FILE: ':memory:' });
      assert.equal((await callAt(program.url, 'GET /v1/users?limit=1')).status, 200);
      program.child.kill(signal);
      assert.deepEqual(await once(program.child, 'close'), [0, null]);
      for (const text of ['/sandbox/mailbox', 'pk_sandbox_publishable', 'sk_sandbox_secret']) {
        assert.ok(program.output().includes(text), text);
      }
      assert.equal(program.errors(), '');
    }
  });

  test('moves on from a taken port and says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    atEnd(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const program = await start({ SANDBOX_PORT: String(port), SANDBOX_FILE: ':memory:' });
    assert.ok(Number(new URL(program.url).port) > port);
    assert.match(program.output(), new RegExp(`^Port ${port} is taken, trying ${port + 1}\\.$`, 'm'));
  });

  test('refuses a bad setting in one line and ends with 1', async () => {
    const { code, errors } = await runToEnd({ SANDBOX_PORT: 'eighty' });
    assert.equal(code, 1);
    assert.match(errors, /^SANDBOX_PORT="eighty" is not allowed\. .*\n$/);
  });

  test('refuses a file of another schema version and tells to delete it', async () => {
    const file = join(temporaryFolder(), 'old.sqlite');
    const db = new DatabaseSync(file);
    db.exec('CREATE TABLE something (id); PRAGMA user_version = 99');
    db.close();
    const { code, errors } = await runToEnd({ SANDBOX_PORT: '0', SANDBOX_FILE: file });
    assert.equal(code, 1);
    assert.match(errors, /schema version 99.*Delete the file/);
  });

  test('refuses a file that is no database', async () => {
    const { code, errors } = await runToEnd({ SANDBOX_PORT: '0', SANDBOX_FILE: PROGRAM });
    assert.equal(code, 1);
    assert.match(errors, /^SANDBOX_FILE=.*cannot be used as an SQLite file/);
  });
});

describe('settings', () => {
  for (const [name, value] of [
    ['SANDBOX_PORT', 'eighty'],
    ['SANDBOX_PORT', '-1'],
    ['SANDBOX_PORT', '65536'],
    ['SANDBOX_PORT', '80.5'],
    ['SANDBOX_FILE', '/no/such/folder/sandbox.sqlite'],
    ['SMTP_URL', 'localhost:25'],
    ['SMTP_URL', 'http://localhost:25'],
  ] as const) {
    test(`${name}=${value} is refused with a word on what is allowed`, () => {
      assert.throws(
        () => readSettings({ [name]: value }),
        (error: Error) => error.message.startsWith(`${name}="${value}" is not allowed. Allowed: `),
      );
    });
  }

  test('the password of a refused SMTP address is not repeated', () => {
    assert.throws(
      () => readSettings({ SMTP_URL: 'http://me:hunter2@mail' }),
      (error: Error) => error.message.startsWith('SMTP_URL=') && !error.message.includes('hunter2'),
    );
  });

  test('empty variables mean the defaults, and the file lies beside the program', () => {
    const defaults = { port: 8787, file: join(dirname(PROGRAM), 'sandbox.sqlite') };
    assert.deepEqual(readSettings({}), defaults);
    assert.deepEqual(readSettings({ SANDBOX_PORT: '', SANDBOX_FILE: '', SMTP_URL: '' }), defaults);
  });

  test('good values are taken', () => {
    const env = { SANDBOX_PORT: '0', SANDBOX_FILE: ':memory:', SMTP_URL: 'smtps://me:secret@mail.example' };
    assert.deepEqual(readSettings(env), { port: 0, file: ':memory:', smtpUrl: env.SMTP_URL });
  });
});

describe('a file', () => {
  test('keeps codes, keys, grants, claims and timelines over a restart', async () => {
    const file = join(temporaryFolder(), 'kept.sqlite');
    const first = await openSandbox({ file });
    const email = uniqueEmail();
    const code = await requestCode(first, email);
    const { key } = (await first.call('POST /sandbox/keys', { body: { role: 'secret' } })).body;
    const { token } = (await first.call('POST /sandbox/grants', { body: {} })).body;
    const claimed = await first.call(`POST /v1/rewards/grants/${token}/claim`);
    const { slug } = (await first.call('POST /sandbox/timelines', { body: { count: 7 } })).body;
    await first.call('DELETE /v1/timeline/1');
    await first.close();

    const second = await openSandbox({ file });
    assert.equal((await second.call('GET /v1/users', { key })).body.data.length, 25);
    assert.equal(await verify(second, email, code), true);
    const grant = (await second.call(`GET /sandbox/grants/${token}`)).body;
    assert.deepEqual([grant.discountCode, grant.claims], [claimed.body.discountCode, 1]);
    const counted = await second.call(`GET /v1/timeline?collection_slug=${slug}&include_count=true`);
    assert.equal(counted.body.pagination.total, 7);
    // Not seeded a second time: the deleted entry stays deleted.
    assert.equal((await second.call('DELETE /v1/timeline/1')).status, 404);
  });

  test('can be shared by two sandboxes, and a grant is still claimed once', async () => {
    const file = join(temporaryFolder(), 'shared.sqlite');
    const [one, other] = [await openSandbox({ file }), await openSandbox({ file })];
    const { token } = (await one.call('POST /sandbox/grants', { body: {} })).body;
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? one : other).call(`POST /v1/rewards/grants/${token}/claim`),
      ),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  });

  test('survives kill -9 in the middle of claims: what was answered is kept, and nothing is granted twice', async () => {
    const GRANTS = 200;
    const IN_FLIGHT = 16;
    const KILLED_AFTER = 66;
    const file = join(temporaryFolder(), 'killed.sqlite');
    const env = { SANDBOX_PORT: '0', SANDBOX_FILE: file };
    const program = await start(env);

    // One reward, so that all grants draw unique codes from the same pool.
    const first = (await callAt(program.url, 'POST /sandbox/grants', { body: {} })).body;
    const tokens = [first.token as string];
    while (tokens.length < GRANTS) {
      const { body } = await callAt(program.url, 'POST /sandbox/grants', {
        body: { rewardId: first.rewardId },
      });
      tokens.push(body.token);
    }

    const answered = new Map<string, string>();
    const waiting = [...tokens];
    const killed = once(program.child, 'close');
    const worker = async (): Promise<void> => {
      for (let token = waiting.shift(); token !== undefined; token = waiting.shift()) {
        const reply = await callAt(program.url, `POST /v1/rewards/grants/${token}/claim`).catch(
          () => undefined,
        );
        if (!reply) return;
        assert.equal(reply.status, 200);
        answered.set(token, reply.body.discountCode);
        if (answered.size === KILLED_AFTER) program.child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    assert.deepEqual(await killed, [null, 'SIGKILL']);
    assert.ok(answered.size >= KILLED_AFTER && answered.size < GRANTS);

    const again = await start(env);
    const codes = new Set<string>();
    for (const token of tokens) {
      const before = (await callAt(again.url, `GET /sandbox/grants/${token}`)).body;
      const reply = await callAt(again.url, `POST /v1/rewards/grants/${token}/claim`);
      const after = (await callAt(again.url, `GET /sandbox/grants/${token}`)).body;
      if (answered.has(token)) assert.equal(before.discountCode, answered.get(token));
      // A claim that was cut off has either happened as a whole or not at all.
      assert.deepEqual([before.state, before.claims], before.discountCode ? ['claimed', 1] : ['open', 0]);
      assert.equal(reply.status, before.state === 'claimed' ? 409 : 200);
      assert.equal(after.claims, 1);
      codes.add(after.discountCode);
    }
    assert.equal(codes.size, GRANTS);
  });
});

describe('starting in a process', () => {
  test('a taken port rejects', async () => {
    const first = await openSandbox({ seed: false });
    await assert.rejects(startSandbox({ seed: false, port: first.port }), { code: 'EADDRINUSE' });
  });

  for (const fault of [{ fault: 'latency', ms: 60_000 }, { fault: 'hold' }])
    test(`closing does not wait for a fault of the kind ${fault.fault} and can be done twice`, async () => {
      const sandbox = await startSandbox({ seed: false });
      const body = { operation: 'listTimeline', ...fault };
      assert.equal((await callAt(sandbox.url, 'POST /sandbox/faults', { body })).status, 201);
      const pending = callAt(sandbox.url, 'GET /v1/timeline');
      // The fault is used up the moment the request has arrived.
      while ((await callAt(sandbox.url, 'GET /sandbox/faults')).body.length > 0);
      await Promise.all([sandbox.close(), sandbox.close()]);
      assert.equal((await pending).status, 200);
    });

  test('without the seed there are only the development keys', async () => {
    const sandbox = await openSandbox({ seed: false });
    assert.deepEqual((await sandbox.call('GET /v1/users')).body.data, []);
    assert.deepEqual((await sandbox.call('GET /v1/timeline')).body.data, []);
  });
});
