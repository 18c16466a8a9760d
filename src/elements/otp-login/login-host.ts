/** The contract between `<otp-login>` and its flow. */
import type { nothing, TemplateResult } from 'lit';
import type { otpLogin } from '../../locales/en/otp-login.ts';
import type { Maybe, Texts } from '../shared/attributes.ts';
import type { ElementHost } from '../shared/storefront-element.ts';
import type { LoginAttributes } from './login-settings.ts';

/** The element as its flow sees it. */
export interface LoginHost extends ElementHost<typeof otpLogin>, LoginAttributes {
  /** The address that the page prefills. */
  readonly email: Maybe<string>;
  readonly words: Texts;
  readonly noStorage: boolean;
  /** The field of the current step: the page's own if one is slotted. */
  readonly field: HTMLInputElement | undefined;
  /** Sets the proven address as the element's value in a form. */
  setFormValue(email: string | undefined): void;
}

/** One step of the login, as the element draws it. */
export interface StepView {
  message: string;
  /** Changes with each new message, even if its words are the same. */
  isOdd?: boolean;
  kind: '' | 'error';
  /** Whether the text in the field is wrong. */
  isWrong?: boolean;
  /** The words for the request in progress. */
  progress?: string | undefined;
  /** Instead of the email field. */
  field?: TemplateResult | undefined;
  /** On the main button, instead of the words that request a code. */
  label?: string | TemplateResult | undefined;
  /** Whether the main button has to wait. */
  isBlocked?: boolean;
  /** The seconds that the main button has to wait. */
  seconds?: TemplateResult | typeof nothing;
  /** Shown instead of the message once the address is proven; the message is then for screen readers only. */
  confirmation?: TemplateResult | undefined;
  /** The smaller actions. */
  actions?: TemplateResult | undefined;
}
