import type { ApiError } from '../../api/errors.ts';

const options: EventInit = { bubbles: true, composed: true };

/** What the shopper is about to do; `preventDefault()` keeps it from happening, and nothing changes. */
export class OtpLoginBeforeEvent extends Event {
  /** The address that it is about. */
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
  /** Whether the shopper had asked for a new code. */
  readonly resent: boolean;

  constructor(email: string, resent: boolean) {
    super('otp-login-code-sent', options);
    this.email = email;
    this.resent = resent;
  }
}

/** The shopper goes back to type another address. */
export class OtpLoginEmailChangeEvent extends Event {
  constructor() {
    super('otp-login-email-change', options);
  }
}

/** The shopper proved the e-mail address. It is a convenience in the page, not an authorisation. */
export class OtpLoginSuccessEvent extends Event {
  readonly email: string;

  constructor(email: string) {
    super('otp-login-success', options);
    this.email = email;
  }
}

/** The login is known from before a reload, or happened in another element or tab. */
export class OtpLoginRestoreEvent extends Event {
  readonly email: string;

  constructor(email: string) {
    super('otp-login-restore', options);
    this.email = email;
  }
}

/** The login is over: here, in another element or tab, or because its time was up. */
export class OtpLoginLogoutEvent extends Event {
  constructor() {
    super('otp-login-logout', options);
  }
}

/** A code could not be sent or was not accepted. */
export class OtpLoginErrorEvent extends Event {
  /** What the shopper was about to do. */
  readonly step: 'send' | 'verify';
  /** What it means: `wrong-code`, `locked-out`, `offline`, or `other`. */
  readonly kind: string;
  /** `wrong-code`, or the error's `code`: the service's own word, or one of the client's. */
  readonly reason: string;
  /** Undefined for a wrong code, which the service does not answer with an error. */
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
  // Heard on the element, on everything around it, on document and on window.
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
