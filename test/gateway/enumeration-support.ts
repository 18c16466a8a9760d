/** A service that reveals whether an address is known, and gateways in front of it. */
import { everyLimit } from './options.ts';
import { openGateway, type TestGateway } from './support.ts';

const UNKNOWN = 'user_not_found';
const isKnown = (email: string): boolean => email.startsWith('known');
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** How long a mail takes that only a known address gets, in milliseconds. */
export const MAIL = 40;

/** A service that tells everybody what it knows, in its words and by its time. */
export const telling: typeof fetch = async (input, init) => {
  const { email = '', code } = JSON.parse(init?.body as string) as { email?: string; code?: string };
  if (!isKnown(email))
    return json(404, { code: UNKNOWN, message: `${email} has no account.`, details: { email } });
  await pause(MAIL);
  if (!(input as string).endsWith('/verify'))
    return json(201, { id: 7, message: `Welcome back, ${email}`, email: email.toUpperCase() });
  return json(200, {
    success: code === '111111',
    message: code === '999999' ? 'This code was used.' : 'Wrong code.',
  });
};

export const open = (answerTime: number): Promise<TestGateway> =>
  openGateway({
    fetch: telling,
    codeAnswerTime: answerTime,
    limits: everyLimit({ points: 10_000, duration: 60 }),
  });

export const SEND = 'POST /v1/access/otp';
export const VERIFY = 'POST /v1/access/otp/verify';
