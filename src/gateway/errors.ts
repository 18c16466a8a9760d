/** What the gateway answers when it does not answer with a result. */

interface GatewayErrorInit {
  details?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds to wait, sent as `Retry-After`. */
  retryAfter?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * An answer that is no success: it goes out as `{ message, code, details }`, the shape of the service's own errors.
 * Its message is written by us and never quotes what was sent.
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

/** An option that cannot work. `createGateway` throws it with every mistake in one message. */
export class GatewayOptionsError extends TypeError {
  override readonly name = 'GatewayOptionsError';
  /** One sentence for each mistake: the option, what is wrong, what is allowed. Never a secret's value. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The gateway cannot start:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
