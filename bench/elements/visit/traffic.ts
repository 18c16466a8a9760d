/** The network requests of a page, from the first one on. */
import type { CDPSession } from 'puppeteer-core';

const LOOPBACK = '127.0.0.1';

export class Traffic {
  /** All addresses but those that are no requests (`data:`, `blob:`), in order. */
  readonly urls: string[] = [];
  readonly failed: string[] = [];
  readonly #open = new Set<string>();
  #changed = performance.now();

  async watch(session: CDPSession): Promise<void> {
    session.on('Network.requestWillBeSent', ({ requestId, request, redirectResponse }) => {
      if (!request.url.startsWith('http')) return;
      this.urls.push(request.url);
      if (!redirectResponse) this.#open.add(requestId);
      this.#changed = performance.now();
    });
    session.on('Network.responseReceived', ({ response: { status, url } }) => {
      if (status >= 400) this.failed.push(`${status} ${url}`);
    });
    const end = ({ requestId }: { requestId: string }) => {
      if (this.#open.delete(requestId)) this.#changed = performance.now();
    };
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
    await session.send('Network.enable');
  }

  /** Hosts outside this machine. */
  get hosts(): string[] {
    const hosts = this.urls.map((url) => new URL(url)).filter(({ hostname }) => hostname !== LOOPBACK);
    return [...new Set(hosts.map(({ host }) => host))];
  }

  /** For how many milliseconds nothing was asked for or answered. */
  get quietFor(): number {
    return this.#open.size ? 0 : performance.now() - this.#changed;
  }
}
