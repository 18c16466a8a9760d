/** What became of each claim in this browser: kept, shared by elements and tabs, and sent once. */
import type { ApiError } from '../../api/errors.ts';
import type { RewardCode, RewardGrantClaim } from '../../api/models.ts';
import { rewardCode, rewardGrantClaim } from '../../api/rewards.ts';
import { boolean, maybe, number, object, string } from '../../api/schema.ts';
import { SharedRecord } from '../shared/shared-record.ts';

/** Exactly one of the first three is there. */
export interface KeptClaim {
  /** A claim was sent and its answer never came. */
  pending?: boolean | null | undefined;
  grant?: RewardGrantClaim | null | undefined;
  code?: RewardCode | null | undefined;
  /** How far the service's clock was ahead of the device's, in milliseconds: what a code's end is reckoned with. */
  ahead?: number | null | undefined;
  /** What is known of the code in the shop's cart: `begun` before the shop system is asked, `applied` when it is there. */
  cart?: string | null | undefined;
}

const keptClaim = object<KeptClaim>({
  pending: maybe(boolean),
  grant: maybe(rewardGrantClaim),
  code: maybe(rewardCode),
  ahead: maybe(number),
  cart: maybe(string),
});

/** When a reserved code ends, on the device's own clock; undefined without an end that can be read. */
export function endOf({ code, ahead }: KeptClaim): number | undefined {
  const text = code?.expiresAt ?? '';
  // The format is not shown; `Date` itself would read nearly anything as some day, and a time without a zone as ours.
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)$/i.test(text);
  // Through a Date, because what was stored may lie beyond the times that there are.
  const end = new Date(isTime ? Date.parse(text) - (ahead ?? 0) : Number.NaN).getTime();
  return Number.isNaN(end) ? undefined : end;
}

/** Of no more use to the shopper, whatever the date. */
export const isSpent = (status: string | null | undefined) => status === 'redeemed' || status === 'revoked';

/** Whether a reserved code has ended. */
export function isOver(kept: KeptClaim): boolean {
  const { code } = kept;
  return !isSpent(code?.status) && (code?.status === 'expired' || (endOf(kept) ?? Infinity) <= Date.now());
}

export type ClaimRecord = SharedRecord<KeptClaim>;

/** The names of claims that could not be hashed. */
const madeUp = new Map<string, string>();

/** The record of a claim, named by the hash of what identifies it: a token must not be read from storage. */
export async function claimRecord(key: string, isStored: () => boolean | undefined): Promise<ClaimRecord> {
  // Only secure contexts can hash; elsewhere nothing leaves the memory of the page.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  const hash = subtle && new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(key)));
  const name = hash
    ? // Not Array.from: libraries of the time before it have put one without the function in its place.
      [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    : (madeUp.get(key) ?? String(Math.random()));
  if (!hash) madeUp.set(key, name);
  return new SharedRecord({
    name: `claim:${name}`,
    area: 'localStorage',
    isValid: (data): data is KeptClaim => {
      if (keptClaim(data)) return false;
      const { pending, grant, code } = data as KeptClaim;
      return [pending, grant, code].some(Boolean);
    },
    isShared: () => Boolean(hash),
    isStored: () => Boolean(hash) && isStored(),
  });
}

/** The claims that this page has sent and not yet heard of. */
const underWay = new Map<string, Promise<KeptClaim>>();

export const claimUnderWay = ({ name }: ClaimRecord): Promise<KeptClaim> | undefined => underWay.get(name);

/**
 * Sends a claim once, however many elements and tabs ask for it. Before it is sent it is kept as pending, so that a
 * page that dies in between comes back to "could not confirm" and not to nothing.
 *
 * @param isRefusal whether an error says that nothing was granted
 */
export function claimOnce(
  record: ClaimRecord,
  send: () => Promise<KeptClaim>,
  isRefusal: (error: ApiError) => boolean,
): Promise<KeptClaim> {
  let claim = underWay.get(record.name);
  if (!claim) {
    const work = async () => {
      const before = record.get();
      // Another tab was faster.
      if (before && !before.pending && !isOver(before)) return before;
      record.set({ pending: true });
      try {
        const kept = await send();
        record.set(kept.grant || kept.code ? kept : undefined);
        return kept;
      } catch (error) {
        if (isRefusal(error as ApiError)) record.set(before);
        throw error;
      }
    };
    // Not before it is entered as under way, which is what the others look for when the record changes.
    claim = Promise.resolve()
      .then(() => withLock(record.name, work))
      .finally(() => underWay.delete(record.name));
    underWay.set(record.name, claim);
  }
  return claim;
}

/** How long a tab waits for another one's claim, in milliseconds; then the service decides between them. */
const PATIENCE = 40_000;

/** For browsers without locks: the last of those in this page that wait for each other. */
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work);
  turns.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Runs while no other tab does the same. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return inTurn(name, work);
  const options = { signal: AbortSignal.timeout(PATIENCE) };
  let begun: Promise<T> | undefined;
  const begin = () => (begun = Promise.resolve(work()));
  // It may take too long, or the page may not use locks.
  return locks
    .request(`storefront-elements:${name}`, options, begin)
    .catch((error: unknown) => (begun ? Promise.reject(error as Error) : begin()));
}

/** Whether another tab is at it just now. */
export async function isLocked(name: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  const options = { ifAvailable: true };
  return Boolean(
    await locks?.request(`storefront-elements:${name}`, options, (lock) => !lock).catch(() => false),
  );
}
