import type { ErrorObject } from 'ajv';
import type { components } from '../../../src/api/openapi.d.ts';

export type ErrorBody = Omit<Required<components['schemas']['Error']>, 'details'> & {
  details: Record<string, unknown>;
};

interface ServiceErrorOptions {
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** An error response: thrown anywhere in the sandbox, and sent as `{ message, code, details }`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, options: ServiceErrorOptions = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }

  get body(): ErrorBody {
    return { message: this.message, code: this.code, details: this.details };
  }
}

export interface Violation {
  path: string;
  message: string;
}

export function invalidRequest(errors: Violation[]): ServiceError {
  return new ServiceError(400, 'invalid_request', 'The request does not fit the interface.', {
    details: { errors },
  });
}

/** For rules of the sandbox that are not in the contract. */
export function invalidParameter(path: string, message: string): ServiceError {
  return invalidRequest([{ path, message }]);
}

export function notFound(): ServiceError {
  return new ServiceError(404, 'not_found', 'There is nothing at this address.');
}

export function methodNotAllowed(allowed: string[]): ServiceError {
  return new ServiceError(405, 'method_not_allowed', 'This address does not answer to this method.', {
    details: { allowed },
    headers: { Allow: allowed.join(', ') },
  });
}

/** Describes Ajv's findings without the rejected values, because those may be tokens or codes. */
export function describeViolations(errors: readonly ErrorObject[]): Violation[] {
  // A finding of `parse` quotes the body and always comes with a second one about its type.
  const findings = errors.filter(({ keyword }) => keyword !== 'parse');
  return findings.map(({ instancePath, keyword, message, params }) => {
    const allowed: unknown = keyword === 'enum' ? params['allowedValues'] : undefined;
    const hint = Array.isArray(allowed) ? `: ${allowed.map(String).join(', ')}` : '';
    const extra: unknown = keyword === 'additionalProperties' ? params['additionalProperty'] : undefined;
    return {
      path: typeof extra === 'string' ? `${instancePath}/${extra}` : instancePath || '/',
      message: `${message ?? 'is invalid'}${hint}`,
    };
  });
}
