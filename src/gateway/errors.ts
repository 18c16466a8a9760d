/** The errors of the gateway. */

interface GatewayErrorInit {
  details?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds to wait, sent as `Retry-After`. */
  retryAfter?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * An unsuccessful answer, sent as `{ message, code, details }`, the shape of the service's own errors. The message
 * is the gateway's own and never quotes the request.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, init: GatewayErrorInit = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = init.details ?? {};
    this.retryAfter = init.retryAfter;
    this.headers = init.headers ?? {};
  }
}

/** The form of an error's code. Text of any other form may quote secrets, so it is replaced. */
export const ERROR_CODE = /^[\w.:-]{1,64}$/;

/** Invalid options. `createGateway` throws it with all mistakes in one message. */
export class GatewayOptionsError extends TypeError {
  override readonly name = 'GatewayOptionsError';
  /** One sentence per mistake: the option, the mistake, the allowed values. Never contains a secret. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The gateway cannot start:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
