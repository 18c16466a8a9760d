import { html, nothing, type TemplateResult } from 'lit';
import { when } from 'lit/directives/when.js';
import type { rewardClaim } from '../../locales/en/reward-claim.ts';
import { detectPlatform } from '../../platforms/detect.ts';
import type { Maybe } from '../shared/attributes.ts';
import type { Action } from '../shared/flow-element.ts';
import { fill } from '../shared/format.ts';
import { LONG_ADDRESS, renderLongest } from '../shared/reserved-texts.ts';
import type { ElementWords } from '../shared/storefront-element.ts';

/** A long date. The first use of `Intl` takes as long as the rest of the first drawing, so it is avoided here. */
const LONG_DATE = '30. September 2026, 23:59';
const LONG_AMOUNT = '150,00 €';

interface Content {
  hasCart: boolean;
  /** Whether there is room for what happens to the code after the claim. */
  isApplied: boolean;
  hasShare: boolean;
  /** Whether a link uses the code. */
  hasLink: boolean;
  /** Whether a code is reserved, not a grant claimed. */
  isReservation: boolean;
}

type Words = ElementWords<typeof rewardClaim>;

/** The messages about a cart, in the place of the message. */
export const renderCartMessages = (t: Words): TemplateResult =>
  html`<div class="space" aria-hidden="true">
    ${errors(t.cartEmpty, t.cartTaken, t.cartFailed, t.cartRefused, t.cartNotYet, t.offline)}
  </div>`;

/** The chip for a code in the cart, in the place of the line that it replaces. */
export const renderApplied = (t: Words): TemplateResult =>
  html`<div class="done applied space" aria-hidden="true">
    <svg class="tick"></svg> <span>${t.applied}</span>
  </div>`;

const errors = (...texts: string[]) =>
  renderLongest(texts, (text) => html`<div part="message" class="message error">${text}</div>`);

/** The information about the states that may follow. */
interface Element {
  readonly apply: Maybe<string>;
  readonly applyUrl: Maybe<string>;
  readonly autoClaim: boolean;
  readonly platform: Maybe<string>;
  readonly reserve: boolean;
  readonly rewardId: Maybe<string>;
  readonly t: Words;
}

/**
 * The states that may follow a claim, invisible. A claim without a click has them from the beginning.
 *
 * @param isInPage false for a server, which knows neither the device nor the shop system
 */
export function renderReservedSpace(
  { apply, applyUrl, autoClaim, platform, reserve, rewardId, t }: Element,
  room: Action | undefined,
  isInPage: boolean,
): TemplateResult | typeof nothing {
  if (!reserve && !autoClaim && room !== 'claiming') return nothing;
  const isCartWanted = isInPage && apply !== 'none' && platform !== 'none';
  return renderTallest(t, {
    hasCart: isCartWanted && Boolean((platform || 'auto') !== 'auto' || detectPlatform()),
    hasShare: isInPage && 'share' in navigator,
    hasLink: Boolean(applyUrl),
    isApplied: reserve || apply === 'after-claim',
    isReservation: Boolean(rewardId),
  });
}

/**
 * If the font decides which text is the tallest, all of them share one place. Texts that fit on one line are omitted,
 * because each text takes time to draw.
 */
function renderTallest(t: Words, content: Content): TemplateResult {
  const { isReservation } = content;
  const hasCart = content.hasCart && content.isApplied;
  const email = LONG_ADDRESS;
  return html`
    <div class="stack space" aria-hidden="true">
      <div class="card">
        <div class="stack worth">${isReservation ? renderReserved(t, email) : renderReward(t, hasCart)}</div>
        <div class="stack stub">
          <div class="ticket">
            <div part="code" class="code line"></div>
            <div part="copy" class="button">
              <div class="cells">
                <div>${t.copy}</div>
                <div class="done"><svg class="tick"></svg> ${t.copied}</div>
              </div>
            </div>
          </div>
          ${when(isReservation, () => html`<div class="soft">${fill(t.expiresOn, { date: LONG_DATE })}</div>`)}
          ${renderWays(t, content)}
        </div>
      </div>
      <div class="cells">
        ${when(content.isApplied, () => html`${errors(t.copyFailed)} ${hasCart ? renderCartMessages(t) : ''}`)}
      </div>
    </div>
    <div class="stack space" aria-hidden="true">
      ${renderLongest(
        [t.headingFailed, t.headingUnconfirmed],
        (text) => html`<div part="heading" class="heading">${text}</div>`,
      )}
      <div class="cells">
        <div class="stack">
          ${errors(t.unconfirmed, t.wrongAccount, t.offlineUnsent)}
          ${renderLongest(
            [t.otherAccount, t.retry],
            (text) => html`<div part="button" class="button">${text}</div>`,
          )}
        </div>
        ${errors(
          `${t.alreadyClaimed} ${t.perhapsYours}`,
          t.unknownToken,
          isReservation ? fill(t.notReserved, { email }) : '',
        )}
      </div>
      <div></div>
      <div class="soft">${t.contact}</div>
    </div>
  `;
}

const renderReward = (t: Words, hasCart: boolean) => html`
  <div class="cells">
    <div class="done soft"><svg class="tick"></svg> <span>${t.claimed}</span></div>
    ${when(hasCart, () => renderApplied(t))}
  </div>
  ${renderLongest(
    [fill(t.percentage, { value: '12,5 %' }), fill(t.amount, { value: LONG_AMOUNT }), t.freeShipping],
    (text) => html`<div part="value" class="value intro">${text}</div>`,
  )}
  ${renderLongest(
    [t.sitewide, t.collection, t.product, t.variant],
    (text) => html`<div part="scope" class="soft intro">${text}</div>`,
  )}
`;

const renderReserved = (t: Words, email: string) => html`
  <div class="done soft"><svg class="tick"></svg> <span>${fill(t.reserved, { email })}</span></div>
  <div part="value" class="value intro">${t.code}</div>
`;

/** The ways to use the code besides copying it. Some are wider than others, and then take two lines. */
function renderWays(
  t: Words,
  { hasCart, hasLink, hasShare, isApplied }: Content,
): TemplateResult | typeof nothing {
  if (!hasCart && !hasLink && !hasShare) return nothing;
  const way = (main: string, links: unknown) =>
    html`<div class="ways">
      <div part="apply" class="button">${main}</div>
      ${links}
    </div>`;
  const share = hasShare ? html`<div class="link">${t.share}</div>` : '';
  const link = html`<div part="apply-link" class="link">${t.applyLink}</div>`;
  return html`<div class="cells">
    ${way(t.apply, share)}
    ${when(hasCart && isApplied, () => [t.retry, t.applying, t.cart].map((main) => way(main, [share, link])))}
  </div>`;
}
