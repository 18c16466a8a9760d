import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { HitResult, HitRule } from './store.ts';

/** The counting part of a store. */
export interface Hits {
  hit(key: string, rule: HitRule): Promise<HitResult>;
  forgive(key: string): Promise<void>;
}

/** Counts with `rate-limiter-flexible`, which needs one limiter per rule; `create` makes it. */
export function hitsBy(create: (rule: HitRule) => RateLimiterAbstract): Hits {
  const limiters = new Map<string, RateLimiterAbstract>();

  const limiterOf = (rule: HitRule): RateLimiterAbstract => {
    const name = `${rule.points}/${rule.duration}`;
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = create(rule);
      limiters.set(name, limiter);
    }
    return limiter;
  };

  return {
    async hit(key, rule) {
      try {
        await limiterOf(rule).consume(key);
        return { allowed: true, retryAfter: 0 };
      } catch (refusal) {
        // `consume` rejects with a result if the limit is exceeded, and with an Error if it could not count.
        if (refusal instanceof Error) throw refusal;
        return { allowed: false, retryAfter: secondsUntil((refusal as RateLimiterRes).msBeforeNext) };
      }
    },
    async forgive(key) {
      for (const limiter of limiters.values()) await limiter.delete(key);
    },
  };
}

/** Rounds up to whole seconds, at least 1. */
export function secondsUntil(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
