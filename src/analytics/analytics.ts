/** Tells a shop's own analytics what happens in the elements. Off unless somebody starts it. */
import { askShopify, type ConsentHost, mayTell } from '../elements/shared/consent.ts';
import { type EventName, type Facts, factsOf } from './facts.ts';

/** `shopify`: the customer events of a Shopify store, which its pixels hear; `data-layer`: that of Google Tag Manager. */
export type AnalyticsTarget = 'shopify' | 'data-layer';

export interface AnalyticsOptions {
  /** Where it is told; nowhere while it is empty. */
  to: readonly AnalyticsTarget[];
}

interface Page {
  /** https://shopify.dev/docs/api/web-pixels-api/emitting-data */
  Shopify?: { analytics?: { publish?: (name: string, data: Facts) => unknown } };
  /** https://developers.google.com/tag-platform/tag-manager/datalayer */
  dataLayer?: unknown[];
}

const page = globalThis as Page;

const tell: Record<AnalyticsTarget, (name: string, facts: Facts) => unknown> = {
  // Custom events shall have the app's name before theirs, so that they are never taken for a standard one.
  shopify: (name, facts) => page.Shopify!.analytics!.publish!(`storefront_elements:${name}`, facts),
  // As one field, because what is pushed stays in the data layer's model beside what the page itself has there.
  'data-layer': (name, facts) =>
    (page.dataLayer ??= []).push({ event: name, storefront_elements: { ...blank, ...facts } }),
};

/** What an event does not have must not be that of the one before. */
const blank: Facts = Object.fromEntries(
  [
    ...['resent', 'step', 'kind', 'error', 'error_status', 'code_type', 'value_type', 'scope', 'status'],
    ...['platform', 'reason', 'count', 'complete'],
  ].map((name) => [name, undefined]),
);

/** How many events wait for an answer, or for a script of the shop system, at most. */
const MOST = 50;

/** What was told already, for each target: another copy of the script does not tell it again. */
const toldOnPage = () =>
  ((document as unknown as Record<symbol, Partial<Record<string, WeakSet<Event>>>>)[
    Symbol.for('storefront-elements:analytics')
  ] ??= {});

interface Waiting {
  event: Event;
  target: AnalyticsTarget;
  host: ConsentHost;
  facts: Facts;
}

/**
 * Tells the events of all elements of the page, from now on until the returned function is called. Each is told under
 * its own name with `_` for `-`, such as `reward_claim_success`, with a few facts: see `factsOf`. Nothing is told of an
 * element after a no to its `consent`, or where Shopify's Customer Privacy API says that nothing may be measured.
 */
export function startAnalytics({ to }: AnalyticsOptions): () => void {
  const told = toldOnPage();
  let waiting: Waiting[] = [];

  const flush = () => {
    waiting = waiting.filter(({ event, target, host, facts }) => {
      const isAllowed = mayTell(host);
      if (isAllowed === undefined || (target === 'shopify' && !page.Shopify?.analytics?.publish)) return true;
      const known = (told[target] ??= new WeakSet());
      if (isAllowed && !known.has(event)) tell[target](event.type.replaceAll('-', '_'), facts);
      known.add(event);
      return false;
    });
  };

  const hear = (event: Event) => {
    const facts = factsOf[event.type as EventName]!(event as never);
    const host = event.composedPath()[0] as Element;
    const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
    for (const target of new Set(to)) waiting.push({ event, target, host, facts: known });
    waiting = waiting.slice(-MOST);
    flush();
  };

  const names = Object.keys(factsOf).filter((name) => factsOf[name as EventName]);
  // On the way down, because the page may stop an event on its way up.
  for (const name of names) document.addEventListener(name, hear, true);
  addEventListener('load', flush);
  askShopify(flush);
  return () => {
    for (const name of names) document.removeEventListener(name, hear, true);
    removeEventListener('load', flush);
    waiting = [];
  };
}
