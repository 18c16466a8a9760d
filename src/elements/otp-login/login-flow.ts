import { html } from 'lit';
import { commonLater } from '../../locales/en/common-later.ts';
import { otpLoginLater } from '../../locales/en/otp-login-later.ts';
import { warnOfKey } from '../shared/api-key.ts';
import { allowedFor, type AttributeProblem } from '../shared/attributes.ts';
import { ConsentWatch } from '../shared/consent-watch.ts';
import { Countdown, renderSeconds } from '../shared/countdown.ts';
import type { Flow } from '../shared/flow-element.ts';
import { FocusKeeper, focusPressed } from '../shared/focus-keeper.ts';
import { fill, formatDuration } from '../shared/format.ts';
import { codeProblem, readCode } from './code-input.ts';
import type { LoginHost, StepView } from './login-host.ts';
import { LoginMachine } from './login-machine.ts';
import { type LoginMessage, messageOf } from './login-message.ts';
import { checkSettings, type LoginSettings, readSettings } from './login-settings.ts';
import { lockedUntil, type LoginNotice, type LoginWords, type OtpLoginState } from './login-state.ts';
import { addMissingAttributes, nameField } from './slotted-field.ts';
import {
  inputModeOf,
  ONE_TIME_CODE,
  renderCodeActions,
  renderCodeField,
  renderLogout,
  renderVerified,
  verifiedText,
} from './steps-view.ts';

/** How many seconds before its end a login shows the time left. */
const ENDS_SOON = 300;

/** The seconds to show before a login ends: whole minutes, and single seconds in the last one. */
const shownEnd = (left: number): number | undefined =>
  left > ENDS_SOON ? undefined : left > 60 ? Math.ceil(left / 60) * 60 : left;

/** Applies the browser's own rules for an address, with our words. */
function emailProblem({ validity, value }: HTMLInputElement): LoginNotice['text'] | undefined {
  if (!value) return (words) => words.emailMissing;
  return validity.valid ? undefined : (words) => words.emailInvalid;
}

/** The behaviour of `<otp-login>` after its first look: it checks input, handles the buttons and draws the steps. */
export class LoginFlow implements Flow {
  readonly #host: LoginHost;
  readonly #focus: FocusKeeper;
  readonly #login: LoginMachine;
  readonly #countdown: Countdown;
  /** The code that was sent last, until the shopper changes it. */
  #sentCode = '';
  /** The last announcement of a login's end. */
  #announced: { period: string; seconds: number } | undefined;

  constructor(host: LoginHost) {
    this.#host = host;
    new ConsentWatch(host, 'login');
    this.#focus = new FocusKeeper(host, (name) => (name === 'field' ? host.field : undefined));
    this.#login = new LoginMachine(host, this.#focus);
    this.#countdown = new Countdown(host);
    host.addController(this);
  }

