/** The theme app extension is one that Shopify takes: its own linter, its published limits, and complete languages. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Script } from 'node:vm';
import { languages as wordsLanguages } from '../../src/elements/shared/words.ts';
import { type Extension, makeExtension, type Schema } from './extension.ts';
import { problemsOf } from './settings.ts';
import { themeCheck } from './theme-check.ts';

let extension: Extension;
before(async () => {
  extension = await makeExtension();
});
after(() => extension.remove());

const bytes = (text: string) => Buffer.byteLength(text);
const filesIn = (folder: string) => [...extension.files].filter(([path]) => path.startsWith(`${folder}/`));
const liquid = () => [...extension.files].filter(([path]) => path.endsWith('.liquid'));
/** A block, and what it renders. */
const codeOf = (block: string) => {
  const code = extension.files.get(`blocks/${block}.liquid`)!;
  const snippets = [...code.matchAll(/render '([\w-]+)'/g)].map(([, name]) =>
    extension.files.get(`snippets/${name}.liquid`)!,
  );
  return [code.replace(/\{% schema %\}[^]*/, ''), ...snippets].join('\n');
};

describe('Theme Check', () => {
  test('has nothing to say of the extension', async () => {
    const { offenses, files } = await themeCheck(extension.folder);
    const expected = [...extension.files.keys()].filter((path) => /\.(liquid|json)$/.test(path));
    assert.deepEqual(files, expected.sort(), 'it looked at every file');
    assert.deepEqual(offenses, []);
  });

  test('would have, if there were something', async () => {
    const broken = await makeExtension();
    const block = broken.files.get('blocks/otp-login.liquid')!;
    const { settings: _, ...german } = JSON.parse(broken.files.get('locales/de.schema.json')!);
    for (const [path, text] of [
      ['blocks/otp-login.liquid', `{{ 'a' | shout }} {{ nobody }} {{ 'no.key' | t }} ${block}`],
      ['locales/de.schema.json', JSON.stringify(german)],
      ['assets/loader.unchecked.classic.js', 'x();'.repeat(3000)],
    ] as const)
      writeFileSync(join(broken.folder, path), text);
    const { offenses } = await themeCheck(broken.folder);
    broken.remove();
    const found = new Set(offenses.map(({ check }) => check));
    for (const check of [
      'UnknownFilter',
      'UndefinedObject',
      'TranslationKeyExists',
      'MatchingTranslations',
      'AssetSizeAppBlockJavaScript',
    ])
      assert.ok(found.has(check), `${check} is not among ${[...found].join()}`);
  });
});

describe('The settings', () => {
  test('are of the types, within the limits and with the defaults that Shopify takes', () => {
    assert.deepEqual(
      [...extension.schemas].map(([name, { target }]) => `${name} ${target}`),
      ['collection-timeline section', 'otp-login section', 'reward-claim section', 'reward-panel body'],
    );
    for (const [name, schema] of extension.schemas) assert.deepEqual(problemsOf(schema), [], name);
  });

  test('would be refused otherwise', () => {
    const range = { type: 'range', id: 'r', label: 'R', min: 0, max: 10, step: 1, default: 5 };
    const text = { type: 'text', id: 't', label: 'T' };
    const select = {
      type: 'select',
      id: 's',
      label: 'S',
      options: [{ value: 'a', label: 'A' }],
      default: 'a',
    };
    const given = (...settings: object[]) =>
      problemsOf({ name: 'n', target: 'section', settings } as unknown as Schema);
    assert.deepEqual(given(range, text, select), []);
    for (const wrong of [
      { ...text, type: 'color_scheme' },
      { ...text, type: 'string' },
      { ...text, default: 3 },
      { ...text, default: '' },
      { ...text, maximum: 3 },
      { ...text, id: 'api-key' },
      { ...text, autofill: true },
      { type: 'text', id: 't' },
      { ...range, default: 5.5 },
      { ...range, default: 11 },
      { ...range, max: 1000 },
      { ...range, default: undefined },
      { ...select, default: 'b' },
      { ...select, options: [...select.options, ...select.options] },
      { type: 'color', id: 'c', label: 'C', default: 'red' },
      { type: 'url', id: 'u', label: 'U', default: '/pages/contact' },
    ])
      assert.notDeepEqual(given(wrong), [], JSON.stringify(wrong));
    assert.notDeepEqual(given(text, text), [], 'twice');
    assert.notDeepEqual(
      given(...Array.from({ length: 26 }, (_, index) => ({ ...text, id: `t${index}` }))),
      [],
    );
    for (const more of [
      { target: 'footer' },
      { presets: [] },
      { enabled_on: { templates: ['nowhere'] } },
      { enabled_on: { templates: ['index'] }, disabled_on: { templates: ['cart'] } },
    ])
      assert.notDeepEqual(problemsOf({ name: 'n', target: 'section', settings: [], ...more }), []);
  });

  test('are all used, and none is used that is not there', () => {
    for (const [name, { settings }] of extension.schemas) {
      const code = codeOf(name);
      const used = new Set(
        [...code.matchAll(/\b(?:options|settings|look)\.([a-z_]+)/g)].map(([, id]) => id!),
      );
      for (const { id } of settings) if (id) assert.ok(used.has(id), `${name}: nothing is done with ${id}`);
    }
    const all = new Set(
      [...extension.schemas.values()].flatMap(({ settings }) => settings.map(({ id }) => id)),
    );
    for (const [path, code] of liquid())
      for (const [, id] of code.matchAll(/\b(?:options|settings|look)\.([a-z_]+)/g))
        assert.ok(all.has(id), `${path}: there is no setting ${id}`);
  });

  test('know no key, because the app proxy adds it', () => {
    for (const [path, text] of [...filesIn('blocks'), ...filesIn('snippets'), ...filesIn('locales')])
      assert.doesNotMatch(text, /api.?key/i, path);
  });
});

