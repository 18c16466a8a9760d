/** Lets a client's owner observe its requests. Hooks never receive secrets. */
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
  /** A request is about to be sent. Runs once for callers that share a request. */
  onRequest?: ((call: CallInfo) => void) | undefined;
  /** The headers of a response arrived, whatever its status. */
  onResponse?:
    | ((call: CallInfo & { status: number; requestId: string | undefined; milliseconds: number }) => void)
    | undefined;
  /** An attempt failed, and the next one follows after `wait` milliseconds. */
  onRetry?: ((call: CallInfo & { error: AnyApiError; wait: number }) => void) | undefined;
  /**
   * A call ended with an error. `attempt` is 0 if this call sent nothing itself: it failed before, or it shared another
   * call's request.
   */
  onError?: ((call: CallInfo & { error: AnyApiError; milliseconds: number }) => void) | undefined;
}

/** Calls a hook. Its exception or rejection goes to the console, not to the caller of the operation. */
export function tell<Info>(hook: ((info: Info) => void) | undefined, info: Info): void {
  // Also catches the rejection of a hook that is an async function.
  new Promise<void>((resolve) => resolve(hook?.(info))).catch(console.error);
}
