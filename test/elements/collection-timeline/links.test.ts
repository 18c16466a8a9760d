import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLinks } from '../../../src/elements/collection-timeline/links.ts';
import { hasLink } from '../../../src/elements/collection-timeline/text-links.ts';

/** The links in a text: what is underlined, and where it leads. */
const linksIn = (text: string) =>
  findLinks(text).flatMap((piece) => (piece.url ? [`${piece.text} -> ${piece.url}`] : []));

describe('Links in the text of an entry', () => {
  for (const [text, ...links] of [
    [
      'See https://example.com/a?b=c#d for more',
      'https://example.com/a?b=c#d -> https://example.com/a?b=c#d',
    ],
    ['Old: http://example.com', 'http://example.com -> http://example.com'],
    ['At www.example.com now', 'www.example.com -> https://www.example.com'],
    ['At example.com/shop now', 'example.com/shop -> https://example.com/shop'],
    ['Write to hello@example.com today', 'hello@example.com -> mailto:hello@example.com'],
    ['mailto:hello@example.com', 'mailto:hello@example.com -> mailto:hello@example.com'],
    [
      'Two: https://a.example https://b.example',
      'https://a.example -> https://a.example',
      'https://b.example -> https://b.example',
    ],
  ] as const)
    test(`are found: ${text}`, () => {
      assert.deepEqual(linksIn(text), links);
    });

  for (const [text, link] of [
    ['Read https://example.com/a.', 'https://example.com/a'],
    ['Is it https://example.com/a?', 'https://example.com/a'],
    ['Yes, https://example.com/a, and so on', 'https://example.com/a'],
    ['(https://example.com/a)', 'https://example.com/a'],
    ['https://example.com/wiki/Loden_(cloth)', 'https://example.com/wiki/Loden_(cloth)'],
    ['"https://example.com/a"', 'https://example.com/a'],
    ['<https://example.com/a>', 'https://example.com/a'],
    ['https://example.com/a!', 'https://example.com/a'],
    ['詳しくは https://example.com/a。', 'https://example.com/a'],
    ['请看https://example.com/a，谢谢', 'https://example.com/a'],
    ['（https://example.com/a）', 'https://example.com/a'],
  ] as const)
    test(`end where the sentence goes on: ${text}`, () => {
      assert.deepEqual(linksIn(text), [`${link} -> ${link}`]);
    });

  for (const text of [
    'From Borås to Porto.Then home',
    'We went to Porto.It was hot',
    'pockets and/or buttons',
    '24/7, 50/50 and 1/2',
    'loden.jpg and readme.md',
    'Version 1.2.3 on 10.03.2026',
    '192.168.0.1',
    '//example.com/a',
    '@nordlicht on stage',
    'javascript://example.com/%0aalert(1)',
    'Sizes S/M/L, e.g. M',
  ])
    test(`are not seen where there is none: ${text}`, () => {
      assert.deepEqual(linksIn(text), []);
    });

  test('leave every letter of the text where it is', () => {
    for (const text of [
      '',
      ' ',
      'a\n\nb',
      '\u{1f9f5} www.example.com\u{1f9f5}\thttps://example.com \n end',
      '\ud800@x',
    ]) {
      assert.equal(
        findLinks(text)
          .map((piece) => piece.text)
          .join(''),
        text,
      );
    }
  });

  test('are looked for wherever one may be, and nowhere else', () => {
    for (const text of ['https://example.com', 'WWW.EXAMPLE.COM', 'example.com/a', 'a@example.com'])
      assert.equal(hasLink(text), true, text);
    for (const text of ['', null, undefined, 'Porto. Then home.']) assert.equal(hasLink(text), false);
  });
});
