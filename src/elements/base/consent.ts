/** Whether the shopper agreed that the browser stores something: asked at each use, because the answer may change. */
import type { AttributeProblem } from './attributes.ts';
import { shared } from './defaults.ts';
import { here } from './load.ts';
import { isPreview } from './preview.ts';

export interface ConsentHost {
  getAttribute(name: string): string | null;
}

/**
 * What Shopify's Customer Privacy API answers from the merchant's settings, the shopper's region and choice
 * (https://shopify.dev/docs/api/customer-privacy). A login, a claim and a place to read on from are what it calls
 * preferences: they serve the shopper, and measure nothing.
 */
type Purpose = 'preferencesProcessingAllowed' | 'analyticsProcessingAllowed';

interface Shopify {
  customerPrivacy?: Partial<Record<Purpose, () => boolean>>;
  /** There in every online store; brings the API, which is not there by itself. */
  loadFeatures?: (features: { name: string; version: string }[], done: (error?: unknown) => void) => void;
}

const shopify = () => (globalThis as { Shopify?: Shopify }).Shopify;

/** What the element says, else the page, and among its words those of `configure()` before those of the script tag. */
const saidBy = (host: ConsentHost): string | undefined =>
  host.getAttribute('consent') ||
  shared['']?.consent ||
  // Also a part that was loaded later stands in the folder of its script.
  shared[new URL('.', here).href]?.consent;

/**
 * Whether the element may store something: as its attribute `consent` says, else the page's default, else Shopify; yes
 * where nobody says anything. Another word than `granted`, `denied` and `pending` is a no. Undefined while the page or
 * Shopify waits for an answer: then nothing is stored, and what was stored with an earlier yes may be read. So it is in a
 * theme editor.
 */
export function mayStore(host: ConsentHost): boolean | undefined {
  const said = saidBy(host);
  if (isPreview()) return undefined;
  return said ? answerOf(said) : shopifyAllows('preferencesProcessingAllowed');
}

/** Whether a shop's analytics may hear of the element. A yes to storing something is none to being measured. */
export function mayTell(host: ConsentHost): boolean | undefined {
  const answer = isPreview() ? undefined : answerOf(saidBy(host) || 'granted');
  return answer && shopifyAllows('analyticsProcessingAllowed');
}

const answerOf = (said: string) => (said === 'pending' ? undefined : said === 'granted');

function shopifyAllows(purpose: Purpose): boolean | undefined {
  const { customerPrivacy, loadFeatures } = shopify() ?? {};
  return customerPrivacy?.[purpose] ? customerPrivacy[purpose]() : loadFeatures ? undefined : true;
}

export function checkConsent(host: ConsentHost): AttributeProblem | undefined {
  return /^(granted|denied|pending)$/.test(saidBy(host) || 'granted')
    ? undefined
    : { attribute: 'consent', allowed: 'granted, denied or pending', isMinor: true };
}

/** Has Shopify bring what answers, where it is not there yet. Where that fails, nothing is stored. */
export function askShopify(answered: () => void): void {
  const { customerPrivacy, loadFeatures } = shopify() ?? {};
  if (!customerPrivacy?.preferencesProcessingAllowed && !isPreview())
    loadFeatures?.([{ name: 'consent-tracking-api', version: '0.1' }], (error) => error || answered());
}
