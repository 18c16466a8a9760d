/** What a theme knows of its cart, whichever shop system keeps it. */

export interface CartLine {
  /** What the shop system calls the line. */
  id: string;
  title: string;
  image: string;
  quantity: number;
  /** Before discounts, in the currency's smallest unit, as all amounts here. */
  total: number;
}

export interface CartView {
  lines: CartLine[];
  codes: { code: string; isApplicable: boolean; amount: number }[];
  subtotal: number;
  /** 0 where the shop system reckons it later. */
  shipping: number;
  total: number;
  currency: string;
}

export const emptyCart: CartView = {
  lines: [],
  codes: [],
  subtotal: 0,
  shipping: 0,
  total: 0,
  currency: 'EUR',
};

export interface ShopSystem {
  read(): Promise<CartView>;
  add(productId: string): Promise<void>;
  remove(lineId: string): Promise<void>;
  /** A code that the shopper typed. Rejects with the shop system's own words where it does not count. */
  addCode(code: string): Promise<void>;
  removeCode(code: string): Promise<void>;
  /** Calls back when something else on the page has changed the cart, as this system's themes learn it. */
  watch(changed: () => void): void;
}

/** Asks the shop system for JSON; rejects with the `message` of an answer that is none. */
export async function ask<T>(path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  const headers = new Headers(init.headers);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(path, {
    method,
    ...init,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const answer = (isJson && text ? JSON.parse(text) : {}) as T & Record<string, string>;
  if (!response.ok)
    throw new Error(
      answer['message'] ?? answer['title'] ?? answer['description'] ?? 'The bag cannot be reached right now.',
    );
  return answer;
}
