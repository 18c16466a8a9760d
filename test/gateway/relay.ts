import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface RelayReport {
  /** How many requests to claim each token have gone through. */
  asked: Map<string, number>;
  /** How many went through while another one for the same token had no answer yet, and was not `timeout` ms old. */
  overlaps: number;
}

export interface Relay {
  url: string;
  report(): Promise<RelayReport>;
  close(): Promise<unknown>;
}

/**
 * Hands every byte on, both ways, cuts and resets too, and counts what goes through: it sees what really was sent. It
 * runs in a thread of its own: the busy thread of a storm would read requests late, and in another order.
 */
export async function startRelay(target: string, timeout: number): Promise<Relay> {
  const worker = new Worker(new URL('relay-thread.ts', import.meta.url), { workerData: { target, timeout } });
  const [url] = (await once(worker, 'message')) as [string];
  return {
    url,
    async report() {
      worker.postMessage('report');
      const [report] = (await once(worker, 'message')) as [RelayReport];
      return report;
    },
    close: () => worker.terminate(),
  };
}
