/** The nearest `lang` around an element, through shadow roots too; else the browser's language. */
export function languageOf(element: Element): string {
  let node: Element | null = element;
  let lang: string | null | undefined;
  while (node && !lang) {
    lang = node.closest('[lang]')?.getAttribute('lang');
    const root = node.getRootNode();
    node = root instanceof ShadowRoot ? root.host : null;
  }
  return [lang, navigator.language].find(isLanguage) ?? 'en';
}

// `lang="en_US"` from a theme, or `en-US@posix` from a browser's system, would make every Intl formatter throw, and
// a drawing that throws would keep a claimed code from the shopper.
const isLanguage = (lang: string | null | undefined): lang is string => {
  try {
    return Boolean(lang && Intl.getCanonicalLocales(lang));
  } catch {
    return false;
  }
};
