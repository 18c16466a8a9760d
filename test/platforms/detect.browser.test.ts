import { expect } from '@open-wc/testing';
import { putShopify } from '../../demo/carts/shopify-page.ts';
import { detectPlatform } from '../../src/platforms/detect.ts';

describe('which shop system a page is of', () => {
  const put = (name: string) => {
    Object.assign(globalThis, { [name]: {} });
    return () => Reflect.deleteProperty(globalThis, name);
  };

  it('is none that we know where nothing says so', () => {
    expect(detectPlatform()).to.equal(undefined);
  });

  it('is Shopify on a Liquid page, and not where another script has only made the name', () => {
    const remove = putShopify();
    expect(detectPlatform()).to.equal('shopify');
    remove();
    const removeName = put('Shopify');
    expect(detectPlatform()).to.equal(undefined);
    removeName();
  });

  for (const [name, system] of [
    ['wcSettings', 'woocommerce'],
    ['woocommerce_params', 'woocommerce'],
    ['BCData', 'bigcommerce'],
    ['stencilBootstrap', 'bigcommerce'],
  ] as const) {
    it(`is ${system} where there is ${name}`, () => {
      const remove = put(name);
      expect(detectPlatform()).to.equal(system);
      remove();
    });
  }

  it('is WooCommerce by the class of its pages, before and after its script', () => {
    for (const name of ['woocommerce-no-js', 'woocommerce-js']) {
      document.body.classList.add(name);
      expect(detectPlatform()).to.equal('woocommerce');
      document.body.classList.remove(name);
    }
  });
});
