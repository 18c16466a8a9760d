/** Gateways under attack, on real sockets, and a record of everything that left them. */
import { connect } from 'node:net';
import { startSandbox, type Sandbox } from '../../../demo/sandbox/sandbox.ts';
import type { GatewayOptions, RateLimits } from '../../../src/gateway/options.ts';
import { openShop, type LoggedRequest } from '../../helpers/control.ts';
import { atEnd, openGateway, ORIGIN, SESSIONS, type TestGateway } from '../support.ts';

export const APP_SECRETS = [
  'the client secret of the app that is in use now',
  'the client secret of the app from before the change',
] as const;
export const SHOP = 'example.myshopify.com';

const start = Date.now();
/** The gateway's clock, in milliseconds. It stands still unless a case moves it. */
export const clock = { ahead: 0, now: () => start + clock.ahead };

const plenty = { points: 100_000, duration: 60 };
const PLENTY: RateLimits = {
  sendPerAddress: plenty,
  sendPerEmailAndAddress: plenty,
  sendPerEmail: plenty,
  sendPerBusyEmail: { points: 1, duration: 600 },
  verifyPerAddress: plenty,
  verifyPerEmailAndAddress: plenty,
  verifyPerEmail: plenty,
  verifyPerBusyEmail: { points: 1, duration: 60 },
  triesPerCode: { points: 5, duration: 3600 },
  claimPerAddress: plenty,
  claimPerToken: plenty,
  reservePerSession: plenty,
  readPerAddress: plenty,
};

/** Every setup that an attacker might get around. */
const SETUPS = {
  /** Pages of one origin; nothing needs a login. */
  open: {},
  /** Claims and reservations need a login. */
  login: { requireLogin: true, reserve: true },
  /** The same with cookies. */
  cookies: { requireLogin: true, reserve: true, sessions: { ...SESSIONS, cookie: { sameSite: 'Lax' } } },
  /** Only what comes signed through the app proxy. */
  signed: { origins: undefined, appProxy: { secrets: APP_SECRETS, shops: [SHOP] } },
  /** Both. */
  both: { appProxy: { secrets: APP_SECRETS, shops: [SHOP] } },
  /** Below a path, with short patience for bodies. */
  below: { basePath: '/apps/rewards', bodyTimeout: 150 },
  /** Limits per address are not counted. */
  uncounted: {
    clientAddress: 'none',
    limits: { ...PLENTY, sendPerAddress: { points: 1, duration: 3600 } },
  },
  /** Pages choose little: how long a code is valid, and how a token is written. */
  strict: {
    maxCodeExpires: 420,
    tokenPattern: '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  },
  /** Clients connect directly. */
  direct: { limits: { ...PLENTY, readPerAddress: { points: 5, duration: 3600 } } },
  /** One proxy in front, and limits that can be reached. */
  hops: {
    clientAddress: { proxies: 1 },
    reserve: true,
    limits: {
      ...PLENTY,
      sendPerAddress: { points: 4, duration: 3600 },
      sendPerEmailAndAddress: { points: 2, duration: 3600 },
      sendPerEmail: { points: 3, duration: 3600 },
      verifyPerAddress: { points: 8, duration: 3600 },
      verifyPerEmailAndAddress: { points: 12, duration: 3600 },
      verifyPerEmail: { points: 12, duration: 3600 },
      claimPerAddress: { points: 6, duration: 3600 },
      claimPerToken: { points: 3, duration: 3600 },
      readPerAddress: { points: 5, duration: 3600 },
    },
  },
} satisfies Record<string, Partial<GatewayOptions>>;

export type Setup = keyof typeof SETUPS;

export interface Reply {
  /** Of the first answer; 0 where the connection was closed without one. */
  status: number;
  /** Of all answers on the connection. */
  statuses: number[];
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

export interface Lab {
  sandbox: Sandbox;
  gateways: Record<Setup, TestGateway>;
  /** Every answer as it came, byte for byte. */
  heard: string[];
  /** Values that nobody may find in a log: addresses, codes and tokens that were used. */
  personal: Set<string>;
  /** Sends bytes as they are, one part after the other, and gives what came back until the end. */
  send(at: Setup, ...parts: (string | Uint8Array)[]): Promise<Reply>;
  /** The requests that have reached the service since the last call, counted by operation. */
  reached(): Promise<Record<string, number>>;
}

export async function openLab(): Promise<Lab> {
  const sandbox = await startSandbox({ log: () => undefined });
  atEnd(() => sandbox.close());
  const opened = await Promise.all(
    Object.entries(SETUPS).map(async ([name, options]) => {
      const shop = await openShop(sandbox.url);
      const gateway = await openGateway({ limits: PLENTY, now: clock.now, ...options }, { sandbox, shop });
      return [name, gateway] as const;
    }),
  );
  const gateways = Object.fromEntries(opened) as Record<Setup, TestGateway>;
  const keys = new Set(opened.map(([, { shop }]) => shop.key));
  const heard: string[] = [];
  let seen = 0;
  return {
    sandbox,
    gateways,
    heard,
    personal: new Set(),
    async send(at, ...parts) {
      const text = await converse(Number(new URL(gateways[at].url).port), parts);
      heard.push(text);
      return parse(text);
    },
    async reached() {
      const response = await fetch(`${sandbox.url}/sandbox/requests`);
      const all = (await response.json()) as (LoggedRequest & { key: string | null })[];
      const counts: Record<string, number> = {};
      for (const { operation, key, method } of all.slice(seen)) {
        // A request without a gateway's key would have come from a caller with a key of their own.
        const name = keys.has(key ?? '') ? (operation as string | null) : `${method} with a foreign key`;
        counts[name ?? 'no operation'] = (counts[name ?? 'no operation'] ?? 0) + 1;
      }
      seen = all.length;
      return counts;
    },
  };
}

/** How long a server may keep silent before a case has failed, in milliseconds. */
const PATIENCE = 60_000;

export function converse(port: number, parts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(`no end of the answer in ${PATIENCE} ms: ${Buffer.concat(chunks).toString('latin1')}`),
      );
    }, PATIENCE);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that has heard enough resets the connection; what it said before counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
    socket.on('connect', () => {
      // Each part is a packet of its own.
      socket.setNoDelay(true);
      const next = ([part, ...rest]: readonly (string | Uint8Array)[]): void => {
        if (part === undefined || !socket.writable) return;
        socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part, () =>
          setImmediate(next, rest),
        );
      };
      next(parts);
    });
  });
}