  /** The element's state. */
  get state(): OtpLoginState {
    const { busy, failure, isOffline, step } = this.#login;
    // A proven address stays proven, even if the attributes become wrong.
    if (step === 'verified') return step;
    if (!this.#host.service) return 'misconfigured';
    if (busy) return busy;
    if (this.#lockSeconds) return 'locked-out';
    return isOffline || failure?.reason === 'offline' ? 'offline' : step;
  }

  get verifiedEmail(): string | undefined {
    const { email, step } = this.#login;
    return step === 'verified' ? email : undefined;
  }

  /** The address in the email field until the shopper types. */
  get prefill(): string {
    return this.#login.email || this.#host.email || '';
  }

  /** The current step. */
  get view(): StepView {
    const { busy, email, failure, step, until } = this.#login;
    const words = this.#words;
    const { wordsLanguage: language } = this.#host;
    if (step === 'verified') {
      const shown = until && shownEnd(this.#countdown.secondsUntil(until));
      const textOf = (seconds: number | undefined) =>
        seconds ? fill(words.loginEnds, { time: formatDuration(language, seconds) }) : undefined;
      return {
        message: textOf(shown && this.#announcedEnd(shown, until)) ?? verifiedText(words, email),
        kind: '',
        confirmation: renderVerified(words, email, textOf(shown)),
        actions: renderLogout(words, this.#logoutPressed),
      };
    }
    const { text, kind, isWrong } = this.#message;
    const view: StepView = {
      message: text,
      isOdd: this.#login.isOdd,
      kind,
      isWrong,
      progress: busy && words[busy],
      isBlocked: this.#isBlocked,
      seconds: renderSeconds(failure?.isOfCode ? 0 : this.#lockSeconds, language),
    };
    if (step === 'email') return busy === 'sending' ? { ...view, label: words.sending } : view;
    return {
      ...view,
      label: busy === 'verifying' ? words.verifying : html`<slot name="verify">${words.verify}</slot>`,
      field: renderCodeField({
        words,
        isNumeric: this.#settings.isNumeric,
        isWrong,
        focusField: () => this.#host.field?.focus(),
        slotChanged: this.completeField,
      }),
      actions: renderCodeActions({
        words,
        language,
        resendIn: this.#resendSeconds,
        isResendBlocked: this.#isResendBlocked,
        resend: this.#resendPressed,
        changeEmail: this.#changeEmailPressed,
      }),
    };
  }

  /**
   * The seconds to announce before a login ends: the first number shown, then the first one shown in the last minute.
   * Screen readers announce the end twice, not every minute.
   */
  #announcedEnd(shown: number, until: number): number {
    const period = `${until} ${shown > 60}`;
    if (this.#announced?.period !== period) this.#announced = { period, seconds: shown };
    return this.#announced.seconds;
  }

  /** All English words, and over them those of the page's language. */
  get #words(): LoginWords {
    return { ...commonLater, ...otpLoginLater, ...this.#host.t };
  }

  get #settings(): LoginSettings {
    return readSettings(this.#host);
  }

  get #message(): LoginMessage {
    const { errorMessages, wordsLanguage: language } = this.#host;
    const { validFor, isSentByItself } = this.#settings;
    return messageOf(this.#login, { words: this.#words, language, errorMessages, validFor, isSentByItself });
  }

  get #lockSeconds(): number {
    return this.#countdown.secondsUntil(lockedUntil(this.#login));
  }

  get #resendSeconds(): number {
    return this.#countdown.secondsUntil(this.#login.resendAt);
  }

  get #isBlocked(): boolean {
    return Boolean(this.#login.busy ?? this.#lockSeconds);
  }

  /** A new code may be requested while only the current one is locked. */
  get #isResendBlocked(): boolean {
    const { busy, failure } = this.#login;
    return Boolean(busy) || (this.#lockSeconds > 0 && !failure?.isOfCode);
  }

  hostUpdated(): void {
    this.completeField();
    // A new code was sent, or a new step began.
    if (!this.#host.field?.value) this.#sentCode = '';
    warnOfKey(this.#host.service?.apiKey);
  }

  checkOptional(): AttributeProblem | undefined {
    return checkSettings(this.#host);
  }

  readonly allowedFor = allowedFor;

  /** The check of a code continues: it uses the code up, and only its response contains the login. */
  abort(): void {
    if (this.#login.busy === 'sending') this.#login.abort();
  }

  logout(): void {
    this.#login.logout();
  }

  /** Sends the typed address or code. */
  submit(): void {
    const { field } = this.#host;
    const { failure, step } = this.#login;
    if (!field || step === 'verified') return;
    const seconds = this.#lockSeconds;
    if (failure?.isOfCode && seconds) {
      const text = (words: LoginWords, language: string) =>
        fill(words.rateLimited, { time: formatDuration(language, seconds) });
      return this.#login.notify({ text, isWrong: true, until: () => lockedUntil(this.#login) });
    }
    if (this.#isBlocked) return;
    this.#focus.reset();
    const { codeLength, isNumeric } = this.#settings;
    const code = readCode(field.value, isNumeric);
    const problem = step === 'email' ? emailProblem(field) : codeProblem(code, codeLength);
    this.#login.notify(problem && { text: problem, isWrong: true });
    if (problem) field.focus();
    else if (step === 'email') this.#login.send(field.value, false);
    else this.#login.verify((this.#sentCode = code));
  }

  /** Submits a numeric code when it is complete. Input methods and added spaces report the same code again. */
  submitIfComplete(event: Event): void {
    const { codeLength, isNumeric, isSentByItself } = this.#settings;
    if (this.#login.step !== 'code' || !isSentByItself) return;
    const code = readCode(this.#host.field?.value ?? '', isNumeric);
    if (code !== this.#sentCode) this.#sentCode = '';
    if (this.#sentCode || code.length !== codeLength) return;
    focusPressed(this.#host, event);
    this.submit();
  }

  /**
   * Gives a slotted field of the page the attributes of the element's own. It can't refer to elements across the shadow
   * root, so it gets copies of their texts.
   */
  readonly completeField = (): void => {
    const { field, renderRoot } = this.#host;
    if (!field || field.getRootNode() === renderRoot) return;
    const { text, isWrong } = this.#message;
    nameField(field, renderRoot);
    addMissingAttributes(field, {
      dir: 'ltr',
      'aria-description': text,
      'aria-invalid': String(isWrong),
      ...(this.#login.step === 'email'
        ? { type: 'email', autocomplete: 'email', value: this.prefill }
        : {
            autocomplete: ONE_TIME_CODE,
            inputmode: inputModeOf(this.#settings.isNumeric),
            autocapitalize: 'off',
            spellcheck: 'false',
          }),
    });
  };

  readonly #resendPressed = (event: Event): void => {
    const { email } = this.#login;
    if (this.#isResendBlocked) return;
    this.#pressed(event);
    const seconds = this.#resendSeconds;
    if (seconds) {
      const text = (words: LoginWords, language: string) =>
        fill(words.resendWait, { time: formatDuration(language, seconds) });
      return this.#login.notify({ text, isWrong: false, until: () => this.#login.resendAt });
    }
    this.#login.notify(undefined);
    this.#login.send(email, true);
  };

  readonly #changeEmailPressed = (event: Event): void => {
    this.#pressed(event);
    this.#login.changeEmail();
  };

  readonly #logoutPressed = (event: Event): void => {
    this.#pressed(event);
    this.#login.requestLogout();
  };

  #pressed(event: Event): void {
    focusPressed(this.#host, event);
    this.#focus.reset();
  }
}
