/** The results of a storm. */
import type { GrantRecord } from '../helpers/control.ts';

/** An answer that a shopper saw; status 0 where the connection broke. */
export interface Seen {
  status: number;
  code: string;
  discountCode: string | undefined;
  /** The log reference of an unconfirmed answer. */
  reference: string | undefined;
}

/** The result for one token. */
export interface Outcome {
  token: string;
  record: GrantRecord;
  /** How often the service was asked. */
  asked: number;
  /** Every answer in the storm. */
  seen: Seen[];
  /** The answer after the storm. */
  last: Seen;
}

export interface StormReport {
  store: string;
  outcomes: Outcome[];
  /** Requests that the service got, by its own log. */
  requests: number;
  /** Requests for a token while another one for it was under way. */
  overlaps: number;
  /** Connections that broke: before the first kill, after it, and after the second. */
  broken: [number, number, number];
  /** The logs of both instances, across all restarts. */
  logged: string;
  exitCodes: (number | null)[];
  duration: number;
}

export const CLAIMS = 2000;
/** The answers that a shopper may get: the result, "not known" or "later"; or none, if the instance was killed. */
export const ALLOWED_ANSWERS = [
  '200',
  '502 claim_unconfirmed',
  '503 claim_in_progress',
  '503 claim_unavailable',
  '0 connection',
];

/** How many answers of each kind there were in the storm. */
export function countAnswers({ outcomes }: StormReport): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of outcomes.flatMap(({ seen }) => seen)) {
    const kind = `${status} ${code}`.trim();
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

export const summaryOf = (report: StormReport): string =>
  `over ${report.store}, in ${Math.round(report.duration / 1000)} s: ${report.requests} requests to the service; ` +
  `answers of the gateway: ${JSON.stringify(countAnswers(report))}`;
