import type { components, operations } from '../../../src/api/openapi.d.ts';
import type { Answer, OperationInput, SandboxContext } from '../context.ts';
import { ServiceError, invalidParameter, invalidRequest } from '../http/errors.ts';
import { composeCodeMail } from '../mail.ts';
import { issueCode, redeemCode } from '../one-time-codes.ts';

type Body<Id extends 'createOtp' | 'verifyOtp'> = NonNullable<
  operations[Id]['requestBody']
>['content']['application/json'];

const DEFAULT_LIFETIME_SECONDS = 600;
const MAX_LIFETIME_SECONDS = 86_400;
const MAX_CODE_LENGTH = 64;

/** The pattern of `<input type=email>`, so that the sandbox and the browser accept the same addresses. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const MAX_EMAIL_LENGTH = 254;

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function createOtp(context: SandboxContext, input: OperationInput): Promise<Answer> {
  const { email: given = '', expires = DEFAULT_LIFETIME_SECONDS } = (input.body ?? {}) as Body<'createOtp'>;
  const email = normalizeEmail(given);
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email)) {
    throw new ServiceError(400, 'invalid_email', 'This is not an email address.');
  }
  if (expires < 1 || expires > MAX_LIFETIME_SECONDS) {
    throw invalidParameter('/requestBody/expires', `must be 1 to ${MAX_LIFETIME_SECONDS} seconds`);
  }

  const now = context.now();
  const { id, code } = await issueCode(context.db, email, Math.round(now + expires * 1000));
  const mail = composeCodeMail(email, code, expires);
  const { subject, text } = mail;
  context.mailbox.add({ id, email, subject, text, code, sentAt: new Date(now).toISOString() });
  await deliver(context, id, mail);

  const body: components['schemas']['OtpCreated'] = { id, message: 'A code was sent.', email };
  return { status: 201, body };
}

/** The code is committed before the mail is sent, because some recipients are faster than our commit. */
async function deliver(
  { db, mailbox, mailer, log }: SandboxContext,
  id: string,
  mail: ReturnType<typeof composeCodeMail>,
): Promise<void> {
  try {
    await mailer?.send(mail);
  } catch (error) {
    db.prepare('DELETE FROM one_time_codes WHERE id = ?').run(id);
    mailbox.remove(id);
    // Only the kind of failure: the text of an SMTP error may quote the mail.
    const kind =
      error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no reason';
    log(`mail_failed: the SMTP server did not take a mail (${kind})`);
    throw new ServiceError(502, 'mail_failed', 'The mail with the code could not be sent.');
  }
}

export async function verifyOtp(context: SandboxContext, input: OperationInput): Promise<Answer> {
  const { email, code } = (input.body ?? {}) as Body<'verifyOtp'>;
  if (email === undefined || code === undefined) {
    const missing = Object.entries({ email, code }).filter(([, value]) => value === undefined);
    throw invalidRequest(missing.map(([name]) => ({ path: `/requestBody/${name}`, message: 'is required' })));
  }
  const success = await redeemCode(
    context.db,
    normalizeEmail(email),
    // Shoppers paste codes with surrounding spaces; the limit avoids hashing a long text.
    code.trim().slice(0, MAX_CODE_LENGTH),
    context.now(),
  );
  const body: components['schemas']['OtpVerification'] = success
    ? { success, message: 'The code is right.' }
    : { success, message: 'The code is wrong or no longer valid.' };
  return { status: 200, body };
}
