/** The templates after the claim: the reward or code, its expiry, and the ways to use it. */
import { html, type TemplateResult } from 'lit';
import { when } from 'lit/directives/when.js';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { fill, formatDuration, isolate } from '../shared/format.ts';
import type { ClaimModel } from './claim-model.ts';
import { describeScope } from './discount.ts';
import { isSpent } from './kept-claim.ts';
import { renderApplied } from './reserved-space.ts';

/** From this many seconds before its end, a code shows the remaining time, not the date. */
const COUNTDOWN_FROM = 86_400;

export function renderClaimed(model: ClaimModel, grant: RewardGrantClaim): TemplateResult {
  const { actions, t } = model;
  const isGated = grant.valueType === 'gated_content';
  const scope = describeScope(grant, t);
  return renderCard(
    html`
      ${renderStatus(model, html`<slot name="claimed">${t.claimed}</slot>`)}
      <h2 part="value" aria-level=${model.host.levelOf()} class="value intro" tabindex="-1">
        ${actions.title}
      </h2>
      ${when(scope, () => html`<p part="scope" class="soft intro">${scope}</p>`)}
      ${when(
        !actions.code && !isGated,
        () =>
          html`<p>
            ${
              lacksCode(grant)
                ? html`<slot name="contact">${t.contact}</slot>`
                : html`<slot name="automatic"
                    >${grant.codeType === 'automatic' ? t.automatic : t.noCode}</slot
                  >`
            }
          </p>`,
      )}
      ${when(isGated, () => html`<slot name="gated"></slot>`)}
    `,
    renderTicket(model),
  );
}

/** Whether the service gave no code, although this kind of reward has one. */
const lacksCode = ({ codeType }: RewardGrantClaim): boolean =>
  codeType === 'unique_codes' || codeType === 'global_code';

export function renderReserved(model: ClaimModel, reserved: RewardCode): TemplateResult {
  const { claim, t } = model;
  const { isClaiming, isOver } = claim;
  const { code, status, expiresAt, reservedFor } = reserved;
  const email = reservedFor || claim.email;
  const statusText = statusTextOf(status ?? 'reserved', t);
  const isUsable = !isClaiming && !isOver && !isSpent(status);
  const reservedText = email && fill(t.reserved, { email: isolate(email) });
  return renderCard(
    html`
      ${isUsable ? renderStatus(model, reservedText || t.claimed) : when(email, () => html`<p class="soft">${reservedText}</p>`)}
      <h2 part="value" aria-level=${model.host.levelOf()} class="value intro" tabindex="-1">${t.code}</h2>
      ${when(statusText, () => html`<p>${statusText}</p>`)}
      ${when(
        !isUsable,
        () =>
          html`<p>
            <s class="soft"><code part="code" dir="ltr">${code}</code></s>
          </p>`,
      )}
    `,
    isUsable ? renderTicket(model, expiresAt ? expiryText(model, expiresAt) : '') : undefined,
  );
}

/** A card with the reward, and below a dashed line the ways to use it. */
const renderCard = (worth: TemplateResult, ticket: TemplateResult | undefined) =>
  html`<div part="card" class="card">
    <div class="stack worth">${worth}</div>
    ${when(ticket, () => html`<div class="stack stub">${ticket}</div>`)}
  </div>`;

const renderTick = () =>
  html`<svg class="tick" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="7" />
    <path pathLength="1" d="m4.75 8.25 2.25 2.25 4.25-4.75" />
  </svg>`;

/** Statuses that the service document does not list are shown unchanged. */
function statusTextOf(status: string, t: ClaimModel['t']): string {
  if (status === 'redeemed') return t.redeemed;
  if (status === 'revoked') return t.revoked;
  return ['reserved', 'available', 'expired'].includes(status) ? '' : status;
}

/** The line above the value: the reward is claimed, or the code is in the cart. */
function renderStatus({ host, state, t }: ClaimModel, claimed: unknown): TemplateResult {
  return state === 'applied'
    ? html`<p part="applied" class="done applied filled" tabindex="-1">
        ${renderTick()} <span><slot name="applied">${t.applied}</slot></span>
      </p>`
    : html`<div class="cells">
        <p class="done soft">${renderTick()} <span>${claimed}</span></p>
        ${when(host.room === 'applying', () => renderApplied(t))}
      </div>`;
}

