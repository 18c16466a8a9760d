/** An answer moves nothing, however late it is: the element made room for it when the shopper acted. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { firstLookRules } from '../../build/first-look.ts';
import { createShopifyCart } from '../../demo/carts/shopify.ts';
import type { Fault, TestShop } from '../helpers/control.ts';
import { type LayoutShift, tellOwnShifts } from '../helpers/shifts.ts';
import { stopLongTimers } from '../helpers/timers.ts';
import { drawn, frames, hold, openPage, setStage, type Visit } from './support.ts';

const stage = setStage('storefront-elements');

/** For so long after an input, in milliseconds, browsers count a shift as the shopper's own. */
const OWN = 500;

/** The most that a card may be taller than its content: a line of text. */
const LINE = 24;

/** Runs in the page: keeps what moved without an input. */
function watchShifts(): void {
  const shifts: { value: number; moved: string }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as LayoutShift[]) {
      const moved = shift.sources.map(({ previousRect: from, currentRect: to }) =>
        [from.x, from.y, from.width, from.height, 'to', to.x, to.y, to.width, to.height].join(' '),
      );
      if (!isOwnShift(shift)) shifts.push({ value: shift.value, moved: moved.join('; ') });
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  const forgetShifts = () => {
    observer.takeRecords();
    shifts.length = 0;
  };
  Object.assign(globalThis, { shifts, forgetShifts });
}

export interface Look {
  width: number;
  lang: string;
  /** As narrow or wide as other fonts. */
  spacing?: string;
  hasRules?: boolean;
}

/** One element on a page, and its shopper. */
class Journey {
  readonly visit: Visit;
  readonly #tag: string;

  private constructor(visit: Visit, tag: string) {
    this.visit = visit;
    this.#tag = tag;
  }

  /** Its files come when the page has been painted. Without rules nothing can keep their place before. */
  static async begin(
    tag: string,
    html: (shop: TestShop) => string | Promise<string>,
    { width, lang, spacing = 'normal', hasRules = true }: Look,
  ): Promise<Journey> {
    let files: Awaited<ReturnType<typeof hold>> | undefined;
    const rules = hasRules ? await firstLookRules() : '';
    const visit = await openPage(
      stage,
      async (shop) => `<main><h1>Members</h1>${await html(shop)}<p>Below it</p><p>And more</p></main>
        <script type="module" src="/storefront-elements.js" data-base-url="/apps/rewards" data-currency="EUR"></script>`,
      {
        attributes: `lang="${lang}"`,
        head: `<style>body { margin: 1rem; font: 1rem/1.5 sans-serif; letter-spacing: ${spacing} }
          main { max-width: 40rem; margin: auto } ${rules}</style>`,
        isLate: true,
        prepare: async (page) => {
          await page.setViewport({ width, height: 900 });
          // A language that is too late moves what English took.
          await stopLongTimers(page);
          await tellOwnShifts(page);
          await page.evaluateOnNewDocument(watchShifts);
          files = await hold(page, hasRules ? /storefront-elements\.js$/ : /\/de\.\w+\.js$/);
        },
      },
    );
    const { page } = visit;
    await page.waitForSelector('main');
    if (!hasRules)
      await page.waitForFunction((name) => document.querySelector(name)!.clientHeight > 0, {}, tag);
    await frames(page);
    if (!hasRules) await page.evaluate('forgetShifts()');
    if (hasRules || lang !== 'en') await files!.letGo();
    return new Journey(visit, tag);
  }

  get page(): Page {
    return this.visit.page;
  }

  async state(state: string): Promise<void> {
    await drawn(this.page, this.#tag, state);
    await frames(this.page);
  }

  async press(part: string): Promise<void> {
    await this.page.locator(`${this.#tag} >>> [part=${part}]:is(button, a)`).click();
  }

  async type(text: string): Promise<void> {
    await this.page.locator(`${this.#tag} >>> input`).fill(text);
  }

  /** Presses a button, and lets the answer come only when a shift would count. */
  async ask(operation: string, part: string, state: string, fault?: Omit<Fault, 'operation'>): Promise<void> {
    const held = await this.visit.shop.hold(operation, fault);
    await this.press(part);
    await held.arrived();
    await this.late();
    await held.release();
    await this.state(state);
  }

  late(): Promise<unknown> {
    return this.page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), OWN + 100);
  }

  /** The height of the card that its content does not need. */
  async emptySpace(): Promise<number> {
    return this.page.$eval(this.#tag, (element) => {
      const content = element.shadowRoot!.querySelector('form, .stack')!;
      return element.getBoundingClientRect().bottom - content.getBoundingClientRect().bottom;
    });
  }

  async end(most = 0): Promise<void> {
    const shifts = (await this.page.evaluate('shifts')) as { value: number; moved: string }[];
    await this.visit.context.close();
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    assert.ok(sum <= most, JSON.stringify(shifts));
  }
}

