/** Whether the gateway takes more and more: what is still used after a collection, while requests go on. */
import type { Child } from './child.ts';
import { claimPath, put, requestOf } from './load.ts';

export interface Mark {
  requests: number;
  /** Bytes. */
  used: number;
  resident: number;
}

/**
 * Tokens that are claimed again and again. Each new one is kept for 90 days, in memory for as long as the process
 * lives, because it must be: that would be no leak, and is not what is asked here.
 */
const TOKENS = 1000;

/** Requests before the first mark: the cache is full then, and what is compiled later is compiled. */
export const WARM_UP = 20_000;

let claimed = 0;

/** A shop's mixture: half of it cached, every third of another query, and claims that are repeated. */
const mixture = () => [
  requestOf('cached timeline'),
  requestOf('uncached timeline'),
  requestOf('cached timeline'),
  requestOf('uncached timeline'),
  requestOf('cached timeline'),
  {
    ...requestOf('claim'),
    setupRequest: (request: object) => ({ ...request, path: claimPath(-(1 + (claimed++ % TOKENS))) }),
  },
];

export async function watchMemory(gateway: Child, total: number, marks: number): Promise<Mark[]> {
  const amount = Math.ceil(total / marks);
  const found: Mark[] = [];
  await put(gateway.url, mixture(), { connections: 10, amount: WARM_UP });
  for (let mark = 0; mark <= marks; mark++) {
    if (mark) await put(gateway.url, mixture(), { connections: 10, amount });
    found.push({ requests: mark * amount, ...(await gateway.memory()) });
  }
  return found;
}

/** The mean of the last third to that of the first: a single mark may catch what is about to go. */
export function growth(marks: Mark[]): number {
  const third = Math.max(1, Math.floor(marks.length / 3));
  const mean = (some: Mark[]) => some.reduce((sum, { used }) => sum + used, 0) / some.length;
  return mean(marks.slice(-third)) / mean(marks.slice(0, third));
}
