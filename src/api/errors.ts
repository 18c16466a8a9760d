/** The optional fields of an error. */
export interface ErrorInit {
  code?: string | undefined;
  status?: number | undefined;
  details?: unknown;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  headers?: Headers | undefined;
  body?: string | undefined;
  path?: string | undefined;
  cause?: unknown;
}

// Two copies of the bundle on one page have two sets of classes, so `instanceof` fails between them. The registered
// symbol is the same in every copy.
const brand = Symbol.for('storefront-elements.error');

/**
 * The base class of every failed call's error. Its eight subclasses are the ways a call can end; tell them apart by
 * `name` (see `AnyApiError`), by the guards below, or by `instanceof` within one copy of the library.
 *
 * Messages name the operation by its path template. No field contains the key, token, code or session of the request.
 */
export abstract class ApiError extends Error {
  // A getter, because a field of this name cannot be set on a page that has frozen Error.prototype.
  abstract override get name(): string;
  /** A machine-readable reason: the service's own code for a `ServiceError`, one fixed word for every other class. */
  readonly code: string;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** `details` as the service sent them. */
  readonly details: unknown;
  /** The seconds to wait before a retry, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The response's `x-request-id`, to quote to the service's support. */
  readonly requestId: string | undefined;
  /** The response's headers, without cookies. */
  readonly headers: Headers | undefined;
  /** The first 1,000 characters of a response that could not be read. */
  readonly body: string | undefined;

  protected constructor(message: string, code: string, init: ErrorInit = {}) {
    super(message, 'cause' in init ? { cause: init.cause } : undefined);
    this.code = init.code ?? code;
    this.status = init.status;
    this.details = init.details;
    this.retryAfter = init.retryAfter;
    this.requestId = init.requestId;
    this.headers = init.headers;
    this.body = init.body;
  }

  /** The fields to log. */
  toJSON() {
    const { name, message, code, status, requestId } = this;
    return { name, message, code, status, requestId };
  }

  /** @internal */
  get [brand](): string {
    return this.name;
  }
}

/**
 * The service answered with its error body (section Errors). `message`, `code` and `details` come from that body; a
 * missing `code` becomes `service_error`.
 */
export class ServiceError extends ApiError {
  override get name() {
    return 'ServiceError' as const;
  }
  constructor(message: string, init: ErrorInit) {
    super(message, 'service_error', init);
  }
}

/** Any other unsuccessful response: a proxy's page, a redirect, a body without `message` and `code`. */
export class HttpError extends ApiError {
  override get name() {
    return 'HttpError' as const;
  }
  constructor(message: string, init: ErrorInit) {
    super(message, 'http_error', init);
  }
}

/** No response: offline, refused, reset, blocked by CORS, or cut off while the body was arriving. */
export class NetworkError extends ApiError {
  override get name() {
    return 'NetworkError' as const;
  }
  constructor(message: string, init: ErrorInit) {
    super(message, 'network_error', init);
  }
}

/** The client's own `timeout` or the caller's `AbortSignal.timeout()` ran out. */
export class TimeoutError extends ApiError {
  override get name() {
    return 'TimeoutError' as const;
  }
  constructor(message: string, init?: ErrorInit) {
    super(message, 'timeout', init);
  }
}

/** The caller's `AbortSignal` fired; `cause` is its reason. The name is the platform's: `AbortError`. */
export class AbortedError extends ApiError {
  override get name() {
    return 'AbortError' as const;
  }
  constructor(message: string, init?: ErrorInit) {
    super(message, 'aborted', init);
  }
}

/** A successful response whose body does not match the service document. `path` names the field, such as `data[3].id`. */
export class InvalidResponseError extends ApiError {
  override get name() {
    return 'InvalidResponseError' as const;
  }
  /** The field that does not match; empty for the body as a whole. */
  readonly path: string;
  constructor(message: string, init: ErrorInit) {
    super(message, 'invalid_response', init);
    this.path = init.path ?? '';
  }
}

/** A response longer than `maxResponseBytes`. */
export class ResponseTooLargeError extends ApiError {
  override get name() {
    return 'ResponseTooLargeError' as const;
  }
  constructor(message: string, init: ErrorInit) {
    super(message, 'response_too_large', init);
  }
}

/** An argument that the service document does not allow. Nothing was sent. */
export class InvalidArgumentError extends ApiError {
  override get name() {
    return 'InvalidArgumentError' as const;
  }
  /** The name of the argument. */
  readonly argument: string;
  /** The allowed values, worded to follow "must be". */
  readonly allowed: string;
  constructor(argument: string, allowed: string, init?: ErrorInit) {
    super(`${argument} must be ${allowed}`, 'invalid_argument', init);
    this.argument = argument;
    this.allowed = allowed;
  }
}

/**
 * Every error that a call can end with. `switch (error.name)` narrows it.
 *
 * @example
 * if (isApiError(error))
 *   switch (error.name) {
 *     case 'ServiceError':
 *       return tell(error.code, error.message);
 *     case 'InvalidArgumentError':
 *       return fix(error.argument, error.allowed);
 *   }
 */
export type AnyApiError =
  | ServiceError
  | HttpError
  | NetworkError
  | TimeoutError
  | AbortedError
  | InvalidResponseError
  | ResponseTooLargeError
  | InvalidArgumentError;

const kind = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<symbol, unknown>)[brand] : undefined;

/** Whether this is an error of this client, including one thrown by another copy of the library. */
export const isApiError = (error: unknown): error is AnyApiError => kind(error) !== undefined;
export const isServiceError = (error: unknown): error is ServiceError => kind(error) === 'ServiceError';
export const isHttpError = (error: unknown): error is HttpError => kind(error) === 'HttpError';
export const isNetworkError = (error: unknown): error is NetworkError => kind(error) === 'NetworkError';
export const isTimeoutError = (error: unknown): error is TimeoutError => kind(error) === 'TimeoutError';
export const isAbortedError = (error: unknown): error is AbortedError => kind(error) === 'AbortError';
export const isInvalidResponseError = (error: unknown): error is InvalidResponseError =>
  kind(error) === 'InvalidResponseError';
export const isResponseTooLargeError = (error: unknown): error is ResponseTooLargeError =>
  kind(error) === 'ResponseTooLargeError';
export const isInvalidArgumentError = (error: unknown): error is InvalidArgumentError =>
  kind(error) === 'InvalidArgumentError';
