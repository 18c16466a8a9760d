/** Checks of the plugin's files, without running the plugin. */
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { firstLookRules, withFirstLook } from '../../build/first-look.ts';
import { fillPlugin } from '../../build/plugins.ts';
import manifest from '../../package.json' with { type: 'json' };
import { builtFiles } from '../helpers/built.ts';
import { lint, plugin } from './php.ts';

const read = (file: string) => readFileSync(join(plugin, file), 'utf8');
const main = read('storefront-elements.php');
const files = globSync('**/*.*', { cwd: plugin }).filter((file) => !file.startsWith('assets/'));

describe('The WordPress plugin', () => {
  test('has the version of the package everywhere', () => {
    const header = (name: string) => new RegExp(`^ \\* ${name}: +(.+)$`, 'm').exec(main)?.[1];
    assert.equal(header('Version'), manifest.version);
    assert.equal(/^const VERSION = '(.+)';$/m.exec(main)?.[1], manifest.version);
    const readme = read('readme.txt');
    assert.equal(/^Stable tag: (.+)$/m.exec(readme)?.[1], manifest.version);
    assert.match(readme, new RegExp(`^= ${manifest.version} =$`, 'm'));
    for (const name of ['Requires at least', 'Requires PHP', 'License'])
      assert.equal(new RegExp(`^${name}: (.+)$`, 'm').exec(readme)?.[1], header(name), name);
    assert.equal(header('Requires at least'), '6.5');
    assert.equal(header('Requires PHP'), '7.4');
  });

  test('keeps the short description that the directory of plugins shows within its 150 characters', () => {
    const short = /^License URI: .+\n\n(.+)\n\n== /m.exec(read('readme.txt'))?.[1] ?? '';
    assert.ok(short.length > 20 && short.length <= 150, String(short.length));
  });

  test('does nothing when a file of it is asked for by its address', () => {
    const scripts = files.filter((file) => file.endsWith('.php'));
    assert.ok(scripts.length > 5);
    for (const file of scripts)
      assert.match(
        read(file),
        file === 'uninstall.php'
          ? /^defined\( 'WP_UNINSTALL_PLUGIN' \) \|\| exit;$/m
          : /^defined\( 'ABSPATH' \) \|\| exit;$/m,
        file,
      );
  });

  test('uses nothing of PHP that 7.4 has not', () => {
    for (const file of files.filter((each) => each.endsWith('.php'))) {
      const code = read(file).replace(/\/\*[^]*?\*\/|\/\/.*$|'(?:[^'\\]|\\.)*'/gm, "''");
      assert.doesNotMatch(
        code,
        /\bmatch\s*\(|\?->|\benum\s|\breadonly\s|\bstr_contains\b|\bfn\s*\(.*\.\.\./,
        file,
      );
      assert.doesNotMatch(
        code,
        /\|\s*(?:null|string|array|int|bool)\b(?=[^;]*\))|:\s*(?:mixed|never|static)\b/,
        file,
      );
    }
  });

  test('runs no code from a text, and asks nobody by itself', () => {
    for (const file of files) {
      assert.doesNotMatch(
        read(file),
        /\beval\s*\(|innerHTML|base64_decode|unserialize|wp_remote_|curl_|fetch\(/,
        file,
      );
    }
  });

  test('keeps the place of the elements as the quick start says, in every language', async () => {
    const rules = await firstLookRules();
    const css = read('style.css');
    assert.ok(css.includes(rules));
    assert.equal(withFirstLook(css, rules), css);
  });

  test('gets all files that the loader can ask for, in a folder of its version', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wordpress-'));
    const built = await builtFiles();
    fillPlugin(built, folder);
    fillPlugin(built, folder);
    assert.deepEqual(readdirSync(folder), [manifest.version]);
    const copied = readdirSync(join(folder, manifest.version));
    rmSync(folder, { recursive: true });
    const left = [...built.keys()].filter((file) => !copied.includes(file)).toSorted();
    // The pictures are those of Shopify's theme editor; the plugin's style sheet has the rules of the first look.
    assert.deepEqual(
      left.filter((file) => !/^preview-\w+\.svg$/.test(file)),
      [
        'first-look.css',
        'loader.classic.js',
        'loader.unchecked.classic.js',
        'storefront-elements.classic.js',
        'storefront-elements.js',
      ],
    );
  });

  test('has every word of the settings and of the editor in German, and no other', () => {
    const words = files
      .filter((file) => file.endsWith('.php') && !file.startsWith('languages/'))
      .flatMap((file) => [...read(file).matchAll(/__\( '((?:[^'\\]|\\.)*)', 'storefront-elements' \)/g)])
      .map(([, word]) => word!);
    const titles = files
      .filter((file) => file.endsWith('block.json'))
      .flatMap((file) => {
        const { title, description } = JSON.parse(read(file)) as Record<string, string>;
        return [`"block title\\4" . '${title}'`, `"block description\\4" . '${description}'`];
      });
    const german = read('languages/storefront-elements-de_DE.l10n.php');
    const translated = [...german.matchAll(/^\t\t(.+) => '(.+)',$/gm)];
    assert.deepEqual(
      translated.map(([, word]) => word!).toSorted(),
      [...new Set(words.map((word) => `'${word}'`)), ...titles].toSorted(),
    );
    const same = translated.filter(([, word, text]) => word === `'${text}'`).map(([, , text]) => text);
    assert.deepEqual(same, [
      'Shopper Login, Rewards and Timelines',
      'Gateway',
      'Token',
      'Layout',
      'Feed',
      'Button',
      'Shortcodes',
    ]);
  });

  test('is PHP without syntax errors', async () => {
    const { scripts, answer } = await lint();
    assert.ok(scripts.length > 10);
    assert.deepEqual(
      answer.split('\n').filter(Boolean),
      scripts.map((script) => `No syntax errors detected in ${script}`),
    );
  });
});
