/** A shopper's actions in the tests of `<reward-claim>`, and the features of the shopper's browser. */
import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import { inState, oneEvent, part, place } from '../../helpers/fixture.ts';
import { askForCode, enter } from '../../helpers/login.ts';
import { box, onRestore } from '../../helpers/undo.ts';

/** Languages and widths of the page, in pixels, in which each state is measured. The soak tests have the others. */
export const languageCases: [language: string, width: number][] = [
  ['en', 390],
  ['de', 320],
  ['ar', 320],
];

export const eventNames = [
  'reward-claim-claim-before',
  'reward-claim-reserve-before',
  'reward-claim-copy-before',
  'reward-claim-share-before',
  'reward-claim-apply-before',
  'reward-claim-success',
  'reward-claim-reserve',
  'reward-claim-restore',
  'reward-claim-error',
  'reward-claim-copy',
  'reward-claim-share',
  'reward-claim-apply',
  'reward-claim-applied',
  'reward-claim-apply-error',
  'reward-claim-expire',
] as const;

/** The events that an element fires from now on. */
export function eventsOf(claim: HTMLElement): Event[] {
  const events: Event[] = [];
  for (const name of eventNames)
    claim.addEventListener(name, (event) => {
      events.push(event);
      if (!event.bubbles || !event.composed) throw new Error(`${name} does not reach the page.`);
    });
  return events;
}

/** Their names, without those of the events that ask for permission. */
export const outcomesOf = (events: readonly Event[]) =>
  events.map(({ type }) => type.replace('reward-claim-', '')).filter((name) => !name.endsWith('-before'));

export const press = (claim: RewardClaim) => part(claim, 'button')!.click();

/** Claims, and waits until the element shows what was claimed. */
export async function claimNow(claim: RewardClaim): Promise<void> {
  press(claim);
  await inState(claim, 'claimed');
}

/** Presses, and waits until the element says what went wrong. */
export async function fail(claim: RewardClaim) {
  press(claim);
  const event = await oneEvent(claim, 'reward-claim-error');
  await claim.updateComplete;
  return event;
}

/** An element for a new grant. */
export async function openGrant(
  shop: TestShop,
  grant: Record<string, unknown> = {},
  attributes: Record<string, string> = {},
  inside?: Element,
): Promise<{ claim: RewardClaim; token: string; events: Event[] }> {
  const { token } = await shop.grant(grant);
  const claim = await place('reward-claim', shop, { token, ...attributes }, inside);
  return { claim, token, events: eventsOf(claim) };
}

/** The login within the element: its own, or one of the page. */
export const loginIn = (claim: RewardClaim) =>
  (claim.querySelector('otp-login') ?? claim.shadowRoot!.querySelector('otp-login'))!;

/** Logs in as far as pressing the last button. */
export async function logInWith(login: OtpLogin, shop: TestShop, email?: string): Promise<string> {
  const address = await askForCode(login, email);
  enter(login, await shop.mailedCode(address));
  return address;
}

export const isNothingStored = () => localStorage.length + sessionStorage.length === 0;

export interface Tab {
  frame: HTMLIFrameElement;
  window: Window & typeof globalThis;
  /** Puts an element into that page. */
  open(shop: TestShop, attributes: Record<string, string>): Promise<RewardClaim>;
}

/**
 * A second page of the same shop, with scripts, channels and locks of its own. It is a frame; removing it is like
 * closing a tab.
 */
export async function openTab(): Promise<Tab> {
  const frame = document.createElement('iframe');
  frame.src = new URL('tab.html', import.meta.url).href;
  document.body.append(frame);
  onRestore(() => frame.remove());
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  return {
    frame,
    window: frame.contentWindow as Window & typeof globalThis,
    open: async (shop, attributes) => {
      const { contentDocument } = frame;
      const claim = contentDocument!.createElement('reward-claim');
      for (const [name, value] of Object.entries({
        'base-url': shop.url,
        'api-key': shop.key,
        ...attributes,
      }))
        claim.setAttribute(name, value);
      contentDocument!.body.append(claim);
      await claim.updateComplete;
      return claim;
    },
  };
}

/** Simulates a reload: removes the element, and adds a new one with the same attributes. */
export async function reload(
  claim: RewardClaim,
  shop: TestShop,
): Promise<{ claim: RewardClaim; events: Event[] }> {
  const attributes = [...claim.attributes].filter(({ name }) => !name.startsWith('data-'));
  claim.remove();
  // The element may fire events before a listener can be added to it, so a box around it listens.
  const inside = box();
  const events = eventsOf(inside);
  const next = await place(
    'reward-claim',
    shop,
    Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    inside,
  );
  return { claim: next, events };
}
