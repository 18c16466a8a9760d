/** What is in the package, as those see it who check packages. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { examplesOf } from '../docs/examples.ts';
import { checks, exampleOf } from './examples.ts';
import { type PackedPackage, packPackage } from './packed.ts';

let packed: PackedPackage;

before(async () => {
  packed = await packPackage();
});
after(() => packed.remove());

/** The modules that are for Node alone; all others run in browsers or in Workers, Deno and Bun too. */
const forNode =
  /^dist\/esm\/gateway\/(main|commands|node|node-(fetch|request)|stores\/(file|open|redis|redis-connection))\.(js|d\.ts)$/;

/** The packages that a built file imports. */
const packagesIn = (file: string) =>
  [...packed.read(file).matchAll(/(?:\bfrom |\bimport |\bimport\()['"]([^.'"][^'"]*)['"]/g)].map(
    ([, name]) => name!,
  );

const builtFiles = (pattern: RegExp) => packed.files.filter((file) => pattern.test(file));

describe('The package', () => {
  test('has nothing that publint warns of', async () => {
    const { messages, pkg } = await publint({
      pkgDir: join(packed.folder, 'node_modules/storefront-elements'),
      pack: false,
      strict: true,
    });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  test('has types that TypeScript finds for every import, in Node’s way and in bundlers’', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(packed.tarball)));
    assert.ok(result.types, 'there are types');
    assert.deepEqual(
      Object.keys(result.entrypoints).toSorted(),
      Object.keys(packed.manifest.exports).toSorted(),
    );
    // The profile of packages that are modules only: `require` and Node 10 are not for them.
    const problems = result.problems.filter(
      (each) => !('resolutionKind' in each && ['node10', 'node16-cjs'].includes(each.resolutionKind)),
    );
    assert.deepEqual(problems, []);
  });

  test('has what its imports lead to, each with types', () => {
    for (const [name, target] of Object.entries(packed.manifest.exports))
      for (const file of typeof target === 'string' ? [target] : Object.values(target))
        assert.ok(packed.files.includes(posix.normalize(file)), `${name}: ${file}`);
  });

  test('has the licence, what to read, and no tests, demo or settings of the project', () => {
    for (const file of ['LICENSE', 'README.md', 'package.json']) assert.ok(packed.files.includes(file), file);
    assert.deepEqual(
      packed.files.filter(
        (file) => !/^(dist|src)\/|^(LICENSE|README\.md|package\.json|CHANGELOG\.md)$/.test(file),
      ),
      [],
    );
  });

  test('has the files that the documented settings of an editor name, and every documented example has a test', () => {
    const settings = JSON.parse(exampleOf('editors', 'json')) as Record<string, string[]>;
    for (const file of Object.values(settings).flat())
      assert.ok(packed.files.includes(file.replace('./node_modules/storefront-elements/', '')), file);
    const tested = examplesOf('frameworks.md').map(({ check }) => check);
    assert.deepEqual([...new Set(tested)].toSorted(), [...checks]);
  });

  test('needs no package that it does not name', () => {
    // Examples in comments import the package itself.
    const named = [packed.manifest.name, ...Object.keys(packed.manifest.dependencies)];
    for (const file of builtFiles(/^dist\/esm\/.*\.(js|d\.ts)$/))
      for (const name of packagesIn(file))
        assert.ok(
          name.startsWith('node:')
            ? forNode.test(file)
            : named.some((each) => name === each || name.startsWith(`${each}/`)),
          `${file} needs ${name}`,
        );
  });

  test('leads a debugger and an editor to sources that are there', () => {
    const maps = builtFiles(/^dist\/esm\/.*\.map$/);
    assert.equal(maps.length, builtFiles(/^dist\/esm\/.*\.js$/).length * 2);
    for (const map of maps) {
      const { sources } = JSON.parse(packed.read(map)) as { sources: string[] };
      assert.equal(sources.length, 1, map);
      for (const source of sources)
        assert.ok(packed.files.includes(posix.join(dirname(map), source)), `${map}: ${source}`);
    }
  });

  test('is made of modules as they were written: none is bundled, and each names the others by their built files', () => {
    const modules = builtFiles(/^dist\/esm\/.*\.(js|d\.ts)$/);
    assert.ok(modules.length > 50, `${modules.length} modules`);
    for (const file of modules) {
      const names = [...packed.read(file).matchAll(/(?:\bfrom |\bimport |\bimport\()['"](\.[^'"]*)['"]/g)];
      for (const [, name] of names) {
        const target = posix.join(dirname(file), name!);
        assert.match(target, /\.js$/, file);
        const types = target.replace(/\.js$/, '.d.ts');
        assert.ok(packed.files.includes(file.endsWith('.js') ? target : types), `${file}: ${name}`);
      }
    }
  });

  test('has the pictures of a theme editor’s preview beside the module that names them', () => {
    const folder = 'dist/esm/elements/preview';
    const answers = packed.read(`${folder}/answers.js`);
    assert.match(answers, /new URL\(`preview-\$\{name\}\.svg`, moduleUrl\)/);
    assert.match(answers, /\bmoduleUrl = import\.meta\.url;/);
    const names = [...answers.matchAll(/\bpicture\('(\w+)'\)/g)];
    assert.ok(names.length > 2, `${names.length} pictures`);
    for (const [, name] of names) assert.ok(packed.files.includes(`${folder}/preview-${name}.svg`), name);
  });

  test('has nothing in its elements and client that they share with the gateway but the client itself', () => {
    for (const file of builtFiles(/^dist\/esm\/(?!gateway\/).*\.js$/))
      for (const each of [...packagesIn(file), packed.read(file)])
        assert.doesNotMatch(each, /\bhono\b|ioredis|\bpino\b|gateway\/[\w/-]+\.js/, file);
    const gateway = builtFiles(/^dist\/esm\/gateway\/.*\.js$/);
    assert.ok(gateway.length > 20, `${gateway.length} modules`);
    for (const file of gateway)
      for (const [, path] of packed.read(file).matchAll(/['"]((?:\.\.\/)+[^'"]*)['"]/g))
        assert.match(posix.join(dirname(file), path!), /^dist\/esm\/(gateway|api)\/|^package\.json$/, file);
  });

  test('has a program that npm links and any shell starts', async () => {
    const { bin } = packed.manifest;
    assert.deepEqual(Object.keys(bin), ['storefront-gateway']);
    const program = join(packed.folder, 'node_modules/storefront-elements', bin['storefront-gateway']!);
    assert.match(readFileSync(program, 'utf8'), /^#!\/usr\/bin\/env node\n/);
    assert.equal(statSync(program).mode & 0o111, 0o111);
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--help']);
    assert.match(stdout, /^storefront-gateway: .*GATEWAY_SECRET/s);
  });

  test('knows its version', async () => {
    const { version } = (await import(
      join(packed.folder, 'node_modules/storefront-elements/dist/esm/elements/shared/define.js')
    )) as { version: string };
    assert.equal(version, packed.manifest.version);
  });
});
