import { shared } from './defaults.ts';

/** The version of this copy of the library; the same as in package.json. */
export const version = '0.1.0';

interface VersionedElement extends CustomElementConstructor {
  readonly version?: string;
}

/**
 * Registers an element unless its tag is taken: a page may load the script twice, or two versions of it, and then the
 * first one serves. That is said in the console, once for all elements of a copy, and again only of another version or
 * a stranger's element.
 */
export function define(tag: string, element: VersionedElement): void {
  const registered = customElements.get(tag) as VersionedElement | undefined;
  if (!registered) customElements.define(tag, element);
  else if (registered !== element) {
    const message = `(version ${registered.version ?? 'unknown'}); this copy (version ${element.version}) is not used. Load it once.`;
    if (shared.told !== message) console.warn(`<${tag}> is already registered ${message}`);
    shared.told = message;
  }
}
