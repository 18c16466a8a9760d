import { html, nothing, type TemplateResult } from 'lit';
import type { CommonWords } from '../base/locale.ts';
import { fill } from '../base/locale.ts';
import type { rewardClaim } from '../../locales/en.ts';

type Words = Record<keyof typeof rewardClaim | keyof CommonWords, string>;

/** The tallest states, unseen, so that nothing below the element moves from one to the next. */
export function renderSpace(t: Words, hasWays: boolean, hasEnd: boolean): TemplateResult {
  const message = (words: string[]) =>
    html`<div part="message" class="message error">
      <div class="cells">${words.map((text) => html`<span>${text}</span>`)}</div>
    </div>`;
  const amount = fill(longest(t.percentage, t.amount), { value: '000 000' });
  const value = fill(longest(t.sitewide, t.collection, t.product, t.variant), {
    reward: longest(t.freeShipping, amount),
  });
  return html`
    <div class="stack space" aria-hidden="true">
      <div class="soft">${t.claimed}</div>
      <div part="value" class="value">${value}</div>
      <div class="ticket">
        <div part="code" class="code">CODE-OF-16-CHARS</div>
        <div part="copy" class="button">${t.copy}</div>
      </div>
      ${
        hasWays
          ? html`<div class="ways"><div part="apply" class="button quiet">${t.apply}</div></div>`
          : nothing
      }
      ${hasEnd ? html`<div class="soft">${t.expiresOn}</div>` : nothing} ${message([t.copied, t.copyFailed])}
    </div>
    <div class="stack space" aria-hidden="true">
      <div part="heading" class="heading cells">
        <span>${t.headingFailed}</span><span>${t.headingUnconfirmed}</span>
      </div>
      ${message([`${t.alreadyClaimed} ${t.perhapsYours}`, t.wrongAccount, t.unknownToken, t.unconfirmed, t.slow])}
      <div class="soft">${t.contact}</div>
      <div part="button" class="button">${t.retry}</div>
    </div>
  `;
}

const longest = (...texts: string[]) =>
  texts.reduce((long, text) => (text.length > long.length ? text : long));
