/** The gateway's options for tests of its parts. */
import { checkOptions, type CheckedOptions } from '../../src/gateway/check-options.ts';
import type { Rate, RateLimits } from '../../src/gateway/options.ts';

type Group = 'claims' | 'limits' | 'cache' | 'timeouts';
export type Replaced = Partial<Omit<CheckedOptions, Group>> & {
  [Each in Group]?: Partial<CheckedOptions[Each]> | undefined;
};

/** The default options, with those that a test replaces. They are not checked, so a test may use shorter times than are allowed. */
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

/** The default limits, with those that a test replaces. */
export const limitsWith = (limits?: Partial<RateLimits>): RateLimits => allOptions({ limits }).limits;

/** The same rate for every kind of limit. */
export const everyLimit = (rate: Rate): RateLimits =>
  Object.fromEntries(Object.keys(limitsWith()).map((kind) => [kind, rate])) as unknown as RateLimits;
