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
  'hold',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultRequest {
  operation: OperationId;
  fault: FaultKind;
  /** How many requests it affects; 0 means until deleted. */
  times?: number;
  /** Only requests with this x-api-key. */
  key?: string;
  /** Milliseconds to wait first; the kind `latency` calls it `ms`. */
  latency?: number;
  ms?: number;
  /** Holds the request until the fault is deleted; so does the kind `hold`. */
  hold?: true;
  status?: number;
  body?: unknown;
  retryAfter?: number | string;
  /** The maximum number of rows in a page, whatever `limit` says. */
  maxRows?: number;
  /** Returns the first page whatever `offset` says. */
  ignoreOffset?: true;
  /** Leaves `cursor` out of the rows. */
  omitCursor?: true;
  /** Replaces the usual body after the operation has run. */
  text?: string;
}

export type PagingFault = Pick<FaultRequest, 'maxRows' | 'ignoreOffset' | 'omitCursor'>;

export interface Fault extends FaultRequest {
  id: string;
  times: number;
}

/** Well-formed JSON of the wrong shape: a list in place of a record, or a record in place of a list. */
export function wrongShapeFor(operation: OperationId): unknown {
  const answersList = operation === 'listWebhooks' || operation === 'getInventory';
  return answersList ? { wrong: 'shape' } : ['wrong shape'];
}

/** The requests that one fault holds. */
interface Hold {
  key: string | undefined;
  /** Resolves to true when a request arrives, or to false if the fault is deleted first. */
  arrived: PromiseWithResolvers<boolean>;
  released: PromiseWithResolvers<undefined>;
}

/** Faults waiting for their request. In memory only, so a restarted sandbox has none. */
export class Faults {
  #pending: Fault[] = [];
  /** By the id of the fault, which may already be used up. */
  readonly #holds = new Map<string, Hold>();

  add(request: FaultRequest): Fault {
    const fault: Fault = { times: 1, ...request, id: randomUUID() };
    this.#pending.push(fault);
    if (fault.hold || fault.fault === 'hold')
      this.#holds.set(fault.id, {
        key: fault.key,
        arrived: Promise.withResolvers(),
        released: Promise.withResolvers(),
      });
    return fault;
  }

  /** Uses the oldest matching fault once. At most one fault affects a request. */
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

  /** If the fault holds requests, waits until it is deleted. */
  async hold({ id }: Fault): Promise<void> {
    const hold = this.#holds.get(id);
    hold?.arrived.resolve(true);
    await hold?.released.promise;
  }

  /** Resolves to true when the fault holds a request, or to false if it is deleted first or holds none. */
  async arrival(id: string): Promise<boolean> {
    return (await this.#holds.get(id)?.arrived.promise) ?? false;
  }

  /** Returns whether there was such a fault. */
  delete(id: string): boolean {
    const isPending = this.#pending.some((fault) => fault.id === id);
    const isHolding = this.#release(id);
    this.#pending = this.#pending.filter((fault) => fault.id !== id);
    return isPending || isHolding;
  }

  clear(key?: string): void {
    this.#pending = key === undefined ? [] : this.#pending.filter((fault) => fault.key !== key);
    for (const [id, hold] of this.#holds) if (key === undefined || hold.key === key) this.#release(id);
  }

  #release(id: string): boolean {
    const hold = this.#holds.get(id);
    hold?.arrived.resolve(false);
    hold?.released.resolve(undefined);
    return this.#holds.delete(id);
  }
}
