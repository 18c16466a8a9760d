/** The requests of a login. */
import { initialState } from '@lit/task';
import { createOtp, verifyOtp } from '../../api/access.ts';
import type { Client } from '../../api/client.ts';
import { isApiError } from '../../api/errors.ts';
import type { Session } from '../shared/login-record.ts';
import { readSession } from '../shared/session.ts';
import { type LoginAttributes, readSettings, reasonOf } from './login-settings.ts';

/** A client, and the text that the shopper typed: the address or the code. */
export type RequestArguments = readonly [client: Client, text: string];

export interface Verification {
  isProven: boolean;
  /** A gateway's session. */
  session: Session | undefined;
  /** Milliseconds until the session ends. */
  left: number;
}

export const sendCode = (
  attributes: LoginAttributes,
  [client, email]: RequestArguments,
  signal: AbortSignal,
): Promise<boolean | typeof initialState> =>
  unlessAborted(signal, async () => {
    const { expires } = readSettings(attributes);
    try {
      await createOtp(client, expires === undefined ? { email } : { email, expires }, { signal });
    } catch (error) {
      // Never reveal whether an address is registered: behave as if the code was sent.
      if (!isApiError(error) || reasonOf(error.code, attributes) !== 'unknown-address') throw error;
    }
    return true;
  });

export const verifyCode = (
  email: string,
  [client, code]: RequestArguments,
  signal: AbortSignal,
): Promise<Verification | typeof initialState> =>
  unlessAborted(signal, async () => {
    const answer = await verifyOtp(client, { email, code }, { signal });
    const { left = Infinity, session } = readSession(answer, client.now()) ?? {};
    // Only `true` proves the address.
    return { isProven: answer.success === true, session, left };
  });

/** Resets an aborted task. Otherwise Lit would put it into its error state. */
async function unlessAborted<R>(
  signal: AbortSignal,
  request: () => Promise<R>,
): Promise<R | typeof initialState> {
  try {
    const result = await request();
    return signal.aborted ? initialState : result;
  } catch (error) {
    if (signal.aborted) return initialState;
    throw error;
  }
}
