/**
 * The theme's cart drawer: a native dialog, which keeps the focus and gives it back. It knows no shop system; the bag's
 * button in the masthead opens it, and shows the total.
 */
import { CartChangeEvent, formatMoney, ShopCart } from './shop-cart.ts';
import type { ShopSystem } from './system.ts';

export function startDrawer(system: ShopSystem): void {
  const drawer = document.querySelector<HTMLDialogElement>('#cart')!;
  const opener = document.querySelector('#bag')!;
  const heading = document.querySelector<HTMLElement>('#cart-title')!;
  const said = document.querySelector('#cart-said')!;
  const form = document.querySelector<HTMLFormElement>('#cart-code')!;
  const field = form.querySelector('input')!;

  const open = () => {
    if (!drawer.open) drawer.showModal();
  };

  const redraw = async () => {
    const view = await system.read();
    const cart = drawer.querySelector('shop-cart');
    if (cart) cart.view = view;
  };

  /** Performs the shopper's action, and reports its result. */
  const act = async (what: () => Promise<void>, words: string) => {
    said.textContent = '';
    try {
      await what();
      said.textContent = words;
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
    await redraw().catch(() => undefined);
  };

  opener.addEventListener('click', () => {
    said.textContent = '';
    open();
  });
  drawer.addEventListener('click', ({ target, clientX }) => {
    // A click beside the drawer is on its backdrop.
    if (target === drawer && clientX < drawer.getBoundingClientRect().left) drawer.close();
  });
  drawer.addEventListener('cart-drawn', ({ target }) => {
    if (!(target instanceof ShopCart)) return;
    const { lines, total, currency } = target.view;
    const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    document.querySelector('#bag-count')!.textContent = String(count);
    document.querySelector('#bag-total')!.textContent = formatMoney(total, currency);
  });
  drawer.addEventListener('cart-change', (event) => {
    if (!(event instanceof CartChangeEvent)) return;
    const { change } = event;
    // The pressed button will be removed.
    heading.focus();
    if ('line' in change) void act(() => system.remove(change.line), 'Taken out of your bag.');
    else void act(() => system.removeCode(change.code), `${change.code} is taken off.`);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const code = field.value.trim();
    if (!code) return;
    void act(async () => {
      await system.addCode(code);
      form.reset();
    }, `${code} is in your bag.`);
  });
  document.querySelector('#check-out')!.addEventListener('click', () => {
    said.textContent = 'This is a demo: nothing is sold.';
  });
  for (const add of document.querySelectorAll<HTMLFormElement>('form[data-product]'))
    add.addEventListener('submit', (event) => {
      event.preventDefault();
      void act(() => system.add(add.dataset['product']!), 'In your bag.').then(open);
    });

  system.watch(() => void redraw());
  void redraw();
  if (location.hash === '#cart') open();
}
