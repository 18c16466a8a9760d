/** The optional fields of an error. */
interface ErrorInit {
  code?: string | undefined;
  status?: number | undefined;
  details?: unknown;
  retryAfter?: number | undefined;
  path?: string | undefined;
  cause?: unknown;
}

// Two copies of the bundle on one page have two sets of classes, so `instanceof` fails between them. The registered
// symbol is the same in every copy.
const brand = Symbol.for('storefront-elements.error');

/**
 * The base class of every failed call's error. Its seven subclasses are the ways a call can end; tell them apart by
 * `name`, by the guards below, or by `instanceof` within one copy of the library.
 *
 * Messages name the operation by its path template, so they never contain a token, key or one-time code.
 */
export abstract class ApiError extends Error {
  // A getter, because a field of this name cannot be set on a page that has frozen Error.prototype.
  abstract override get name(): string;
  /** A machine-readable reason: the service's own code for a `ServiceError`, one fixed word for every other class. */
  readonly code: string;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** `details` as the service sent them. */
  readonly details: unknown;
  /** The seconds to wait before a retry, from `Retry-After`. */
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

/** The service answered with its error body, and `message`, `code` and `details` are its own (section Errors). */
export class ServiceError extends ApiError {
  override get name() {
    return 'ServiceError' as const;
  }
  constructor(message: string, init: ErrorInit) {
    super(message, '', init);
  }
}

/** Any other unsuccessful answer: a proxy's page, a redirect, a body without `message` and `code`. */
export class HttpError extends ApiError {
  override get name() {
    return 'HttpError' as const;
  }
  constructor(message: string, init: ErrorInit) {
    super(message, 'http_error', init);
  }
}

/** No answer: offline, refused, reset, blocked by CORS, or cut off while the body was arriving. */
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

/** A successful answer whose body does not match the service document. `path` names the field, such as `data[3].id`. */
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

const kind = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<symbol, unknown>)[brand] : undefined;

/** Whether this is an error of this client, including one thrown by another copy of the library. */
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
