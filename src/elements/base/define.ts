/** The version of this copy of the library; the same as in package.json. */
export const version = '0.1.0';

interface VersionedElement extends CustomElementConstructor {
  readonly version?: string;
}

/**
 * Registers an element unless its tag is taken. A page may load the script twice, so that is no error; another
 * version, or a stranger's element under the same tag, is said once in the console.
 */
export function define(tag: string, element: VersionedElement): void {
  const registered = customElements.get(tag) as VersionedElement | undefined;
  if (!registered) customElements.define(tag, element);
  else if (registered.version !== element.version)
    console.warn(
      `<${tag}> is already registered (version ${registered.version ?? 'unknown'}); version ${element.version} is not used.`,
    );
}
