/** The request of a claim: a grant's claim, or a code's reservation. */
import type { Client } from '../../api/client.ts';
import type { ApiError } from '../../api/errors.ts';
import { claimRewardGrant, reserveRewardCode } from '../../api/rewards.ts';
import { sessionClient } from '../shared/session.ts';
import type { ClaimHost } from './claim-host.ts';
import { problemOfCode } from './claim-problem.ts';
import type { KeptClaim } from './kept-claim.ts';
import type { ShopperLogin } from './shopper-login.ts';

/**
 * Neither leaving the page nor a slow network must end the request: only its response contains the code.
 */
const options = { keepalive: true, timeout: 30_000 };

/** How often a claim is sent while the gateway answers that the same claim is in progress. */
const ATTEMPTS = 4;

/** Seconds between these attempts if the response names no time. */
const PAUSE = 2;

/** The request for the current attributes and login; undefined while the attributes are wrong. */
export function claimRequest(host: ClaimHost, login: ShopperLogin): (() => Promise<KeptClaim>) | undefined {
  const { grantToken, rewardId, codeId } = host;
  const { email, provenAt, session } = login;
  const client = sessionClient(host, session);
  if (!client) return undefined;
  const send = grantToken
    ? () => claimGrant(client, grantToken)
    : () => reserveCode(client, rewardId ?? '', codeId ?? '', email ?? '');
  return async () => {
    try {
      return await retryInProgress(send, host);
    } catch (error) {
      login.forgetRejected(provenAt, error as ApiError);
      throw error;
    }
  };
}

async function claimGrant(client: Client, token: string): Promise<KeptClaim> {
  return { grant: await claimRewardGrant(client, token, options) };
}

async function reserveCode(
  client: Client,
  id: string,
  codeId: string,
  reservedFor: string,
): Promise<KeptClaim> {
  const code = await reserveRewardCode(client, { id, codeId, reservedFor }, options);
  return { code, ahead: client.now() - Date.now() };
}

/**
 * Sends again while the same claim is in progress elsewhere. Only that error proves that the attempt itself sent nothing
 * to the service.
 */
async function retryInProgress<T>(send: () => Promise<T>, { errorMap }: ClaimHost): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (thrown) {
      const { code, retryAfter } = thrown as ApiError;
      const isInProgress = code === 'claim_in_progress' && !problemOfCode(code, errorMap);
      if (!isInProgress || attempt === ATTEMPTS) throw thrown;
      const seconds = Math.max(1, retryAfter ?? PAUSE);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}
