/** The words of the page's language. */
import type { Words } from '../../locales/en.ts';
import { lazy } from './lazy.ts';
import { withinPatience } from './patience.ts';

/** Each has its file in `locales/`. */
const files = {
  ar: lazy('ar', () => import('../../locales/ar.ts')),
  bg: lazy('bg', () => import('../../locales/bg.ts')),
  cs: lazy('cs', () => import('../../locales/cs.ts')),
  da: lazy('da', () => import('../../locales/da.ts')),
  de: lazy('de', () => import('../../locales/de.ts')),
  el: lazy('el', () => import('../../locales/el.ts')),
  es: lazy('es', () => import('../../locales/es.ts')),
  fi: lazy('fi', () => import('../../locales/fi.ts')),
  fr: lazy('fr', () => import('../../locales/fr.ts')),
  he: lazy('he', () => import('../../locales/he.ts')),
  hr: lazy('hr', () => import('../../locales/hr.ts')),
  hu: lazy('hu', () => import('../../locales/hu.ts')),
  id: lazy('id', () => import('../../locales/id.ts')),
  it: lazy('it', () => import('../../locales/it.ts')),
  ja: lazy('ja', () => import('../../locales/ja.ts')),
  ko: lazy('ko', () => import('../../locales/ko.ts')),
  lt: lazy('lt', () => import('../../locales/lt.ts')),
  nb: lazy('nb', () => import('../../locales/nb.ts')),
  nl: lazy('nl', () => import('../../locales/nl.ts')),
  pl: lazy('pl', () => import('../../locales/pl.ts')),
  'pt-BR': lazy('pt-BR', () => import('../../locales/pt-BR.ts')),
  'pt-PT': lazy('pt-PT', () => import('../../locales/pt-PT.ts')),
  ro: lazy('ro', () => import('../../locales/ro.ts')),
  ru: lazy('ru', () => import('../../locales/ru.ts')),
  sk: lazy('sk', () => import('../../locales/sk.ts')),
  sl: lazy('sl', () => import('../../locales/sl.ts')),
  sv: lazy('sv', () => import('../../locales/sv.ts')),
  th: lazy('th', () => import('../../locales/th.ts')),
  tr: lazy('tr', () => import('../../locales/tr.ts')),
  vi: lazy('vi', () => import('../../locales/vi.ts')),
  'zh-CN': lazy('zh-CN', () => import('../../locales/zh-CN.ts')),
  'zh-TW': lazy('zh-TW', () => import('../../locales/zh-TW.ts')),
};

type Name = keyof typeof files;

/** All languages of the words. */
export const languages = (): string[] => ['en', ...Object.keys(files)];

/** A language without words failed to load, or was too late for the first drawing: it is not tried again. */
const loaded = new Map<string, Words | undefined>();

const hasFile = (name: string): name is Name => Object.hasOwn(files, name);

/** Where Portuguese is that of Portugal, as in CLDR's parent locales. */
const EUROPEAN_PORTUGUESE = /^(AO|CH|CV|FR|GQ|GW|LU|MO|MZ|PT|ST|TL)$/;

/** The language of the words for a page's language, which `Intl` must know; `en` if there are none. */
export function wordsLanguage(tag: string): Name | 'en' {
  const { language, script, region = '' } = new Intl.Locale(tag).maximize();
  let name = language;
  if (language === 'pt') name = EUROPEAN_PORTUGUESE.test(region) ? 'pt-PT' : 'pt-BR';
  // Simplified characters are no substitute for traditional ones.
  if (language === 'zh') name = script === 'Hant' ? 'zh-TW' : 'zh-CN';
  // Norwegian that does not say which one, or is Nynorsk.
  if (language === 'no' || language === 'nn') name = 'nb';
  return hasFile(name) ? name : 'en';
}

/** Undefined for English, and until they are loaded. */
export const wordsFor = (language: string): Words | undefined => loaded.get(wordsLanguage(language));

/**
 * Loads the words of a language once; undefined if that is done. It never rejects: without the file, or when it takes too
 * long, an element speaks English.
 *
 * @param late called when the words come after all
 */
export function loadWords(language: string, late: () => void): Promise<void> | undefined {
  const name = wordsLanguage(language);
  if (name === 'en' || loaded.has(name)) return undefined;
  const file = files[name].load().then(
    (module) => void loaded.set(name, module.default),
    () => void loaded.set(name, undefined),
  );
  return withinPatience(file, () => {
    // The next drawing must not wait again.
    loaded.set(name, undefined);
    void file.then(late);
  });
}
