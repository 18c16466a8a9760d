/** For operators: the claims whose outcome is not known. */
import { createClaimRecords, type ClaimRecord } from './claim-records.ts';
import { REAL_TIME } from './claim-time.ts';
import { optionTable } from './option-table.ts';
import type { GatewayOptions } from './options.ts';
import { type GatewayStore, StoreError } from './stores/store.ts';
import { createVault } from './vault.ts';

export interface OpenClaim {
  /** The `reference` of `claim_unconfirmed`, in responses and in the log. */
  reference: string;
  /**
   * `under_way`: a process is working on it. `unconfirmed`: its response was lost. `unreadable`: it was stored with a
   * key that is not configured, by this gateway or by another one, and may contain its result.
   */
  state: 'under_way' | 'unconfirmed' | 'unreadable';
  /** The seconds since the claim was sent; undefined if they are not known. */
  age?: number | undefined;
}

/** The options of the gateway that are needed. */
export type OpenClaimsOptions = Pick<GatewayOptions, 'secret' | 'claims' | 'log'> & { store: GatewayStore };

/** How long a claim is locked while it is inspected, in milliseconds. */
const LOCKED_FOR = 10_000;

const recordsOf = ({ store, secret, claims, log = () => undefined }: OpenClaimsOptions) =>
  createClaimRecords({
    store,
    vault: createVault(secret, claims?.keys),
    lifetime: claims?.lifetime ?? optionTable['claims.lifetime'].standard,
    log,
    time: REAL_TIME,
  });

/**
 * Lists the claims whose outcome is not known.
 *
 * @throws StoreError if the store cannot list its keys, as on Workers
 */
export async function* listOpenClaims(options: OpenClaimsOptions): AsyncGenerator<OpenClaim> {
  for (const reference of await recordsOf(options).references()) {
    const claim = await inspect(options, reference, false);
    if (claim) yield claim;
  }
}

/**
 * Forgets a claim whose outcome is not known, so that it is sent again when a shopper asks. Clear it only if the
 * service did not grant the reward. Logged as `claim_cleared`.
 *
 * @returns the claim; undefined if there is none with this reference whose outcome is not known. One that is under
 *   way or unreadable is not cleared: the reward may have been granted.
 */
export async function clearOpenClaim(
  options: OpenClaimsOptions,
  reference: string,
): Promise<OpenClaim | undefined> {
  const claim = await inspect(options, reference, true);
  if (claim?.state === 'unconfirmed') {
    const { state, age } = claim;
    options.log?.({ level: 'warn', event: 'claim_cleared', claim: reference, state, age });
  }
  return claim;
}

async function inspect(
  options: OpenClaimsOptions,
  reference: string,
  clear: boolean,
): Promise<OpenClaim | undefined> {
  const records = recordsOf(options);
  const found = openClaimOf(reference, await records.read(reference));
  if (!found) return undefined;
  const lease = await records.lock(reference, LOCKED_FOR);
  if (!lease) return { ...found, state: 'under_way' };
  try {
    // Read again: a process may have finished between the first read and the lock.
    const claim = openClaimOf(reference, await records.read(reference));
    if (claim?.state === 'unconfirmed' && clear && !(await lease.delete()))
      throw new StoreError('The lock of the claim was lost. Please try again.');
    return claim;
  } finally {
    await lease.release();
  }
}

function openClaimOf(reference: string, record: ClaimRecord | undefined): OpenClaim | undefined {
  if (!record || record.state === 'done') return undefined;
  if (record.state === 'unreadable') return { reference, state: 'unreadable' };
  const age = record.since && Math.max(0, Math.round((Date.now() - record.since) / 1000));
  return { reference, state: 'unconfirmed', age };
}
