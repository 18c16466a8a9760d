/** The contents of the bag, drawn by the theme: lines, codes, subtotal, total. */
import type { ShopifyCart } from '../carts/shopify-cart.ts';
import { viewOf } from './shopify.ts';
import { type CartView, emptyCart } from './system.ts';

/** A change that a shopper requests in the bag; the drawer makes it. */
export class CartChangeEvent extends Event {
  readonly change: { line: string } | { code: string };

  constructor(change: CartChangeEvent['change']) {
    super('cart-change', { bubbles: true });
    this.change = change;
  }
}

export const formatMoney = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);

type Child = Node | string;

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const row = (name: Child, amount: string, className = '') =>
  make('div', { class: className }, make('dt', {}, name), make('dd', {}, amount));

/** `<shop-cart>`: in a Shopify theme, it is inside a section, and has the cart as the server rendered it. */
export class ShopCart extends HTMLElement {
  static observedAttributes = ['data-cart'];

  #view = emptyCart;

  get view(): CartView {
    return this.#view;
  }

  set view(view: CartView) {
    this.#view = view;
    this.#draw();
    this.dispatchEvent(new Event('cart-drawn', { bubbles: true }));
  }

  attributeChangedCallback(_name: string, _before: string | null, cart: string | null): void {
    if (cart) this.view = viewOf(JSON.parse(cart) as ShopifyCart);
  }

  connectedCallback(): void {
    this.view = this.#view;
  }

  #draw(): void {
    const { lines, codes, subtotal, shipping, total, currency } = this.#view;
    if (lines.length === 0 && codes.length === 0) {
      this.replaceChildren(make('p', { class: 'empty' }, 'Your bag is empty.'));
      return;
    }
    const money = (cents: number) => formatMoney(cents, currency);
    const off = codes.reduce((sum, { amount }) => sum + amount, 0);
    this.replaceChildren(
      make(
        'ul',
        { class: 'lines', role: 'list' },
        ...lines.map(({ id, title, image, quantity, total: amount }) =>
          make(
            'li',
            {},
            make('img', { src: image, alt: '', width: '72', height: '90' }),
            make('div', {}, make('strong', {}, title), make('span', {}, `Quantity ${quantity}`)),
            make('span', { class: 'amount' }, money(amount)),
            this.#remove(title, { line: id }),
          ),
        ),
      ),
      make(
        'ul',
        { class: 'codes', role: 'list', 'aria-label': 'Codes' },
        ...codes.map(({ code, isApplicable, amount }) =>
          make(
            'li',
            isApplicable ? {} : { class: 'idle' },
            make('code', {}, code),
            make('span', { class: 'amount' }, isApplicable ? `−${money(amount)}` : 'does not count now'),
            this.#remove(code, { code }),
          ),
        ),
      ),
      make(
        'dl',
        { class: 'sums' },
        row('Subtotal', money(subtotal)),
        ...(off ? [row('Discount', `−${money(off)}`, 'discount')] : []),
        ...(shipping ? [row('Delivery', money(shipping))] : []),
        row('Total', money(total), 'total'),
      ),
    );
  }

  #remove(name: string, change: CartChangeEvent['change']): HTMLButtonElement {
    const button = make(
      'button',
      { type: 'button', class: 'link', 'aria-label': `Remove ${name}` },
      'Remove',
    );
    button.addEventListener('click', () => this.dispatchEvent(new CartChangeEvent(change)));
    return button;
  }
}

customElements.define('shop-cart', ShopCart);

declare global {
  interface HTMLElementTagNameMap {
    'shop-cart': ShopCart;
  }
}
