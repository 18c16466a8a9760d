/** Instances of the gateway as processes of their own, and shoppers who claim at them. */
import type { RewardGrantClaim } from '../../src/api/index.ts';
import { startInstance, type Instance } from './instances.ts';
import { ask } from './storm-http.ts';
import type { Seen } from './storm-report.ts';

const ORIGIN = 'https://shop.example';
/** Milliseconds; a lease is two seconds longer. */
export const CLAIM_TIMEOUT = 1000;
/** How long a shopper goes on trying. Longer than any lease of a test. */
export const PATIENCE = 60_000;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface ErrorBody {
  code?: string;
  details?: { reference?: string };
}

/** One of the instances of a gateway, in front of the service at `baseUrl`. */
export const startClaimInstance = (
  baseUrl: string,
  apiKey: string,
  store: string,
  afterLostAnswer: 'stop' | 'repeat',
  timeout = CLAIM_TIMEOUT,
): Promise<Instance> =>
  startInstance({
    store,
    options: {
      baseUrl,
      apiKey,
      secret: 'a secret that both instances have, of 32 bytes and more',
      origins: [ORIGIN],
      clientAddress: 'connection',
      timeouts: { read: Math.min(timeout, 8_000), claim: timeout },
      claims: { afterLostAnswer },
      limits: {
        claimPerAddress: { points: 1_000_000, duration: 3600 },
        claimPerToken: { points: 1_000_000, duration: 3600 },
      },
    },
  });

export async function press({ url }: Instance, token: string): Promise<Seen> {
  try {
    const { status, body } = await ask('POST', `${url}/v1/rewards/grants/${token}/claim`, undefined, {
      origin: ORIGIN,
    });
    const { code = '', discountCode, details } = body as RewardGrantClaim & ErrorBody;
    return { status, code, discountCode: discountCode ?? undefined, reference: details?.reference };
  } catch {
    return { status: 0, code: 'connection', discountCode: undefined, reference: undefined };
  }
}

/** Asks until there is an answer that is no "later". */
export async function retrieve(instances: readonly Instance[], token: string, at: number): Promise<Seen> {
  const end = performance.now() + PATIENCE;
  for (let tries = 0; ; tries++) {
    const answer = await press(instances[(at + tries) % instances.length]!, token);
    if ((answer.status !== 503 && answer.status !== 0) || performance.now() > end) return answer;
    await pause(200);
  }
}
