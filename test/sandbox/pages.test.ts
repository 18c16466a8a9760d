import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { openSandbox, requestCode, uniqueEmail, type TestSandbox } from './support.ts';

describe('pages', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await openSandbox();
  });

  test('the mailbox shows the newest mail first, with its code where a script can find it', async () => {
    const email = uniqueEmail();
    const older = await requestCode(sandbox, email);
    const newer = await requestCode(sandbox, email);
    const { body, headers } = await sandbox.call(`GET /sandbox/mailbox?email=${email.toUpperCase()}`);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    const codes = [...body.matchAll(/<code data-code>(\d{6})<\/code>/g)].map((match) => match[1]);
    assert.deepEqual(codes, [newer, older]);
    assert.equal(body.match(/<article>/g).length, 2);
    assert.match(body, /<meta http-equiv="refresh" content="3"/);
  });

  test('the mailbox of an address shows no mail of another one', async () => {
    const [mine, other] = [uniqueEmail(), uniqueEmail()];
    await requestCode(sandbox, mine);
    await requestCode(sandbox, other);
    const { body } = await sandbox.call(`GET /sandbox/mailbox?email=${mine}`);
    assert.ok(body.includes(mine));
    assert.ok(!body.includes(other));
    const all = await sandbox.call('GET /sandbox/mailbox');
    assert.ok(all.body.includes(mine) && all.body.includes(other));
  });

  test('the mailbox has no field that its refresh would wipe; each address links to its own mails', async () => {
    const email = `ada+${uniqueEmail()}`;
    const code = await requestCode(sandbox, email);
    await requestCode(sandbox, uniqueEmail());
    const { body } = await sandbox.call('GET /sandbox/mailbox');
    assert.doesNotMatch(body, /<(?:input|form)/);
    const link = `?email=${encodeURIComponent(email)}`;
    assert.ok(body.includes(`<a href="${link}">${email}</a>`));
    const { body: own } = await sandbox.call(`GET /sandbox/mailbox${link}`);
    assert.deepEqual(own.match(/(?<=<code data-code>)\d+/g), [code]);
    assert.ok(own.includes(`Only mails to ${email}. <a href="/sandbox/mailbox">All mails</a>`));
  });

  test('what a visitor types into the address of the page is escaped', async () => {
    const attack = '"><script>alert(1)</script>';
    const { body } = await sandbox.call(`GET /sandbox/mailbox?email=${encodeURIComponent(attack)}`);
    assert.ok(!body.includes('<script>'));
    assert.ok(body.includes('&quot;&gt;&lt;script&gt;'));
  });

  test('an address with markup in it cannot break the mailbox', async () => {
    const email = `o'hara&co@shop.example`;
    await requestCode(sandbox, email);
    const { body } = await sandbox.call('GET /sandbox/mailbox');
    assert.ok(body.includes('o&#39;hara&amp;co@shop.example'));
  });

  for (const path of ['/sandbox', '/sandbox/mailbox']) {
    test(`${path} may load nothing but its own style sheet`, async () => {
      const { body, headers } = await sandbox.call(`GET ${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      const style = /<style>([^]*?)<\/style>/.exec(body)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      assert.match(policy, /default-src 'none'/);
      assert.ok(style.length > 100 && policy.includes(`style-src 'sha256-${hash}'`));
      assert.doesNotMatch(body, /<script|style="|\son\w+=/);
    });
  }

  test('the overview lists the keys, the collections and all seeded grants with their states', async () => {
    const { body } = await sandbox.call('GET /sandbox');
    for (const text of ['pk_sandbox_publishable', 'tiefsee-records', '5000', 'href="/sandbox/mailbox"']) {
      assert.ok(body.includes(text), text);
    }
    assert.equal(new Set(body.match(/grant-[a-z0-9-]{10,}/g)).size, 54);
    for (const state of ['open', 'claimed', 'expired', 'revoked', 'not_started', 'used_up']) {
      assert.ok(body.includes(`<td>${state}</td>`), state);
    }
  });
});
