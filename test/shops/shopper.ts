/** A shopper in one of the demo's shops: the theme's bag, the reward, and what a test plants in the cart. */
import type { Page } from 'puppeteer-core';

export interface Fault {
  path: string;
  kind: 'drop' | '500' | '429' | 'html';
  times?: number;
  /** Whether the change is made, and only its answer goes wrong. */
  after?: boolean;
}

export class Shopper {
  readonly page: Page;
  /**
   * Messages that a theme developer would complain about: console errors and warnings, and requests to foreign hosts.
   */
  readonly complaints: string[] = [];
  /** Requests to the shop's own server, without those for files, as `POST /cart/update.js`. */
  readonly asked: string[] = [];
  readonly #shop: string;

  constructor(page: Page, shop: string) {
    this.page = page;
    this.#shop = shop;
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('request', (request) => {
      const { protocol, hostname, pathname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1')
        this.complaints.push(`foreign host ${hostname}`);
      if (request.resourceType() === 'fetch' || request.resourceType() === 'xhr')
        this.asked.push(`${request.method()} ${pathname}`);
    });
  }

  /** @param path with the reward's token in it: see `enter` */
  async go(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#shop).href);
    await this.drawn();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.drawn();
  }

  /** When the reward and the bag are drawn. */
  async drawn(): Promise<void> {
    await this.page.waitForSelector('reward-claim[data-state]');
    await this.page.waitForFunction(() => document.querySelector('shop-cart')?.hasChildNodes());
  }

  /** Puts a product into the bag, and closes the drawer. */
  async add(product: string): Promise<void> {
    const count = await this.countOf();
    await this.page.locator(`[data-product="${product}"] [type=submit]`).click();
    await this.page.waitForSelector('#cart[open]');
    await this.page.waitForFunction(
      (before) => Number(document.querySelector('#bag-count')!.textContent) > before,
      {},
      count,
    );
    await this.closeBag();
  }

  /** Types a code into the drawer's field. */
  async enterCode(code: string): Promise<void> {
    await this.openBag();
    await this.page.locator('#cart-code-field').fill(code);
    await this.page.keyboard.press('Enter');
    await this.page.waitForFunction(
      (typed) => document.querySelector('.codes')?.textContent.toUpperCase().includes(typed),
      {},
      code,
    );
    await this.closeBag();
  }

  /** Takes everything out again. */
  async emptyBag(): Promise<void> {
    await this.openBag();
    for (let left = await this.page.$$eval('.lines li', ({ length }) => length); left > 0; left--) {
      await this.page.locator('.lines button').click();
      await this.page.waitForFunction(
        (before) => document.querySelectorAll('.lines li').length < before,
        {},
        left,
      );
    }
    await this.closeBag();
  }

  async openBag(): Promise<void> {
    await this.page.locator('#bag').click();
    await this.page.waitForSelector('#cart[open]');
  }

  async closeBag(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.waitForSelector('#cart:not([open])');
  }

  countOf(): Promise<number> {
    return this.page.$eval('#bag-count', ({ textContent }) => Number(textContent));
  }

  total(): Promise<string> {
    return this.page.$eval('#bag-total', ({ textContent }) => textContent);
  }

  waitForTotal(total: string): Promise<unknown> {
    return this.page.waitForFunction(
      (wanted) => document.querySelector('#bag-total')!.textContent === wanted,
      {},
      total,
    );
  }

  /** Until the theme shows these codes as counting, in any order. */
  waitForCodes(codes: string[]): Promise<unknown> {
    return this.page.waitForFunction(
      (wanted) => {
        const shown = [...document.querySelectorAll('.codes li:not(.idle) code')];
        const names = shown.map(({ textContent }) => textContent.toUpperCase());
        return names.length === wanted.length && wanted.every((code) => names.includes(code));
      },
      {},
      codes,
    );
  }

  /** The codes that count, in capital letters. */
  codes(): Promise<string[]> {
    return this.page.$$eval('.codes li:not(.idle) code', (all) =>
      all.map(({ textContent }) => textContent.toUpperCase()),
    );
  }

  state(state: string, claim = 'reward-claim'): Promise<unknown> {
    return this.page.waitForSelector(`${claim}[data-state=${state}]`);
  }

  /** Claims the reward, and says its code. */
  async claim(claim = 'reward-claim'): Promise<string> {
    await this.page.locator(`${claim}[data-state=ready] >>> [part=button]`).click();
    await this.state('claimed', claim);
    return this.code(claim);
  }

  code(claim = 'reward-claim'): Promise<string> {
    return this.page.$eval(`${claim} >>> [part=code]`, ({ textContent }) => textContent.trim());
  }

  async apply(claim = 'reward-claim'): Promise<void> {
    await this.page.locator(`${claim} >>> button[part=apply]`).click();
  }

  /** The text of the element's message. */
  message(): Promise<string> {
    return this.page.$eval('reward-claim >>> [part~=message]', ({ textContent }) => textContent.trim());
  }

  /** The cart events since the last call. */
  async told(): Promise<string[]> {
    const heard = await this.page.evaluate(() => {
      const names = sessionStorage.getItem('heard') ?? '';
      sessionStorage.removeItem('heard');
      return names;
    });
    return heard.split(' ').filter(Boolean);
  }

  shifts(): Promise<string[]> {
    return this.page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
  }

  /** Asks the fake cart's own control, with this shopper's cookie, and gives its answer. */
  async plant(system: string, what: 'faults' | 'reset' | 'heal', body: object = {}): Promise<unknown> {
    const { status, answer } = await this.page.evaluate(
      async (path, text) => {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(path, { method: 'POST', headers, body: text });
        return { status: response.status, answer: (await response.json()) as unknown };
      },
      `/fake-carts/${system}/${what}`,
      JSON.stringify(body),
    );
    if (status >= 300) throw new Error(`The fake cart does not know ${what}: ${status}`);
    return answer;
  }

  async leave(): Promise<void> {
    await this.page.browserContext().close();
  }
}
