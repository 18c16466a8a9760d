/** The words of the page's language. */
import type { Words } from '../../locales/en.ts';
import { lazy } from './lazy.ts';
import { withinPatience } from './patience.ts';

/** A line for each file in `locales/`, because bundlers must see each `import()`. */
const imports = {
  ar: () => import('../../locales/ar.ts'),
  bg: () => import('../../locales/bg.ts'),
  cs: () => import('../../locales/cs.ts'),
  da: () => import('../../locales/da.ts'),
  de: () => import('../../locales/de.ts'),
  el: () => import('../../locales/el.ts'),
  es: () => import('../../locales/es.ts'),
  fi: () => import('../../locales/fi.ts'),
  fr: () => import('../../locales/fr.ts'),
  he: () => import('../../locales/he.ts'),
  hr: () => import('../../locales/hr.ts'),
  hu: () => import('../../locales/hu.ts'),
  id: () => import('../../locales/id.ts'),
  it: () => import('../../locales/it.ts'),
  ja: () => import('../../locales/ja.ts'),
  ko: () => import('../../locales/ko.ts'),
  lt: () => import('../../locales/lt.ts'),
  nb: () => import('../../locales/nb.ts'),
  nl: () => import('../../locales/nl.ts'),
  pl: () => import('../../locales/pl.ts'),
  'pt-BR': () => import('../../locales/pt-BR.ts'),
  'pt-PT': () => import('../../locales/pt-PT.ts'),
  ro: () => import('../../locales/ro.ts'),
  ru: () => import('../../locales/ru.ts'),
  sk: () => import('../../locales/sk.ts'),
  sl: () => import('../../locales/sl.ts'),
  sv: () => import('../../locales/sv.ts'),
  th: () => import('../../locales/th.ts'),
  tr: () => import('../../locales/tr.ts'),
  vi: () => import('../../locales/vi.ts'),
  'zh-CN': () => import('../../locales/zh-CN.ts'),
  'zh-TW': () => import('../../locales/zh-TW.ts'),
};

const files = new Map(Object.entries(imports).map(([name, load]) => [name, lazy(name, load)]));

/** All languages that have words. */
export const languages = (): string[] => ['en', ...files.keys()];

/**
 * Undefined words came too late for the first drawing, or failed to load. Words that failed are loaded again when the device
 * is online again.
 */
const loaded = new Map<string, Words | undefined>();

/** Regions with European Portuguese, as in CLDR's parent locales. */
const EUROPEAN_PORTUGUESE = /-(AO|CH|CV|FR|GQ|GW|LU|MO|MZ|PT|ST|TL)\b/;

/** The language of the words for a page's language, a canonical tag; `en` if there are none. */
export function wordsLanguage(tag: string): string {
  let [name = ''] = tag.split('-');
  if (name === 'pt') name = EUROPEAN_PORTUGUESE.test(tag) ? 'pt-PT' : 'pt-BR';
  // Simplified characters are no substitute for traditional ones. Only Chinese uses `Intl`, whose first use is slow.
  if (name === 'zh') name = new Intl.Locale(tag).maximize().script === 'Hant' ? 'zh-TW' : 'zh-CN';
  // Unspecified Norwegian, or Nynorsk.
  if (name === 'no' || name === 'nn') name = 'nb';
  return files.has(name) ? name : 'en';
}

/** Undefined for English, and until the words are loaded. */
export const wordsFor = (language: string): Words | undefined => loaded.get(wordsLanguage(language));

/**
 * Loads the words of a language once; undefined if they are loaded. It never rejects: if the file is missing or takes too
 * long, an element uses English.
 *
 * @param late called when the words come after all
 */
export function loadWords(language: string, late: () => void): Promise<void> | undefined {
  const name = wordsLanguage(language);
  if (name === 'en' || loaded.has(name)) return undefined;
  const file = files
    .get(name)!
    .load()
    .then(
      (module) => void loaded.set(name, module.default),
      () => {
        loaded.set(name, undefined);
        globalThis.addEventListener(
          'online',
          () => {
            loaded.delete(name);
            late();
          },
          { once: true },
        );
      },
    );
  return withinPatience(file, () => {
    // The next drawing must not wait again.
    loaded.set(name, undefined);
    void file.then(late);
  });
}
