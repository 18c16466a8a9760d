/** The contents of both packages, as programs that check packages see them. */
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
import { type PackageName, type PackedPackage, packPackage } from './packed.ts';

const packages = new Map<PackageName, PackedPackage>();

before(async () => {
  for (const name of ['storefront-elements', 'storefront-gateway'] as const)
    packages.set(name, await packPackage(name));
});
after(() => {
  for (const each of packages.values()) each.remove();
});

/** The modules that are for Node alone; all others run in browsers or in Workers, Deno and Bun too. */
const forNode =
  /^dist\/gateway\/(main|commands|node|node-(fetch|request)|stores\/(file|open|redis|redis-connection))\.(js|d\.ts)$/;

/** The names in the imports of a built file. */
const importsOf = (packed: PackedPackage, file: string) =>
  [...packed.read(file).matchAll(/(?:\bfrom |\bimport |\bimport\()['"]([^'"]*)['"]/g)].map(
    ([, name]) => name!,
  );
const packagesIn = (packed: PackedPackage, file: string) =>
  importsOf(packed, file).filter((name) => !name.startsWith('.'));

const builtFiles = (packed: PackedPackage, pattern: RegExp) =>
  packed.files.filter((file) => pattern.test(file));

for (const [packageName, modules] of [
  ['storefront-elements', /^dist\/esm\/.*/],
  ['storefront-gateway', /^dist\/(gateway|api)\/.*/],
] as const)
  describe(`The package ${packageName}`, () => {
    let packed: PackedPackage;
    before(() => {
      packed = packages.get(packageName)!;
    });
    const built = (ending: string) => builtFiles(packed, new RegExp(modules.source + ending));

    test('has nothing that publint warns of', async () => {
      const { messages, pkg } = await publint({
        pkgDir: join(packed.folder, 'node_modules', packageName),
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
      const files = ['LICENSE', 'README.md', 'package.json', 'CHANGELOG.md'];
      for (const file of files) assert.ok(packed.files.includes(file), file);
      assert.deepEqual(
        packed.files.filter((file) => !/^(dist|src)\//.test(file) && !files.includes(file)),
        [],
      );
    });

    test('imports every package that it depends on, and no other', () => {
      // Examples in comments import the package itself.
      const named = [packageName, ...Object.keys(packed.manifest.dependencies)];
      const used = new Set<string>([packageName]);
      for (const file of built('\\.(js|d\\.ts)$'))
        for (const name of packagesIn(packed, file)) {
          if (name.startsWith('node:')) {
            assert.ok(packageName === 'storefront-gateway' && forNode.test(file), `${file} needs ${name}`);
            continue;
          }
          const found = named.find((each) => name === each || name.startsWith(`${each}/`));
          assert.ok(found, `${file} needs ${name}`);
          used.add(found);
        }
      assert.deepEqual([...used].toSorted(), named.toSorted());
    });

    test('leads a debugger and an editor to sources that are there', () => {
      const maps = built('\\.map$');
      assert.equal(maps.length, built('\\.js$').length * 2);
      for (const map of maps) {
        const { sources } = JSON.parse(packed.read(map)) as { sources: string[] };
        assert.equal(sources.length, 1, map);
        for (const source of sources)
          assert.ok(packed.files.includes(posix.join(dirname(map), source)), `${map}: ${source}`);
      }
    });

    test('is made of modules as they were written: none is bundled, and each names the others by their built files', () => {
      const all = built('\\.(js|d\\.ts)$');
      assert.ok(all.length > 50, `${all.length} modules`);
      for (const file of all)
        for (const name of importsOf(packed, file).filter((each) => each.startsWith('.'))) {
          const target = posix.join(dirname(file), name);
          assert.match(target, /\.js$/, file);
          const types = target.replace(/\.js$/, '.d.ts');
          assert.ok(packed.files.includes(file.endsWith('.js') ? target : types), `${file}: ${name}`);
        }
    });

    test('names its repository, where to report a bug, and the versions of Node that it runs on', () => {
      const { repository, homepage, bugs, engines } = packed.manifest;
      assert.match(repository.url, /^git\+https:\/\/.*\.git$/);
      const address = repository.url.replace(/^git\+|\.git$/g, '');
      assert.ok(homepage.startsWith(address));
      assert.ok(bugs.startsWith(address));
      assert.match(engines.node, /^>=2\d/);
    });
  });

describe('The package of the elements', () => {
  let packed: PackedPackage;
  before(() => {
    packed = packages.get('storefront-elements')!;
  });

  test('depends on Lit, its tasks and the finder of links, and on nothing else', () => {
    assert.deepEqual(Object.keys(packed.manifest.dependencies).toSorted(), [
      '@lit/task',
      'linkify-it',
      'lit',
    ]);
  });

  test('has nothing of the gateway', () => {
    assert.deepEqual(builtFiles(packed, /gateway/), []);
    assert.equal(packed.manifest.bin, undefined);
  });

  test('has the files that the documented settings of an editor name, and every documented example has a test', () => {
    const settings = JSON.parse(exampleOf('editors', 'json')) as Record<string, string[]>;
    for (const file of Object.values(settings).flat())
      assert.ok(packed.files.includes(file.replace('./node_modules/storefront-elements/', '')), file);
    const tested = examplesOf('frameworks.md').map(({ check }) => check);
    assert.deepEqual([...new Set(tested)].toSorted(), [...checks]);
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

  test('knows its version', async () => {
    const { version } = (await import(
      join(packed.folder, 'node_modules/storefront-elements/dist/esm/elements/shared/define.js')
    )) as { version: string };
    assert.equal(version, packed.manifest.version);
  });
});

describe('The package of the gateway', () => {
  let packed: PackedPackage;
  before(() => {
    packed = packages.get('storefront-gateway')!;
  });

  test('has the version and the licence of the elements', () => {
    const elements = packages.get('storefront-elements')!.manifest;
    assert.equal(packed.manifest.version, elements.version);
    assert.equal(packed.manifest.license, elements.license);
  });

  test('has a program that npm links and any shell starts', async () => {
    assert.deepEqual(Object.keys(packed.manifest.bin!), ['storefront-gateway']);
    const program = join(
      packed.folder,
      'node_modules/storefront-gateway',
      packed.manifest.bin!['storefront-gateway']!,
    );
    assert.match(readFileSync(program, 'utf8'), /^#!\/usr\/bin\/env node\n/);
    assert.equal(statSync(program).mode & 0o111, 0o111);
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--help']);
    assert.match(stdout, /^storefront-gateway: .*GATEWAY_SECRET/s);
  });
});
