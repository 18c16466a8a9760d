import { createOtp, verifyOtp } from '../api/access.ts';
import type { Client } from '../api/client.ts';
import { isApiError, isHttpError, isServiceError } from '../api/errors.ts';
import { shownStatus, unavailable } from './answers.ts';
import type { CheckedOptions } from './check-options.ts';
import { canonicalEmail } from './email.ts';
import { createEqualTime, type Stopwatch } from './equal-time.ts';
import { GatewayError } from './errors.ts';
import type { Limits } from './limits.ts';
import type { BegunSession, Sessions } from './sessions.ts';

/** The same message for every address and every wrong code: never reveal whether an address is registered. */
const SENT = 'If this address can log in, a code is on its way to it.';
const VERIFIED = 'The code is right.';
const NOT_VERIFIED = 'The code is wrong or no longer valid.';

/** The 201 response to a request for a code. Only `id` and `email` differ between addresses. */
export interface CodeSent {
  /** A random id. The service's own id is not passed on. */
  id: string;
  message: string;
  /** The address as the shopper typed it. */
  email: string;
}

/** The 200 response to the check of a code, with the session if sessions are enabled. */
export interface CodeVerified extends Partial<Pick<BegunSession, 'session'>> {
  success: boolean;
  message: string;
}

/** Logs shoppers in by a one-time code. Never reveals whether an address is registered, and limits guessing. */
export interface Access {
  /**
   * Sends a code.
   *
   * @param address the client's network address, for the limits; undefined if addresses are not counted
   * @throws GatewayError 429 `rate_limited`; 400 `invalid_request`; the service's refusals in `shownAddressCodes` and
   *   its failures, with our own message
   */
  send(body: { email: string; expires?: number | undefined }, address: string | undefined): Promise<CodeSent>;
  /**
   * Checks a code, and starts a session if sessions are enabled.
   *
   * @param address the client's network address, for the limits; undefined if addresses are not counted
   * @throws GatewayError 429 `rate_limited` or `too_many_tries`; 400 `invalid_request`; the service's refusals in
   *   `shownAddressCodes` and its failures, with our own message
   */
  verify(
    body: { email: string; code: string },
    address: string | undefined,
  ): Promise<{ body: CodeVerified; headers: Record<string, string> }>;
}

interface AccessParts {
  client: Client;
  limits: Limits;
  sessions?: Sessions | undefined;
  options: Pick<CheckedOptions, 'shownAddressCodes' | 'codeAnswerTime' | 'maxCodeAnswerTime' | 'log'>;
  /** Replaces the real clock in tests. */
  stopwatch?: Stopwatch | undefined;
}

/** Refusals of the gateway's key and requests, and limits. Every other refusal may depend on the address. */
const NOT_ABOUT_ADDRESS = new Set([401, 403, 408, 429]);

/** Writes for later requests. The service has already responded, so their failures are only logged, by the store. */
const tryAll = (...notes: Promise<void>[]) => Promise.allSettled(notes);

export function createAccess({ client, limits, sessions, options, stopwatch }: AccessParts): Access {
  const { codeAnswerTime: step, maxCodeAnswerTime: most } = options;
  const shown = new Set(options.shownAddressCodes);
  // One clock each, because sending an email takes longer than comparing a code.
  const sendTime = createEqualTime({ step, most, stopwatch });
  const verifyTime = createEqualTime({ step, most, stopwatch });

  const slow = (operation: string) => () =>
    options.log?.({ level: 'warn', event: 'code_answer_slow', operation });

  /**
   * Asks the service; undefined if it refuses the address or code, which the log shows but the response must not.
   *
   * @throws GatewayError with a message of our own: the service's may depend on the address or quote it
   */
  async function ask<T>(operation: string, request: Promise<T>): Promise<T | undefined> {
    try {
      return await request;
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { status = 0, code, retryAfter } = error;
      if (status === 429)
        throw new GatewayError(429, 'rate_limited', 'Too many requests. Try again later.', { retryAfter });
      const isAnswer = isServiceError(error) || isHttpError(error);
      if (!isAnswer || status < 400 || status >= 500 || NOT_ABOUT_ADDRESS.has(status))
        throw unavailable(error);
      options.log?.({ level: 'warn', event: 'code_refused', operation, status, code });
      if (!shown.has(code)) return undefined;
      throw new GatewayError(shownStatus(status), code, 'This was not accepted. Please check your input.');
    }
  }

  return {
    async send(body, address) {
      const { expires } = body;
      const email = body.email.trim();
      const owner = canonicalEmail(email);
      await limits.take('sendPerAddress', address);
      // The client's own limit comes first, so that one client alone never uses up the limit that all share.
      await limits.take('sendPerEmailAndAddress', owner, address);
      await limits.takeShared('sendPerEmail', owner, address);
      return sendTime.run(async () => {
        await ask('createOtp', createOtp(client, expires === undefined ? { email } : { email, expires }));
        // Also for refused addresses, whose work and later responses must be the same.
        await tryAll(
          limits.forgive('triesPerCode', owner, address),
          limits.trust('verifyPerEmail', owner, address, 'sending'),
        );
        return { id: crypto.randomUUID(), message: SENT, email };
      }, slow('createOtp'));
    },

    async verify(body, address) {
      const email = body.email.trim();
      const owner = canonicalEmail(email);
      // Counted before the service is asked, each in one atomic step of the store, so of a hundred simultaneous
      // guesses only the allowed number goes through. The code is counted before the email address, so that
      // guesses at a used-up code use up neither its owner's tries for the next code nor those that all share.
      await limits.take('verifyPerAddress', address);
      await limits.take('triesPerCode', owner, address);
      await limits.take('verifyPerEmailAndAddress', owner, address);
      await limits.takeShared('verifyPerEmail', owner, address);
      return verifyTime.run(async () => {
        const answer = await ask('verifyOtp', verifyOtp(client, { email, code: body.code }));
        // Any answer that does not explicitly confirm the code counts as wrong.
        if (answer?.success !== true) return { body: { success: false, message: NOT_VERIFIED }, headers: {} };
        const { headers = {}, ...session } = (await sessions?.begin(owner)) ?? {};
        await tryAll(
          limits.forgive('triesPerCode', owner, address),
          limits.trust('sendPerEmail', owner, address, 'login'),
          limits.trust('verifyPerEmail', owner, address, 'login'),
        );
        return { body: { success: true, message: VERIFIED, ...session }, headers };
      }, slow('verifyOtp'));
    },
  };
}
