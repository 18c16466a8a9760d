/** Updates sections of a Shopify theme in place: https://shopify.dev/docs/api/ajax/section-rendering */
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
 * Replaces the contents of a section with those of `fresh`, but keeps the instances of our own elements: a copy would
 * lose their state, and the events of the instance that is applying the code would never reach the page.
 */
function exchange(section: Element, fresh: Element): void {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const kept = [...section.querySelectorAll(ownElements)];
  const places = [...fresh.querySelectorAll(ownElements)].slice(0, kept.length).map((copy) => {
    const place = document.createComment('');
    copy.replaceWith(place);
    return place;
  });
  const old = [...section.childNodes];
  section.append(...fresh.childNodes);
  const moved: Node[] = [];
  for (const [i, place] of places.entries()) {
    // `moveBefore` keeps the focus, but not every browser has it.
    if ('moveBefore' in Element.prototype) place.parentElement!.moveBefore(kept[i]!, place);
    else place.before(kept[i]!);
    moved.push(kept[i]!);
    place.remove();
  }
  for (const node of old) if (!moved.includes(node)) node.remove();
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
}

/** Returns whether the section now shows the given HTML. */
function replace(id: string, html: string | null | undefined): boolean {
  const wrapper = `shopify-section-${id}`;
  const section = document.getElementById(wrapper);
  if (!section || typeof html !== 'string') return false;
  try {
    const fresh = parse(html).getElementById(wrapper);
    if (fresh) exchange(section, fresh);
    return fresh !== null;
  } catch {
    return false;
  }
}

/** Requests sections that did not arrive with the cart because its answer was lost. */
async function load(ids: readonly string[]): Promise<SectionHtml> {
  const url = new URL(location.href);
  url.searchParams.set('sections', ids.join(','));
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
  return ((await response.json()) ?? {}) as SectionHtml;
}

/**
 * Updates the sections with these ids, and requests their HTML unless it is given. Returns whether all of them now show
 * the current cart.
 */
export async function drawSections(ids: readonly string[], given?: SectionHtml): Promise<boolean> {
  const sections = given ?? (ids.length > 0 ? await load(ids).catch((): SectionHtml => ({})) : {});
  return ids.map((id) => replace(id, sections[id])).every(Boolean);
}