function expiryText({ claim, countdown, host, t }: ClaimModel, expiresAt: string): string {
  const { codeEnd } = claim;
  const { wordsLanguage: language } = host;
  if (codeEnd === undefined) return fill(t.expiresOn, { date: expiresAt });
  const left = countdown.secondsUntil(codeEnd);
  if (left <= COUNTDOWN_FROM) return fill(t.expires, { time: formatDuration(language, left, Math.floor) });
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
  return fill(t.expiresOn, { date: format.format(codeEnd) });
}

/** The code, its expiry, and the ways to use it; undefined if there are none. */
function renderTicket(model: ClaimModel, expiry = ''): TemplateResult | undefined {
  const { actions, t } = model;
  const { code } = actions;
  const mainWay = renderMainWay(model);
  const isShareable = code && 'share' in navigator;
  if (!code && !mainWay) return undefined;
  const isCopied = actions.copyResult === 'copied';
  return html`
    ${when(
      code,
      () =>
        html`<div class="ticket">
          <span class="unseen">${t.code}</span>
          <code part="code" class="code" dir="ltr">${code}</code>
          <button part="copy" class="button ${mainWay ? 'quiet' : ''}" type="button" @click=${actions.copy}>
            <span class="cells">
              <span class=${isCopied ? 'space' : ''}><slot name="copy">${t.copy}</slot></span>
              <span class="done ${isCopied ? '' : 'space'}" aria-hidden=${isCopied ? 'false' : 'true'}
                >${renderTick()} ${t.copied}</span
              >
            </span>
          </button>
        </div>`,
    )}
    ${when(expiry, () => html`<p part="expiry" class="soft">${expiry}</p>`)}
    ${when(
      mainWay ?? isShareable,
      () =>
        html`<div class="ways">
          ${mainWay}
          ${when(
            isShareable,
            () =>
              html`<button part="share" class="link" type="button" @click=${actions.share}>
                <slot name="share">${t.share}</slot>
              </button>`,
          )}
          ${when(mainWay, () => renderLink(model))}
        </div>`,
    )}
  `;
}

/** The main way to use the code: a button that adds it to the cart, or a link. */
function renderMainWay(model: ClaimModel): TemplateResult | undefined {
  const { actions, addToCart, cart, state, t } = model;
  const label = html`<slot name="apply">${t.apply}</slot>`;
  if (!cart.isOffered)
    return actions.url
      ? html`<a part="apply" class="button" href=${actions.url} @click=${actions.followLink}
          ><span>${label}</span></a
        >`
      : undefined;
  if (state === 'applied')
    return cart.url
      ? html`<a part="cart" class="button" href=${cart.url}
          >${renderLabel(model, html`<slot name="cart">${t.cart}</slot>`)}</a
        >`
      : undefined;
  const isBusy = state === 'applying';
  const retryLabel = html`<slot name="retry">${t.retry}</slot>`;
  return html`<button
    part="apply"
    class="button"
    type="button"
    aria-disabled=${isBusy ? 'true' : 'false'}
    @click=${addToCart}
  >
    ${renderLabel(model, isBusy ? t.applying : state === 'not-applied' ? retryLabel : label)}
  </button>`;
}

/** The label of the cart button, with room for the labels that may follow. */
const renderLabel = ({ host, t }: ClaimModel, label: unknown) =>
  html`<span class="cells">
    <span>${label}</span>
    ${when(host.room === 'applying', () =>
      [t.applying, t.retry, t.cart].map(
        (text) => html`<span class="space" aria-hidden="true">${text}</span>`,
      ),
    )}
  </span>`;

/** The link for using the code by hand after the cart failed. Until the response, it only reserves its space. */
function renderLink({ actions, cart, host, state, t }: ClaimModel): TemplateResult | undefined {
  const link = actions.url ?? cart.link;
  const hasFailed = state === 'not-applied';
  if (!cart.isOffered || !link || !(hasFailed || host.room === 'applying')) return undefined;
  return html`<a
    part="apply-link"
    class="link ${hasFailed ? '' : 'space'}"
    aria-hidden=${hasFailed ? 'false' : 'true'}
    href=${link}
    @click=${actions.followLink}
    >${t.applyLink}</a
  >`;
}
