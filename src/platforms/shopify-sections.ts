/** Draws sections of a Shopify theme again: https://shopify.dev/docs/api/ajax/section-rendering */
import { timeLimit } from './shopify-cart.ts';

type Drawn = Record<string, string | null>;

interface Policy {
  createHTML: (html: string) => string;
}

const ownElements = 'otp-login, reward-claim, collection-timeline';

let policy: Policy | undefined;

/** A page may ask for Trusted Types, and may allow our policy or not: where it does not, this throws. */
function parse(html: string): Document {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  };
  policy ??= trustedTypes?.createPolicy('storefront-sections', { createHTML: (text) => text });
  // Scripts in a parsed document never run.
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
}

/**
 * Puts `fresh` in the place of what a section holds. Our own elements stay what they are: a copy would begin anew, and
 * nobody would hear what becomes of the one that acts.
 */
function exchange(section: Element, fresh: Element): void {
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
    // What is moved this way keeps its focus; not every browser has it.
    if ('moveBefore' in Element.prototype) place.parentElement!.moveBefore(kept[i]!, place);
    else place.before(kept[i]!);
    moved.push(kept[i]!);
    place.remove();
  }
  for (const node of old) if (!moved.includes(node)) node.remove();
}

/** Whether the section of this id shows it. */
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

/** What did not come with the cart, because its answer was lost. */
async function load(ids: readonly string[]): Promise<Drawn> {
  const url = new URL(location.href);
  url.searchParams.set('sections', ids.join(','));
  const response = await fetch(url, { signal: AbortSignal.timeout(timeLimit) });
  return ((await response.json()) ?? {}) as Drawn;
}

/** Whether all of them show the cart as it is now. */
export async function drawSections(ids: readonly string[], given?: Drawn): Promise<boolean> {
  const drawn = given ?? (ids.length > 0 ? await load(ids).catch((): Drawn => ({})) : {});
  return ids.map((id) => replace(id, drawn[id])).every(Boolean);
}
