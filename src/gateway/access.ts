import { createOtp, verifyOtp } from '../api/access.ts';
import type { Client } from '../api/client.ts';
import { isServiceError } from '../api/errors.ts';
import { accessError, isRefusal, wordOf } from './access-errors.ts';
import { canonicalEmail } from './email.ts';
import { createEqualTime, type Stopwatch } from './equal-time.ts';
import type { Limits } from './limits.ts';
import type { GatewayOptions } from './options.ts';
import type { Sessions } from './sessions.ts';

const DEFAULT_ANSWER_TIME = 700;

/** What is said of every address, and of every code that is not right: never the service's own words. */
const SENT = 'If this address can log in, a code is on its way to it.';
const VERIFIED = 'The code is right.';
const NOT_VERIFIED = 'The code is wrong or no longer valid.';

/** The answer to a code that was asked for: 201. It is the same for all addresses, but for `id` and `email`. */
export interface CodeSent {
  /** Made at random; the service's own id does not go out. */
  id: string;
  message: string;
  /** As it was asked for. */
  email: string;
}

/** The answer to a code: 200. */
export interface CodeVerified {
  success: boolean;
  message: string;
  /** Where there are sessions. In place of `token` there is a cookie where sessions are cookies; the time is ISO 8601. */
  session?: { token?: string; expires_at: string };
}

interface Answer<Body> {
  body: Body;
  headers?: Record<string, string>;
}

/** Logging in by a one-time code, so that nobody learns which addresses are known, or gets in by guessing. */
export interface Access {
  /**
   * Has a code sent.
   *
   * @param address the client's, by which it is limited
   * @throws GatewayError 429 `rate_limited`; 400 `invalid_request`; what the service refuses or cannot do, in our words
   */
  send(body: { email: string; expires?: number | undefined }, address: string): Promise<CodeSent>;
  /**
   * Checks a code, and begins a session where there are sessions.
   *
   * @throws GatewayError 429 `rate_limited` or `too_many_tries`; 400 `invalid_request`; what the service cannot do
   */
  verify(body: { email: string; code: string }, address: string): Promise<Answer<CodeVerified>>;
  /** Ends the sessions that a request carries, if any: 204 with these headers. Doing it again is no error. */
  logout(request: Pick<Request, 'headers'>): Promise<{ headers: Record<string, string> }>;
}

interface AccessParts {
  client: Client;
  limits: Limits;
  sessions?: Sessions | undefined;
  options: Pick<GatewayOptions, 'unknownAddressCodes' | 'codeAnswerTime' | 'log'>;
  /** In place of the real time, for tests. */
  stopwatch?: Stopwatch | undefined;
}

export function createAccess({ client, limits, sessions, options, stopwatch }: AccessParts): Access {
  const step = options.codeAnswerTime ?? DEFAULT_ANSWER_TIME;
  const unknownAddress = new Set(options.unknownAddressCodes);
  // Each has its own: sending a mail takes longer than comparing a code.
  const sendTime = createEqualTime(step, stopwatch);
  const verifyTime = createEqualTime(step, stopwatch);

  const slow = (operation: string) => () =>
    options.log?.({ level: 'warn', event: 'code_answer_slow', operation });

  /** What the service refused, for whoever runs the gateway: the answer may not show it. */
  const noteRefusal = (operation: string, error: unknown) => {
    if (!isServiceError(error)) return;
    const { status } = error;
    const code = wordOf(error.code);
    if (status === 401 || status === 403)
      options.log?.({ level: 'error', event: 'service_refused_key', operation, status, code });
    else options.log?.({ level: 'warn', event: 'code_refused', operation, status, code });
  };

  /** Sends the code. An address that the service does not know is no error. */
  const requestCode = async (body: { email: string; expires?: number | undefined }) => {
    const { email, expires } = body;
    try {
      await createOtp(client, expires === undefined ? { email } : { email, expires });
    } catch (error) {
      if (!isServiceError(error) || !unknownAddress.has(error.code)) {
        noteRefusal('createOtp', error);
        throw accessError(error);
      }
    }
  };

  /** Whether the service says in so many words that the code is right. Everything else that it says is a no. */
  const isRight = async (email: string, code: string): Promise<boolean> => {
    try {
      const { success } = await verifyOtp(client, { email, code });
      return success === true;
    } catch (error) {
      if (isServiceError(error) && unknownAddress.has(error.code)) return false;
      noteRefusal('verifyOtp', error);
      if (isRefusal(error)) return false;
      throw accessError(error);
    }
  };

  const beginSession = async (owner: string): Promise<Answer<CodeVerified>> => {
    const body: CodeVerified = { success: true, message: VERIFIED };
    if (!sessions) return { body };
    const { token, expiresAt } = await sessions.issue(owner);
    const expires_at = new Date(expiresAt).toISOString();
    const cookie = sessions.cookieOf(token, expiresAt);
    return cookie === undefined
      ? { body: { ...body, session: { token, expires_at } } }
      : { body: { ...body, session: { expires_at } }, headers: { 'set-cookie': cookie } };
  };

  return {
    async send(body, address) {
      const email = body.email.trim();
      const owner = canonicalEmail(email);
      await limits.take('sendPerAddress', address);
      await limits.take('sendPerEmail', owner);
      return sendTime.run(async () => {
        await requestCode({ email, expires: body.expires });
        // For unknown addresses too: their work and their later answers must be the same.
        await limits.forgive('triesPerCode', owner);
        return { id: crypto.randomUUID(), message: SENT, email };
      }, slow('createOtp'));
    },

    async verify(body, address) {
      const email = body.email.trim();
      const owner = canonicalEmail(email);
      // All are counted before the service is asked, each in one atomic step of the store: of a hundred guesses that
      // arrive together only as many go on as there are tries. The count of the code comes before that of the e-mail,
      // so that guesses at a code that is used up do not use up what its owner needs for the next one.
      await limits.take('verifyPerAddress', address);
      await limits.take('triesPerCode', owner);
      await limits.take('verifyPerEmail', owner);
      return verifyTime.run(async () => {
        if (!(await isRight(email, body.code))) return { body: { success: false, message: NOT_VERIFIED } };
        await limits.forgive('triesPerCode', owner);
        return beginSession(owner);
      }, slow('verifyOtp'));
    },

    async logout(request) {
      await sessions?.logout(request);
      const cookie = sessions?.clearedCookie;
      return { headers: cookie === undefined ? {} : { 'set-cookie': cookie } };
    },
  };
}
