import { html, type TemplateResult } from 'lit';
import { when } from 'lit/directives/when.js';
import type { rewardClaim } from '../../locales/en/reward-claim.ts';
import { longest } from '../shared/format.ts';
import type { ElementWords } from '../shared/storefront-element.ts';

/** A button with its gap is as high as two lines, and a line has at least this many characters. */
const BUTTON = 60;

interface Content {
  hasCart: boolean;
  /** Whether there are ways to use the code besides copying it. */
  hasWays: boolean;
  hasExpiry: boolean;
}

/**
 * The tallest states, invisible, so that nothing below the element moves when its state changes. Text is omitted where its
 * height is known, because each text takes time to draw.
 */
export function renderReservedSpace(
  t: ElementWords<typeof rewardClaim>,
  { hasCart, hasWays, hasExpiry }: Content,
): TemplateResult {
  const message = (...texts: string[]) =>
    html`<div part="message" class="message"><div>${longest(...texts)}</div></div>`;
  return html`
    <div class="stack space" aria-hidden="true">
      <div class="line"></div>
      <div part="value" class="value intro line"></div>
      <div part="scope" class="soft intro">${longest(t.sitewide, t.collection, t.product, t.variant)}</div>
      <div class="ticket">
        <div part="code" class="code line"></div>
        <div part="copy" class="button"></div>
      </div>
      ${when(hasExpiry, () => html`<div class="line"></div>`)}
      ${when(
        hasWays,
        () =>
          html`<div class="ways">
            <div part="apply" class="button">${hasCart ? t.retry : t.apply}</div>
            ${when(hasCart, () => html`<div class="soft">${t.applyLink}</div>`)}
          </div>`,
      )}
      ${message(t.copied, t.copyFailed)}
    </div>
    <div class="stack space" aria-hidden="true">
      <div part="heading" class="heading">${longest(t.headingFailed, t.headingUnconfirmed)}</div>
      ${message(
        t.unconfirmed,
        t.wrongAccount,
        t.slow,
        // These are shown without a button.
        `${t.alreadyClaimed} ${t.perhapsYours}`.slice(BUTTON),
        t.unknownToken.slice(BUTTON),
      )}
      <div part="button" class="button"></div>
      <div class="soft">${t.contact}</div>
    </div>
  `;
}
