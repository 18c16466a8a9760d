/** A shop with a cart, and a shopper who has claimed a code that the cart takes by its name: see test/platforms/support.ts. */
import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import { inState, part } from '../../helpers/fixture.ts';
import { override } from '../../helpers/undo.ts';
import { claimNow, eventsOf, openGrant } from './support.ts';

export const systems = ['shopify', 'woocommerce', 'bigcommerce'] as const;
export type System = (typeof systems)[number];

let codes = 0;
/** A code of its own for each test: 10 per cent off, unless it says otherwise. */
export const newCode = (name = 'PERCENT-10') => `${name}-C${++codes}`;

/** Makes the service grant this code next. */
export async function grantCode(shop: TestShop, discountCode: string, more: object = {}): Promise<void> {
  const body = {
    codeType: 'unique_codes',
    discountCode,
    valueType: 'percentage',
    value: 10,
    scope: 'sitewide',
    ...more,
  };
  await shop.fault({ operation: 'claimRewardGrant', fault: 'wrong-shape', body });
}

/** An element that has claimed a code; `events` are those after that. */
export async function openClaimed(
  shop: TestShop,
  code: string,
  attributes: Record<string, string> = {},
): Promise<{ claim: RewardClaim; token: string; events: Event[] }> {
  await grantCode(shop, code);
  const { claim, token } = await openGrant(shop, {}, attributes);
  await claimNow(claim);
  return { claim, token, events: eventsOf(claim) };
}

/** Presses "Use it now", and waits for what comes of it. */
export async function useNow(
  claim: RewardClaim,
  state: 'applied' | 'not-applied' = 'applied',
): Promise<void> {
  part(claim, 'apply')!.click();
  await inState(claim, 'applying');
  await inState(claim, state);
}

/** The state of the code in the cart, as the page has stored it for each claim. */
export const keptCarts = () =>
  Object.entries(localStorage as Record<string, string>)
    .filter(([name]) => name.startsWith('storefront-elements:claim:'))
    .map(([, text]) => (JSON.parse(text) as { data: { cart?: string } }).data.cart);

/** Until the end of the test the page is a Shopify theme's. */
export const beShopify = (more: object = {}): void =>
  override(globalThis, 'Shopify', { value: { routes: { root: '/' }, shop: 'test.myshopify.com', ...more } });

/** Resolves when the page's observers have been notified of the next request for this path. */
export const nextEntry = (path: string): Promise<void> =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntries().some(({ name }) => name.endsWith(path))) return;
      observer.disconnect();
      // Observers are notified one after the other.
      setTimeout(resolve);
    });
    observer.observe({ type: 'resource' });
  });
