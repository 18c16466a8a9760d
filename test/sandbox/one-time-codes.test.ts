import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import { showsCode } from '../helpers/codes.ts';
import {
  openSandbox,
  requestCode,
  temporaryFolder,
  uniqueEmail,
  verify,
  wrongCode,
  type TestSandbox,
} from './support.ts';

describe('one-time codes', () => {
  let sandbox: TestSandbox;
  let time = Date.parse('2026-11-21T10:00:00Z');
  const file = join(temporaryFolder(), 'codes.sqlite');

  before(async () => {
    sandbox = await openSandbox({ file, seed: false, now: () => time });
  });

  test('creating one answers 201 with a uuid, a message and the normalized address', async () => {
    const { status, body } = await sandbox.call('POST /v1/access/otp', {
      body: { email: '  Mara@Shop.Example ' },
    });
    assert.equal(status, 201);
    assert.match(body.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(body.email, 'mara@shop.example');
    assert.equal(typeof body.message, 'string');
  });

  test('their life may be a fraction of a second', async () => {
    for (const expires of [90.5, 100 / 3]) {
      const body = { email: uniqueEmail(), expires };
      assert.equal((await sandbox.call('POST /v1/access/otp', { body })).status, 201, String(expires));
    }
  });

  test('the answer never holds the code', async () => {
    const email = uniqueEmail();
    const { body } = await sandbox.call('POST /v1/access/otp', { body: { email } });
    const mails = await sandbox.call(`GET /sandbox/mailbox.json?email=${email}`);
    const { code } = mails.body[0];
    assert.match(code, /^\d{6}$/);
    assert.ok(!body.message.includes(code));
  });

  test('the right code is accepted once, whatever case the address is typed in', async () => {
    const email = uniqueEmail();
    const code = await requestCode(sandbox, email);
    const first = await sandbox.call('POST /v1/access/otp/verify', {
      body: { email: email.toUpperCase(), code },
    });
    assert.deepEqual([first.status, first.body.success], [200, true]);
    assert.equal(await verify(sandbox, email, code), false);
  });

  test('two requests with the right code at the same time are not both accepted', async () => {
    const email = uniqueEmail();
    const code = await requestCode(sandbox, email);
    const results = await Promise.all([verify(sandbox, email, code), verify(sandbox, email, code)]);
    assert.equal(results.filter(Boolean).length, 1);
  });

  test('wrong, expired, used and never requested codes are refused in the same words', async () => {
    const [wrong, used, expired] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    const wrongOne = wrongCode(await requestCode(sandbox, wrong));
    const usedOne = await requestCode(sandbox, used);
    assert.equal(await verify(sandbox, used, usedOne), true);
    const expiredOne = await requestCode(sandbox, expired, 30);
    time += 30_000;
    const attempts = [
      { email: wrong, code: wrongOne },
      { email: used, code: usedOne },
      { email: expired, code: expiredOne },
      { email: uniqueEmail(), code: '123456' },
    ];
    const replies = await Promise.all(
      attempts.map((body) => sandbox.call('POST /v1/access/otp/verify', { body })),
    );
    for (const { status, body } of replies) {
      assert.equal(status, 200);
      assert.deepEqual(body, replies[0]?.body);
      assert.equal(body.success, false);
    }
  });

  test('a code lives ten minutes by default', async () => {
    const [early, late] = [uniqueEmail(), uniqueEmail()];
    const [earlyCode, lateCode] = [await requestCode(sandbox, early), await requestCode(sandbox, late)];
    time += 599_999;
    assert.equal(await verify(sandbox, early, earlyCode), true);
    time += 1;
    assert.equal(await verify(sandbox, late, lateCode), false);
  });

  test('expires is taken as seconds', async () => {
    const email = uniqueEmail();
    const code = await requestCode(sandbox, email, 86_400);
    time += 86_399_000;
    assert.equal(await verify(sandbox, email, code), true);
  });

  for (const expires of [0, -1, 0.5, 86_401]) {
    test(`expires: ${expires} is refused`, async () => {
      const { status, body } = await sandbox.call('POST /v1/access/otp', {
        body: { email: uniqueEmail(), expires },
      });
      assert.deepEqual([status, body.code], [400, 'invalid_request']);
      assert.equal(body.details.errors[0].path, '/requestBody/expires');
    });
  }

  test('the newest code of an address wins and the older one dies', async () => {
    const email = uniqueEmail();
    const older = await requestCode(sandbox, email);
    let newer = await requestCode(sandbox, email);
    // One in a million runs draws the same digits twice.
    while (newer === older) newer = await requestCode(sandbox, email);
    assert.equal(await verify(sandbox, email, older), false);
    assert.equal(await verify(sandbox, email, newer), true);
  });

  test('the fifth attempt may still be right', async () => {
    const email = uniqueEmail();
    const code = await requestCode(sandbox, email);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      assert.equal(await verify(sandbox, email, wrongCode(code)), false);
    }
    assert.equal(await verify(sandbox, email, code), true);
  });

  test('after five wrong attempts even the right code is refused', async () => {
    const email = uniqueEmail();
    const code = await requestCode(sandbox, email);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      assert.equal(await verify(sandbox, email, wrongCode(code)), false);
    }
    assert.equal(await verify(sandbox, email, code), false);
  });

  test('guesses sent all at once do not get around the limit', async () => {
    const email = uniqueEmail();
    const code = await requestCode(sandbox, email);
    await Promise.all(Array.from({ length: 12 }, () => verify(sandbox, email, wrongCode(code))));
    assert.equal(await verify(sandbox, email, code), false);
    const db = new DatabaseSync(file, { readOnly: true });
    const row = db.prepare('SELECT attempts FROM one_time_codes WHERE email = ?').get(email);
    db.close();
    assert.equal(row?.['attempts'], 5);
  });

  test('codes are stored salted and hashed, not as digits', async () => {
    const email = uniqueEmail();
    const code = await requestCode(sandbox, email);
    const db = new DatabaseSync(file, { readOnly: true });
    const rows = db.prepare('SELECT * FROM one_time_codes').all();
    db.close();
    const row = rows.find((candidate) => candidate['email'] === email);
    assert.ok(row);
    const salt = row['salt'] as Uint8Array;
    const hash = row['hash'] as Uint8Array;
    assert.equal(salt.byteLength, 16);
    assert.equal(hash.byteLength, 32);
    assert.ok(!Buffer.from(hash).includes(code));
    const salts = new Set(rows.map((other) => Buffer.from(other['salt'] as Uint8Array).toString('hex')));
    assert.equal(salts.size, rows.length);
    const text = Object.entries(row).filter(([name]) => name !== 'salt' && name !== 'hash' && name !== 'id');
    assert.ok(!showsCode(JSON.stringify(text.filter(([name]) => name !== 'email')), code));
  });

  for (const email of [
    '',
    '   ',
    'nobody',
    'a@b@c',
    'a@b\r\nbcc: c@d.example',
    'a b@c.example',
    `${'a'.repeat(250)}@b.de`,
  ]) {
    test(`${JSON.stringify(email.slice(0, 30))} is not an email address`, async () => {
      const { status, body } = await sandbox.call('POST /v1/access/otp', { body: { email } });
      assert.deepEqual([status, body.code], [400, 'invalid_email']);
    });
  }

  test('a missing email address is an invalid one', async () => {
    for (const body of [{}, { expires: 60 }, undefined]) {
      const reply = await sandbox.call('POST /v1/access/otp', { body });
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_email']);
    }
  });

  test('checking a code needs both fields and names the missing ones', async () => {
    const reply = await sandbox.call('POST /v1/access/otp/verify', { body: { email: uniqueEmail() } });
    assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request']);
    assert.deepEqual(reply.body.details.errors, [{ path: '/requestBody/code', message: 'is required' }]);
    const empty = await sandbox.call('POST /v1/access/otp/verify', { body: undefined });
    assert.equal(empty.body.details.errors.length, 2);
  });
});
