/** A fake cart over HTTP, and shoppers who keep their cookie. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeCart } from '../../demo/carts/cart.ts';

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, else the text. The tests check its shape. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** `route` is written as in the documentation: `POST /cart/add.js`. */
export type Shopper = (route: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

export interface CartServer {
  url: string;
  newShopper: () => Shopper;
  close: () => Promise<void>;
}

/** @param cookies those of the shopper; the carts' answers add theirs */
export function newCartShopper(url: string, cookies = new Map<string, string>()): Shopper {
  return async (route, body, headers = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

export async function openCarts(cart: FakeCart): Promise<CartServer> {
  const server = createServer((request, response) => {
    // A new connection for each request: see `isReused` in demo/carts/server.ts.
    response.setHeader('connection', 'close');
    void cart.handle(request, response).then((isAnswered) => {
      if (!isAnswered) response.writeHead(404).end('Not a cart');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, newShopper: () => newCartShopper(url), close };
}
