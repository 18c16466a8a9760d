/** The single message that the shopper sees or hears. */
import { errorText, limitText, ownMessage } from '../shared/error-text.ts';
import { fill, formatDuration, isolate } from '../shared/format.ts';
import type { CartFailure } from './cart.ts';
import type { ClaimWords } from './claim-host.ts';
import type { ClaimModel } from './claim-model.ts';
import type { RewardClaimProblem } from './claim-problem.ts';
import { isSpent } from './kept-claim.ts';

export interface Message {
  text: string;
  /** `unseen` is only for screen readers. */
  kind: 'message' | 'error' | 'unseen';
  /** When it changes, screen readers announce the same text again. */
  isOdd?: boolean;
}

/** The remaining seconds at which a code's end is announced, the last first. */
const announcements = [60, 300];

/** How long each announcement stays, in seconds. */
const ANNOUNCED_FOR = 10;

/** Problems with their own text. */
const problemWords: Partial<Record<RewardClaimProblem, keyof ClaimWords>> = {
  'already-claimed': 'alreadyClaimed',
  expired: 'expired',
  'not-started': 'notStarted',
  'used-up': 'usedUp',
  'wrong-account': 'wrongAccount',
  'login-needed': 'loginNeeded',
  'unknown-token': 'unknownToken',
  unconfirmed: 'unconfirmed',
};

/** The text for the current state, and the outcome of the last action. */
export function messageOf(model: ClaimModel): Message {
  const { actions, cart, claim, countdown, host, problem, state, t } = model;
  const { code, codeEnd, email, grant, isClaiming } = claim;
  if (state === 'expired' && !problem) return { text: t.headingExpired, kind: 'error' };
  const isTimed = code && state !== 'expired' && !isSpent(code.status);
  const end = isTimed ? codeEnd : undefined;
  const left = end ? countdown.secondsUntil(end) : Infinity;
  // Announced at these moments only, not every second, and then removed, because it soon becomes wrong.
  const announced = announcements.find((seconds) => left <= seconds && left > seconds - ANNOUNCED_FOR);
  // An announcement replaces the result of an earlier copy.
  const isCopyRecent = !announced || !end || actions.copiedAt > end - announced * 1000;
  const isEndAnnounced = announcements.some(
    (seconds) => end && left <= seconds && model.resultAt <= end - seconds * 1000,
  );
  if (actions.copyResult && isCopyRecent) {
    const { copyResult, isOdd } = actions;
    // The button already shows that the code is copied.
    return copyResult === 'copied'
      ? { text: t.copied, kind: 'unseen', isOdd }
      : { text: t.copyFailed, kind: 'message', isOdd };
  }
  if (cart.failure && state === 'not-applied')
    return { text: cartFailureText(cart.failure, t), kind: 'error' };
  // The card already shows it.
  if (code && !isClaiming && isSpent(code.status))
    return { text: code.status === 'redeemed' ? t.redeemed : t.revoked, kind: 'unseen' };
  if (announced) {
    const time = formatDuration(host.wordsLanguage, announced);
    return { text: fill(t.expires, { time }), kind: 'unseen' };
  }
  // The button already shows these two.
  if (isClaiming) return { text: host.grantToken ? t.claiming : t.reserving, kind: 'unseen' };
  if (state === 'applying') return { text: t.applying, kind: 'unseen' };
  // The page already shows these three; screen readers announce them wherever the focus is.
  if (state === 'applied') return { text: `${t.applied}: ${actions.title}`, kind: 'unseen' };
  if (grant) return { text: `${t.claimed}: ${actions.title}`, kind: 'unseen' };
  if (state === 'reserved' && !isEndAnnounced)
    return { text: fill(t.reserved, { email: isolate(email ?? '') }), kind: 'unseen' };
  return problem ? { text: problemText(model, problem), kind: 'error' } : { text: '', kind: 'unseen' };
}

function problemText({ claim, host, t }: ClaimModel, problem: RewardClaimProblem): string {
  const { email, error, isUnconfirmed } = claim;
  const { errorMessages, wordsLanguage } = host;
  const own = ownMessage(error, errorMessages);
  const word = problemWords[problem];
  let text = own || (word && t[word]) || errorText(error, t, wordsLanguage, errorMessages);
  if (problem === 'rate-limited' && !own) text = limitText(error, t, wordsLanguage);
  if (problem === 'offline') text = isUnconfirmed ? t.offline : t.offlineUnsent;
  if (problem === 'not-reserved') text = fill(t.notReserved, { email: isolate(email ?? '') });
  const mayBeTheirs = problem === 'already-claimed' || (isUnconfirmed && problem === 'refused');
  return mayBeTheirs ? `${text} ${t.perhapsYours}` : text;
}

/** The reason why the code is not in the cart. Prefers the shop system's own words if ours are not more precise. */
function cartFailureText({ reason, text }: CartFailure, t: ClaimWords): string {
  if (reason === 'empty-cart') return t.cartEmpty;
  if (reason === 'not-yet') return t.cartNotYet;
  if (reason === 'not-combinable') return t.cartTaken;
  if (reason === 'not-possible') return navigator.onLine ? t.cartFailed : t.offline;
  return text || (reason === 'refused' ? t.cartRefused : t.cartUnfit);
}
