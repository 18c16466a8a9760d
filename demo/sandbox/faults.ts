import { randomUUID } from 'node:crypto';
import type { OperationId } from './contract.ts';

export const FAULT_KINDS = [
  'latency',
  'status',
  'drop-before',
  'drop-after',
  'truncated-body',
  'wrong-content-type',
  'wrong-shape',
  'rate-limited',
  'paging',
  'text-body',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultRequest {
  operation: OperationId;
  fault: FaultKind;
  /** How many requests it spoils; 0 means until deleted. */
  times?: number;
  /** Only requests with this x-api-key. */
  key?: string;
  /** Milliseconds to wait first; the kind `latency` calls it `ms`. */
  latency?: number;
  ms?: number;
  status?: number;
  body?: unknown;
  retryAfter?: number | string;
  /** The most rows of a page, whatever `limit` was asked for. */
  maxRows?: number;
  /** Answers the first page whatever `offset` says. */
  ignoreOffset?: true;
  /** Leaves `cursor` out of the rows. */
  omitCursor?: true;
  /** The body that replaces the usual one after the work. */
  text?: string;
}

export type PagingFault = Pick<FaultRequest, 'maxRows' | 'ignoreOffset' | 'omitCursor'>;

export interface Fault extends FaultRequest {
  id: string;
  times: number;
}

/** Well-formed JSON that no client may mistake for an answer: a list for a record, a record for a list. */
export function wrongShapeFor(operation: OperationId): unknown {
  const answersList = operation === 'listWebhooks' || operation === 'getInventory';
  return answersList ? { wrong: 'shape' } : ['wrong shape'];
}

/** Faults waiting for their request. In memory only: a restart is a healthy service. */
export class Faults {
  #pending: Fault[] = [];

  add(request: FaultRequest): Fault {
    const fault: Fault = { times: 1, ...request, id: randomUUID() };
    this.#pending.push(fault);
    return fault;
  }

  /** The oldest fault that fits, used up by one. At most one fault spoils a request. */
  take(operation: OperationId, key: string | undefined): Fault | undefined {
    const fault = this.#pending.find(
      (candidate) =>
        candidate.operation === operation && (candidate.key === undefined || candidate.key === key),
    );
    if (!fault || fault.times === 0) return fault;
    const taken = { ...fault };
    fault.times -= 1;
    if (fault.times === 0) this.#pending = this.#pending.filter((other) => other !== fault);
    return taken;
  }

  list(key?: string): Fault[] {
    return this.#pending.filter((fault) => key === undefined || fault.key === key);
  }

  clear(key?: string): void {
    this.#pending = key === undefined ? [] : this.#pending.filter((fault) => fault.key !== key);
  }
}
