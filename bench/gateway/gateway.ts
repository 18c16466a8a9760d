/** Our gateway, as `storefront-gateway` runs it, with everything on; only the limits are too high to be met. */
import { createGateway, type RateLimits } from '../../src/gateway/index.ts';
import { createNodeFetch, serve } from '../../src/gateway/node.ts';
import { ready, settings } from './child.ts';

const { service, apiKey, origin } = settings() as { service: string; apiKey: string; origin: string };
const high = { points: 1e9, duration: 3600 };
const limits: Partial<RateLimits> = { readPerAddress: high, claimPerAddress: high, claimPerToken: high };
const gateway = createGateway({
  baseUrl: service,
  apiKey,
  origins: [origin],
  secret: 'a secret of the benchmark, longer than thirty-two bytes',
  limits,
  clientAddress: 'connection',
  fetch: createNodeFetch(),
});
const { port } = await serve(gateway, { port: 0 });
ready(port);
