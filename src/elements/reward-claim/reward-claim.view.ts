/** How `<reward-claim>` draws what comes after its first look. */
import type { TemplateResult } from 'lit';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { renderSeconds } from '../shared/countdown.ts';
import { html, nothing } from '../account/lit.ts';
import { fill } from '../shared/locale.ts';
import { isSpent } from './claims.ts';
import { describeScope } from './discount.ts';
import type { RewardClaimProblem } from './reward-claim.controller.ts';
import type { ClaimLater } from './reward-claim.later.ts';
import { isolate, type Message, messageOf } from './reward-claim.message.ts';

/** What the element draws: around what it brings itself where nothing else is said. */
export interface ClaimLook extends Message {
  /** In place of the promise of a reward. */
  head?: TemplateResult | undefined;
  /** The sentence of that promise. */
  intro?: string;
  /** Whether there is nothing to try: the reward must not go on promising itself, nor offer what cannot help. */
  isFinal?: boolean | undefined;
  /** In place of the button that claims. */
  actions?: TemplateResult | undefined;
  /** The words on that button, in place of its own. */
  label?: string | TemplateResult | undefined;
  isBlocked?: boolean;
  seconds?: ReturnType<typeof renderSeconds>;
  /** Whether it is said how to reach the shop. */
  hasContact?: boolean | undefined;
}

/** After these another try cannot help. */
const isFinal = (problem: RewardClaimProblem) =>
  !['unconfirmed', 'rate-limited', 'offline', 'other', 'not-started'].includes(problem);

export function lookOf(later: ClaimLater): ClaimLook {
  const { claim, host, lockedFor, state } = later;
  const { grantToken, locale, problem, t } = host;
  const { claiming, code, email, grant } = claim;
  const message = messageOf(later);
  const isError = message.kind === 'error';
  const look: ClaimLook = {
    ...message,
    hasContact: isError && !['offline', 'locked-out', 'not-applied'].includes(state),
    label: labelOf(later),
    isBlocked: claiming || lockedFor > 0,
    seconds: renderSeconds(lockedFor, locale.language),
  };
  if (grant) return { ...look, head: renderClaimed(later, grant), isFinal: true };
  // What is over may be had again.
  if (code) return { ...look, head: renderReserved(later, code), isFinal: !later.isOver };
  if (state === 'login') return look;
  if (problem && isFinal(problem)) {
    const mayBeAnother = ['wrong-account', 'login-needed', 'not-reserved'].includes(problem);
    return { ...look, isFinal: true, actions: mayBeAnother ? renderOtherAccount(later) : undefined };
  }
  if (problem === 'unconfirmed')
    look.head = html`<h2 part="heading" class="heading">${t.headingUnconfirmed}</h2>`;
  if (!grantToken) look.intro = fill(t.reserveIntro, { email: isolate(email ?? '') });
  return look;
}

/** The words on the button that claims, reserves, or tries again; undefined for those it has by itself. */
function labelOf({ claim, host }: ClaimLater): ClaimLook['label'] {
  const { grantToken, problem, t } = host;
  if (claim.claiming) return grantToken ? t.claiming : t.reserving;
  if (problem || claim.code) return html`<slot name="retry">${t.retry}</slot>`;
  return grantToken ? undefined : html`<slot name="reserve">${t.reserve}</slot>`;
}

function renderOtherAccount({ host, useOtherAccount }: ClaimLater): TemplateResult {
  return html`<button part="button" class="button" type="button" @click=${useOtherAccount}>
    <span>${host.t.otherAccount}</span>
  </button>`;
}

function renderClaimed(later: ClaimLater, grant: RewardGrantClaim): TemplateResult {
  const { host, use } = later;
  const { t } = host;
  const isGated = grant.valueType === 'gated_content';
  const scope = describeScope(grant, t);
  return html`
    ${renderNews(later, html`<slot name="claimed">${t.claimed}</slot>`)}
    <h2 part="value" class="value intro" tabindex="-1">${use.title}</h2>
    ${scope ? html`<p part="scope" class="soft intro">${scope}</p>` : nothing}
    ${
      use.code || isGated
        ? nothing
        : html`<p>
            <slot name="automatic">${grant.codeType === 'automatic' ? t.automatic : t.noCode}</slot>
          </p>`
    }
    ${renderTicket(later)} ${isGated ? html`<slot name="gated"></slot>` : nothing}
  `;
}

