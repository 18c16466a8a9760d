/** The shopper's word on what the browser stores; `pending` while it is asked for. */
export type Consent = 'granted' | 'denied' | 'pending';

/** What holds for all elements of a page that do not say otherwise themselves. */
export interface Defaults {
  /** Where the service is; as the attribute `base-url`. */
  baseUrl?: string | undefined;
  /** The service's API key; as the attribute `api-key`. It goes to no other service than that of `baseUrl`. */
  apiKey?: string | undefined;
  /** The language of the elements, BCP 47, unless something between them and `<html>` says another. */
  language?: string | undefined;
  /** The currency of fixed amounts, ISO 4217. */
  currency?: string | undefined;
  /** Whether the browser may store what the elements keep; as the attribute `consent`. */
  consent?: Consent | undefined;
}

/**
 * What all copies of the library on a page have in common, whatever their version: what `configure()` said, by the name
 * `''`, and what the script tags said, by the folder of the script.
 */
type Shared = Record<string, Defaults> & {
  /** Whether the page was told that its key is everybody's. */
  isKeyTold?: boolean;
  /** What was last said about a second copy. */
  told?: string;
  /** Whether one of them has loaded the later part of login and claim. */
  account?: boolean;
};

export const NAME = 'storefront-elements';
// A server has no page.
const page = globalThis.document as Document | undefined;

/** It is no global: each copy takes it from an event, into which the first one puts its own. */
export let shared: Shared = {};
page?.addEventListener(NAME, (event: Event & { shared?: Shared }) => {
  shared = event.shared ??= shared;
});
const tell = () => page?.dispatchEvent(new Event(NAME));
tell();

/** Of this copy's script. */
let folder = '';

export const defaults = (): Defaults => ({ ...shared[folder], ...shared[''] });

function change(name: string, settings?: Defaults): Defaults {
  // A key is not for another service than the one that it was given for.
  shared[name] = { ...shared[name], ...(settings?.baseUrl && { apiKey: '' }), ...settings };
  tell();
  return shared[name];
}

/**
 * Sets defaults for all elements of the page: also those that are there already, and those of other copies of the
 * library. Attributes win over it, and it wins over the `data-*` of a script tag. What is left out stays as it was,
 * except that a `baseUrl` without an `apiKey` has none.
 */
export const configure = (settings: Defaults): void => void change('', settings);

/** Adds what a script tag says, and gives what all of the script's folder have said. */
export const useTag = (of: string, data?: Defaults): Defaults => change((folder = of), data);

/** Tells when the defaults may have changed. */
export const onConfigure = (listener: () => void): void => document.addEventListener(NAME, listener);
