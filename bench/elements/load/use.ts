/** A login or a claim that a shopper uses once: until the code was sent, or the reward is claimed. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { openShop } from '../../../test/helpers/control.ts';
import type { Contestant, Use } from '../contestants/contestant.ts';
import type { Lab } from '../lab.ts';
import { addSizes, type Sizes } from '../sizes.ts';
import type { Profile } from '../visit/profiles.ts';
import type { Traffic } from '../visit/traffic.ts';
import { visit } from '../visit/visit.ts';

/** Without a request for so long, the pointer's code has loaded. */
const QUIET_MS = 200;

/** Times in milliseconds since the first touch of an element that has settled. */
export interface Used {
  /** Its request leaves. */
  sent: number;
  /** The frame with the next step is done. */
  next: number;
  /** The files that it brought until then. */
  bytes: Sizes;
}

/** Runs in the page. Fills in an address where there is a field, presses the button, and waits for the next step. */
async function touch({ field, button, next }: Use, capMs: number): Promise<{ sent: number; next: number }> {
  const find = (selector: string): HTMLElement | undefined => {
    let roots: ParentNode[] = [document];
    let found: HTMLElement[] = [];
    for (const step of selector.split(' >>> ')) {
      found = roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(step)]);
      roots = found.flatMap(({ shadowRoot }) => shadowRoot ?? []);
    }
    return found.find((each) => each.checkVisibility({ visibilityProperty: true }));
  };
  const requests = performance.getEntriesByType('resource').length;
  const start = performance.now();
  if (field) {
    const input = find(field) as HTMLInputElement & { updateComplete?: Promise<unknown> };
    input.focus();
    input.value = `shopper-${Math.round(performance.timeOrigin)}@example.com`;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    // Web Awesome's field is invalid until it has been drawn with its value.
    await input.updateComplete;
  }
  find(button)!.click();
  while (!find(next)) {
    if (performance.now() - start > capMs) throw new Error('The next step did not come.');
    await new Promise(requestAnimationFrame);
  }
  // A message that is sent in a frame arrives after it.
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  const shown = performance.now();
  const request = performance
    .getEntriesByType('resource')
    .slice(requests)
    .find(({ name }) => name.includes('/apps/rewards/'));
  return { sent: (request?.startTime ?? Number.NaN) - start, next: shown - start };
}

/** Moves the pointer over the field or the button, and waits for the code that this loads. */
async function pointAt(page: Page, { field, button }: Use, traffic: Traffic, capMs: number): Promise<void> {
  const end = performance.now() + capMs;
  await page.hover(field ?? button);
  do await setTimeout(QUIET_MS);
  while (traffic.quietFor < QUIET_MS && performance.now() < end);
}

/** On a slow line the touch comes first, as with a finger; otherwise the pointer does. */
export async function useOnce(
  { browser, pages, source }: Lab,
  contestant: Contestant,
  use: Use,
  profile: Profile,
  capMs: number,
): Promise<Used> {
  const shop = await openShop(source.sandbox, 'publishable');
  pages.forwardTo(source.sandbox, shop.key);
  const { token } = await shop.grant();
  const { seen, service } = contestant;
  const url = pages.url(contestant, { ...source, token });
  return visit(browser, { url, seen, service, profile, capMs }, async ({ page, session, traffic }) => {
    if (!profile.network) await pointAt(page, use, traffic, capMs);
    await session.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu });
    const times = await page.evaluate(touch, use, capMs);
    const files = [...new Set(traffic.urls)].flatMap((each) => pages.sizesOf(each) ?? []);
    return { ...times, bytes: addSizes(files) };
  });
}
