/** Reads and checks the optional attributes of a login. */
import {
  areTexts,
  type AttributeProblem,
  checkCommon,
  type Maybe,
  type CommonAttributes,
} from '../shared/attributes.ts';
import { checkConsent } from '../shared/consent.ts';
import { checkCredentials } from '../shared/session.ts';
import type { Service } from '../shared/service.ts';
import { REMEMBER_FOR, RESEND_AFTER, secondsOr } from './login-defaults.ts';

/** Meanings that `error-map` can give to the service's error codes. */
export const loginReasons = ['wrong-code', 'locked-out', 'unknown-address'] as const;
export type LoginReason = (typeof loginReasons)[number];

/** Seconds in each unit of `expires`. */
const units = { milliseconds: 0.001, seconds: 1, minutes: 60, hours: 3600, days: 86_400 };
export type ExpiresUnit = keyof typeof units;

/** Attributes as the page wrote them, which may be wrong. */
export interface LoginAttributes {
  readonly expires: Maybe<number>;
  readonly expiresUnit: Maybe<ExpiresUnit>;
  readonly codeLength: Maybe<number>;
  readonly codeMode: Maybe<'text' | 'numeric'>;
  readonly resendAfter: Maybe<number>;
  readonly rememberFor: Maybe<number>;
  readonly errorMap: Maybe<Readonly<Record<string, LoginReason>>>;
}

/** Attributes with defaults in place of missing and wrong values. */
export interface LoginSettings {
  /** Sent to the service unchanged; undefined for the service's default. */
  expires: number | undefined;
  /** Seconds that a code is valid, if the page knows the unit of `expires`. */
  validFor: number | undefined;
  /** Undefined for codes of any length. */
  codeLength: number | undefined;
  isNumeric: boolean;
  /** Whether a complete code is sent automatically. */
  isSentByItself: boolean;
  /** Seconds before a shopper may request a new code. */
  resendAfter: number;
  /** Seconds that a login is remembered; 0 for as long as the page is open. */
  rememberFor: number;
}

type CheckedElement = LoginAttributes &
  CommonAttributes & {
    readonly service: Service | undefined;
    getAttribute(name: string): string | null;
  };

const isUnit = (unit: string): unit is ExpiresUnit => Object.hasOwn(units, unit);

const isNumber = (value: Maybe<number>) => Number.isFinite(value ?? 0);

const isLength = (value: Maybe<number>): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;

const isSeconds = (value: Maybe<number>) => secondsOr(value ?? 0, -1) >= 0;

export function readSettings(attributes: LoginAttributes): LoginSettings {
  const { expires, expiresUnit, codeLength, codeMode, resendAfter, rememberFor } = attributes;
  const unit = expiresUnit && isUnit(expiresUnit) ? units[expiresUnit] : undefined;
  const lifetime = isNumber(expires) ? (expires ?? undefined) : undefined;
  const isNumeric = codeMode === 'numeric';
  return {
    expires: lifetime,
    validFor: unit && lifetime ? lifetime * unit : undefined,
    codeLength: isLength(codeLength) ? codeLength : undefined,
    isNumeric,
    isSentByItself: isNumeric && isLength(codeLength),
    resendAfter: secondsOr(resendAfter, RESEND_AFTER),
    rememberFor: secondsOr(rememberFor, REMEMBER_FOR),
  };
}

/** The meaning of an error code according to `error-map`. */
export function reasonOf(code: string, { errorMap }: LoginAttributes): LoginReason | undefined {
  const reason = errorMap && Object.hasOwn(errorMap, code) ? errorMap[code] : undefined;
  return loginReasons.find((each) => each === reason);
}

/** The first wrong attribute. The element works without any of them. */
export function checkSettings(element: CheckedElement): AttributeProblem | undefined {
  const { codeLength, codeMode, errorMap, expires, expiresUnit, rememberFor, resendAfter } = element;
  if (!isNumber(expires)) return { attribute: 'expires', allowed: 'a number' };
  if (!isUnit(expiresUnit || 'seconds'))
    return { attribute: 'expires-unit', allowed: `one of ${Object.keys(units).join(', ')}` };
  if (!['text', 'numeric'].includes(codeMode || 'text'))
    return { attribute: 'code-mode', allowed: 'text or numeric' };
  if (!isLength(codeLength ?? 1)) return { attribute: 'code-length', allowed: 'a whole number above 0' };
  if (!isSeconds(resendAfter)) return { attribute: 'resend-after', allowed: 'seconds, 0 or more' };
  if (!isSeconds(rememberFor)) return { attribute: 'remember-for', allowed: 'seconds, 0 or more' };
  if (!areTexts(errorMap) || !Object.values(errorMap ?? {}).every((reason) => loginReasons.includes(reason)))
    return { attribute: 'error-map', allowed: `a JSON object of ${loginReasons.join(', ')}` };
  return checkCredentials(element) ?? checkConsent(element) ?? checkCommon(element);
}
