/** In which language and direction an element speaks, and how it fills its words. */
import type { Words } from '../../locales/en.ts';
import { defaults } from './defaults.ts';

export interface Locale {
  /** The nearest `lang` around the element, else the page's default, the document's or the browser's: for `Intl`. */
  language: string;
  /** From the language, where it is said nearer to the element than any `dir`; undefined where the page's `dir` holds. */
  direction: 'ltr' | 'rtl' | undefined;
}

/**
 * The nearest `lang` around an element, through shadow roots too, and the direction that it asks for. `isAlone`: only
 * its own, because a server that draws knows of nothing around it.
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
    // The default is the page owner's word; what the document says is often only the theme's.
    if (wanted && at === document.documentElement) {
      language = wanted;
      break;
    }
    isDirected ||= at.hasAttribute('dir');
    language = checkLanguage(at.getAttribute('lang'));
  }
  // Shopify's own part of the head says it also where a theme does not.
  language ??=
    (!isAlone &&
      checkLanguage(
        (globalThis as { Shopify?: { locale?: string } }).Shopify?.locale ?? navigator.language,
      )) ||
    'en';
  const direction = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i.test(language) ? 'rtl' : 'ltr';
  return { language, direction: isDirected ? undefined : direction };
}

const hostOf = (element: Element) => (element.getRootNode() as Partial<ShadowRoot>).host;

// `lang="en_US"` from a theme, or `en-US@posix` from a browser's system, would make every Intl formatter throw, and
// a drawing that throws would keep a claimed code from the shopper.
function checkLanguage(language: string | null | undefined): string | undefined {
  try {
    return language ? Intl.getCanonicalLocales(language)[0] : undefined;
  } catch {
    return undefined;
  }
}

const files: Record<string, () => Promise<{ default: Words }>> = {
  ar: () => import('../../locales/ar.ts'),
  de: () => import('../../locales/de.ts'),
  es: () => import('../../locales/es.ts'),
  fr: () => import('../../locales/fr.ts'),
  he: () => import('../../locales/he.ts'),
  it: () => import('../../locales/it.ts'),
  ja: () => import('../../locales/ja.ts'),
  nl: () => import('../../locales/nl.ts'),
  pt: () => import('../../locales/pt-BR.ts'),
  zh: () => import('../../locales/zh-CN.ts'),
};

const loaded = new Map<string, Words | undefined>();

/** The language of the words for a page's language: `en` where there are none. */
export function wordsLanguage(language: string): string {
  const [name = ''] = language.split('-');
  // Readers of traditional characters are not served with simplified ones.
  return Object.hasOwn(files, name) && !/^zh-.*(TW|HK|MO|Hant)/.test(language) ? name : 'en';
}

export const wordsFor = (language: string): Words | undefined => loaded.get(wordsLanguage(language));

/**
 * Loads the words of a language, once; undefined where they are there already. It never rejects: without its file, or
 * when that takes too long, an element speaks English.
 */
export function loadWords(language: string, late: () => void): Promise<void> | undefined {
  const name = wordsLanguage(language);
  if (name === 'en' || loaded.has(name)) return undefined;
  const file = files[name]!().then(
    (module) => void loaded.set(name, module.default),
    () => void loaded.set(name, undefined),
  );
  return inTime(file, () => {
    // Nor wait again at the next drawing.
    loaded.set(name, undefined);
    void file.then(late);
  });
}

/** How long a first drawing waits, in milliseconds. */
const WAIT = 2000;

/** Done with the work, whatever becomes of it, or when a drawing cannot wait any longer. */
export const inTime = (work: Promise<unknown>, tooLate?: () => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      tooLate?.();
      resolve();
    }, WAIT);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });

/** Puts values into a text's `{name}`s. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** What takes the most room, as far as its length tells. */
export const longest = (...texts: string[]): string =>
  texts.reduce((long, text) => (text.length > long.length ? text : long));

/** A time as coarse as a person would say it: "30 seconds", "10 minutes", "2 hours", "3 days". */
export function formatDuration(
  language: string,
  seconds: number,
  unitDisplay: 'long' | 'narrow' = 'long',
): string {
  const [unit, size] =
    seconds <= 90
      ? ['second', 1]
      : seconds <= 5400
        ? ['minute', 60]
        : seconds <= 172_800
          ? ['hour', 3600]
          : ['day', 86_400];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(
    Math.ceil(seconds / size),
  );
}

export type CommonWords = Words['common'];