export function parse(text: string): Reply {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const last = statuses[0] === 100 ? text.indexOf('HTTP/1.1', 5) : 0;
  const end = text.indexOf('\r\n\r\n', last);
  const lines = text
    .slice(last, end < 0 ? undefined : end)
    .split('\r\n')
    .slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return {
    status: statuses.find((status) => status !== 100) ?? 0,
    statuses,
    headers,
    body: end < 0 ? '' : Buffer.from(text.slice(end + 4), 'latin1').toString(),
  };
}

/** The error code of an answer; undefined if the gateway did not write the answer. */
export function codeOf({ body }: Reply): string | undefined {
  try {
    return (JSON.parse(body.replace(/^[\da-f]+\r\n|\r\n0\r\n\r\n$/g, '')) as { code?: string }).code;
  } catch {
    return undefined;
  }
}

/** One attack, and its required result. */
export interface Attack {
  name: string;
  run(lab: Lab): Promise<Reply>;
  status: number | readonly number[];
  code?: string;
  /** The requests that may reach the service: exactly these, by operation. Default: none. */
  reached?: Record<string, number>;
  /** Further checks. */
  then?(reply: Reply, lab: Lab): unknown;
}

interface RequestParts {
  at?: Setup;
  method?: string;
  /** Name and value in one; a name twice is sent twice. */
  headers?: readonly string[];
  /** `null` for none. */
  origin?: string | null;
  body?: string | Uint8Array;
  host?: string;
  /** The scheme of the client's connection, as reported by a proxy in front; `null` for no proxy. Default https. */
  scheme?: string | null;
}

/** The text of a request that is well-formed but for what the case puts in. */
export function write(target: string, parts: RequestParts = {}): (string | Uint8Array)[] {
  const { method = 'GET', headers = [], origin = ORIGIN, body } = parts;
  const { host = 'gateway.example', scheme = 'https' } = parts;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    ...(scheme === null ? [] : [`X-Forwarded-Proto: ${scheme}`]),
    ...(origin === null ? [] : [`Origin: ${origin}`]),
    ...(bytes ? [`Content-Length: ${bytes.byteLength}`] : []),
    'Connection: close',
    ...headers,
  ];
  const head = `${lines.join('\r\n')}\r\n\r\n`;
  return bytes ? [head, bytes] : [head];
}

export const ask = (lab: Lab, target: string, parts: RequestParts = {}): Promise<Reply> =>
  lab.send(parts.at ?? 'open', ...write(target, parts));

/** A POST of JSON. */
export const post = (
  lab: Lab,
  target: string,
  body: string | Uint8Array | undefined,
  parts: RequestParts = {},
): Promise<Reply> =>
  ask(lab, target, {
    method: 'POST',
    ...parts,
    ...(body !== undefined && { body }),
    headers: ['Content-Type: application/json', ...(parts.headers ?? [])],
  });
