/** `npm run release`, in a repository of its own: the reasons to refuse, the tag, and every file that it makes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { unzipSync } from 'fflate';
import { hashOf } from '../../build/cdn.ts';
import { checkRelease, checkRemote, tagRelease, zipOf } from '../../build/release.ts';
import { changesIn, dateChanges, versionOf } from '../../build/version.ts';
import { makeRepository, project, type Repository } from './repository.ts';

const version = versionOf(project);

let repository: Repository;
let root: string;
before(() => {
  repository = makeRepository();
  ({ root } = repository);
});
after(() => repository.remove());

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const commit = (file: string, text: string) => {
  writeFileSync(join(root, file), text);
  repository.git('commit', '--quiet', '--message', `Change ${file}`, file);
};
const undo = () => repository.git('reset', '--quiet', '--hard', 'HEAD^');

describe('A release is refused', () => {
  test('while a file is not committed', () => {
    writeFileSync(join(root, 'LICENSE'), 'Changed');
    assert.throws(() => checkRelease(root), /Commit these files first:\nM LICENSE/);
    repository.git('checkout', '--quiet', 'LICENSE');
    checkRelease(root);
  });

  test('if the version differs somewhere', () => {
    commit('README.md', read('README.md').replace(`Version ${version}.`, 'Version 0.0.1.'));
    assert.throws(() => checkRelease(root), /README\.md has version 0\.0\.1, package\.json has/);
    undo();
  });

  test('if the changelog says nothing about the version', () => {
    commit('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- New\n');
    assert.throws(() => checkRelease(root), /CHANGELOG\.md has nothing under/);
    undo();
  });

  test('if the changelog says that the version is released', () => {
    commit('CHANGELOG.md', dateChanges(read('CHANGELOG.md'), version, '2026-01-31'));
    assert.throws(() => checkRelease(root), /was released on 2026-01-31.*npm version/s);
    undo();
  });

  test('once the version has a tag, except of the tagged commit itself', () => {
    const tag = tagRelease(root, '2026-01-31');
    assert.equal(tag, `v${version}`);
    assert.equal(changesIn(read('CHANGELOG.md'), version)!.date, '2026-01-31');
    assert.equal(repository.git('log', '-1', '--format=%s'), `Release ${version}`);
    checkRelease(root);
    commit('LICENSE', 'Changed');
    assert.throws(() => checkRelease(root), /was released from commit/);
    undo();
    undo();
    repository.git('tag', '--delete', tag);
  });

  test('with its reason alone, and an exit code', () => {
    writeFileSync(join(root, 'LICENSE'), 'Changed');
    assert.throws(
      () =>
        execFileSync(process.execPath, ['build/release.ts', '--dry-run'], {
          cwd: root,
          encoding: 'utf8',
          stdio: 'pipe',
        }),
      ({ status, stderr }: { status: number; stderr: string }) =>
        status === 1 && /^Commit these files first:\nM LICENSE\n$/.test(stderr),
    );
    repository.git('checkout', '--quiet', 'LICENSE');
  });
});

test('A release whose push failed is repeated with the same commit and tag', () => {
  const tag = tagRelease(root, '2026-01-31');
  const released = repository.git('rev-parse', 'HEAD');
  checkRelease(root);
  assert.equal(tagRelease(root, '2026-02-01'), tag);
  assert.equal(repository.git('rev-parse', 'HEAD'), released);
  assert.equal(changesIn(read('CHANGELOG.md'), version)!.date, '2026-01-31');
  undo();
  repository.git('tag', '--delete', tag);
});

test('A release is refused, and can be undone, if somebody else has pushed', () => {
  const remote = mkdtempSync(join(tmpdir(), 'remote-'));
  const git = (...words: string[]) => repository.git(...words);
  const branch = git('branch', '--show-current');
  execFileSync('git', ['init', '--quiet', '--bare', remote]);
  git('remote', 'add', 'origin', remote);
  try {
    checkRemote(root);
    commit('LICENSE', 'By somebody else');
    git('push', '--quiet', 'origin', branch);
    checkRemote(root);
    undo();
    assert.throws(() => checkRemote(root), /has commits that are missing here\. Pull them:\n\w+ /);
    tagRelease(root, '2026-01-31');
    assert.throws(() => checkRemote(root), /git tag --delete v[\d.]+ && git reset --hard HEAD~1/);
    git('tag', '--delete', `v${version}`);
    undo();
  } finally {
    git('remote', 'remove', 'origin');
    rmSync(remote, { recursive: true });
  }
});

test('A zip is the same whenever and wherever it is made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  const zone = process.env['TZ'];
  try {
    for (const file of ['b.txt', 'a.txt']) writeFileSync(join(folder, file), file);
    const first = zipOf(folder, 'name');
    process.env['TZ'] = 'Asia/Tokyo';
    writeFileSync(join(folder, 'a.txt'), 'a.txt');
    assert.deepEqual(zipOf(folder, 'name'), first);
    assert.deepEqual(Object.keys(unzipSync(first)), ['name/a.txt', 'name/b.txt']);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
    rmSync(folder, { recursive: true });
  }
});

describe('A dry run', () => {
  let output: string;
  let release: string;
  const unzip = (kind: string) =>
    unzipSync(readFileSync(join(release, `storefront-elements-${version}-${kind}.zip`)));
  const textOf = (files: Record<string, Uint8Array>, path: string) => Buffer.from(files[path]!).toString();
  const packed = (name: string, path: string) =>
    execFileSync('tar', ['-xzOf', join(release, `${name}-${version}.tgz`), `package/${path}`], {
      encoding: 'utf8',
      maxBuffer: 64e6,
    });

  before(() => {
    output = execFileSync('npm', ['run', 'release', '--', '--dry-run'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      shell: process.platform === 'win32',
    });
    release = join(root, 'dist/release');
  });

  test('leaves the repository as it was', () => {
    assert.equal(repository.git('status', '--porcelain'), '');
    assert.equal(repository.git('tag', '--list'), '');
  });

  test('makes these files, and lists each with its size and hashes', () => {
    assert.deepEqual(readdirSync(release).toSorted(), [
      'NOTES.md',
      'SHA256SUMS',
      'SHA384SUMS',
      'cdn',
      'integrity.json',
      `storefront-elements-${version}-cdn.zip`,
      `storefront-elements-${version}-docs.zip`,
      `storefront-elements-${version}-shopify.zip`,
      `storefront-elements-${version}-wordpress.zip`,
      `storefront-elements-${version}.tgz`,
      `storefront-gateway-${version}.tgz`,
    ]);
    for (const algorithm of ['sha256', 'sha384']) {
      const list = `${algorithm.toUpperCase()}SUMS`;
      execFileSync(`${algorithm}sum`, ['--check', '--strict', '--quiet', list], { cwd: release });
      const lines = readFileSync(join(release, list), 'utf8').trim().split('\n');
      assert.equal(lines.length, 8);
      for (const line of lines) {
        const [hash, file] = line.split('  ');
        assert.ok(output.includes(`  ${file!}\n`), file);
        assert.ok(output.includes(`${algorithm} ${hash!}`), line);
      }
    }
  });

  test('packs both packages with their version, and the scripts among the elements', () => {
    for (const name of ['storefront-elements', 'storefront-gateway']) {
      const manifest = JSON.parse(packed(name, 'package.json')) as Record<string, unknown>;
      assert.deepEqual(
        [manifest['name'], manifest['version'], manifest['private']],
        [name, version, undefined],
      );
    }
    const script = readFileSync(join(release, 'cdn/storefront-elements', version, 'loader.js'), 'utf8');
    assert.equal(packed('storefront-elements', 'dist/cdn/loader.js'), script);
    assert.match(packed('storefront-gateway', 'dist/gateway/main.js'), /^#!/);
  });

  test('packs READMEs whose links and pictures work on npm’s pages', () => {
    for (const name of ['storefront-elements', 'storefront-gateway']) {
      const links = [...packed(name, 'README.md').matchAll(/(!?)\[[^\]]*\]\(([^)]+)\)/g)];
      assert.ok(links.length, name);
      for (const [, picture, target] of links)
        assert.match(target!, picture ? /^https:\/\/\S+\/raw\/v[\d.]+\/docs\// : /^https:\/\/|^#/);
    }
  });

  test('puts the scripts into a folder of their version, each with the hash in integrity.json', () => {
    const files = unzip('cdn');
    const folder = `storefront-elements/${version}/`;
    for (const path of Object.keys(files)) assert.ok(path.startsWith(folder), path);
    const table = JSON.parse(textOf(files, `${folder}integrity.json`)) as {
      version: string;
      files: Record<string, string>;
    };
    assert.equal(table.version, version);
    assert.deepEqual(table, JSON.parse(readFileSync(join(release, 'integrity.json'), 'utf8')));
    assert.ok(Object.keys(table.files).length > 20);
    for (const [file, hash] of Object.entries(table.files))
      assert.equal(hashOf(textOf(files, folder + file)), hash, file);
  });

  test('zips the WordPress plugin as WordPress installs it: in its folder, with the scripts of its version', () => {
    const files = unzip('wordpress');
    const paths = Object.keys(files);
    for (const path of paths) assert.ok(path.startsWith('storefront-elements/'), path);
    assert.match(
      textOf(files, 'storefront-elements/storefront-elements.php'),
      new RegExp(`Version: +${version}\n`),
    );
    const scripts = `storefront-elements/assets/${version}/`;
    assert.ok(paths.includes(`${scripts}loader.js`));
    assert.ok(paths.includes(`${scripts}loader.js.map`));
    assert.ok(paths.includes('storefront-elements/readme.txt'));
  });

  test('zips the theme app extension with everything that its blocks load', () => {
    const files = unzip('shopify');
    const paths = Object.keys(files);
    assert.ok(paths.includes('storefront-elements/shopify.extension.toml'));
    const assets = paths.filter((path) => path.startsWith('storefront-elements/assets/'));
    for (const name of ['loader.unchecked.classic.js', 'reward-panel.js', 'storefront-elements.css'])
      assert.ok(assets.includes(`storefront-elements/assets/${name}`), name);
    assert.ok(!assets.some((path) => path.endsWith('.map')));
    const blocks = paths.filter((path) => path.endsWith('.liquid'));
    assert.ok(blocks.length >= 5);
    const loaded = blocks.flatMap((path) =>
      [...textOf(files, path).matchAll(/'([\w.-]+\.(?:js|css))' \| asset_url/g)].map(([, name]) => name!),
    );
    assert.ok(loaded.length);
    for (const name of loaded) assert.ok(assets.includes(`storefront-elements/assets/${name}`), name);
  });

  test('zips the documentation', () => {
    const files = unzip('docs');
    assert.match(textOf(files, 'site/index.html'), /<title>.*storefront-elements/);
    assert.ok(Object.keys(files).includes('site/versioning/index.html'));
    assert.match(textOf(files, 'site/index.html'), /href="\/versioning\/"/, 'for the root of a host');
  });

  test('takes the notes from the changelog, with links that work outside of the repository', () => {
    const notes = readFileSync(join(release, 'NOTES.md'), 'utf8');
    const { text } = changesIn(read('CHANGELOG.md'), version)!;
    assert.equal(notes.split('\n').length, text.split('\n').length + 1);
    for (const [, target] of notes.matchAll(/\]\(([^)]+)\)/g)) assert.match(target!, /^https:\/\/|^#/);
  });
});
