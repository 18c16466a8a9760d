/** What the shopper is told: one text at a time, seen or only read out. */
import { errorText, limitText, ownMessage } from '../shared/error-text.ts';
import { fill } from '../shared/locale.ts';
import type { CartFailure } from './reward-claim.cart.ts';
import type { ClaimHost } from './reward-claim.host.ts';
import type { ClaimLater } from './reward-claim.later.ts';

export interface Message {
  text: string;
  kind: 'message' | 'error' | 'unseen';
}

/** The words of each problem that has its own. */
const problemWords = {
  'already-claimed': 'alreadyClaimed',
  expired: 'expired',
  'not-started': 'notStarted',
  'used-up': 'usedUp',
  'wrong-account': 'wrongAccount',
  'login-needed': 'loginNeeded',
  'unknown-token': 'unknownToken',
  unconfirmed: 'unconfirmed',
} as const;

/** So that an address does not rearrange a sentence that runs from right to left. */
export const isolate = (email: string) => `\u2068${email}\u2069`;

/** What is said of the code, after what the shopper did with it last. */
export function messageOf(later: ClaimLater): Message {
  const { cart, claim, clock, host, state, use } = later;
  const { grantToken, problem, t } = host;
  const { claiming, codeEnd, email } = claim;
  if (state === 'expired' && !problem) return { text: t.headingExpired, kind: 'error' };
  const isTimed = Boolean(claim.code) && state !== 'expired';
  const left = isTimed && codeEnd ? clock.until(codeEnd) : Infinity;
  // Read out at these moments only, not every second; and not left to stand, because it is soon no longer so.
  const soon = [60, 300].find((seconds) => left <= seconds && left > seconds - 10);
  // What was copied before it is old news.
  const isNews = !soon || use.copiedAt > codeEnd! - soon * 1000;
  if (use.copied && isNews)
    return { text: use.copied === 'copied' ? t.copied : t.copyFailed, kind: 'message' };
  if (cart.failure && state === 'not-applied') return { text: failureText(cart.failure, t), kind: 'error' };
  if (soon) {
    const time = later.duration(soon);
    return { text: fill(t.expires, { time }), kind: 'unseen' };
  }
  // The button shows it.
  if (claiming) return { text: grantToken ? t.claiming : t.reserving, kind: 'unseen' };
  if (state === 'applying') return { text: t.applying, kind: 'unseen' };
  // The page shows it; those who do not see it, and were elsewhere, hear it.
  if (state === 'applied') return { text: `${t.applied}: ${use.title}`, kind: 'unseen' };
  if (claim.grant) return { text: `${t.claimed}: ${use.title}`, kind: 'unseen' };
  if (state === 'reserved' && left > 300)
    return { text: fill(t.reserved, { email: isolate(email ?? '') }), kind: 'unseen' };
  return problem ? { text: problemText(later), kind: 'error' } : { text: '', kind: 'unseen' };
}

function problemText({ claim, host }: ClaimLater): string {
  const { errorMessages, locale, problem, t } = host;
  const { email, error, isOpen } = claim;
  const own = ownMessage(error, errorMessages);
  const known = problemWords[problem as keyof typeof problemWords] as
    (typeof problemWords)[keyof typeof problemWords] | undefined;
  let text = own || (known && t[known]) || errorText(error, t, locale.language, errorMessages);
  if (problem === 'rate-limited' && !own) text = limitText(error, t, locale.language);
  if (problem === 'offline') text = isOpen ? t.offline : t.offlineUnsent;
  if (problem === 'not-reserved') text = fill(t.notReserved, { email: isolate(email ?? '') });
  const isPerhapsYours = problem === 'already-claimed' || (isOpen && problem === 'refused');
  return isPerhapsYours ? `${text} ${t.perhapsYours}` : text;
}

/** Why the code is not in the cart. What the shop system says itself is better where ours says no more. */
function failureText({ reason, text }: CartFailure, t: ClaimHost['t']): string {
  if (reason === 'empty-cart') return t.cartEmpty;
  if (reason === 'not-combinable') return t.cartTaken;
  if (reason === 'not-possible') return navigator.onLine ? t.cartFailed : t.offline;
  return text || (reason === 'refused' ? t.cartRefused : t.cartUnfit);
}
