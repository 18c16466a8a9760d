import { pageState } from './settings.ts';

/** The version of this copy of the library; the same as in package.json. */
export const version = '0.1.0';

interface VersionedElement extends CustomElementConstructor {
  readonly version?: string;
}

/**
 * Registers an element unless its tag is taken: if a page loads the script twice, or two versions of it, the first one
 * wins. A warning reports this once for all elements of a copy.
 */
export function define(tag: string, element: VersionedElement): void {
  const registered: VersionedElement | undefined = customElements.get(tag);
  if (!registered) customElements.define(tag, element);
  else if (registered !== element) {
    const state = pageState();
    const message = `(version ${registered.version ?? 'unknown'}); this copy (version ${element.version}) is not used. Load it once.`;
    if (state.told !== message) console.warn(`<${tag}> is already registered ${message}`);
    state.told = message;
  }
}
