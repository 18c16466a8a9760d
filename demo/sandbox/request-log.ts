import type { OperationId } from './contract.ts';

export interface LoggedRequest {
  at: string;
  /** null for a path or method that the interface does not have. */
  operation: OperationId | null;
  method: string;
  /** null while the response is pending, and permanently if the connection was dropped. */
  status: number | null;
  key: string | null;
  /** The response's `X-Request-Id`. */
  requestId: string;
}

const CAPACITY = 10_000;

/** A log of requests to the service, without URLs and bodies, which contain tokens and one-time codes. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): LoggedRequest {
    this.#entries.push(entry);
    // Trimmed in bulk, because shifting one by one would copy the list with every request.
    if (this.#entries.length > CAPACITY * 1.1) this.#entries = this.#entries.slice(-CAPACITY);
    return entry;
  }

  list(key?: string): LoggedRequest[] {
    const entries = this.#entries.slice(-CAPACITY);
    return key === undefined ? entries : entries.filter((entry) => entry.key === key);
  }

  clear(key?: string): void {
    this.#entries = key === undefined ? [] : this.#entries.filter((entry) => entry.key !== key);
  }
}
