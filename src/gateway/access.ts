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
const DEFAULT_MAX_ANSWER_TIME = 2_000;

/** How long a client may try a code although others have used up the tries of the e-mail address, in seconds. */
const TRUST_AFTER_SENDING = 3_600;
/** The same after a login from that client, for sending and for trying codes, in seconds. */
const TRUST_AFTER_LOGIN = 30 * 86_400;

/** The same message for every address and every wrong code: never reveal whether an address is registered. */
const SENT = 'If this address can log in, a code is on its way to it.';
const VERIFIED = 'The code is right.';
const NOT_VERIFIED = 'The code is wrong or no longer valid.';

/** The 201 answer to a request for a code. Only `id` and `email` differ between addresses. */
export interface CodeSent {
  /** A random id. The service's own id is not passed on. */
  id: string;
  message: string;
  /** The address as the shopper typed it. */
  email: string;
}

/** The 200 answer to the check of a code. */
export interface CodeVerified {
  success: boolean;
  message: string;
  /** Present if sessions are enabled. `token` is missing if sessions are cookies. `expires_at` is ISO 8601. */
  session?: { token?: string; expires_at: string };
}

interface Answer<Body> {
  body: Body;
  headers?: Record<string, string>;
}

/** Logs shoppers in by a one-time code. Never reveals whether an address is registered, and limits guessing. */
export interface Access {
  /**
   * Sends a code.
   *
   * @param address the client's network address, for the limits; undefined if it is not known
   * @throws GatewayError 429 `rate_limited`; 400 `invalid_request`; other refusals and failures of the service,
   *   with our own message
   */
  send(body: { email: string; expires?: number | undefined }, address: string | undefined): Promise<CodeSent>;
  /**
   * Checks a code, and starts a session if sessions are enabled.
   *
   * @param address the client's network address, for the limits; undefined if it is not known
   * @throws GatewayError 429 `rate_limited` or `too_many_tries`; 400 `invalid_request`; failures of the service,
   *   with our own message
   */
  verify(body: { email: string; code: string }, address: string | undefined): Promise<Answer<CodeVerified>>;
  /** Ends all sessions that a request carries: 204 with these headers. Succeeds even if there are none. */
  logout(request: Pick<Request, 'headers'>): Promise<{ headers: Record<string, string> }>;
}

interface AccessParts {
  client: Client;
  limits: Limits;
  sessions?: Sessions | undefined;
  options: Pick<GatewayOptions, 'unknownAddressCodes' | 'codeAnswerTime' | 'maxCodeAnswerTime' | 'log'>;
  /** Replaces the real clock in tests. */
  stopwatch?: Stopwatch | undefined;
}

export function createAccess({ client, limits, sessions, options, stopwatch }: AccessParts): Access {
  const step = options.codeAnswerTime ?? DEFAULT_ANSWER_TIME;
  const most = options.maxCodeAnswerTime ?? DEFAULT_MAX_ANSWER_TIME;
  const unknownAddress = new Set(options.unknownAddressCodes);
  // One clock each, because sending an e-mail takes longer than comparing a code.
  const sendTime = createEqualTime({ step, most, stopwatch });
  const verifyTime = createEqualTime({ step, most, stopwatch });

  const slow = (operation: string) => () =>
    options.log?.({ level: 'warn', event: 'code_answer_slow', operation });

  /** Logs a refusal for the operator, because the answer must not show it. */
  const noteRefusal = (operation: string, error: unknown) => {
    if (!isServiceError(error)) return;
    const { status } = error;
    const code = wordOf(error.code);
    if (status === 401 || status === 403)
      options.log?.({ level: 'error', event: 'service_refused_key', operation, status, code });
    else options.log?.({ level: 'warn', event: 'code_refused', operation, status, code });
  };

  /** Sends the code. Treats an address that the service does not know as a success. */
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

  /** Whether the service explicitly confirms the code. Any other answer counts as wrong. */
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
      // The client's own limit comes first, so that one client alone never uses up the limit that all share.
      await limits.take('sendPerEmailAndAddress', owner, address);
      await limits.takeShared('sendPerEmail', owner, address);
      return sendTime.run(async () => {
        await requestCode({ email, expires: body.expires });
        // Also for unknown addresses, whose work and later answers must be the same.
        await limits.forgive('triesPerCode', owner, address);
        await limits.trust('verifyPerEmail', owner, address, TRUST_AFTER_SENDING);
        return { id: crypto.randomUUID(), message: SENT, email };
      }, slow('createOtp'));
    },

    async verify(body, address) {
      const email = body.email.trim();
      const owner = canonicalEmail(email);
      // Counted before the service is asked, each in one atomic step of the store, so of a hundred simultaneous
      // guesses only the allowed number goes through. The code is counted before the e-mail address, so that
      // guesses at a used-up code use up neither its owner's tries for the next code nor those that all share.
      await limits.take('verifyPerAddress', address);
      await limits.take('triesPerCode', owner, address);
      await limits.take('verifyPerEmailAndAddress', owner, address);
      await limits.takeShared('verifyPerEmail', owner, address);
      return verifyTime.run(async () => {
        if (!(await isRight(email, body.code))) return { body: { success: false, message: NOT_VERIFIED } };
        await limits.forgive('triesPerCode', owner, address);
        for (const kind of ['sendPerEmail', 'verifyPerEmail'] as const)
          await limits.trust(kind, owner, address, TRUST_AFTER_LOGIN);
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
