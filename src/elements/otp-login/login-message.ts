/** The message that a shopper sees, from the state of the login. */
import { isServiceError } from '../../api/errors.ts';
import type { Texts } from '../shared/attributes.ts';
import { errorText, limitText, ownMessage } from '../shared/error-text.ts';
import { fill, formatDuration, isolate } from '../shared/format.ts';
import { lockedUntil, type LoginState, type LoginWords } from './login-state.ts';

export interface LoginMessage {
  text: string;
  kind: '' | 'error';
  /** Whether the text in the field is wrong. */
  isWrong: boolean;
}

interface Wording {
  words: LoginWords;
  language: string;
  errorMessages: Texts;
  /** Seconds that a code is valid, if known. */
  validFor: number | undefined;
  /** Whether a complete code is sent automatically. */
  isSentByItself: boolean;
}

const info = (text: string): LoginMessage => ({ text, kind: '', isWrong: false });
const problem = (text: string, isWrong = false): LoginMessage => ({ text, kind: 'error', isWrong });

export function messageOf(state: LoginState, wording: Wording): LoginMessage {
  const { failure, isOffline, notice, resendAt } = state;
  const { errorMessages, language, words } = wording;
  const now = Date.now();
  if (notice && now < (notice.until?.() ?? Infinity)) {
    const text = notice.text(words, language);
    return notice.isWrong ? problem(text, true) : info(text);
  }
  const isLocked = now < lockedUntil(state);
  if (isOffline && !isLocked) return problem(words.offline);
  const { error, reason } = failure ?? {};
  // A limit on mails has no lock: only the next mail has to wait.
  const isLimited = isLocked || (reason === 'locked-out' && !failure?.lock && now < resendAt);
  if (!failure || (reason === 'locked-out' && !isLimited))
    return info(state.step === 'code' ? sentText(state, wording) : words.emailHint);
  const own = ownMessage(error, errorMessages);
  if (reason === 'wrong-code' || failure.isOfCode) return problem(own || words.codeWrong, true);
  // With `error-map`, an error of any status can be a limit.
  if (isLimited) return problem(own || limitText(error, words, language));
  // Only these are about the typed text; a lost connection is not.
  const isWrong = isServiceError(error) && (error.status === 400 || error.status === 422);
  return problem(errorText(error, words, language, errorMessages), isWrong);
}

function sentText({ email, isResent }: LoginState, wording: Wording): string {
  const { language, validFor, words, isSentByItself } = wording;
  return [
    fill(isResent ? words.resent : words.sentTo, { email: isolate(email) }),
    validFor && fill(words.validFor, { time: formatDuration(language, validFor, Math.floor) }),
    isSentByItself && words.checkedAtOnce,
  ]
    .filter(Boolean)
    .join(' ');
}
