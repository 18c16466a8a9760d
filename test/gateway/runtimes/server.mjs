// The gateway of the packed package on a port, in whichever runtime this is run by. Copied to where the package is.
import { createGateway } from 'storefront-gateway';

const { SERVICE_URL: baseUrl, API_KEY: apiKey, SECRET: secret, ORIGIN: origin } = process.env;
const sessionSecret = `the secret of the sessions: ${secret}`;

const gateway = createGateway({
  baseUrl,
  apiKey,
  secret,
  origins: [origin],
  sessions: {
    keys: [{ kid: 'a', secret: sessionSecret }],
    issuer: 'https://gateway.example',
    audience: origin,
  },
  requireLogin: true,
  codeAnswerTime: 0,
  clientAddress: 'connection',
});

const hostname = '127.0.0.1';

async function listen() {
  if ('Deno' in globalThis) {
    const answer = (request, { remoteAddr }) => gateway.fetch(request, { address: remoteAddr.hostname });
    const { addr } = globalThis.Deno.serve({ port: 0, hostname, onListen: () => undefined }, answer);
    return ['deno', `http://${hostname}:${addr.port}`];
  }
  if ('Bun' in globalThis) {
    const server = globalThis.Bun.serve({
      port: 0,
      hostname,
      fetch: (request, each) => gateway.fetch(request, { address: each.requestIP(request)?.address }),
    });
    return ['bun', `http://${hostname}:${server.port}`];
  }
  const { serve } = await import('storefront-gateway/node');
  const { url } = await serve(gateway, { port: 0 });
  return ['node', url];
}

const [runtime, url] = await listen();
console.log(JSON.stringify({ runtime, url }));
