/** The nearest `lang` around an element, through shadow roots too; else the browser's language. */
export function languageOf(element: Element): string {
  let node: Element | null = element;
  while (node) {
    const near: Element | null = node.closest('[lang]');
    const lang = near?.getAttribute('lang');
    if (lang) return isLanguage(lang) ? lang : navigator.language;
    const root = node.getRootNode();
    node = root instanceof ShadowRoot ? root.host : null;
  }
  return navigator.language;
}

// A theme's `lang="en_US"` would make every Intl formatter throw.
const isLanguage = (lang: string) => {
  try {
    return Boolean(Intl.getCanonicalLocales(lang).length);
  } catch {
    return false;
  }
};
