import type { ApiError } from '../../api/errors.ts';

const options: EventInit = { bubbles: true, composed: true };

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

/** The shopper proved the e-mail address. It is a convenience in the page, not an authorisation. */
export class OtpLoginSuccessEvent extends Event {
  readonly email: string;

  constructor(email: string) {
    super('otp-login-success', options);
    this.email = email;
  }
}

/** A code could not be sent or was not accepted. */
export class OtpLoginErrorEvent extends Event {
  /** What the shopper was about to do. */
  readonly step: 'send' | 'verify';
  /** `wrong-code`, or the error's `code`: the service's own word, or one of the client's. */
  readonly reason: string;
  /** Undefined for a wrong code, which the service does not answer with an error. */
  readonly error: ApiError | undefined;

  constructor(step: 'send' | 'verify', reason: string, error?: ApiError) {
    super('otp-login-error', options);
    this.step = step;
    this.reason = reason;
    this.error = error;
  }
}

declare global {
  // Heard on the element, on everything around it, on document and on window.
  interface GlobalEventHandlersEventMap {
    'otp-login-code-sent': OtpLoginCodeSentEvent;
    'otp-login-success': OtpLoginSuccessEvent;
    'otp-login-error': OtpLoginErrorEvent;
  }
}
