/** Reports the elements' events to the shop's own analytics. Off until `startAnalytics` is called. */
import {
  CONSENT_EVENT,
  type ConsentHost,
  loadShopifyConsent,
  mayMeasure,
} from '../elements/shared/consent.ts';
import { SETTINGS_EVENT } from '../elements/shared/settings.ts';
import { shopifyGlobal } from '../platforms/shopify-global.ts';
import { type EventName, type Facts, factsOf } from './facts.ts';

/**
 * `shopify`: the customer events of a Shopify store, which its pixels receive. `data-layer`: the data layer of Google Tag
 * Manager.
 */
export type AnalyticsTarget = 'shopify' | 'data-layer';

export interface AnalyticsOptions {
  /** The targets to report to. An empty list reports nothing. */
  to: readonly AnalyticsTarget[];
}

interface Page {
  /** https://developers.google.com/tag-platform/tag-manager/datalayer */
  dataLayer?: unknown[];
}

const page = globalThis as Page;

const report: Record<AnalyticsTarget, (name: string, facts: Facts) => unknown> = {
  // Custom events need the app's name as a prefix, so that they are never mistaken for standard events.
  shopify: (name, facts) => shopifyGlobal()?.analytics?.publish?.(`storefront_elements:${name}`, facts),
  // One field, because the data layer merges pushed fields with those of the page and keeps them.
  'data-layer': (name, facts) =>
    (page.dataLayer ??= []).push({ event: name, storefront_elements: { ...blank, ...facts } }),
};

/** Clears every fact, so that an event does not inherit facts of the previous one from the data layer. */
const blank: Facts = Object.fromEntries(
  [
    ...['resent', 'step', 'kind', 'error', 'error_status', 'code_type', 'value_type', 'scope', 'status'],
    ...['platform', 'reason', 'count', 'complete'],
  ].map((name) => [name, undefined]),
);

const ELEMENTS = 'otp-login, reward-claim, collection-timeline';

/** A form's own method can be replaced by the name of its field. */
const isOurs = (node: EventTarget): node is Element =>
  node instanceof Element && Element.prototype.matches.call(node, ELEMENTS);

/** The maximum number of events that wait for the shopper's consent or for Shopify's script. */
const MAX_WAITING = 50;

/** The events already reported to each target. Stored on the document, so that a second copy of the script repeats none. */
const reportedOnPage = () =>
  ((document as Document & Record<symbol, Partial<Record<AnalyticsTarget, WeakSet<Event>>> | undefined>)[
    Symbol.for('storefront-elements:analytics')
  ] ??= {});

interface Waiting {
  event: Event;
  target: AnalyticsTarget;
  host: ConsentHost;
  facts: Facts;
}

/**
 * Reports the events of all elements on the page until the returned function is called. Each event keeps its name, with
 * `_` instead of `-` (`reward_claim_success`), and carries a few facts: see `factsOf`. Nothing is reported about an element
 * whose `consent` is denied, or if Shopify's Customer Privacy API does not allow analytics.
 */
export function startAnalytics({ to }: AnalyticsOptions): () => void {
  const reported = reportedOnPage();
  let waiting: Waiting[] = [];

  const flush = () => {
    waiting = waiting.filter(({ event, target, host, facts }) => {
      const isAllowed = mayMeasure(host);
      if (isAllowed === undefined || (target === 'shopify' && !shopifyGlobal()?.analytics?.publish))
        return true;
      const known = (reported[target] ??= new WeakSet());
      if (isAllowed && !known.has(event)) report[target](event.type.replaceAll('-', '_'), facts);
      known.add(event);
      return false;
    });
  };

  const onEvent = (event: Event) => {
    // A login inside a claim has the consent of the claim.
    const host = event.composedPath().findLast(isOurs);
    // The page's own event with one of our names.
    if (!host) return;
    const facts = factsOf[event.type as EventName]!(event as never);
    const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
    for (const target of new Set(to)) waiting.push({ event, target, host, facts: known });
    waiting = waiting.slice(-MAX_WAITING);
    flush();
  };

  const names = Object.keys(factsOf).filter((name) => factsOf[name as EventName]);
  // In the capture phase, because the page may stop the event while it bubbles.
  for (const name of names) document.addEventListener(name, onEvent, true);
  addEventListener('load', flush);
  // The shopper answers the page or Shopify.
  for (const name of [SETTINGS_EVENT, CONSENT_EVENT]) document.addEventListener(name, flush);
  const attributes = new MutationObserver(flush);
  attributes.observe(document, { subtree: true, attributeFilter: ['consent'] });
  loadShopifyConsent(flush);
  return () => {
    for (const name of names) document.removeEventListener(name, onEvent, true);
    removeEventListener('load', flush);
    for (const name of [SETTINGS_EVENT, CONSENT_EVENT]) document.removeEventListener(name, flush);
    attributes.disconnect();
    waiting = [];
  };
}
