import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { RewardGrantClaim } from '../../api/models.ts';
import { errors, rewardClaim as terms } from '../../locales/en.ts';
import { baseStyles } from '../base/base.styles.ts';
import { errorText } from '../base/error-text.ts';
import { languageOf } from '../base/language.ts';
import { type Maybe, StorefrontElement } from '../base/storefront-element.ts';
import { RewardClaimController } from './reward-claim.controller.ts';
import {
  RewardClaimCopyEvent,
  RewardClaimErrorEvent,
  RewardClaimSuccessEvent,
} from './reward-claim.events.ts';
import { styles } from './reward-claim.styles.ts';

export type RewardClaimState = 'ready' | 'claiming' | 'claimed' | 'error' | 'misconfigured';

/**
 * @summary A shopper claims a reward grant by its token and gets the discount.
 *
 * Nothing is claimed on load, only on a click: link previews and prefetching must not use up a grant.
 *
 * @tagname reward-claim
 *
 * @fires {RewardClaimSuccessEvent} reward-claim-success - The service granted the reward.
 * @fires {RewardClaimErrorEvent} reward-claim-error - The claim failed, or nobody knows whether it did.
 * @fires {RewardClaimCopyEvent} reward-claim-copy - The clipboard took the discount code.
 *
 * @slot heading - In place of the heading before the claim.
 * @slot gated - Shown after the claim of a reward that unlocks content.
 *
 * @csspart heading - The heading.
 * @csspart value - What the reward is worth.
 * @csspart code - The discount code.
 * @csspart button - The main button: claim, try again.
 * @csspart copy - The button that copies the code.
 * @csspart message - Where the shopper is told what happened.
 *
 * @cssprop --storefront-accent - Colour of the main button. Default: the text colour.
 * @cssprop --storefront-on-accent - Text on the main button. Default: black or white, whichever reads.
 * @cssprop --storefront-danger - Colour of errors.
 * @cssprop --storefront-focus - Colour of the focus ring.
 * @cssprop --storefront-radius - Corner radius.
 * @cssprop --storefront-gap - Space between the parts.
 */
export class RewardClaim extends StorefrontElement {
  static override styles = [baseStyles, styles];

  /** The grant's token, 16 to 200 characters. Never reflected, logged or put into an event. */
  @property() token: Maybe<string> = '';

  /** What became of the last copy: said until the next action. */
  @state() private copied: 'copied' | 'failed' | undefined;

