import type { ApiError } from '../../api/errors.ts';

const options: EventInit = { bubbles: true, composed: true };

/** Before an action of the shopper. `preventDefault()` cancels it, and nothing changes. */
export class OtpLoginBeforeEvent extends Event {
  /** The address of the login. */
  readonly email: string;

  constructor(step: 'send' | 'verify' | 'logout', email: string) {
    super(`otp-login-${step}-before`, { ...options, cancelable: true });
    this.email = email;
  }
}

/** A code is on its way to the shopper. */
export class OtpLoginCodeSentEvent extends Event {
  /** The address it was sent to. */
  readonly email: string;
  /** Whether it replaces an earlier code. */
  readonly resent: boolean;

  constructor(email: string, resent: boolean) {
    super('otp-login-code-sent', options);
    this.email = email;
    this.resent = resent;
  }
}

/** The shopper went back to type another address. */
export class OtpLoginEmailChangeEvent extends Event {
  constructor() {
    super('otp-login-email-change', options);
  }
}

/** The shopper proved the email address. It is a convenience for the page, not an authorisation. */
export class OtpLoginSuccessEvent extends Event {
  readonly email: string;

  constructor(email: string) {
    super('otp-login-success', options);
    this.email = email;
  }
}

/** The login was restored after a reload, or taken over from another element or tab. */
export class OtpLoginRestoreEvent extends Event {
  readonly email: string;

  constructor(email: string) {
    super('otp-login-restore', options);
    this.email = email;
  }
}

/** The login ended: here, in another element or tab, or because it expired. */
export class OtpLoginLogoutEvent extends Event {
  constructor() {
    super('otp-login-logout', options);
  }
}

/** A code could not be sent or was not accepted. */
export class OtpLoginErrorEvent extends Event {
  /** The action that failed. */
  readonly step: 'send' | 'verify';
  /** The meaning: `wrong-code`, `locked-out`, `offline`, or `other`. */
  readonly kind: string;
  /** The error's `code`, from the service or the client; without an error the same as `kind`. */
  readonly reason: string;
  /** Undefined for a wrong code if the service returns no error for it. */
  readonly error: ApiError | undefined;

  constructor(step: 'send' | 'verify', kind: string, error?: ApiError) {
    super('otp-login-error', options);
    this.step = step;
    this.kind = kind;
    this.reason = error?.code ?? kind;
    this.error = error;
  }
}

declare global {
  // The events bubble to the element's ancestors, the document and the window.
  interface GlobalEventHandlersEventMap {
    'otp-login-send-before': OtpLoginBeforeEvent;
    'otp-login-verify-before': OtpLoginBeforeEvent;
    'otp-login-logout-before': OtpLoginBeforeEvent;
    'otp-login-code-sent': OtpLoginCodeSentEvent;
    'otp-login-email-change': OtpLoginEmailChangeEvent;
    'otp-login-success': OtpLoginSuccessEvent;
    'otp-login-restore': OtpLoginRestoreEvent;
    'otp-login-logout': OtpLoginLogoutEvent;
    'otp-login-error': OtpLoginErrorEvent;
  }
}
