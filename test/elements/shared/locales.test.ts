import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { wordsLanguage } from '../../../src/elements/shared/words.ts';
import * as en from '../../../src/locales/en.ts';

const folder = new URL('../../../src/locales/', import.meta.url);

const languages = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'en.ts')
  .map((file) => file.replace(/\.ts$/, ''));

const english: en.Words = {
  common: { ...en.common, ...en.commonLater },
  otpLogin: { ...en.otpLogin, ...en.otpLoginLater },
  rewardClaim: { ...en.rewardClaim, ...en.rewardClaimLater },
  collectionTimeline: en.collectionTimeline,
  preview: en.preview,
};

/** The languages in which a video is a "Video", as in English. All else has words of its own. */
const withVideo = ['cs', 'da', 'de', 'es', 'fi', 'id', 'it', 'nb', 'nl', 'sk', 'sv', 'tr', 'vi'];

/** The letters of the languages that do not write with Latin ones. */
const scripts: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  bg: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  'zh-CN': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
};

/** The quotation marks of each language; “these” in all others. */
const quotes: Record<string, string> = {
  ar: '«»',
  bg: '„“',
  cs: '„“',
  da: '””',
  de: '„“',
  el: '«»',
  es: '«»',
  fi: '””',
  fr: '«»',
  he: '””',
  hr: '„”',
  hu: '„”',
  it: '«»',
  ja: '「」',
  ko: '‘’',
  lt: '„“',
  nb: '«»',
  nl: '‘’',
  pl: '„”',
  'pt-PT': '«»',
  ro: '„”',
  ru: '«»',
  sk: '„“',
  sl: '„“',
  sv: '””',
  'zh-TW': '「」',
};

/** The forms of address that a shop in that language does not use, as in Shopify's theme Dawn. */
const strange: Record<string, RegExp> = {
  da: /\b(De|Dem|Deres)\b/,
  de: /\b(Sie|Ihnen|Ihr(e[mnrs]?)?)\b/,
  es: /\b(usted(es)?|vosotros)\b/i,
  hu: /(^|\s)(ön|önnek|öné)(?=\s|[.,])/i,
  nl: /\b(u|uw)\b/i,
  pl: /(^|\s)(Pan|Pani|Państwo)(?=\s)/,
  'pt-PT': /\bvocês?\b/i,
  'zh-CN': /你/,
  'zh-TW': /你/,
};

const load = async (language: string) =>
  ((await import(new URL(`${language}.ts`, folder).href)) as { default: en.Words }).default;

/** Every text by its path, such as `common.retry`. */
const textsOf = (words: en.Words) =>
  new Map<string, string>(
    Object.entries(words).flatMap(([group, texts]) =>
      Object.entries(texts as Record<string, string>).map(
        ([key, text]) => [`${group}.${key}`, text] as const,
      ),
    ),
  );

const placeholdersIn = (text: string) => text.match(/\{[^}]*\}/g)?.sort() ?? [];

/** A text without what its language does not change. Greek writes "email" with Latin letters. */
const ownWordsOf = (text: string, language = '') =>
  text.replace(/\{\w+\}|\w+@example\.com/g, '').replace(language === 'el' ? /email/gi : '', '');

/** The paths of the texts that are not as they should be. */
const pathsWhere = (words: en.Words, isWrong: (text: string, path: string) => boolean) =>
  [...textsOf(words)].flatMap(([path, text]) => (isWrong(text, path) ? [path] : []));

test('The languages are those that the page about them lists', () => {
  const page = readFileSync(new URL('../../../docs/languages.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `([\w-]+)` .*\| by a /gm)];
  assert.deepEqual(listed.map(([, language]) => language!).sort(), ['en', ...languages].sort());
});

for (const language of languages)
  describe(`The words in ${new Intl.DisplayNames('en', { type: 'language' }).of(language)!}`, async () => {
    const words = await load(language);
    const originals = textsOf(english);

    test('are the same ones as in English', () => {
      assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort());
      assert.deepEqual([...textsOf(words).keys()].sort(), [...originals.keys()].sort());
    });

    test('are those that a page in this language gets', () => {
      assert.equal(wordsLanguage(language), language);
    });

    test('are all there, without spaces around them or two in a row', () => {
      assert.deepEqual(
        pathsWhere(words, (text) => !/^\S(.*\S)?$/s.test(text) || /\s\s/.test(text)),
        [],
      );
    });

    test('take in what the English ones take in', () => {
      for (const [path, text] of textsOf(words))
        assert.deepEqual(placeholdersIn(text), placeholdersIn(originals.get(path) ?? ''), path);
    });

    test('are not left in English', () => {
      assert.deepEqual(
        pathsWhere(words, (text, path) => text === originals.get(path)),
        withVideo.includes(language) ? ['collectionTimeline.video'] : [],
      );
      assert.deepEqual(
        pathsWhere(words, (text) => /\b(the|this|that|your?|please)\b/i.test(ownWordsOf(text))),
        [],
      );
    });

    const script = scripts[language];
    if (script)
      test('are written in its own letters throughout', () => {
        assert.deepEqual(
          pathsWhere(
            words,
            (text) => !script.test(text) || /\p{Script=Latin}/u.test(ownWordsOf(text, language)),
          ),
          [],
        );
      });

    test('leave the direction of the text to the element', () => {
      assert.deepEqual(
        pathsWhere(words, (text) => /\p{Bidi_Control}/u.test(text)),
        [],
      );
    });

    test('have typographic apostrophes and ellipses', () => {
      assert.deepEqual(
        pathsWhere(words, (text) => /['"`´]|\.\.\./.test(text)),
        [],
      );
    });

    test('have the quotation marks of the language', () => {
      const [open, close] = Array.from(quotes[language] ?? '“”');
      const marks = words.collectionTimeline.copyLink.match(/.(?=\s?\{title\})|(?<=\{title\}\s?)\S/gu);
      assert.deepEqual(
        marks?.filter((mark) => /[\p{Pi}\p{Pf}\p{Ps}\p{Pe}]/u.test(mark)),
        [open, close],
      );
    });

    test('address the shopper as shops in this language do', () => {
      assert.deepEqual(
        pathsWhere(words, (text) => strange[language]?.test(text) ?? false),
        [],
      );
    });

    // In Thai, a space ends a sentence.
    if (language !== 'th')
      test('end a sentence where the English does', () => {
        // Two abbreviations: "Sek." and "dvs."
        const isSentence = (text: string) => /(?<!Sek|dvs)[.。]$/.test(text);
        assert.deepEqual(
          pathsWhere(words, (text, path) => isSentence(text) !== isSentence(originals.get(path)!)),
          [],
        );
      });

    if (language === 'fr')
      test('never end a line before a mark that stands alone', () => {
        assert.deepEqual(
          pathsWhere(words, (text) => /[^\u202F][!?;]|[^\u00A0]:/.test(text)),
          [],
        );
      });
  });
