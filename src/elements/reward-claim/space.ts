import { html, nothing, type TemplateResult } from 'lit';
import type { CommonWords } from '../shared/locale.ts';
import { longest } from '../shared/locale.ts';
import type { rewardClaim } from '../../locales/en.ts';

type Words = Record<keyof typeof rewardClaim | keyof CommonWords, string>;

/** The height of a button and its gap is that of two lines, and a line has this many characters at least. */
const BUTTON = 60;

/**
 * The tallest states, unseen, so that nothing below the element moves from one to the next. The others say what there
 * will be. Where a height is known without a text there is none: each takes time.
 */
export function renderSpace(t: Words, hasWays: unknown, hasEnd: unknown, hasCart: unknown): TemplateResult {
  const message = (...words: string[]) =>
    html`<div part="message" class="message"><div>${longest(...words)}</div></div>`;
  return html`
    <div class="stack space" aria-hidden="true">
      <div class="line"></div>
      <div part="value" class="value intro line"></div>
      <div part="scope" class="soft intro">${longest(t.sitewide, t.collection, t.product, t.variant)}</div>
      <div class="ticket">
        <div part="code" class="code line"></div>
        <div part="copy" class="button"></div>
      </div>
      ${hasEnd ? html`<div class="line"></div>` : nothing}
      ${
        hasWays
          ? html`<div class="ways">
              <div part="apply" class="button">${hasCart ? t.retry : t.apply}</div>
              ${hasCart ? html`<div class="soft">${t.applyLink}</div>` : nothing}
            </div>`
          : nothing
      }
      ${message(t.copied, t.copyFailed)}
    </div>
    <div class="stack space" aria-hidden="true">
      <div part="heading" class="heading">${longest(t.headingFailed, t.headingUnconfirmed)}</div>
      ${message(
        t.unconfirmed,
        t.wrongAccount,
        t.slow,
        // Without a button below.
        `${t.alreadyClaimed} ${t.perhapsYours}`.slice(BUTTON),
        t.unknownToken.slice(BUTTON),
      )}
      <div part="button" class="button"></div>
      <div class="soft">${t.contact}</div>
    </div>
  `;
}
