import { checkLength, checkObject } from './arguments.ts';
import type { Client, RequestOptions } from './client.ts';
import { count, type RewardCode, type RewardGrantClaim, type Schemas, text } from './models.ts';
import { array, maybe, nullable, object, record, type Schema } from './schema.ts';

/** Checks a reward code (section Reward code), whether from the service or from storage. */
export const rewardCode: Schema<RewardCode> = object<RewardCode>({
  id: text,
  rewardId: text,
  code: text,
  status: text,
  reservedFor: text,
  redeemedBy: text,
  redeemedAt: text,
  orderId: text,
  externalOrderId: text,
  createdAt: text,
  expiresAt: text,
  updatedAt: text,
  externalIds: maybe(
    record(
      object<Schemas['ExternalId']>({
        discountId: text,
        codeId: text,
        syncedAt: text,
        syncStatus: text,
        error: text,
      }),
    ),
  ),
});

/** Checks a claim result (section Reward grant claim result), whether from the service or from storage. */
export const rewardGrantClaim: Schema<RewardGrantClaim> = object<RewardGrantClaim>({
  grantId: text,
  rewardId: text,
  discountCode: text,
  codeType: text,
  valueType: text,
  value: count,
  scope: text,
  externalIds: maybe(
    array(
      object<NonNullable<RewardGrantClaim['externalIds']>[number]>({
        system: text,
        externalId: text,
        externalCodeId: text,
      }),
    ),
  ),
});

export interface RewardCodeReservation {
  /** The reward's id. */
  id: string;
  /** The id of one of the reward's codes. */
  codeId: string;
  /** Identifies the person the code is reserved for, 1 to 500 characters. */
  reservedFor: string;
}

/**
 * `POST /v1/rewards/{id}/codes/{codeId}/reserve`: reserves a code (section Endpoints). Returns the code, or null;
 * the document does not show what null means.
 *
 * @throws InvalidArgumentError if `reservedFor` has another length, or an id is empty
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * await reserveRewardCode(client, { id: rewardId, codeId, reservedFor: 'customer 1042' });
 */
export async function reserveRewardCode(
  client: Client,
  reservation: RewardCodeReservation,
  options?: RequestOptions,
): Promise<RewardCode | null> {
  checkObject('reservation', reservation);
  const { id, codeId, reservedFor } = reservation;
  checkLength('reservedFor', reservedFor, 1, 500);
  return client.request(
    {
      operation: 'reserveRewardCode',
      method: 'POST',
      path: '/v1/rewards/{id}/codes/{codeId}/reserve',
      params: { id, codeId },
      body: { reservedFor },
      schema: nullable(rewardCode),
    },
    options,
  );
}

/**
 * `POST /v1/rewards/grants/{token}/claim`: claims a grant by its token of 16 to 200 characters (section Endpoints).
 *
 * Errors never contain the token. After a `NetworkError` or `TimeoutError` the grant may be claimed all the same.
 *
 * @throws InvalidArgumentError if `token` has another length
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const { discountCode } = await claimRewardGrant(client, token);
 */
export async function claimRewardGrant(
  client: Client,
  token: string,
  options?: RequestOptions,
): Promise<RewardGrantClaim> {
  checkLength('token', token, 16, 200);
  return client.request(
    {
      operation: 'claimRewardGrant',
      method: 'POST',
      path: '/v1/rewards/grants/{token}/claim',
      params: { token },
      secrets: [token],
      schema: rewardGrantClaim,
    },
    options,
  );
}
