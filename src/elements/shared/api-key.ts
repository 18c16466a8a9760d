import type { Maybe } from './attributes.ts';
import { pageState } from './settings.ts';

/** The warning about a key in a page. */
export const KEY_IN_PAGE =
  'The API key of storefront-elements is in this page, and a page is public: everybody can read the key and use it. ' +
  'Let a gateway keep it; see docs/gateway.md.';

/** Warns once per page, whichever copy finds a key first. `apiKey` is an element's own; the defaults count too. */
export function warnOfKey(apiKey: Maybe<string>): void {
  const state = pageState();
  const isThere =
    apiKey || Object.values(state).some((settings) => (settings as { apiKey?: string } | null)?.apiKey);
  if (!isThere || state.isKeyTold) return;
  state.isKeyTold = true;
  console.warn(KEY_IN_PAGE);
}
