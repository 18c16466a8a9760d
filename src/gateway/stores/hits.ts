import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { HitResult, HitRule } from './store.ts';

/** The two of a store's calls that count. */
export interface Hits {
  hit(key: string, rule: HitRule): Promise<HitResult>;
  forgive(key: string): Promise<void>;
}

/** Counting by `rate-limiter-flexible`, which wants one limiter for each rule; `create` makes it. */
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
        // It rejects with what it counted where that is too much, and with an Error where it could not count.
        if (refusal instanceof Error) throw refusal;
        return { allowed: false, retryAfter: secondsUntil((refusal as RateLimiterRes).msBeforeNext) };
      }
    },
    async forgive(key) {
      for (const limiter of limiters.values()) await limiter.delete(key);
    },
  };
}

/** Whole seconds, at least 1. */
export function secondsUntil(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