function renderReserved(
  later: ClaimLater,
  { code, status, expiresAt, reservedFor }: RewardCode,
): TemplateResult {
  const { claim, host, isOver } = later;
  const { t } = host;
  // What the service says of a code in a word that the document does not list is shown as it came.
  const words = { reserved: '', available: '', redeemed: t.redeemed, revoked: t.revoked, expired: '' };
  const known = Object.hasOwn(words, status ?? 'reserved')
    ? words[(status ?? 'reserved') as 'reserved']
    : status;
  const email = reservedFor || claim.email;
  const isUsable = !claim.claiming && !isOver && !isSpent(status);
  return html`
    ${renderNews(later, email ? fill(t.reserved, { email: isolate(email) }) : nothing)}
    <h2 part="value" class="value intro" tabindex="-1">${t.code}</h2>
    ${known ? html`<p>${known}</p>` : nothing}
    ${
      isUsable
        ? renderTicket(later, expiresAt ? expiryOf(later, expiresAt) : '')
        : html`<p>
            <s class="soft"><code part="code" dir="ltr">${code}</code></s>
          </p>`
    }
  `;
}

/** The line above the value: that it is claimed, or that it is in the cart. */
function renderNews({ host, state }: ClaimLater, claimed: unknown): TemplateResult {
  return state === 'applied'
    ? html`<p part="applied" class="applied" tabindex="-1">
        <svg class="tick" viewBox="0 0 16 16" aria-hidden="true"><path d="m3 8.5 3.5 3.5L13 4.5" /></svg>
        <slot name="applied">${host.t.applied}</slot>
      </p>`
    : html`<p class="soft">${claimed}</p>`;
}

function expiryOf({ claim, clock, duration, host }: ClaimLater, expiresAt: string): string {
  const { locale, t } = host;
  const { codeEnd } = claim;
  const left = codeEnd === undefined ? Infinity : clock.until(codeEnd);
  if (left <= 86_400) return fill(t.expires, { time: duration(left) });
  const format = { dateStyle: 'long', timeStyle: 'short' } as const;
  const date =
    codeEnd === undefined ? expiresAt : new Intl.DateTimeFormat(locale.language, format).format(codeEnd);
  return fill(t.expiresOn, { date });
}

/** The code, until when it is valid, and the ways to use it. */
function renderTicket(later: ClaimLater, end?: string): TemplateResult {
  const { host, state, use } = later;
  const { t } = host;
  const { code } = use;
  const way = renderWay(later);
  // The way by hand takes its place.
  const isShared = code && state !== 'not-applied' && 'share' in navigator;
  return html`
    ${
      code
        ? html`<div class="ticket">
            <span class="unseen">${t.code}</span>
            <code part="code" class="code" dir="ltr">${code}</code>
            <button part="copy" class="button ${way ? 'quiet' : ''}" type="button" @click=${use.copy}>
              <span><slot name="copy">${t.copy}</slot></span>
            </button>
          </div>`
        : nothing
    }
    ${end ? html`<p part="expiry" class="soft">${end}</p>` : nothing}
    ${
      way || isShared
        ? html`<div class="ways">
            ${way ?? nothing}
            ${
              isShared
                ? html`<button part="share" class="link" type="button" @click=${use.share}>
                    <slot name="share">${t.share}</slot>
                  </button>`
                : nothing
            }
          </div>`
        : nothing
    }
  `;
}

/** The way to use the code: a button that takes it into the cart, or a link. */
function renderWay({ applyNow, cart, host, state, use }: ClaimLater): TemplateResult | undefined {
  const { t } = host;
  if (!cart.isOffered)
    return use.url
      ? html`<a part="apply" class="button" href=${use.url} @click=${use.follow}
          ><span><slot name="apply">${t.apply}</slot></span></a
        >`
      : undefined;
  if (state === 'applied')
    return cart.url
      ? html`<a part="cart" class="button" href=${cart.url}
          ><span><slot name="cart">${t.cart}</slot></span></a
        >`
      : undefined;
  const isBusy = state === 'applying';
  const isAgain = state === 'not-applied';
  const link = isAgain && (use.url ?? cart.link);
  const label = isAgain
    ? html`<slot name="retry">${t.retry}</slot>`
    : html`<slot name="apply">${t.apply}</slot>`;
  return html`<button
      part="apply"
      class="button"
      type="button"
      aria-disabled=${isBusy ? 'true' : 'false'}
      @click=${applyNow}
    >
      <span>${isBusy ? t.applying : label}</span>
    </button>
    ${
      link
        ? html`<a part="apply-link" class="link" href=${link} @click=${use.follow}>${t.applyLink}</a>`
        : nothing
    }`;
}
