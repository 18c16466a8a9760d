/** Updates parts of a Shopify theme in place: https://shopify.dev/docs/api/ajax/section-rendering */
import { ANSWER_TIMEOUT } from './request.ts';

/** The HTML of each section by its id; null for a section that cannot be rendered. */
type SectionHtml = Record<string, string | null>;

interface Policy {
  createHTML: (html: string) => string;
}

const ownElements = 'otp-login, reward-claim, collection-timeline';

let policy: Policy | undefined;

/** Throws if the page enforces Trusted Types and does not allow the policy `storefront-sections`. */
function parse(html: string): Document {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  };
  policy ??= trustedTypes?.createPolicy('storefront-sections', { createHTML: (text) => text });
  // Scripts in a parsed document never run.
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
}

/**
 * The parts of Dawn that show prices: the drawer's items and footer, the cart page's items and total. Dawn maps its sections
 * to selectors in the same way, but replaces more, and then traps the focus again: assets/cart.js and assets/cart-drawer.js
 * of https://github.com/Shopify/dawn (15.4.1).
 */
const DAWN = [
  'cart-drawer=.drawer__cart-items-wrapper',
  'cart-drawer=.cart-drawer__footer',
  '=#main-cart-items .js-contents',
  '=#main-cart-footer .cart__blocks>.js-contents',
];

/** A part of the page, and the section whose HTML has its new contents. */
export interface CartPart {
  id: string;
  selector: string;
  element: Element;
}

const WRAPPER = 'shopify-section-';

/** The parts that this page has, from their descriptions as `id`, `id=selector` or `=selector`. */
export function findParts(descriptions: readonly string[]): CartPart[] {
  return (descriptions.length > 0 ? descriptions : DAWN).flatMap((each) => {
    const [, name = '', given] = /^([^=]*)=?(.*)$/.exec(each)!;
    const selector = given || `#${WRAPPER}${CSS.escape(name)}`;
    const element = document.querySelector(selector);
    // Shopify generates the ids of sections in a template, so a theme cannot name them.
    const id = name || element?.closest(`[id^=${WRAPPER}]`)?.id.slice(WRAPPER.length);
    return element && id ? [{ id, selector, element }] : [];
  });
}

/** Our own elements in a part, without those that are inside another one, such as a login in a claim's slot. */
const ownElementsIn = (part: Element): Element[] =>
  [...part.querySelectorAll(ownElements)].filter((each) => !each.parentElement?.closest(ownElements));

/** The attributes that tell one element from another of its tag. */
const NAMES = [
  'id',
  'token',
  'token-param',
  'reward-id',
  'code-id',
  'collection-id',
  'collection-slug',
  'token-id',
];

/** Whether an element can be the one of a theme's HTML. A script of the page may have named what the HTML leaves open. */
const isSame = (copy: Element, element: Element): boolean =>
  copy.localName === element.localName &&
  NAMES.every((name) => !copy.hasAttribute(name) || copy.getAttribute(name) === element.getAttribute(name));

/** The element for each of the copies, as far as there is one. */
function pairUp(copies: Element[], elements: Element[]): [copy: Element, element: Element][] {
  const left = new Set(elements);
  return copies.flatMap((copy) => {
    const found = [...left].find((element) => isSame(copy, element));
    if (!found) return [];
    left.delete(found);
    return [[copy, found]];
  });
}

/**
 * Replaces the contents of a part of the page with those of `fresh`, but keeps the instances of our own elements: a copy
 * would lose their state, and the events of the instance that is applying the code would never reach the page.
 */
function exchange(part: Element, fresh: Element): void {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const kept = pairUp(ownElementsIn(fresh), ownElementsIn(part));
  // `moveBefore` keeps the focus, but not every browser has it.
  const move = (node: Element, parent: Element, before: Node | null) =>
    'moveBefore' in parent ? parent.moveBefore(node, before) : (parent as Element).insertBefore(node, before);
  // The theme's own elements must not find the old ones by their ids, so the old ones are removed first.
  const shelter = document.createElement('div');
  part.after(shelter);
  const places = kept.map(([copy, element]) => {
    move(element, shelter, null);
    const place = document.createComment('');
    copy.replaceWith(place);
    return { place, element };
  });
  part.replaceChildren(...fresh.childNodes);
  for (const { place, element } of places) {
    move(element, place.parentElement!, place);
    place.remove();
  }
  shelter.remove();
  if (!(focused instanceof HTMLElement)) return;
  const again = focused.isConnected ? focused : focused.id && document.getElementById(focused.id);
  if (again) again.focus({ preventScroll: true });
}

/** Returns whether the part now shows the given HTML of its section. */
function replace({ element, selector }: CartPart, html: string | null | undefined): boolean {
  if (typeof html !== 'string') return false;
  try {
    const fresh = parse(html).querySelector(selector);
    if (fresh) exchange(element, fresh);
    return fresh !== null;
  } catch {
    return false;
  }
}

/** Requests sections that did not arrive with the cart because its response was lost. */
async function load(parts: readonly CartPart[]): Promise<SectionHtml> {
  const url = new URL(location.href);
  url.searchParams.set('sections', idsOf(parts).join(','));
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
  return ((await response.json()) ?? {}) as SectionHtml;
}

/** The sections to request for these parts. */
export const idsOf = (parts: readonly CartPart[]): string[] => [...new Set(parts.map(({ id }) => id))];

/**
 * Updates these parts of the page, and requests their HTML unless it is given. Returns whether there are any, and all of
 * them now show the current cart.
 */
export async function drawParts(parts: readonly CartPart[], given?: SectionHtml): Promise<boolean> {
  if (parts.length === 0) return false;
  const sections = given ?? (await load(parts).catch((): SectionHtml => ({})));
  return parts.map((part) => replace(part, sections[part.id])).every(Boolean);
}
