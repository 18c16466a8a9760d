/** Reserves codes for shoppers who are logged in. */
import type { Client } from '../api/client.ts';
import type { RewardCode } from '../api/models.ts';
import { reserveRewardCode } from '../api/rewards.ts';
import type { CheckedOptions } from './check-options.ts';
import { projectCode } from './projection.ts';

export interface Reservations {
  /**
   * Reserves a code for the session's email address, whatever the request says. A null from the service is passed
   * on; the document does not show what it means.
   */
  reserve(id: string, codeId: string, session: { readonly email: string }): Promise<RewardCode | null>;
}

/**
 * Reservations are not cached: repeating one for the same code and person cannot yield a second code, and the
 * answer, above all null, may change. Simultaneous calls share one request.
 */
export function createReservations(parts: { client: Client; options: CheckedOptions }): Reservations {
  const { client, options } = parts;
  const underWay = new Map<string, Promise<RewardCode | null>>();
  return {
    reserve(id, codeId, { email }) {
      const key = JSON.stringify([id, codeId, email]);
      const shared = underWay.get(key);
      if (shared) return shared;
      const timeout = options.timeouts.claim;
      const result = reserveRewardCode(client, { id, codeId, reservedFor: email }, { timeout })
        .then((code) => code && projectCode(code, email))
        .finally(() => underWay.delete(key));
      underWay.set(key, result);
      return result;
    },
  };
}
