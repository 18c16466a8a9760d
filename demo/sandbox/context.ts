import type { DatabaseSync } from 'node:sqlite';
import type { Contract, OperationId } from './contract.ts';
import type { Mailbox } from './control/mailbox.ts';
import type { Faults, PagingFault } from './faults.ts';
import type { Mailer } from './mail.ts';
import type { RequestLog } from './request-log.ts';

/** State that all parts of a running sandbox share. */
export interface SandboxContext {
  db: DatabaseSync;
  contract: Contract;
  faults: Faults;
  requests: RequestLog;
  mailbox: Mailbox;
  mailer: Mailer | undefined;
  /** Milliseconds since the epoch; tests bring their own clock. */
  now: () => number;
  /** Receives what the developer must see: our own contract violations and unexpected exceptions. */
  log: (line: string) => void;
  /** Aborted when the sandbox closes, so that no artificial latency keeps it open. */
  closing: AbortSignal;
}

export interface OperationInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  /** `http://host:port` as the client addressed it, for absolute media addresses. */
  origin: string;
  /** The paging faults for this request; empty for a normal response. */
  paging: PagingFault;
}

export interface Answer {
  status: number;
  /** Omitted for a response without a body; null is a body. */
  body?: unknown;
  /** Sent instead of a JSON body. */
  html?: string;
  /** Sent as plain text instead of a JSON body; may be empty. */
  text?: string;
  headers?: Record<string, string>;
}

export type OperationHandler = (context: SandboxContext, input: OperationInput) => Answer | Promise<Answer>;

export type OperationHandlers = Record<OperationId, OperationHandler>;
