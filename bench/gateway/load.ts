/** Shoppers: as fast as they are answered, by autocannon, or at a fixed rate. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Request } from 'autocannon';

/** The page that they are on. */
export const ORIGIN = 'https://shop.example';

export const loads = ['cached timeline', 'uncached timeline', 'claim'] as const;

export type Load = (typeof loads)[number];

export interface Pass {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

let counted = 0;
/** Another one each time, also over all passes. */
const next = () => ++counted;

const headers = { origin: ORIGIN, accept: 'application/json' };

/** `offset` changes the query and not what the stub answers. */
const requests: Record<Load, () => Request> = {
  'cached timeline': () => ({ method: 'GET', path: '/v1/timeline?limit=20', headers }),
  'uncached timeline': () => ({
    method: 'GET',
    headers,
    setupRequest: (request) => ({ ...request, path: `/v1/timeline?limit=20&offset=${next()}` }),
  }),
  claim: () => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    setupRequest: (request) => ({ ...request, path: claimPath(next()) }),
  }),
};

export const claimPath = (number: number) =>
  `/v1/rewards/grants/token-${String(number).padStart(20, '0')}/claim`;

/** With the key, for those who ask the service itself. */
export function requestOf(load: Load, apiKey?: string): Request {
  const request = requests[load]();
  return apiKey === undefined
    ? request
    : { ...request, headers: { ...request.headers, 'x-api-key': apiKey } };
}

export interface Amount {
  connections: number;
  /** Seconds, or a number of requests. */
  duration?: number;
  amount?: number;
}

/** @throws Error when one answer is no success: figures of refusals are worth nothing */
export async function put(url: string, requests: Request[], amount: Amount): Promise<Pass> {
  const { default: autocannon } = await import('autocannon');
  const instance = autocannon({ url, requests, ...amount });
  // Its own histogram counts whole milliseconds.
  const times: number[] = [];
  const refused = new Set<number>();
  void instance.on('response', (_client, status: number, _bytes, time: number) => {
    times.push(time);
    if (status >= 300) refused.add(status);
  });
  const started = performance.now();
  const result = await instance;
  const seconds = (performance.now() - started) / 1000;
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed || !times.length)
    throw new Error(`${failed} of ${times.length} requests to ${url} failed: ${[...refused].join(', ')}`);
  return passOf(times, seconds);
}

function passOf(times: readonly number[], seconds: number): Pass {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
  return { requestsPerSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99) };
}

/**
 * Sends requests at a fixed rate per second, evenly spaced, for some seconds. autocannon's own rate sends a second's requests
 * in one burst. Each time counts from the moment at which the request was due, so a server that falls behind is not
 * excused.
 *
 * @throws Error if one answer is no success
 */
export async function putAtRate(url: string, request: Request, rate: number, seconds: number): Promise<Pass> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const started = performance.now();
  const ask = async (due: number): Promise<void> => {
    const { method = 'GET', path = '/', headers = {} } = request.setupRequest?.(request) ?? request;
    const sent = send(new URL(path, url), { agent, method, headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}.`);
    await once(answer.resume(), 'end');
    times.push(performance.now() - due);
  };
  for (let count = 0; count < rate * seconds;) {
    const due = started + (count * 1000) / rate;
    if (due <= performance.now()) {
      answers.push(ask(due));
      count++;
    } else await setTimeout(1);
  }
  await Promise.all(answers);
  agent.destroy();
  return passOf(times, seconds);
}
