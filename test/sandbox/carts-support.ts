/** A fake cart behind a real HTTP server, and a browser's part: one that keeps its cookies. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { Discount, FakeCart } from '../../demo/carts/cart.ts';

const discounts: Record<string, Discount> = {
  TEN: { kind: 'percentage', value: 10 },
  MINUS5: { kind: 'fixed-amount', value: 500 },
  SHIP: { kind: 'free-shipping', value: 0 },
  ALONE: { kind: 'percentage', value: 50, isCombinable: false },
  HATS: { kind: 'percentage', value: 20, products: ['102'] },
};

const servers: Server[] = [];

/** At the end of the file: a hook inside `before` would run when `before` is over. */
after(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))));

export const discountOf = (code: string): Discount | undefined => discounts[code.toUpperCase()];

export interface Reply {
  status: number;
  headers: Headers;
  /** What arrived, of whatever shape: the tests say what they expect of it. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export type Shopper = (route: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** A shop until the end of the file; each shopper is one browser. Routes are 'GET /path'. */
export async function openShop(cart: FakeCart): Promise<() => Shopper> {
  const server = createServer((request, response) => {
    void cart.handle(request, response).then((isOurs) => {
      if (!isOurs) response.writeHead(404).end('"not the cart\'s"');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return () => {
    let cookie = '';
    return async (route, body, headers) => {
      const [method, path] = route.split(' ') as [string, string];
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        headers: { ...(cookie && { cookie }), 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    };
  };
}
