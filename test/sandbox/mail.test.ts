import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { atEnd, openSandbox, uniqueEmail, verify, type TestSandbox } from './support.ts';

interface Delivery {
  recipients: string[];
  mail: Email;
}

/** A real SMTP server that keeps what it is given, or refuses everything. */
async function openSmtpServer(
  options: { refuse?: boolean } = {},
): Promise<{ url: string; deliveries: Delivery[] }> {
  const deliveries: Delivery[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (options.refuse) return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          deliveries.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail });
          done();
        });
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, deliveries };
}

describe('mail through an SMTP server', () => {
  let sandbox: TestSandbox;
  let deliveries: Delivery[];

  before(async () => {
    const smtp = await openSmtpServer();
    deliveries = smtp.deliveries;
    sandbox = await openSandbox({ seed: false, smtpUrl: smtp.url });
  });

  test('the code arrives in the subject, the text and the markup of a mail to the one address, and is right', async () => {
    const email = uniqueEmail();
    const { status } = await sandbox.call('POST /v1/access/otp', { body: { email } });
    assert.equal(status, 201);
    const delivery = deliveries.find(({ recipients }) => recipients.includes(email));
    assert.ok(delivery);
    assert.deepEqual(delivery.recipients, [email]);
    const code = /\b\d{6}\b/.exec(delivery.mail.subject ?? '')?.[0] ?? '';
    assert.match(code, /^\d{6}$/);
    assert.match(delivery.mail.text ?? '', new RegExp(`\\b${code}\\b`));
    assert.match(delivery.mail.html ?? '', new RegExp(`<strong>${code}</strong>`));
    assert.match(delivery.mail.text ?? '', /10 minutes/);
    assert.equal(await verify(sandbox, email, code), true);
  });

  test('the mail is in the mailbox of the sandbox too', async () => {
    const email = uniqueEmail();
    await sandbox.call('POST /v1/access/otp', { body: { email } });
    const { body } = await sandbox.call(`GET /sandbox/mailbox.json?email=${email}`);
    const delivery = deliveries.find(({ recipients }) => recipients.includes(email));
    assert.equal(body.length, 1);
    assert.equal(body[0].subject, delivery?.mail.subject);
  });
});

describe('mail that cannot be sent', () => {
  test('a refusing SMTP server means 502 and leaves neither a usable code nor a mail behind', async () => {
    const sandbox = await openSandbox({ seed: false, smtpUrl: (await openSmtpServer({ refuse: true })).url });
    const email = uniqueEmail();
    const { status, body } = await sandbox.call('POST /v1/access/otp', { body: { email } });
    assert.deepEqual([status, body.code], [502, 'mail_failed']);
    assert.deepEqual((await sandbox.call(`GET /sandbox/mailbox.json?email=${email}`)).body, []);
    assert.equal(sandbox.logged.length, 1);
    assert.match(sandbox.logged[0] ?? '', /^mail_failed: /);
    assert.doesNotMatch(sandbox.logged[0] ?? '', /\d{6}/);
  });

  test('an unreachable SMTP server means 502', async () => {
    // Nothing listens on the discard port of a machine without inetd.
    const sandbox = await openSandbox({ seed: false, smtpUrl: 'smtp://127.0.0.1:9' });
    const { status, body } = await sandbox.call('POST /v1/access/otp', { body: { email: uniqueEmail() } });
    assert.deepEqual([status, body.code], [502, 'mail_failed']);
  });
});
