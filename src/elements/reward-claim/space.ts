import { html, nothing, type TemplateResult } from 'lit';
import type { CommonWords } from '../base/locale.ts';
import { fill } from '../base/locale.ts';
import type { rewardClaim } from '../../locales/en.ts';

type Words = Record<keyof typeof rewardClaim | keyof CommonWords, string>;

/**
 * The tallest states, unseen, so that nothing below the element moves from one to the next. The others say what there
 * will be.
 */
export function renderSpace(t: Words, hasWays: unknown, hasEnd: unknown, hasCart: unknown): TemplateResult {
  const message = (words: string[]) =>
    html`<div part="message" class="message error">
      <div class="cells">${words.map((text) => html`<span>${text}</span>`)}</div>
    </div>`;
  const amount = fill(longest(t.percentage, t.amount), { value: '000 000' });
  const heading = html`<div part="heading" class="heading cells">
    <span>${t.headingFailed}</span><span>${t.headingUnconfirmed}</span>
  </div>`;
  const contact = html`<div class="soft">${t.contact}</div>`;
  return html`
    <div class="stack space" aria-hidden="true">
      <div class="soft">${t.claimed}</div>
      <div part="value" class="value intro">${longest(t.freeShipping, amount)}</div>
      <div part="scope" class="soft intro">${longest(t.sitewide, t.collection, t.product, t.variant)}</div>
      <div class="ticket">
        <div part="code" class="code">CODE-OF-16-CHARS</div>
        <div part="copy" class="button">${t.copy}</div>
      </div>
      ${hasEnd ? html`<div class="soft">${t.expiresOn}</div>` : nothing}
      ${
        hasWays
          ? html`<div class="ways">
              <div part="apply" class="button">${hasCart ? t.retry : t.apply}</div>
              ${hasCart ? html`<div class="soft">${t.applyLink}</div>` : nothing}
            </div>`
          : nothing
      }
      ${message([t.copied, t.copyFailed])}
    </div>
    <div class="stack space" aria-hidden="true">
      ${heading} ${message([t.unconfirmed, t.wrongAccount, t.slow])}
      <div part="button" class="button">${t.retry}</div>
      ${contact}
    </div>
    <div class="stack space" aria-hidden="true">
      ${heading} ${message([`${t.alreadyClaimed} ${t.perhapsYours}`, t.unknownToken])} ${contact}
    </div>
  `;
}

const longest = (...texts: string[]) =>
  texts.reduce((long, text) => (text.length > long.length ? text : long));
