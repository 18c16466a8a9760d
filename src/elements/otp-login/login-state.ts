/** The state of a login, and how a failed request changes it. */
import { type ApiError, isApiError, isNetworkError } from '../../api/errors.ts';
import type { Words } from '../../locales/en.ts';
import { Wait } from '../shared/countdown.ts';
import { LOCK_SECONDS, statusOf } from '../shared/error-text.ts';
import type { LoginReason } from './login-settings.ts';

export type LoginWords = Words['common'] & Words['otpLogin'];

export type LoginStep = 'email' | 'code' | 'verified';

export type OtpLoginState =
  | 'email'
  | 'sending'
  | 'code'
  | 'verifying'
  | 'verified'
  | 'locked-out'
  | 'offline'
  | 'misconfigured';

/** The reason why the last request failed. Without an error, the service did not accept the code. */
export interface LoginFailure {
  reason: Exclude<LoginReason, 'unknown-address'> | 'offline' | 'other';
  error?: ApiError | undefined;
  /** How long the shopper has to wait before the next attempt. */
  lock?: Wait | undefined;
  /** Whether only the current code is locked. A new one can be requested at once. */
  isOfCode?: boolean;
}

/** A message of the element's own, before a request or instead of it. */
export interface LoginNotice {
  /** In the words of the page's language, which may change. */
  text: (words: LoginWords, language: string) => string;
  /** Whether the text in the field is wrong. */
  isWrong: boolean;
  /** When it no longer applies, in milliseconds since the epoch. */
  until?: () => number;
}

export interface LoginState {
  readonly step: LoginStep;
  /** The address as the shopper typed it. The code was sent to it. */
  readonly email: string;
  /** Whether the latest code replaced an earlier one. */
  readonly isResent: boolean;
  readonly failure: LoginFailure | undefined;
  readonly notice: LoginNotice | undefined;
  /** Whether the device reports that it has no connection. */
  readonly isOffline: boolean;
  /** When a new code may be requested, in milliseconds since the epoch. */
  readonly resendAt: number;
}

/** A gateway's error code for too many attempts at one code. A new code allows as many again. */
const TOO_MANY_TRIES = 'too_many_tries';

/**
 * The failure behind an error.
 *
 * @param mapped the meaning that the page gives to the error's code
 */
export function failureOf(error: unknown, mapped: LoginReason | undefined): LoginFailure {
  if (!isApiError(error)) return { reason: 'other' };
  // Never reveal whether an address is registered, not even to the page.
  if (mapped === 'unknown-address') return { reason: 'wrong-code' };
  if (mapped === 'locked-out' || (!mapped && statusOf(error) === 429)) {
    const lock = new Wait((error.retryAfter ?? 0) || LOCK_SECONDS);
    return { reason: 'locked-out', error, lock, isOfCode: !mapped && error.code === TOO_MANY_TRIES };
  }
  return { reason: mapped ?? (isNetworkError(error) ? 'offline' : 'other'), error };
}

/** When the shopper may try again, in milliseconds since the epoch. */
export const lockedUntil = ({ failure }: Pick<LoginState, 'failure'>): number => failure?.lock?.until ?? 0;
