/** Sends each claim once, however many elements and tabs ask for it, and stores its result. */
import type { ApiError } from '../../api/errors.ts';
import { SharedRecord } from '../shared/shared-record.ts';
import { hasResult, isKeptClaim, isOver, type KeptClaim } from './kept-claim.ts';
import { withLock } from './tab-lock.ts';

export type ClaimRecord = SharedRecord<KeptClaim>;

/** Names of claims whose key could not be hashed. */
const randomNames = new Map<string, string>();

/**
 * The record of a claim. Its name is a hash of the key, because every script of the shop can read the storage.
 *
 * @param key identifies the claim: the service and the grant's token, or the reserved code and its owner's address
 */
export async function openRecord(
  key: string,
  isStored: () => boolean | undefined,
  hasOwnConsent: () => boolean,
): Promise<ClaimRecord> {
  // Only secure contexts can hash; in others nothing leaves the memory of the page.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  const hash = subtle && new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(key)));
  const name = hash
    ? // Old libraries replace Array.from with a version that ignores its second argument.
      [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    : (randomNames.get(key) ?? String(Math.random()));
  if (!hash) randomNames.set(key, name);
  return new SharedRecord({
    name: `claim:${name}`,
    area: 'localStorage',
    isValid: isKeptClaim,
    isShared: () => Boolean(hash),
    isStored: () => Boolean(hash) && isStored(),
    hasOwnConsent,
  });
}

/** Whether the claim has a grant, or a code that has not ended. */
const isResult = (kept: KeptClaim): boolean => hasResult(kept) && !isOver(kept);

/** The claims that this page has sent, until they are answered. */
const underWay = new Map<string, Promise<KeptClaim>>();

export const claimUnderWay = ({ name }: ClaimRecord): Promise<KeptClaim> | undefined => underWay.get(name);

/**
 * Sends a claim, or joins the one under way. It is stored as pending before it is sent, so that a page that closes in
 * between later shows "could not confirm" instead of nothing.
 *
 * @param isRefusal whether an error proves that nothing was granted
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
      if (before && isResult(before)) return before;
      record.set({ pending: true });
      try {
        const kept = await send();
        // Without locks, or after a long wait for one, another tab sends the claim too, and its result stays.
        const stored = record.get();
        if (!hasResult(kept) && stored && isResult(stored)) return stored;
        record.set(hasResult(kept) ? kept : undefined);
        return kept;
      } catch (error) {
        const stored = record.get();
        if (stored && isResult(stored)) return stored;
        if (stored?.pending && isRefusal(error as ApiError)) record.set(before);
        throw error;
      }
    };
    // In a later microtask: when the record changes, the other elements look for the claim in `underWay`.
    claim = Promise.resolve()
      .then(() => withLock(record.name, work))
      .finally(() => underWay.delete(record.name));
    underWay.set(record.name, claim);
  }
  return claim;
}
