/** The gateway's options for tests of its parts. */
import { checkOptions, type CheckedOptions } from '../../src/gateway/check-options.ts';
import type { Rate, RateLimits } from '../../src/gateway/options.ts';

type Group = 'claims' | 'limits' | 'cache' | 'timeouts';
export type Replaced = Partial<Omit<CheckedOptions, Group>> & {
  [Each in Group]?: Partial<CheckedOptions[Each]> | undefined;
};

/** All options: the defaults, and in their place those that a test needs. These may be less than a merchant may set. */
export function allOptions({ claims, limits, cache, timeouts, ...options }: Replaced = {}): CheckedOptions {
  const defaults = checkOptions({
    baseUrl: 'https://service.example',
    apiKey: 'key',
    secret: 'a secret of the gateway, 32 bytes or more',
    clientAddress: 'connection',
    origins: ['https://shop.example'],
  });
  return {
    ...defaults,
    ...options,
    claims: { ...defaults.claims, ...claims },
    limits: { ...defaults.limits, ...limits },
    cache: { ...defaults.cache, ...cache },
    timeouts: { ...defaults.timeouts, ...timeouts },
  };
}

export const limitsWith = (limits?: Partial<RateLimits>): RateLimits => allOptions({ limits }).limits;

/** The same rate for every kind. */
export const everyLimit = (rate: Rate): RateLimits =>
  Object.fromEntries(Object.keys(limitsWith()).map((kind) => [kind, rate])) as unknown as RateLimits;
