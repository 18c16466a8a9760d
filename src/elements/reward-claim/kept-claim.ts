/** The stored state of a claim. */
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { rewardCode, rewardGrantClaim } from '../../api/rewards.ts';
import { boolean, maybe, number, object, string } from '../../api/schema.ts';

/** Exactly one of `pending`, `grant` and `code` is set. */
export interface KeptClaim {
  /** A claim was sent, and its response has not arrived. */
  pending?: boolean | null | undefined;
  grant?: RewardGrantClaim | null | undefined;
  code?: RewardCode | null | undefined;
  /** How far the service's clock was ahead of the device's, in milliseconds; for the code's end. */
  ahead?: number | null | undefined;
  /**
   * The code in the shop's cart: `begun` before the request to the shop system, `applied` once the cart has it, `waiting` while the
   * shopper wants it there and the cart is empty.
   */
  cart?: string | null | undefined;
}

const keptClaim = object<KeptClaim>({
  pending: maybe(boolean),
  grant: maybe(rewardGrantClaim),
  code: maybe(rewardCode),
  ahead: maybe(number),
  cart: maybe(string),
});

/** Checks stored data, which another version or script may have written. */
export function isKeptClaim(data: unknown): data is KeptClaim {
  if (keptClaim(data)) return false;
  const { pending, grant, code } = data as KeptClaim;
  return [pending, grant, code].some(Boolean);
}

/** Whether the claim has a grant or a code. */
export const hasResult = ({ grant, code }: KeptClaim): boolean => Boolean(grant ?? code);

/** When a reserved code ends, by the device's clock; undefined if the service names no readable end. */
export function endOf({ code, ahead }: KeptClaim): number | undefined {
  const text = code?.expiresAt ?? '';
  // The service document does not show the format. `Date` parses nearly anything, and a time without a zone as local.
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)$/i.test(text);
  // Through a Date, because a stored value may lie outside of its range.
  const end = new Date(isTime ? Date.parse(text) - (ahead ?? 0) : Number.NaN).getTime();
  return Number.isNaN(end) ? undefined : end;
}

/** Whether a code is no longer of use to the shopper, whatever its end. */
export const isSpent = (status: string | null | undefined): boolean =>
  status === 'redeemed' || status === 'revoked';

/** Whether a reserved code has ended. */
export function isOver(kept: KeptClaim): boolean {
  const { code } = kept;
  return !isSpent(code?.status) && (code?.status === 'expired' || (endOf(kept) ?? Infinity) <= Date.now());
}
