/** Lets the owner of a client watch its requests. Nothing that a hook receives contains a secret. */
import type { AnyApiError } from './errors.ts';

/** One attempt of a call. */
export interface CallInfo {
  /** The name of the function, such as `listTimeline`. */
  operation: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** The template in the service document, such as `/v1/rewards/grants/{token}/claim`. */
  path: string;
  /** 1 for the first attempt. */
  attempt: number;
}

export interface ResponseInfo {
  status: number;
  headers: Headers;
  /** `x-request-id`; undefined if the service sends none, or the page may not read it. */
  requestId: string | undefined;
}

export interface Hooks {
  /** A request is about to be sent. Callers who share one request cause one call of this. */
  onRequest?: ((call: CallInfo) => void) | undefined;
  /** The head of an answer arrived, whatever its status. */
  onResponse?:
    | ((call: CallInfo & { status: number; requestId: string | undefined; milliseconds: number }) => void)
    | undefined;
  /** An attempt failed, and another one follows after `wait` milliseconds. */
  onRetry?: ((call: CallInfo & { error: AnyApiError; wait: number }) => void) | undefined;
  /** A call ended with an error. `attempt` is 0 if nothing was sent. */
  onError?: ((call: CallInfo & { error: AnyApiError; milliseconds: number }) => void) | undefined;
}

/** Calls a hook. An exception in it goes to the console, not to the caller of the operation. */
export function tell<Info>(hook: ((info: Info) => void) | undefined, info: Info): void {
  try {
    hook?.(info);
  } catch (error) {
    console.error(error);
  }
}
