/** The problems of a claim, and the problem behind an error. */
import { type ApiError, isInvalidArgumentError, isServiceError } from '../../api/errors.ts';
import type { Maybe } from '../shared/attributes.ts';
import { statusOf } from '../shared/error-text.ts';

/** The possible meanings of the service's error codes; `error-map` assigns them. */
export const claimProblems = [
  'already-claimed',
  'expired',
  'not-started',
  'used-up',
  'wrong-account',
  'login-needed',
  'unknown-token',
  'rate-limited',
  'unconfirmed',
  'misconfigured',
] as const;

type MappedProblem = (typeof claimProblems)[number];

/** `refused`: the service refused, in its own words. `other`: a failure that may pass. No map names these. */
export type RewardClaimProblem = MappedProblem | 'offline' | 'not-reserved' | 'refused' | 'other';

/** The meaning of each error `code`, from the embedder. */
export type ErrorMap = Maybe<Readonly<Record<string, MappedProblem>>>;

/** A gateway's own error codes. */
const gatewayProblems: Readonly<Record<string, RewardClaimProblem>> = {
  login_required: 'login-needed',
  session_expired: 'login-needed',
  session_invalid: 'login-needed',
  wrong_account: 'wrong-account',
  // Nothing was granted.
  claim_unavailable: 'other',
};

const retryable: readonly RewardClaimProblem[] = [
  'unconfirmed',
  'rate-limited',
  'offline',
  'other',
  'not-started',
];

/** Whether another attempt cannot help. */
export const isFinal = (problem: RewardClaimProblem): boolean => !retryable.includes(problem);

/** Another account may be able to claim where this one is refused. */
export const mayHelpToSwitchAccount = (problem: RewardClaimProblem): boolean =>
  problem === 'wrong-account' || problem === 'login-needed' || problem === 'not-reserved';

/** Whether the service refused the claim for good, whoever claims. */
export const isPermanent = (problem: RewardClaimProblem): boolean =>
  isFinal(problem) && !mayHelpToSwitchAccount(problem) && problem !== 'misconfigured';

/** The meaning of an error's code: from the embedder's map, else the gateway's. */
export function problemOfCode(code: string, map: ErrorMap): RewardClaimProblem | undefined {
  const mapped = Object.hasOwn(map ?? {}, code)
    ? claimProblems.find((problem) => problem === map?.[code])
    : undefined;
  return mapped ?? (Object.hasOwn(gatewayProblems, code) ? gatewayProblems[code] : undefined);
}

export function problemOf(error: ApiError, map: ErrorMap): RewardClaimProblem {
  const mapped = problemOfCode(error.code, map);
  if (mapped) return mapped;
  if (isInvalidArgumentError(error)) return 'misconfigured';
  const status = statusOf(error);
  if (status === 429) return 'rate-limited';
  if (!isRefusal(error, map)) return 'unconfirmed';
  // A missing permission or a proxy's error page says nothing about the reward.
  return isServiceError(error) && ![401, 403, 408].includes(status) ? 'refused' : 'other';
}

/** Whether nothing was granted. Only a 4xx response proves that, unless the embedder's map says otherwise. */
export function isRefusal(error: ApiError, map: ErrorMap): boolean {
  const mapped = problemOfCode(error.code, map);
  if (mapped) return mapped !== 'unconfirmed';
  const status = statusOf(error);
  return isInvalidArgumentError(error) || (status >= 400 && status < 500);
}

/** Whether the gateway rejected the session of the login. */
export const isSessionRejected = ({ code }: ApiError, map: ErrorMap): boolean =>
  problemOfCode(code, map) === 'login-needed' && Object.hasOwn(gatewayProblems, code);
