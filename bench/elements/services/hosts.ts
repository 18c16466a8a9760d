/** Answers in place of a vendor's host that a page cannot be told to leave alone. */
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Service } from './service.ts';

type Paused = Protocol.Fetch.RequestPausedEvent;

/** A page's requests to another host carry its origin; the host has to allow it. */
const allowed = ({ request }: Paused) => ({
  'access-control-allow-origin': request.headers['Origin'] ?? request.headers['origin'] ?? '*',
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': '*, authorization, content-type, x-sdk-variant, x-sdk-version',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
});

async function answer(session: CDPSession, { answer }: Service, paused: Paused): Promise<void> {
  const { requestId, request } = paused;
  const isAsking = request.method === 'OPTIONS';
  const found = isAsking
    ? { status: 204, body: '' }
    : answer({ method: request.method, url: new URL(request.url) });
  if (!found) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'NameNotResolved' });
    return;
  }
  const { status = 200, type, headers, body } = { type: undefined, headers: {}, ...found };
  const sent = { ...allowed(paused), ...(type && { 'content-type': type }), ...headers };
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    responseHeaders: Object.entries(sent).map(([name, value]) => ({ name, value })),
    body: Buffer.from(body).toString('base64'),
  });
}

export async function answerHosts(session: CDPSession, service: Service): Promise<void> {
  if (!service.hosts) return;
  session.on('Fetch.requestPaused', (paused) => {
    // The page may be gone by then.
    answer(session, service, paused).catch(() => undefined);
  });
  await session.send('Fetch.enable', {
    patterns: service.hosts.map((urlPattern) => ({ urlPattern })),
  });
}
