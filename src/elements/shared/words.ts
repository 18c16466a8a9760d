/** The words of the page's language. */
import type { Words } from '../../locales/en.ts';
import { lazy } from './lazy.ts';
import { withinPatience } from './patience.ts';

/** Each has its file in `locales/`. */
const files = {
  ar: lazy('ar', () => import('../../locales/ar.ts')),
  de: lazy('de', () => import('../../locales/de.ts')),
  es: lazy('es', () => import('../../locales/es.ts')),
  fr: lazy('fr', () => import('../../locales/fr.ts')),
  he: lazy('he', () => import('../../locales/he.ts')),
  it: lazy('it', () => import('../../locales/it.ts')),
  ja: lazy('ja', () => import('../../locales/ja.ts')),
  nl: lazy('nl', () => import('../../locales/nl.ts')),
  'pt-BR': lazy('pt-BR', () => import('../../locales/pt-BR.ts')),
  'zh-CN': lazy('zh-CN', () => import('../../locales/zh-CN.ts')),
};

type Name = keyof typeof files;

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
