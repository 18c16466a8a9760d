/** The templates of the steps after the email address. */
import { html, type TemplateResult } from 'lit';
import { renderSeconds } from '../shared/countdown.ts';
import { fill, isolate } from '../shared/format.ts';
import type { LoginWords } from './login-state.ts';

/** For browsers and password managers. lit-analyzer's list of autocomplete values doesn't have it. */
export const ONE_TIME_CODE = 'one-time-code' as 'on';

export const inputModeOf = (isNumeric: boolean): 'numeric' | 'text' => (isNumeric ? 'numeric' : 'text');

interface CodeField {
  words: LoginWords;
  isNumeric: boolean;
  isWrong: boolean;
  focusField: () => void;
  slotChanged: () => void;
}

// The label's click handler is for pointers. Keyboards reach the field itself.
/* eslint-disable lit-a11y/click-events-have-key-events */
export const renderCodeField = ({
  words,
  isNumeric,
  isWrong,
  focusField,
  slotChanged,
}: CodeField): TemplateResult =>
  html`<div class="field">
    <label part="label" for="field" @click=${focusField}><slot name="code-label">${words.code}</slot></label>
    <slot name="code-input" @slotchange=${slotChanged}>
      <input
        id="field"
        part="input"
        class="code"
        name="code"
        dir="ltr"
        inputmode=${inputModeOf(isNumeric)}
        autocomplete=${ONE_TIME_CODE}
        autocapitalize="off"
        spellcheck="false"
        aria-invalid=${isWrong ? 'true' : 'false'}
        aria-describedby="message"
      />
    </slot>
  </div>`;
/* eslint-enable lit-a11y/click-events-have-key-events */

interface CodeActions {
  words: LoginWords;
  language: string;
  /** Seconds before a new code may be requested. */
  resendIn: number;
  isResendBlocked: boolean;
  resend: (event: Event) => void;
  changeEmail: (event: Event) => void;
}

export const renderCodeActions = (props: CodeActions): TemplateResult => {
  const { words, language, resendIn, isResendBlocked, resend, changeEmail } = props;
  return html`<div class="more">
    <button
      part="link"
      class="link"
      type="button"
      aria-disabled=${resendIn || isResendBlocked ? 'true' : 'false'}
      @click=${resend}
    >
      <slot name="resend">${words.resend}</slot>${renderSeconds(resendIn, language)}
    </button>
    <button part="link" class="link" type="button" @click=${changeEmail}>
      <slot name="change-email">${words.changeEmail}</slot>
    </button>
  </div>`;
};

export const verifiedText = (words: LoginWords, email: string): string =>
  fill(words.verified, { email: isolate(email) });

/** `end` says that the login ends soon; the text that it replaces keeps its space. */
export const renderVerified = (words: LoginWords, email: string, end: string | undefined): TemplateResult =>
  html`<div part="message" class="message verified" tabindex="-1">
    <slot name="verified">
      <svg
        class="tick"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="10.5" stroke-width="1.5" opacity="0.4" />
        <path d="m7.5 12.5 3 3 6-6.5" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
      <span class="cells">
        ${
          end
            ? html`<span class="space" aria-hidden="true">${verifiedText(words, email)}</span>
                <span>${end}</span>`
            : html`<span>${verifiedText(words, email)}</span>`
        }
      </span>
    </slot>
  </div>`;

export const renderLogout = (words: LoginWords, logout: (event: Event) => void): TemplateResult =>
  html`<div class="more">
    <button part="link" class="link" type="button" @click=${logout}>
      <slot name="logout">${words.logout}</slot>
    </button>
  </div>`;
