/**
 * The request handling of all fake carts, for every shop system: a cart of its own for each cookie, and the faults that
 * a test plants. A fault belongs to the cookie that planted it, so tests can run side by side.
 *
 *   POST /fake-carts/<system>/faults  { path, kind: 'drop' | '500' | '429' | 'html', skip?, times?, after? }
 *   POST /fake-carts/<system>/heal    forgets the faults, and answers with them
 *   POST /fake-carts/<system>/reset   empties the cart, too
 *
 * `path` is compared with the end of the request's path; a `*` in it stands for one segment. `times` defaults to 1. The
 * first `skip` requests are answered normally. `after`: the change is made, and only its answer goes wrong.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FakeCart } from './cart.ts';

export interface Call<Cart> {
  request: IncomingMessage;
  url: URL;
  /** The path as the shop system's documentation writes it: without a query, and without any prefix. */
  path: string;
  /** The fields that were sent, as JSON or as a form. */
  sent: Record<string, unknown>;
  cart: Cart;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** A string is HTML, anything else JSON. */
  body?: unknown;
}

interface Kind<Cart> {
  /** As in the paths of the control routes. */
  system: string;
  /** The cookie by which the shop system knows the cart. */
  cookie: string;
  empty: () => Cart;
  /** The path of a request to the shop system; undefined for any other request. */
  pathOf: (url: URL, request: IncomingMessage) => string | undefined;
  answer: (call: Call<Cart>) => Answer | Promise<Answer>;
}

const faultKinds = ['drop', '500', '429', 'html'] as const;

interface Fault {
  path: string;
  kind: (typeof faultKinds)[number];
  skip: number;
  times: number;
  after: boolean;
  /** How many requests it has met. */
  met: number;
}

interface Session<Cart> {
  cart: Cart;
  faults: Fault[];
}

/**
 * The answer that replaces the real one, such as that of a proxy in front of the shop; undefined breaks the connection.
 */
const wrongAnswers: Record<Fault['kind'], Answer | undefined> = {
  drop: undefined,
  '500': { status: 500, body: '<!doctype html><title>500</title><h1>Something went wrong</h1>' },
  '429': {
    status: 429,
    headers: { 'retry-after': '2' },
    body: '<!doctype html><title>429</title><h1>Slow down</h1>',
  },
  html: { status: 200, body: '<!doctype html><title>One moment</title><h1>Checking your browser</h1>' },
};

function isMeant(pattern: string, path: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const asked = path.split('/').filter(Boolean).slice(-wanted.length);
  return asked.length === wanted.length && wanted.every((each, i) => each === '*' || each === asked[i]);
}

function readFault({
  path,
  kind,
  skip = 0,
  times = 1,
  after = false,
}: Record<string, unknown>): Fault | undefined {
  const isKnown = (faultKinds as readonly unknown[]).includes(kind);
  const isFault =
    isKnown &&
    typeof path === 'string' &&
    Number.isInteger(skip) &&
    Number.isInteger(times) &&
    typeof after === 'boolean';
  return isFault ? ({ path, kind, skip, times, after, met: 0 } as Fault) : undefined;
}

const firstOf = new WeakMap<Socket, IncomingMessage>();

/**
 * Whether the connection carried another request before. If such a connection breaks without an answer, Chrome repeats
 * the request by itself on another connection, even a POST.
 */
function isReused(request: IncomingMessage): boolean {
  const { socket } = request;
  if (!firstOf.has(socket)) firstOf.set(socket, request);
  return firstOf.get(socket) !== request;
}

/** The fault that this request meets. */
function meet(faults: readonly Fault[], paths: string[], willBeRepeated: boolean): Fault | undefined {
  const meant = faults.filter((each) => each.times > 0 && paths.some((path) => isMeant(each.path, path)));
  const met = meant.find(({ skip }) => skip === 0);
  for (const each of meant) if (each.skip > 0) each.skip -= 1;
  // If the browser will repeat a dropped request by itself, only the repeat counts.
  if (met && !(met.kind === 'drop' && willBeRepeated)) met.times -= 1;
  if (met) met.met += 1;
  return met;
}

async function fieldsOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await text(request);
  const type = request.headers['content-type'] ?? '';
  try {
    if (type.includes('json')) return JSON.parse(body) as Record<string, unknown>;
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form);
  } catch {
    return {};
  }
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
}

/** A fake cart that answers as `kind` says. */
export function serveCart<Cart>({ system, cookie, empty, pathOf, answer }: Kind<Cart>): FakeCart {
  const sessions = new Map<string, Session<Cart>>();

  function sessionOf(request: IncomingMessage, response: ServerResponse): Session<Cart> {
    const id = cookieOf(request, cookie);
    const known = id === undefined ? undefined : sessions.get(id);
    if (known) return known;
    const [fresh, session] = [randomUUID(), { cart: empty(), faults: [] }];
    sessions.set(fresh, session);
    response.setHeader('set-cookie', `${cookie}=${fresh}; Path=/; SameSite=Lax; Max-Age=1209600`);
    return session;
  }

  function control(what: string, sent: Record<string, unknown>, session: Session<Cart>): Answer {
    if (what === 'reset' || what === 'heal') {
      if (what === 'reset') session.cart = empty();
      const { faults } = session;
      session.faults = [];
      return { status: 200, body: faults };
    }
    const fault = what === 'faults' ? readFault(sent) : undefined;
    if (!fault) return { status: 400, body: { message: 'Not a fault: see demo/carts/server.ts.' } };
    session.faults.push(fault);
    return { status: 201, body: fault };
  }

  return {
    handle: async (request, response) => {
      const willBeRepeated = isReused(request);
      // A path of two slashes would be read as a host.
      const url = new URL(`http://shop.invalid/${(request.url ?? '/').replace(/^\/+/, '')}`);
      const [, what] = url.pathname.split(`/fake-carts/${system}/`);
      const path = pathOf(url, request);
      if (what === undefined && path === undefined) return false;

      const sent = await fieldsOf(request);
      const session = sessionOf(request, response);
      if (what !== undefined) {
        send(response, control(what, sent, session));
        return true;
      }

      const fault = meet(session.faults, [path!, url.pathname], willBeRepeated);
      const right =
        fault && !fault.after
          ? undefined
          : await answer({ request, url, path: path!, sent, cart: session.cart });
      const given = fault ? wrongAnswers[fault.kind] : right;
      if (given) send(response, given);
      else response.destroy();
      return true;
    },
  };
}
