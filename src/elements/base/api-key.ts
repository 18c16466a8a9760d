import type { Maybe } from './attributes.ts';
import { shared } from './defaults.ts';

/** What is said of a key in a page. */
export const KEY_IN_PAGE =
  'The API key of storefront-elements is in this page, and a page is public: everybody can read the key and use it. ' +
  'Let a gateway keep it; see docs/gateway.md.';

/**
 * Says once for a page that its key is everybody's, whichever part of whichever copy finds it first. `apiKey` is an
 * element's own; of the defaults any is enough.
 */
export function warnOfKey(apiKey: Maybe<string>): void {
  const isThere =
    apiKey || Object.values(shared).some((said) => (said as { apiKey?: string } | null)?.apiKey);
  if (!isThere || shared.isKeyTold) return;
  shared.isKeyTold = true;
  console.warn(KEY_IN_PAGE);
}
