import type { OperationId } from './contract.ts';

export interface LoggedRequest {
  at: string;
  /** null for an address or method the interface does not have. */
  operation: OperationId | null;
  method: string;
  /** null while the answer is pending, and for good when the connection was dropped instead. */
  status: number | null;
  key: string | null;
  /** The `X-Request-Id` of the answer. */
  requestId: string;
}

const CAPACITY = 10_000;

/** A log of the requests to the service, without addresses and bodies: those hold tokens and one-time codes. */
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