async function goThroughLogin(look: Look): Promise<void> {
  const journey = await Journey.begin('otp-login', () => '<otp-login resend-after="0"></otp-login>', look);
  const { shop } = journey.visit;
  const email = 'a.rather.long.name@example.com';
  await journey.state('email');
  assert.ok((await journey.emptySpace()) <= 1, 'nothing is empty before the first action');
  await journey.type(email);
  await journey.ask('createOtp', 'button', 'code');
  await journey.type('1');
  await journey.ask('verifyOtp', 'button', 'code');
  await journey.ask('createOtp', 'link', 'code');
  await journey.type(await shop.mailedCode(email));
  await journey.ask('verifyOtp', 'button', 'verified');
  await journey.press('link');
  await journey.state('email');
  assert.ok((await journey.emptySpace()) <= LINE, 'nothing is empty after the next action');
  await journey.type(email);
  await journey.ask('createOtp', 'button', 'locked-out', { fault: 'rate-limited', retryAfter: 60 });
  await journey.end(look.hasRules === false ? 0.02 : 0);
}

async function goThroughClaim(look: Look): Promise<void> {
  const cart = createShopifyCart({ discountOf: (code) => ({ code, kind: 'percentage', value: 10 }) });
  let holdCart: () => unknown = () => undefined;
  stage.merchant.handle = async (request, response) => {
    if (request.url?.startsWith('/cart')) await holdCart();
    return cart.handle(request, response);
  };
  const journey = await Journey.begin(
    'reward-claim',
    async (shop) =>
      `<reward-claim token="${(await shop.grant({ value: 10 })).token}" platform="shopify"></reward-claim>`,
    look,
  );
  const apply = async (state: string) => {
    const asked = Promise.withResolvers<undefined>();
    const held = Promise.withResolvers<undefined>();
    holdCart = () => {
      asked.resolve(undefined);
      return held.promise;
    };
    await journey.press('apply');
    await asked.promise;
    await journey.late();
    held.resolve(undefined);
    await journey.state(state);
  };
  await journey.state('ready');
  assert.ok((await journey.emptySpace()) <= 1, 'nothing is empty before the first action');
  const refusal = (status: number) => ({
    fault: 'status' as const,
    status,
    body: { code: 'x', message: 'No' },
  });
  await journey.ask('claimRewardGrant', 'button', 'error', refusal(403));
  await journey.ask('claimRewardGrant', 'button', 'unconfirmed', refusal(503));
  await journey.ask('claimRewardGrant', 'button', 'claimed');
  await apply('not-applied');
  await journey.press('copy');
  await frames(journey.page);
  assert.ok((await journey.emptySpace()) <= LINE, 'nothing is empty after the next action');
  await journey.page.evaluate(async () => {
    const body = JSON.stringify({ id: 101, quantity: 1 });
    await fetch('/cart/add.js', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  });
  await apply('applied');
  await journey.end(look.hasRules === false ? 0.02 : 0);
}

interface Looks {
  logins: Look[];
  claims: Look[];
}

const nameOf = ({ width, lang, spacing = 'normal' }: Look) =>
  `${width} px, ${lang}, letter spacing ${spacing}`;

export function testLateAnswers({ logins, claims }: Looks): void {
  describe('However late the answers are, with the rules of the quick start nothing moves', () => {
    for (const look of logins) test(`in a login: ${nameOf(look)}`, () => goThroughLogin(look));
    for (const look of claims) test(`in a claim: ${nameOf(look)}`, () => goThroughClaim(look));
  });
}

export function testWithoutRules(): void {
  describe('Without the rules hardly anything moves from when the script is there', () => {
    test('in a login: 390 px', () => goThroughLogin({ width: 390, lang: 'de', hasRules: false }));
    test('in a claim: 1280 px', () => goThroughClaim({ width: 1280, lang: 'de', hasRules: false }));
  });
}
