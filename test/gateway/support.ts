/** A gateway before a sandbox, both on real ports, as a merchant would run it. */
import { createHmac } from 'node:crypto';
import { after } from 'node:test';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { serve } from '../../src/gateway/node.ts';
import type { Gateway, GatewayOptions, LogEntry } from '../../src/gateway/options.ts';
import { openShop, type TestShop } from '../helpers/control.ts';

const disposals: (() => unknown)[] = [];

/** At the end of the file. A hook of its own inside `before` would already run when `before` is over. */
after(async () => {
  for (const dispose of disposals.reverse()) await dispose();
});

export function atEnd(dispose: () => unknown): void {
  disposals.push(dispose);
}

/** The shop's pages; on the list of every test gateway. */
export const ORIGIN = 'https://shop.example';

/** The gateway's own secrets. */
export const SECRET = 'the secret of the test gateway, 32 bytes or more';
export const SESSION_KEY = { kid: 'test-1', secret: 'the session secret of the test gateway, also long' };
export const SESSIONS = {
  keys: [SESSION_KEY],
  issuer: 'https://gateway.example',
  audience: ORIGIN,
} satisfies GatewayOptions['sessions'];

/** Where the gateway believes the service is: a name of its own, so that it can be searched for in what goes out. */
export const BASE_URL = 'https://service.internal.example/hidden-base';

/** Sends what goes to `BASE_URL` to the sandbox. */
export const fetchVia =
  (sandboxUrl: string): typeof fetch =>
  (input, init) =>
    fetch((input as string).replace(BASE_URL, sandboxUrl), init);

/** The query of a call that came through the app proxy of a shop. */
export function signedQuery(secret: string, shop: string, pairs: Record<string, string> = {}): string {
  const all = {
    shop,
    path_prefix: '/apps/rewards',
    logged_in_customer_id: '',
    timestamp: String(Math.floor(Date.now() / 1000)),
    ...pairs,
  };
  const text = Object.entries(all)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('');
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  return String(new URLSearchParams({ ...all, signature }));
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body in any form: the tests check it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

interface CallOptions {
  /** JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The page's; `null` for none. Default `ORIGIN`. */
  origin?: string | null;
  /** A session's token, sent as Authorization. */
  token?: string;
}

export interface TestGateway {
  url: string;
  gateway: Gateway;
  sandbox: Sandbox;
  /** The gateway's key at the sandbox: its requests, grants, mailed codes and faults. */
  shop: TestShop;
  /** The log entries. */
  entries: LogEntry[];
  /** `route` is written as in the service document: `POST /v1/access/otp`. */
  call(route: string, options?: CallOptions): Promise<Reply>;
  /** Logs in with a mailed code, and gives the session's token. */
  login(email: string): Promise<string>;
  close(): Promise<void>;
}

/** One sandbox for all gateways of a file; each has a key of its own there. */
let shared: Promise<Sandbox> | undefined;

async function openShared(): Promise<Sandbox> {
  const sandbox = await startSandbox({ log: () => undefined });
  atEnd(() => sandbox.close());
  return sandbox;
}

interface Parts {
  /** A sandbox that runs already. */
  sandbox?: Sandbox;
  /** A shop of that sandbox. */
  shop?: TestShop;
}

/**
 * Starts a gateway, in front of the file's sandbox where none is given, and closes it after the tests of the file. The options replace
 * those of a gateway with sessions, one origin and no waiting in answers to codes.
 */
export async function openGateway(
  options: Partial<GatewayOptions> = {},
  parts: Parts = {},
): Promise<TestGateway> {
  const sandbox = parts.sandbox ?? (await (shared ??= openShared()));
  const shop = parts.shop ?? (await openShop(sandbox.url));
  const entries: LogEntry[] = [];
  const gateway = createGateway({
    baseUrl: BASE_URL,
    apiKey: shop.key,
    secret: SECRET,
    origins: [ORIGIN],
    sessions: SESSIONS,
    codeAnswerTime: 0,
    clientAddress: 'connection',
    fetch: fetchVia(sandbox.url),
    log: (entry) => entries.push(entry),
    ...options,
  });
  const server = await serve(gateway, { port: 0 });
  atEnd(() => server.close());
  const call = (route: string, callOptions?: CallOptions) => callAt(server.url, route, callOptions);
  return {
    url: server.url,
    gateway,
    sandbox,
    shop,
    entries,
    call,
    async login(email) {
      await call('POST /v1/access/otp', { body: { email } });
      const code = await shop.mailedCode(email);
      const { body } = await call('POST /v1/access/otp/verify', { body: { email, code } });
      return body.session.token as string;
    },
    close: () => server.close(),
  };
}

export async function callAt(url: string, route: string, options: CallOptions = {}): Promise<Reply> {
  const [method = '', path = ''] = route.split(' ');
  const { body, headers = {}, origin = ORIGIN, token } = options;
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(origin !== null && { origin }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
