/** The shopper's consent to browser storage. It is checked at each use, because it may change. */
import { shopifyGlobal } from '../../platforms/shopify-global.ts';
import type { AttributeProblem } from './attributes.ts';
import { isPreview } from './is-preview.ts';
import { ownFolder, pageState } from './settings.ts';

export interface ConsentHost {
  getAttribute(name: string): string | null;
}

/** Shopify's event after the shopper has chosen (https://shopify.dev/docs/api/customer-privacy). */
export const CONSENT_EVENT = 'visitorConsentCollected';

/**
 * Purposes in Shopify's Customer Privacy API (https://shopify.dev/docs/api/customer-privacy). A login, a claim and a
 * reading place are preferences: they serve the shopper and measure nothing.
 */
type Purpose = 'preferences' | 'analytics';

/** From the element's attribute, else from `configure()`, else from the script tag. */
const setting = (host: ConsentHost): string | undefined =>
  host.getAttribute('consent') || pageState()['']?.consent || pageState()[ownFolder]?.consent;

/** Whether the element's consent is its own, and not the page's. */
export const hasOwnConsent = (host: ConsentHost): boolean => Boolean(host.getAttribute('consent'));

/**
 * Whether the element may store data: according to its attribute `consent`, else the page's default, else Shopify; true
 * if none of them decides. Any value except `granted`, `denied` and `pending` means no. Undefined while the page or
 * Shopify waits for the shopper, and in a theme editor: then nothing is stored, but earlier records may be read.
 */
export function mayStore(host: ConsentHost): boolean | undefined {
  if (isPreview()) return undefined;
  const consent = setting(host);
  return consent ? answerOf(consent) : shopifyAllows('preferences');
}

/**
 * Whether a shop's analytics may receive the element's events; undefined while the page or Shopify waits for the shopper.
 * Consent to storage is not consent to measurement.
 */
export function mayMeasure(host: ConsentHost): boolean | undefined {
  const answer = isPreview() ? undefined : answerOf(setting(host) || 'granted');
  return answer && shopifyAllows('analytics');
}

const answerOf = (consent: string) => (consent === 'pending' ? undefined : consent === 'granted');

function shopifyAllows(purpose: Purpose): boolean | undefined {
  const { customerPrivacy, loadFeatures } = shopifyGlobal() ?? {};
  const isAllowed = customerPrivacy?.[`${purpose}ProcessingAllowed`]?.();
  if (isAllowed === undefined) return loadFeatures ? undefined : true;
  // Where consent is required, Shopify says no until the shopper has chosen.
  const isOpen = customerPrivacy?.currentVisitorConsent?.()?.[purpose] === '';
  return isAllowed || !isOpen ? isAllowed : undefined;
}

export function checkConsent(host: ConsentHost): AttributeProblem | undefined {
  return /^(granted|denied|pending)$/.test(setting(host) || 'granted')
    ? undefined
    : { attribute: 'consent', allowed: 'granted, denied or pending' };
}

/** Makes Shopify load its consent API, if it has not yet. If that fails, nothing is stored. */
export function loadShopifyConsent(loaded: () => void): void {
  const { customerPrivacy, loadFeatures } = shopifyGlobal() ?? {};
  if (!customerPrivacy?.preferencesProcessingAllowed && !isPreview())
    loadFeatures?.([{ name: 'consent-tracking-api', version: '0.1' }], (error) => error || loaded());
}
