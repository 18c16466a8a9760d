/** For every browser test: its own shop, an element with the shop's key, and a console that must stay silent. */
import {
  expect as openWcExpect,
  oneEvent as nextEvent,
  waitUntil as openWcWaitUntil,
} from '@open-wc/testing';
import '../../src/define.ts';
import { localeOf } from '../../src/elements/shared/locale.ts';
import { pageState } from '../../src/elements/shared/settings.ts';
import type { StorefrontElement } from '../../src/elements/shared/storefront-element.ts';
import { wordsLanguage } from '../../src/elements/shared/words.ts';
import { openShop, type TestShop } from './control.ts';
import { isKeyWarning } from './key-warning.ts';
import { finishMotion } from './motion.ts';

export const expect = Object.assign((value: unknown, message?: string) => {
  if (value instanceof Element) finishMotion(value);
  return openWcExpect(value, message);
}, openWcExpect);

// As on a page whose shopper has used an element. test/elements/shared/account.test.ts covers the time before that.
pageState().account = true;

/** The longest wait for anything, in milliseconds: long enough for a busy machine. */
export const PATIENCE = 20_000;

/** The pixels that Firefox adds for a space at the end of a line if the mark that isolates an address follows it. */
export const SPACE_AT_LINE_END = 6;

/** Waits until a condition holds. On a busy machine, the default of one second may be too short. */
export const waitUntil = (
  isSo: () => unknown,
  what?: string,
  options: { interval?: number; timeout?: number } = {},
) => openWcWaitUntil(isSo, what, { timeout: PATIENCE, ...options });

/** Records everything that a live region announces from now on: the texts added to it, including repeated ones. */
export function listenTo(region: Element): string[] {
  const heard: string[] = [];
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      const texts = type === 'characterData' ? [target] : [...addedNodes];
      heard.push(...texts.map(({ textContent }) => textContent?.trim() ?? '').filter(Boolean));
    }
  }).observe(region, { childList: true, characterData: true, subtree: true });
  return heard;
}

/** The next event of this name, with its type. */
export const oneEvent = <Name extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  name: Name,
): Promise<HTMLElementEventMap[Name]> => nextEvent<HTMLElementEventMap[Name]>(element, name);

declare global {
  // Written into the page by the test runner.
  var sandboxUrl: string;
  var seed: number;
}

export const newShop = (): Promise<TestShop> => openShop(globalThis.sandboxUrl, 'publishable');

let addresses = 0;
/** An email address that no other test uses. */
export const newEmail = () => `s${++addresses}-${Math.random().toString(36).slice(2, 12)}@example.com`;

/** Modules that a drawing waits for, but at most two seconds: a busy machine may take longer to load them. */
const laterSteps: Partial<Record<string, () => Promise<unknown>>> = {
  'otp-login': () => import('../../src/elements/otp-login/login-flow.ts'),
  'reward-claim': () => import('../../src/elements/reward-claim/claim-flow.ts'),
  'collection-timeline': () => import('../../src/elements/collection-timeline/story.ts'),
};

/** Loads the words of a language, which a drawing also waits for. */
export async function loadLanguage(language: string): Promise<void> {
  const name = wordsLanguage(language);
  if (name !== 'en') await import(new URL(`../../src/locales/${name}.ts`, import.meta.url).href);
}

/** Puts an element for this shop into the page and waits for its first drawing. */
export async function place<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  shop: TestShop,
  attributes: Record<string, string> = {},
  inside: Element | ShadowRoot = document.body,
): Promise<HTMLElementTagNameMap[Tag]> {
  const { language } = localeOf(inside instanceof Element ? inside : inside.host);
  await Promise.all([laterSteps[tag]?.(), loadLanguage(attributes['lang'] || language)]);
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries({ 'base-url': shop.url, 'api-key': shop.key, ...attributes }))
    element.setAttribute(name, value);
  inside.append(element);
  placed.push(element);
  if ('updateComplete' in element) await element.updateComplete;
  return element;
}

const placed: Element[] = [];
afterEach(() => {
  for (const element of placed.splice(0)) element.remove();
  // The next shopper's browser remembers nothing of this shopper.
  sessionStorage.clear();
  localStorage.clear();
});

// A theme developer drops a widget at the first console error, so a test that did not expect one fails.
const unexpected: string[] = [];
for (const method of ['error', 'warn'] as const)
  console[method] = (...values: unknown[]) => {
    const text = values.map(String).join(' ');
    if (!isKeyWarning(text)) unexpected.push(`${method}: ${text}`);
  };
addEventListener('unhandledrejection', ({ reason }) => unexpected.push(`rejection: ${String(reason)}`));
afterEach(() => {
  expect(unexpected.splice(0)).to.deep.equal([]);
});

type Part = HTMLInputElement & HTMLButtonElement & HTMLImageElement & HTMLVideoElement;
/** The first visible element with this part; null if there is none. Tests know its tag. */
export const part = (element: Element, name: string) =>
  [...element.shadowRoot!.querySelectorAll<Part>(`[part~="${name}"]`)].find(
    (each) => !each.closest('[aria-hidden=true]'),
  ) ?? null;

/**
 * The words of a part as they are read out: without content hidden from screen readers, and without the invisible marks
 * that isolate an address from the sentence around it.
 */
export function textOf(element: Element, name: string): string {
  const copy = part(element, name)?.cloneNode(true) as Element | undefined;
  for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove();
  return (copy?.textContent ?? '').replace(/[\u2066-\u2069]/g, '').trim();
}

/** Whether the first letter of a text stands left of its last character, as drawn. */
export function runsToTheRight(element: Element): boolean {
  const text = [...element.childNodes].find(
    (node): node is Text => node instanceof Text && node.data.trim().length > 0,
  )!;
  const words = text.data.trimEnd();
  const leftOf = (index: number) => {
    const range = new Range();
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect().left;
  };
  return leftOf(words.length - words.trimStart().length) < leftOf(words.length - 1);
}

/** Waits until the element reports this state, and has drawn it. */
export async function inState(element: StorefrontElement, state: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const watch = new MutationObserver(() => check());
    const late = setTimeout(() => {
      watch.disconnect();
      reject(new Error(`The state is ${element.dataset['state']}; it should become ${state}.`));
    }, PATIENCE);
    const check = () => {
      if (element.dataset['state'] !== state) return;
      clearTimeout(late);
      watch.disconnect();
      resolve();
    };
    watch.observe(element, { attributeFilter: ['data-state'] });
    check();
  });
  await element.updateComplete;
}

/** Waits until the service has answered every request of a shop, even those that the page no longer waits for. */
export const allAnswered = (shop: TestShop) =>
  waitUntil(async () => (await shop.requests()).every(({ status }) => status !== null));

/** The messages of one console method while `run` runs. */
export async function consoleOf(method: 'warn' | 'error', run: () => unknown): Promise<string[]> {
  const messages: string[] = [];
  const original = console[method];
  console[method] = (...values: unknown[]) => {
    const text = values.map(String).join(' ');
    if (!isKeyWarning(text)) messages.push(text);
  };
  try {
    await run();
  } finally {
    console[method] = original;
  }
  return messages;
}
