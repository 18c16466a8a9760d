/**
 * The facts that may be reported about each event: an allow-list. Only words listed here are reported, and never free text
 * from the service or the shopper: no email address, code, token, error message or id.
 */
import type { ApiError } from '../api/errors.ts';
import type { Schemas } from '../api/models.ts';
import type {} from '../elements/collection-timeline/collection-timeline.events.ts';
import type { OtpLoginErrorEvent } from '../elements/otp-login/otp-login.events.ts';
import type { RewardClaimProblem } from '../elements/reward-claim/claim-problem.ts';
import type {
  RewardClaimApplyErrorEvent,
  RewardClaimErrorEvent,
} from '../elements/reward-claim/reward-claim.events.ts';
import type { PlatformName } from '../platforms/platform.ts';

/** All events of the elements. An event without an entry in `factsOf` does not compile. */
export type EventName = Extract<
  keyof GlobalEventHandlersEventMap,
  `${'otp-login' | 'reward-claim' | 'collection-timeline'}-${string}`
>;

export type Facts = Record<string, string | number | boolean | undefined>;

/** Makes a function that passes on the listed words, and returns `other` for any other value. */
const wordOf =
  <Word extends string>(words: Record<Word, 1>) =>
  (value: unknown): Word | 'other' | undefined => {
    if (value === undefined || value === null) return undefined;
    return typeof value === 'string' && Object.hasOwn(words, value) ? (value as Word) : 'other';
  };

type ValueOf<Key extends 'codeType' | 'valueType' | 'scope'> = NonNullable<Schemas['RewardGrantClaim'][Key]>;

const codeType = wordOf<ValueOf<'codeType'>>({ automatic: 1, global_code: 1, unique_codes: 1 });
const valueType = wordOf<ValueOf<'valueType'>>({
  percentage: 1,
  fixed_amount: 1,
  free_shipping: 1,
  gated_content: 1,
});
const scope = wordOf<ValueOf<'scope'>>({ sitewide: 1, collection: 1, product: 1, variant: 1 });
const status = wordOf<NonNullable<Schemas['RewardCode']['status']>>({
  available: 1,
  reserved: 1,
  redeemed: 1,
  expired: 1,
  revoked: 1,
});
const platform = wordOf<PlatformName>({ shopify: 1, woocommerce: 1, bigcommerce: 1 });
const refusal = wordOf<RewardClaimApplyErrorEvent['reason']>({
  refused: 1,
  'not-yet': 1,
  'empty-cart': 1,
  'not-a-code': 1,
  'not-combinable': 1,
  'not-possible': 1,
});
const step = wordOf<OtpLoginErrorEvent['step']>({ send: 1, verify: 1 });
const loginKind = wordOf({ 'wrong-code': 1, 'locked-out': 1, offline: 1, other: 1 });
const claimKind = wordOf<RewardClaimProblem>({
  'already-claimed': 1,
  expired: 1,
  'not-started': 1,
  'used-up': 1,
  'wrong-account': 1,
  'login-needed': 1,
  'unknown-token': 1,
  'rate-limited': 1,
  unconfirmed: 1,
  misconfigured: 1,
  offline: 1,
  'not-reserved': 1,
  refused: 1,
  other: 1,
});
const errorName = wordOf({
  ServiceError: 1,
  HttpError: 1,
  NetworkError: 1,
  TimeoutError: 1,
  AbortError: 1,
  InvalidResponseError: 1,
  ResponseTooLargeError: 1,
  InvalidArgumentError: 1,
});

/** A plausible count or HTTP status: a whole number from 0 to `most`; undefined for any other value. */
const numberOf = (value: unknown, most = 1e6): number | undefined =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
    ? (value as number)
    : undefined;

const isTrue = (value: unknown) => value === true;

const errorFacts = (error: ApiError | undefined): Facts => ({
  error: errorName(error?.name),
  error_status: numberOf(error?.status, 599),
});

const rewardFacts = (result: RewardResult): Facts => ({
  code_type: codeType(result?.codeType),
  value_type: valueType(result?.valueType),
  scope: scope(result?.scope),
});
type RewardResult = Schemas['RewardGrantClaim'] | undefined;

const nothing = (): Facts => ({});

/**
 * The facts of each event. Null for cancelable events, which are not reported: another event follows if the action happens.
 */
export const factsOf: {
  readonly [Name in EventName]: ((event: GlobalEventHandlersEventMap[Name]) => Facts) | null;
} = {
  'otp-login-send-before': null,
  'otp-login-verify-before': null,
  'otp-login-logout-before': null,
  'otp-login-code-sent': ({ resent }) => ({ resent: isTrue(resent) }),
  'otp-login-email-change': nothing,
  'otp-login-success': nothing,
  'otp-login-restore': nothing,
  'otp-login-logout': nothing,
  'otp-login-error': (event) => ({
    step: step(event.step),
    kind: loginKind(event.kind),
    ...errorFacts(event.error),
  }),
  'reward-claim-claim-before': null,
  'reward-claim-reserve-before': null,
  'reward-claim-copy-before': null,
  'reward-claim-share-before': null,
  'reward-claim-apply-before': null,
  'reward-claim-success': ({ result }) => rewardFacts(result as RewardResult),
  'reward-claim-reserve': ({ code }: { code?: { status?: unknown } }) => ({ status: status(code?.status) }),
  'reward-claim-restore': ({ result, code }) => ({
    ...rewardFacts(result as RewardResult),
    status: status(code?.status),
  }),
  'reward-claim-error': ({ kind, error }: RewardClaimErrorEvent) => ({
    kind: claimKind(kind),
    ...errorFacts(error),
  }),
  'reward-claim-copy': nothing,
  'reward-claim-share': nothing,
  'reward-claim-apply': nothing,
  'reward-claim-applied': (event) => ({ platform: platform(event.platform) }),
  'reward-claim-apply-error': (event) => ({
    platform: platform(event.platform),
    reason: refusal(event.reason),
  }),
  'reward-claim-expire': nothing,
  'collection-timeline-load': ({ count }) => ({ count: numberOf(count) }),
  'collection-timeline-page-before': null,
  'collection-timeline-page': ({ count, complete }) => ({
    count: numberOf(count),
    complete: isTrue(complete),
  }),
  'collection-timeline-refresh': ({ count }) => ({ count: numberOf(count) }),
  'collection-timeline-error': ({ error }) => errorFacts(error),
  'collection-timeline-entry-select': nothing,
  'collection-timeline-copy-before': null,
  'collection-timeline-copy': nothing,
  'collection-timeline-media-open-before': null,
  'collection-timeline-media-open': nothing,
  'collection-timeline-media-close': nothing,
};
