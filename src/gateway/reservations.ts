/** Reservations for whoever is logged in. */
import type { Client } from '../api/client.ts';
import type { RewardCode } from '../api/models.ts';
import { reserveRewardCode } from '../api/rewards.ts';
import type { GatewayOptions } from './options.ts';

export interface Reservations {
  /**
   * Reserves a code for the session's e-mail address, whatever the request says. null is passed on; the document does not
   * show what it means.
   */
  reserve(id: string, codeId: string, session: { readonly email: string }): Promise<RewardCode | null>;
}

/**
 * Nothing is kept of reservations: asking once more for the same code and the same person cannot give a second one, and
 * an answer of today, null above all, may be another one tomorrow. Calls at the same time share one request.
 */
export function createReservations(parts: { client: Client; options: GatewayOptions }): Reservations {
  const { client, options } = parts;
  const underWay = new Map<string, Promise<RewardCode | null>>();
  return {
    reserve(id, codeId, { email }) {
      const key = JSON.stringify([id, codeId, email]);
      const shared = underWay.get(key);
      if (shared) return shared;
      const timeout = options.timeouts?.claim ?? 25_000;
      const result = reserveRewardCode(client, { id, codeId, reservedFor: email }, { timeout }).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, result);
      return result;
    },
  };
}
