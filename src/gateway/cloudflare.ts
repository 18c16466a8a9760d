/**
 * The gateway as a Cloudflare Worker. Its settings are the Worker's variables and secrets, and its data is in a
 * Durable Object bound as `STATE`. See demo/gateway/wrangler.jsonc.
 */
import { optionsOf } from './check-options.ts';
import { createGateway } from './gateway.ts';
import type { Gateway, LogEntry } from './options.ts';
import { readSettings, warningsOf } from './settings.ts';
import { cloudflareStore, type StateNamespace } from './stores/cloudflare.ts';

export { cloudflareStore, GatewayState } from './stores/cloudflare.ts';

/** The bindings: the settings by name, and the namespace of `GatewayState`. */
export interface WorkerEnvironment extends Readonly<Record<string, unknown>> {
  readonly STATE: StateNamespace;
}

/** The parts of a Worker's context that are used. */
interface WorkerContext {
  waitUntil(done: Promise<unknown>): void;
}

/** Cloudflare sets this header on every request, and replaces any value from the client. */
const CLIENT_ADDRESS = 'header:cf-connecting-ip';

/** A Worker's console is its log, which understands JSON. */
function log(entry: LogEntry): void {
  const write = { info: console.info, warn: console.warn, error: console.error }[entry.level];
  write(JSON.stringify(entry));
}

function open(env: WorkerEnvironment): Gateway {
  const variables = { ...env, CLIENT_ADDRESS: env['CLIENT_ADDRESS'] || CLIENT_ADDRESS };
  const environment = { variables, isWorker: true };
  const settings = readSettings(environment);
  for (const warning of warningsOf(settings, environment)) log({ level: 'warn', event: 'settings', warning });
  const options = optionsOf(settings);
  if (typeof (env.STATE as StateNamespace | undefined)?.idFromName !== 'function')
    throw new Error('STATE is missing. Needed: a Durable Object namespace of the class GatewayState.');
  return createGateway({ ...options, store: cloudflareStore(env.STATE), log });
}

/** One per isolate. Only its cache of collections and timelines is shared between requests. */
let gateway: Gateway | undefined;

export default {
  async fetch(request: Request, env: WorkerEnvironment, context: WorkerContext): Promise<Response> {
    try {
      gateway ??= open(env);
    } catch (error) {
      // All mistakes in the settings go to the log, because shoppers cannot correct them.
      log({ level: 'error', event: 'cannot_start', reason: error instanceof Error ? error.message : '' });
      const body = { message: 'The gateway is not set up.', code: 'internal_error', details: {} };
      return Response.json(body, { status: 500, headers: { 'cache-control': 'no-store' } });
    }
    return gateway.fetch(request, { waitUntil: (done) => context.waitUntil(done) });
  },
};
