/** Settings for all elements of a page: from `configure()` and from the script tags' `data-*`. */

/** The shopper's choice about browser storage; `pending` while the shop asks. */
export type Consent = 'granted' | 'denied' | 'pending';

/** Defaults for elements without the corresponding attribute. */
export interface Defaults {
  /** The service or its gateway; as the attribute `base-url`. */
  baseUrl?: string | undefined;
  /**
   * The service's API key; as the attribute `api-key`. Only the service at `baseUrl` gets it; without a `baseUrl`, the
   * service of each element.
   */
  apiKey?: string | undefined;
  /** The elements' language, BCP 47, unless an element between them and `<html>` has a `lang`. */
  language?: string | undefined;
  /** The currency of fixed amounts, ISO 4217. */
  currency?: string | undefined;
  /** Whether the browser may store the elements' data; as the attribute `consent`. */
  consent?: Consent | undefined;
}

/** A request that was sent before the code of the elements had loaded: see `early-requests.ts`. */
export interface EarlyRequest {
  response: Promise<Response>;
  abort: (reason: unknown) => void;
  /** In milliseconds since the page was opened. */
  sentAt: number;
}

/** Imports a module by name after checking its files; undefined for an unknown name. */
export type ModuleLoader = (name: string) => Promise<unknown> | undefined;

/**
 * Shared by all copies of the library on a page, whatever their version: `configure()`'s settings under the name `''`,
 * and each script tag's under its script's folder.
 */
type PageState = Record<string, Defaults> & {
  /** Whether the console has the warning about a key in the page. */
  isKeyTold?: boolean;
  /** The last warning about a second copy. */
  told?: string;
  /** Whether a login or claim of the page is in use. */
  account?: boolean;
  /** URLs of modules that failed to load. The browser never requests them again, whichever script imports them. */
  failed?: Set<string>;
  /** The script tags' loaders, by folder: a file that is loaded again may contain another copy of this code. */
  loaders?: Record<string, ModuleLoader[]>;
  /** The rule that makes timelines long: see `return-room.ts`. */
  room?: CSSStyleSheet;
  /** By URL and key. */
  early?: Map<string, EarlyRequest>;
};

/** The event by which copies share their state, and by which they announce a change. */
export const SETTINGS_EVENT = 'storefront-elements';

// A server has no document.
const page = globalThis.document as Document | undefined;

let shared: PageState = {};
// A global could be overwritten by an element's id. The first copy to hear the event puts its state into it.
page?.addEventListener(SETTINGS_EVENT, (event: Event & { shared?: PageState }) => {
  shared = event.shared ??= shared;
});
const announce = () => page?.dispatchEvent(new Event(SETTINGS_EVENT));
announce();

export const pageState = (): PageState => shared;

/** A script's folder, decoded: the loader spells it differently when it retries. */
export function folderOf(url: string): string {
  const folder = url.replace(/[?#].*/, '').replace(/[^/]*$/, '');
  try {
    return decodeURI(folder);
  } catch {
    // Not in UTF-8.
    return folder;
  }
}

/** The folder of this copy; empty where a bundler leaves `import.meta.url` undefined. */
export const ownFolder: string = folderOf((import.meta as Partial<ImportMeta>).url ?? '');

export function defaults(): Defaults {
  const configured = shared[''];
  // The script tag's key is not for another base URL.
  const key = configured?.baseUrl === undefined ? {} : { apiKey: undefined };
  return { ...shared[ownFolder], ...key, ...configured };
}

function change(name: string, settings?: Defaults): Defaults {
  // A key belongs to the service it came with.
  const all = {
    ...shared[name],
    ...(settings && 'baseUrl' in settings && { apiKey: settings.baseUrl && '' }),
    ...settings,
  };
  // Otherwise `undefined` would override a script tag.
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  shared[name] = given;
  announce();
  return given;
}

/**
 * Sets defaults for all elements of the page, present and future, of every copy of the library. Attributes override them,
 * and they override a script tag's `data-*`. Omitted settings keep their value, except that a `baseUrl` without an
 * `apiKey` removes the key. `undefined` removes an earlier setting.
 */
export const configure = (settings: Defaults): void => void change('', settings);

/** Adds a script tag's settings to those of its folder, and returns the folder's. */
export const configureFolder = (url: string, settings?: Defaults): Defaults =>
  change(folderOf(url), settings);

/** Calls back when the defaults may have changed. */
export const onConfigure = (listener: () => void): void =>
  document.addEventListener(SETTINGS_EVENT, listener);
