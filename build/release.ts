/**
 * `npm run release -- --dry-run` checks that the version can be released and makes everything that a release uploads, in
 * `dist/release/`. Without `--dry-run` it then dates the version in CHANGELOG.md, commits, tags and pushes. The workflow that
 * runs for the tag, .github/workflows/release.yml, makes the same files again and uploads them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { type Zippable, zipSync } from 'fflate';
import { fillExtension, fillPlugin } from './plugins.ts';
import { changesIn, dateChanges, versionOf, versionProblems } from './version.ts';

/** A reason not to release. */
class ReleaseError extends Error {}

const git = (root: string, ...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

const npm = (cwd: string, ...words: string[]) =>
  execFileSync('npm', [...words, '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });

const changelogOf = (root: string) => readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

function assertClean(root: string, reason: string): void {
  const changed = git(root, 'status', '--porcelain');
  if (changed) throw new ReleaseError(`${reason}\n${changed}`);
}

/** Throws a ReleaseError unless the version of package.json can be released from this commit. Returns a warning, or ''. */
export function checkRelease(root: string): string {
  assertClean(root, 'Commit these files first:');
  const version = versionOf(root);
  const problems = versionProblems(root);
  if (problems.length)
    throw new ReleaseError(`The version differs. Run: node build/version.ts\n${problems.join('\n')}`);

  const changelog = changelogOf(root);
  const changes = changesIn(changelog, version);
  if (!changes?.text) throw new ReleaseError(`CHANGELOG.md has nothing under "## ${version}".`);
  const tag = `v${version}`;
  const commit = git(root, 'tag', '--list', tag) && git(root, 'rev-list', '-1', tag);
  const isTagged = commit === git(root, 'rev-parse', 'HEAD');
  const next = 'Set the next version first: npm version minor --no-git-tag-version';
  if (commit && !isTagged)
    throw new ReleaseError(`${version} was released from commit ${commit.slice(0, 8)} (tag ${tag}). ${next}`);
  if (changes.date && !isTagged)
    throw new ReleaseError(`${version} was released on ${changes.date}, CHANGELOG.md says. ${next}`);
  if (isTagged && !changes.date)
    throw new ReleaseError(`The tag ${tag} is there, but CHANGELOG.md has no date for ${version}.`);
  return changesIn(changelog, 'Unreleased')?.text
    ? `CHANGELOG.md has changes under "## Unreleased". They are missing in the notes of ${version}.`
    : '';
}

/** A zip of the files in a folder, under another folder name. The same files always give the same zip. */
export function zipOf(folder: string, name: string): Uint8Array {
  const files: Zippable = {};
  for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(folder.length + 1).replaceAll('\\', '/');
    files[posix.join(name, inside)] = readFileSync(path);
  }
  const sorted = Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  // The earliest time that a zip can store, in any time zone.
  return zipSync(sorted, { level: 9, mtime: new Date(1980, 0, 1) });
}

/** The files of `dist/cdn/`, as `buildCdn()` gives them. */
function builtCdn(root: string): Map<string, { code: string; map: string }> {
  const cdn = join(root, 'dist/cdn');
  const text = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const names = globSync('*', { cwd: cdn, exclude: ['*.map', 'integrity.json'] }).toSorted();
  return new Map(
    names.map((name) => [name, { code: text(join(cdn, name)), map: text(join(cdn, `${name}.map`)) }]),
  );
}

/** Zips of the WordPress plugin and Shopify's extension, with the built files in them. */
async function zipPlugins(root: string, zip: (folder: string, name: string, kind: string) => void) {
  const files = builtCdn(root);
  const copies = mkdtempSync(join(tmpdir(), 'storefront-plugins-'));
  try {
    const [plugin, extension] = [join(copies, 'plugin'), join(copies, 'extension')];
    cpSync(join(root, 'demo/wordpress/storefront-elements'), plugin, { recursive: true });
    fillPlugin(files, join(plugin, 'assets'));
    zip(plugin, 'storefront-elements', 'wordpress');
    cpSync(join(root, 'demo/shopify/extensions/storefront-elements'), extension, { recursive: true });
    await fillExtension(files, join(extension, 'assets'));
    zip(extension, 'storefront-elements', 'shopify');
  } finally {
    rmSync(copies, { recursive: true });
  }
}

/** Builds everything, and fills `dist/release/`. */
export async function makeRelease(root: string): Promise<string> {
  const version = versionOf(root);
  const release = join(root, 'dist/release');
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release, { recursive: true });

  npm(root, 'run', 'docs:build');
  assertClean(root, 'The build changed these files. Commit them first:');

  packElements(root, release);
  npm(join(root, 'dist/storefront-gateway'), 'pack', '--ignore-scripts', '--pack-destination', release);
  const zip = (folder: string, name: string, kind: string) =>
    writeFileSync(join(release, `storefront-elements-${version}-${kind}.zip`), zipOf(folder, name));
  // A host of scripts gets a new folder for each version: docs/versioning.md.
  const cdn = join(release, 'cdn');
  cpSync(join(root, 'dist/cdn'), join(cdn, 'storefront-elements', version), { recursive: true });
  zip(cdn, '', 'cdn');
  copyFileSync(join(root, 'dist/cdn/integrity.json'), join(release, 'integrity.json'));
  await zipPlugins(root, zip);
  zip(join(root, 'dist/site'), 'site', 'docs');
  const { text } = changesIn(changelogOf(root), version)!;
  writeFileSync(join(release, 'NOTES.md'), `${withAbsoluteLinks(root, text)}\n`);
  writeChecksums(release);
  return release;
}

/** Makes the relative links and pictures in a text absolute: they lead to this version's files in the repository. */
function withAbsoluteLinks(root: string, text: string): string {
  const { repository, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    repository: { url: string };
    version: string;
  };
  const address = repository.url.replace(/^git\+|\.git$/g, '');
  return text.replace(/(!?)(\[[^\]]*\])\((?!\w+:|#)/g, (_, picture: string, label: string) => {
    const kind = picture ? 'raw' : 'blob';
    return `${picture}${label}(${address}/${kind}/v${version}/`;
  });
}

/** Packs the elements. npm shows the README on its own pages, so its links are made absolute. */
function packElements(root: string, release: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-pack-'));
  const name = `storefront-elements-${versionOf(root)}.tgz`;
  try {
    npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder);
    execFileSync('tar', ['-xzf', name], { cwd: folder });
    const readme = join(folder, 'package/README.md');
    writeFileSync(readme, withAbsoluteLinks(root, readFileSync(readme, 'utf8')));
    npm(join(folder, 'package'), 'pack', '--ignore-scripts', '--pack-destination', release);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const filesIn = (release: string) =>
  globSync('*', { cwd: release, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    .toSorted();

const hashOf = (algorithm: string, file: string) =>
  createHash(algorithm).update(readFileSync(file)).digest('hex');

/** As `sha256sum --check` and `sha384sum --check` read them. */
function writeChecksums(release: string): void {
  const files = filesIn(release);
  for (const algorithm of ['sha256', 'sha384']) {
    const lines = files.map((file) => `${hashOf(algorithm, join(release, file))}  ${file}\n`);
    writeFileSync(join(release, `${algorithm.toUpperCase()}SUMS`), lines.join(''));
  }
}

function list(release: string): void {
  for (const file of filesIn(release)) {
    const path = join(release, file);
    console.log(`${String(statSync(path).size).padStart(9)}  ${file}`);
    if (file.endsWith('SUMS')) continue;
    for (const algorithm of ['sha256', 'sha384'])
      console.log(`           ${algorithm} ${hashOf(algorithm, path)}`);
  }
}

/** Throws a ReleaseError if the branch on origin has commits that are missing here: a push would be refused. */
export function checkRemote(root: string): void {
  git(root, 'fetch', '--quiet', 'origin');
  const branch = `origin/${git(root, 'branch', '--show-current')}`;
  if (!git(root, 'branch', '--remotes', '--list', branch)) return;
  const missing = git(root, 'log', '--oneline', `HEAD..${branch}`);
  if (!missing) return;
  const tag = `v${versionOf(root)}`;
  const undo = git(root, 'tag', '--list', '--points-at', 'HEAD', tag)
    ? `Undo the release's commit (git tag --delete ${tag} && git reset --hard HEAD~1), then pull them`
    : 'Pull them';
  throw new ReleaseError(`${branch} has commits that are missing here. ${undo}:\n${missing}`);
}

/** Dates the version, commits and tags it, unless a release whose push failed did so already. Returns the tag. */
export function tagRelease(root: string, date: string): string {
  const version = versionOf(root);
  const tag = `v${version}`;
  if (git(root, 'tag', '--list', '--points-at', 'HEAD', tag)) return tag;
  writeFileSync(join(root, 'CHANGELOG.md'), dateChanges(changelogOf(root), version, date));
  git(root, 'commit', '--quiet', '--message', `Release ${version}`, 'CHANGELOG.md');
  git(root, 'tag', '--annotate', '--message', `Release ${version}`, tag);
  return tag;
}

async function main(): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  const warning = checkRelease(root);
  if (warning && !values['dry-run']) throw new ReleaseError(warning);
  if (warning) console.warn(warning);
  const release = await makeRelease(root);
  list(release);
  if (values['dry-run']) return;
  checkRemote(root);
  const tag = tagRelease(root, new Date().toISOString().slice(0, 10));
  git(root, 'push', '--atomic', 'origin', 'HEAD', tag);
  console.log(`Pushed ${tag}. The workflow "Release" uploads it.`);
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    if (!(error instanceof ReleaseError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  });