describe('What comes from a merchant', () => {
  test('is escaped wherever it is put out', () => {
    for (const [path, code] of liquid())
      for (const [output, inner] of code.replace(/\{% schema %\}[^]*/, '').matchAll(/\{\{-?(.*?)-?\}\}/g)) {
        const isOurs =
          /^ (id|block\.shopify_attributes|'[\w.-]+' \| asset_url) $/.test(inner!) ||
          (path.endsWith('look.liquid') && /\| (color_to_rgb|at_most: \d+) $/.test(inner!));
        assert.ok(isOurs || inner!.endsWith('| escape '), `${path}: ${output}`);
      }
  });
});

describe('The files', () => {
  test('stand in the folders that there may be, and are of the types that they may be', () => {
    const allowed: Record<string, RegExp> = {
      '.': /^shopify\.extension\.toml$/,
      // As the CLI says: "Only these filetypes are supported in assets". https://github.com/Shopify/cli/issues/5773
      assets: /\.(jpe?g|json|js|css|png|svg|wasm)$/,
      blocks: /\.liquid$/,
      snippets: /\.liquid$/,
      locales: /\.json$/,
    };
    for (const path of extension.files.keys())
      assert.match(basename(path), allowed[dirname(path)] ?? /^there is no such folder$/, path);
  });

  test('are within the sizes that Shopify allows', () => {
    const total = [...extension.files.values()].reduce((sum, text) => sum + bytes(text), 0);
    assert.ok(total <= 10 * 1024 ** 2, `${total} bytes`);
    assert.ok(
      bytes(
        liquid()
          .map(([, text]) => text)
          .join(''),
      ) <=
        100 * 1024,
      'Liquid',
    );
    assert.ok(filesIn('blocks').length <= 30);
    assert.ok(filesIn('locales').length <= 100);
    for (const [path, text] of filesIn('locales')) assert.ok(bytes(text) <= 15 * 1024, path);
  });

  test('that every page loads are small, before they are compressed', () => {
    const loaded = [...extension.schemas.values()].flatMap(({ javascript, stylesheet }) => [
      ...(javascript ? [javascript] : []),
      ...(stylesheet ? [stylesheet] : []),
    ]);
    // The style sheet has the first look's words in all languages: 19 kB, 7 kB compressed. Shopify allows 100 kB.
    for (const name of ['reward-panel.js', ...loaded])
      assert.ok(
        bytes(extension.files.get(`assets/${name}`)!) <= (name.endsWith('.css') ? 20_000 : 10_000),
        name,
      );
  });

  test('are modules, which Shopify does not minify, and run even if its CDN alters them', () => {
    // It does so with what is valid ES5: https://shopify.dev/docs/storefronts/themes/best-practices/performance/platform#minification
    const scripts = filesIn('assets').filter(
      ([path]) => path.endsWith('.js') && !/loader\.unchecked|reward-panel/.test(path),
    );
    assert.ok(scripts.length > 15);
    for (const [path, code] of scripts) assert.throws(() => new Script(code), SyntaxError, path);
    const hashes = /\b[\w+/]{43}\b/;
    for (const [path, code] of filesIn('assets')) assert.doesNotMatch(code, hashes, path);
  });
});

describe('The languages', () => {
  const flat = (value: unknown, path = ''): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value as object).flatMap(([key, inner]) => flat(inner, path ? `${path}.${key}` : key));
  const wordsOf = (path: string) => new Map(flat(JSON.parse(extension.files.get(path)!)));
  const schemaFiles = () => filesIn('locales').filter(([path]) => path.endsWith('.schema.json'));

  test('have every label, and none that nothing uses', () => {
    const used = new Set(
      filesIn('blocks').flatMap(([, code]) => [...code.matchAll(/"t:([\w.]+)"/g)].map(([, key]) => key!)),
    );
    assert.ok(schemaFiles().length >= 4);
    for (const [path] of schemaFiles()) {
      const words = wordsOf(path);
      assert.deepEqual([...words.keys()].sort(), [...used].sort(), path);
      for (const [key, text] of words) assert.ok(text.trim(), `${path}: ${key} is empty`);
    }
  });

  test('have names that fit the editor: under 25 characters', () => {
    for (const [path] of schemaFiles())
      for (const [key, text] of wordsOf(path))
        if (key.startsWith('names.')) assert.ok(Array.from(text).length < 25, `${path}: ${text}`);
  });

  test('of shoppers are those of the elements', () => {
    const english = [...wordsOf('locales/en.default.json').keys()].sort();
    const languages = filesIn('locales').filter(([path]) => !path.endsWith('.schema.json'));
    for (const [path] of languages) {
      assert.deepEqual([...wordsOf(path).keys()].sort(), english, path);
    }
    const names = languages.map(([path]) => basename(path).replace(/(\.default)?\.json$/, ''));
    assert.deepEqual(names.sort(), wordsLanguages().sort());
  });
});
