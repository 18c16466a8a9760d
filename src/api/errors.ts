/** What an error can carry; everything but the message is optional. */
interface ErrorInit {
  code?: string | undefined;
  status?: number | undefined;
  details?: unknown;
  retryAfter?: number | undefined;
  path?: string | undefined;
  cause?: unknown;
}

// Two copies of the bundle on one page have two sets of classes, so `instanceof` alone would fail between
// them. The registered symbol is the same in every copy.
const brand = Symbol.for('storefront-elements.error');

/**
 * What every failed call rejects with. Its subclasses are the seven ways a call can end; tell them apart by
 * `name`, by the guards below, or by `instanceof` within one copy of the library.
 *
 * Messages name the operation by its path template, so no token, key or one-time code is ever in them.
 */
export abstract class ApiError extends Error {
  // A getter: a field of this name cannot be set on a page that has frozen Error.prototype.
  abstract override get name(): string;
  /** Machine-readable reason: the service's own for a `ServiceError`, one fixed word for every other class. */
  readonly code: string;
  /** HTTP status, where an answer arrived. */
  readonly status: number | undefined;
  /** `details` as the service sent them. */
  readonly details: unknown;
  /** Seconds the service asked to wait (`Retry-After`). */
  readonly retryAfter: number | undefined;

  protected constructor(message: string, code: string, init: ErrorInit = {}) {
    super(message, 'cause' in init ? { cause: init.cause } : undefined);
    this.code = init.code ?? code;
    this.status = init.status;
    this.details = init.details;
    this.retryAfter = init.retryAfter;
  }

  /** @internal */
  get [brand](): string {
    return this.name;
  }
}

/** The service answered with its error body: `message`, `code` and `details` are what it sent (section Errors). */
export class ServiceError extends ApiError {
  override get name() {
    return 'ServiceError' as const;
  }
  constructor(message: string, init: ErrorInit) {
    super(message, '', init);
  }
}

/** Some other answer that is not a success: a proxy's page, a redirect, a body without `message` and `code`. */
export class HttpError extends ApiError {
  override get name() {
    return 'HttpError' as const;
  }
  constructor(message: string, init: ErrorInit) {
    super(message, 'http_error', init);
  }
}

/** No answer: offline, refused, reset, blocked by CORS, or cut off while the body arrived. */
export class NetworkError extends ApiError {
  override get name() {
    return 'NetworkError' as const;
  }
  constructor(message: string, init: ErrorInit) {
    super(message, 'network_error', init);
  }
}

/** The client's own `timeout` ran out. */
export class TimeoutError extends ApiError {
  override get name() {
    return 'TimeoutError' as const;
  }
  constructor(message: string, init?: ErrorInit) {
    super(message, 'timeout', init);
  }
}

/** The caller's `AbortSignal` fired; `cause` is its reason. */
export class AbortedError extends ApiError {
  override get name() {
    return 'AbortedError' as const;
  }
  constructor(message: string, init?: ErrorInit) {
    super(message, 'aborted', init);
  }
}

/** A success whose body is not what the service document describes. `path` names the field, such as `data[3].id`. */
export class InvalidResponseError extends ApiError {
  override get name() {
    return 'InvalidResponseError' as const;
  }
  /** The field that is wrong; empty when it is the body as a whole. */
  readonly path: string;
  constructor(message: string, init: ErrorInit) {
    super(message, 'invalid_response', init);
    this.path = init.path ?? '';
  }
}

/** An argument that the service document rules out; nothing was sent. */
export class InvalidArgumentError extends ApiError {
  override get name() {
    return 'InvalidArgumentError' as const;
  }
  /** The argument that is wrong. */
  readonly argument: string;
  /** What is allowed, to follow "must be". */
  readonly allowed: string;
  constructor(argument: string, allowed: string, init?: ErrorInit) {
    super(`${argument} must be ${allowed}`, 'invalid_argument', init);
    this.argument = argument;
    this.allowed = allowed;
  }
}

const kind = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<symbol, unknown>)[brand] : undefined;

/** Any error of this client, also one thrown by another copy of the library. */
export const isApiError = (error: unknown): error is ApiError => kind(error) !== undefined;
export const isServiceError = (error: unknown): error is ServiceError => kind(error) === 'ServiceError';
export const isHttpError = (error: unknown): error is HttpError => kind(error) === 'HttpError';
export const isNetworkError = (error: unknown): error is NetworkError => kind(error) === 'NetworkError';
export const isTimeoutError = (error: unknown): error is TimeoutError => kind(error) === 'TimeoutError';
export const isAbortedError = (error: unknown): error is AbortedError => kind(error) === 'AbortedError';
export const isInvalidResponseError = (error: unknown): error is InvalidResponseError =>
  kind(error) === 'InvalidResponseError';
export const isInvalidArgumentError = (error: unknown): error is InvalidArgumentError =>
  kind(error) === 'InvalidArgumentError';
