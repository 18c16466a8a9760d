import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
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
};

/** The words that are the same as in English because the language has them too. */
const shared: Record<string, string[]> = {
  de: ['collectionTimeline.video'],
  it: ['collectionTimeline.video'],
  nl: ['collectionTimeline.video'],
};

/** The letters of the languages that do not write with Latin ones. */
const scripts: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  'zh-CN': /\p{Script=Han}/u,
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

/** A text without what no language changes. */
const ownWordsOf = (text: string) => text.replace(/\{\w+\}|name@example\.com/g, '');

/** The paths of the texts that are not as they should be. */
const pathsWhere = (words: en.Words, isWrong: (text: string, path: string) => boolean) =>
  [...textsOf(words)].flatMap(([path, text]) => (isWrong(text, path) ? [path] : []));

test('The elements speak more than English', () => {
  assert.ok(languages.length > 0);
});

for (const language of languages)
  describe(`The words in ${new Intl.DisplayNames('en', { type: 'language' }).of(language)!}`, async () => {
    const words = await load(language);
    const originals = textsOf(english);

    test('are the same ones as in English', () => {
      assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort());
      assert.deepEqual([...textsOf(words).keys()].sort(), [...originals.keys()].sort());
    });

    test('are all there, without spaces around them', () => {
      assert.deepEqual(
        pathsWhere(words, (text) => !/^\S(.*\S)?$/s.test(text)),
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
        shared[language] ?? [],
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
          pathsWhere(words, (text) => !script.test(text) || /\p{Script=Latin}/u.test(ownWordsOf(text))),
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
        pathsWhere(words, (text) => /['"]|\.\.\./.test(text)),
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
