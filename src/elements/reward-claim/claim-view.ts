/** The parts of the element that depend on the claim. */
import { html, type TemplateResult } from 'lit';
import { renderSeconds } from '../shared/countdown.ts';
import { fill, isolate } from '../shared/format.ts';
import { type Message, messageOf } from './claim-message.ts';
import type { ClaimModel } from './claim-model.ts';
import { isFinal, mayHelpToSwitchAccount } from './claim-problem.ts';
import { renderClaimed, renderReserved } from './claimed-view.ts';

/** An omitted part is drawn as before the claim. */
export interface ClaimView {
  message: Message;
  /** In place of the promise of a reward. */
  head?: TemplateResult | undefined;
  /** The sentence of that promise. */
  intro?: string;
  /** Whether another attempt cannot help. Then there is neither a promise nor a button that claims. */
  isFinal?: boolean | undefined;
  /** In place of that button. */
  action?: TemplateResult | undefined;
  /** The words on that button. */
  label?: string | TemplateResult | undefined;
  isBlocked?: boolean;
  /** The countdown on that button. */
  seconds?: ReturnType<typeof renderSeconds>;
  /** Whether to show how to reach the shop. */
  hasContact?: boolean | undefined;
}

export function viewOf(model: ClaimModel): ClaimView {
  const { claim, host, problem, secondsLocked, state, t } = model;
  const { code, email, grant, isClaiming, isOver } = claim;
  const message = messageOf(model);
  const isError = message.kind === 'error';
  const view: ClaimView = {
    message,
    hasContact: isError && !['offline', 'locked-out', 'not-applied'].includes(state),
    label: labelOf(model),
    isBlocked: isClaiming || secondsLocked > 0,
    seconds: renderSeconds(secondsLocked, host.wordsLanguage),
  };
  if (grant) return { ...view, head: renderClaimed(model, grant), isFinal: true };
  // A code that has ended may be reserved again.
  if (code) return { ...view, head: renderReserved(model, code), isFinal: !isOver };
  if (state === 'login') return view;
  if (problem && isFinal(problem)) {
    const action = mayHelpToSwitchAccount(problem) ? renderOtherAccount(model) : undefined;
    return { ...view, isFinal: true, action };
  }
  if (problem === 'unconfirmed' && isError) {
    // Under a heading of another height, the message would move.
    view.message = { ...message, kind: 'unseen' };
    view.head = html`<h2 part="heading" aria-level=${model.host.levelOf()} class="heading">
        ${t.headingUnconfirmed}
      </h2>
      <p part="message" class="message error">${message.text}</p>`;
  }
  if (!host.grantToken && email) view.intro = fill(t.reserveIntro, { email: isolate(email) });
  return view;
}

/** The words on the button; undefined for those that it has before the claim. */
function labelOf({ claim, host, problem, t }: ClaimModel): ClaimView['label'] {
  if (claim.isClaiming) return host.grantToken ? t.claiming : t.reserving;
  if (problem || claim.code) return html`<slot name="retry">${t.retry}</slot>`;
  return host.grantToken ? undefined : html`<slot name="reserve">${t.reserve}</slot>`;
}

const renderOtherAccount = ({ t, useOtherAccount }: ClaimModel): TemplateResult =>
  html`<button part="button" class="button" type="button" @click=${useOtherAccount}>
    <span>${t.otherAccount}</span>
  </button>`;