  readonly #claim = new RewardClaimController(this, {
    client: () => this.client,
    token: () => this.token ?? '',
    claimed: (result) => {
      this.dispatchEvent(new RewardClaimSuccessEvent(result));
      void this.focusPart('.value');
    },
    failed: (error) => {
      this.dispatchEvent(new RewardClaimErrorEvent(error));
      // The button goes with a refusal.
      void this.focusPart('.button, #message');
    },
  });

  override get state(): RewardClaimState {
    if (this.#claim.result) return 'claimed';
    if (!this.client) return 'misconfigured';
    if (this.#claim.claiming) return 'claiming';
    return this.#claim.error ? 'error' : 'ready';
  }

  /** The claim result as the service sent it, once there is one. */
  get result(): RewardGrantClaim | undefined {
    return this.#claim.result;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('token')) this.copied = undefined;
  }

  protected override checkAttributes() {
    if (this.#claim.result) return undefined;
    const { length } = Array.from(this.token ?? '');
    return length < 16 || length > 200
      ? { attribute: 'token', allowed: 'a grant token of 16 to 200 characters' }
      : undefined;
  }

  protected override abort(): void {
    // A claim goes on: see the controller.
  }

  get #message(): { text: string; error?: boolean } {
    const { claiming, error, unconfirmed, perhapsClaimed } = this.#claim;
    if (this.copied) return { text: this.copied === 'copied' ? terms.copied : terms.copyFailed };
    if (claiming) return { text: terms.claiming };
    if (!error) return { text: '' };
    if (unconfirmed) return { text: terms.unconfirmed, error: true };
    return {
      text: `${errorText(error, errors)} ${perhapsClaimed ? terms.perhapsYours : ''}`.trim(),
      error: true,
    };
  }

  #start(event: Event): void {
    this.actedOn(event);
    void this.#claim.claim();
  }

  async #copy(): Promise<void> {
    // A second copy is said again only if the words were gone in between.
    this.copied = undefined;
    await this.updateComplete;
    try {
      await navigator.clipboard.writeText(this.#claim.result?.discountCode ?? '');
      this.copied = 'copied';
      this.dispatchEvent(new RewardClaimCopyEvent());
    } catch {
      // No permission, or no secure context: the shopper can still copy by hand.
      this.copied = 'failed';
      const code = this.renderRoot.querySelector('.code');
      if (code) getSelection()?.selectAllChildren(code);
    }
  }

  /** What the reward is, in words that stay true when the service sends a value that the document does not list. */
  #describe({ valueType, value, scope }: RewardGrantClaim): string {
    if (valueType === 'gated_content') return terms.gatedContent;
    // A fixed amount comes without a currency or a unit, so it is not shown as money.
    let what = terms.reward;
    if (valueType === 'free_shipping') what = terms.freeShipping;
    if (valueType === 'percentage' && typeof value === 'number')
      what = terms.percentage(this.#percent(value));
    return `${what} ${terms.scopes.get(scope ?? '') ?? ''}`.trim();
  }

  #percent(value: number): string {
    const options = { style: 'percent', maximumFractionDigits: 2 } as const;
    return new Intl.NumberFormat(languageOf(this), options).format(value / 100);
  }

  #renderClaimed(result: RewardGrantClaim): TemplateResult {
    const { codeType, discountCode, valueType } = result;
    const code = codeType === 'automatic' ? undefined : discountCode;
    const isGated = valueType === 'gated_content';
    const withoutCode = isGated ? '' : codeType === 'automatic' ? terms.automatic : terms.noCode;
    return html`
      <p class="soft">${terms.claimed}</p>
      <h2 part="value" class="value" tabindex="-1">${this.#describe(result)}</h2>
      ${
        code
          ? html`<div class="ticket">
              <span class="unseen">${terms.code}</span>
              <code part="code" class="code" dir="ltr">${code}</code>
              <button part="copy" class="button" type="button" @click=${this.#copy}>
                <span>${terms.copy}</span>
              </button>
            </div>`
          : withoutCode && html`<p>${withoutCode}</p>`
      }
      ${isGated ? html`<slot name="gated"></slot>` : nothing}
    `;
  }

  #renderUnclaimed(): TemplateResult {
    const { claiming, error, refused } = this.#claim;
    // A refused reward must not go on promising itself, nor offer a try that cannot help.
    if (refused) return html`<h2 part="heading" class="heading">${terms.headingFailed}</h2>`;
    return html`
      <slot name="heading"><h2 part="heading" class="heading">${terms.heading}</h2></slot>
      <p class="soft">${terms.intro}</p>
      <button
        part="button"
        class="button"
        type="button"
        aria-disabled=${claiming ? 'true' : 'false'}
        @click=${this.#start}
      >
        <span>${claiming ? terms.claiming : error ? errors.retry : terms.claim}</span>
      </button>
    `;
  }

  protected override renderContent(): TemplateResult {
    const { result } = this.#claim;
    // What is claimed stays in sight, whatever becomes of the attributes.
    if (!this.client && !result) return html`<p part="message" class="soft">${errors.unavailable}</p>`;
    const { text, error } = this.#message;
    return html`
      <div class="stack">
        ${result ? this.#renderClaimed(result) : this.#renderUnclaimed()}
        <p id="message" part="message" class="message ${error ? 'error' : ''}" role="status" tabindex="-1">
          ${text}
        </p>
      </div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'reward-claim': RewardClaim;
  }
}
