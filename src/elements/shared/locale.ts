/** The language and direction of an element. */
import { shopifyGlobal } from '../../platforms/shopify-global.ts';
import { defaults } from './settings.ts';

export interface Locale {
  /** For `Intl`: the nearest `lang` around the element, else the page's default, the document's or the browser's. */
  language: string;
  /** The language's own direction; undefined if a `dir` around the element is nearer than its `lang`. */
  direction: 'ltr' | 'rtl' | undefined;
}

/**
 * Looks for the nearest `lang`, through shadow roots too.
 *
 * @param isAlone looks at the element only, because a server knows nothing around it
 */
export function localeOf(element: Element, isAlone = false): Locale {
  let language: string | undefined;
  let isDirected = false;
  const wanted = isAlone ? undefined : checkLanguage(defaults().language);
  for (
    let at: Element | null | undefined = element;
    at && !language;
    at = isAlone ? null : (at.parentElement ?? hostOf(at))
  ) {
    // The default is the owner's decision; the document's `lang` often comes from the theme.
    if (wanted && at === document.documentElement) {
      language = wanted;
      break;
    }
    isDirected ||= at.hasAttribute('dir');
    language = checkLanguage(at.getAttribute('lang'));
  }
  // Shopify knows the language even if a theme leaves `lang` out.
  language ??= (!isAlone && checkLanguage(shopifyGlobal()?.locale ?? navigator.language)) || 'en';
  const direction = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i.test(language) ? 'rtl' : 'ltr';
  return { language, direction: isDirected ? undefined : direction };
}

const hostOf = (element: Element) => (element.getRootNode() as Partial<ShadowRoot>).host;

// Some themes write `de_DE`. A browser's `en-US@posix` would make every Intl formatter throw, and the shopper would not see
// a claimed code.
function checkLanguage(language: string | null | undefined): string | undefined {
  try {
    return language ? Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0] : undefined;
  } catch {
    return undefined;
  }
}
