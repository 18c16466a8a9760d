/** A theme's view of its cart, the same for all shop systems. */

export interface CartLine {
  /** The shop system's id of the line. */
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
  /** 0 if the shop system calculates it later. */
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
  /** Adds a code that the shopper typed. Rejects with the shop system's own message if the code does not count. */
  addCode(code: string): Promise<void>;
  removeCode(code: string): Promise<void>;
  /** Calls back when something else on the page has changed the cart, as this system's themes learn it. */
  watch(changed: () => void): void;
}

/** Requests JSON from the shop system. Rejects with the message of an error answer. */
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
