/** One version: in package.json, in the scripts, in the WordPress plugin, in the documentation and in the changelog. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  changesIn,
  dateChanges,
  prepareChanges,
  versionOf,
  versionProblems,
  writeVersion,
} from '../../build/version.ts';
import { makeRepository, project, type Repository } from './repository.ts';

const version = versionOf(project);
const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');

/** Numbers that may look like a version of ours: of a rule of WCAG, and in the sentences about the first stable version. */
const foreign = /\bbefore 1\.0\.0|^\| \d\.\d\.\d+ /gim;

/** Sets the version in the two files in which `npm version` does. */
function setVersion(root: string, next: string): void {
  const before = versionOf(root);
  for (const file of ['package.json', 'package-lock.json'])
    writeFileSync(
      join(root, file),
      read(root, file).replaceAll(/^( {2}|      )"version": ".*"/gm, (line, indent) =>
        line.includes(`"${before}"`) && (file === 'package.json' || indent === '  ')
          ? line.replace(before, next)
          : line,
      ),
    );
}

test('The version is the same everywhere', () => {
  assert.deepEqual(versionProblems(project), []);
});

describe('Another version', () => {
  const next = '12.3.4';
  let repository: Repository;
  let root: string;
  before(() => {
    repository = makeRepository();
    ({ root } = repository);
    setVersion(root, next);
  });
  after(() => repository.remove());

  test('is reported for each file that still has the old one', () => {
    const problems = versionProblems(root);
    for (const file of [
      'src/elements/shared/define.ts',
      'demo/wordpress/storefront-elements/storefront-elements.php',
      'demo/wordpress/storefront-elements/readme.txt',
      'README.md',
      'docs/versioning.md',
      'docs/gateway.md',
    ])
      assert.ok(
        problems.includes(`${file} has version ${version}, package.json has ${next}.`),
        `${file}\n${problems.join('\n')}`,
      );
  });

  test('is written everywhere at once, and leaves nothing of the old one', () => {
    writeVersion(root);
    assert.deepEqual(versionProblems(root), []);
    const rest = globSync(['README.md', 'docs/**/*.md', 'src/**/*.ts', 'demo/wordpress/**/*.{php,js,json}'], {
      cwd: root,
    }).filter((file) => read(root, file).replaceAll(foreign, '').includes(version));
    assert.deepEqual(rest, []);
    // A percent-encoded first digit, in the folder of the version.
    assert.match(read(root, 'docs/versioning.md'), /`…\/12\.3\.4\/` becomes `…\/%312\.3\.4\/`/);
    for (const file of globSync('test/consumers/*/package-lock.json', { cwd: root }))
      assert.match(read(root, file), /"node_modules\/storefront-\w+": \{\n\s+"version": "12\.3\.4"/, file);
    assert.match(
      read(root, 'demo/wordpress/storefront-elements/readme.txt'),
      /== Changelog ==\n\n= 12\.3\.4 =\n/,
    );
  });

  test('has changes in the changelog, and no date', () => {
    const { date, text } = changesIn(read(root, 'CHANGELOG.md'), next)!;
    assert.equal(date, undefined);
    const before = read(project, 'CHANGELOG.md');
    const last = changesIn(before, version)!;
    assert.equal(text, last.date === undefined ? last.text : changesIn(before, 'Unreleased')!.text);
  });

  test('replaces no number that means something else', () => {
    const write = (file: string, text: string) => writeFileSync(join(root, file), text);
    write(
      'README.md',
      `${read(root, 'README.md')}\nBefore 1.0.0, it may.\n\n| 1.1.1 Non-text Content | 1.0.0.1 |\n`,
    );
    write('CHANGELOG.md', `## ${next}\n\n- New\n`);
    const files = globSync(['README.md', 'docs/**/*.md', 'demo/wordpress/**/*.php'], { cwd: root });
    const before = new Map(files.map((file) => [file, read(root, file)]));
    for (const each of ['1.0.0', '1.0.1', '1.1.1', '1.2.0']) {
      setVersion(root, each);
      writeVersion(root);
      for (const [file, text] of before) assert.equal(read(root, file), text.replaceAll(next, each), file);
    }
  });
});

describe('A changelog', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- New\n\n## 0.1.0 - 2026-01-31\n\n- Old\n';

  test('has the changes and the date of each version', () => {
    assert.deepEqual(changesIn(changelog, '0.1.0'), { date: '2026-01-31', text: '- Old' });
    assert.deepEqual(changesIn(changelog, 'Unreleased'), { date: undefined, text: '- New' });
    assert.equal(changesIn(changelog, '0.1'), undefined);
  });

  test('gets a version without a date, and the date when it is released', () => {
    const prepared = prepareChanges(changelog, '0.2.0', '0.1.0');
    assert.deepEqual(changesIn(prepared, '0.2.0'), { date: undefined, text: '- New' });
    const dated = dateChanges(prepared, '0.2.0', '2026-02-01');
    assert.deepEqual(changesIn(dated, '0.2.0'), { date: '2026-02-01', text: '- New' });
    assert.deepEqual(changesIn(dated, '0.1.0'), { date: '2026-01-31', text: '- Old' });
  });

  test('gives the changes of a version that was never released to the next', () => {
    const prepared = prepareChanges(changelog, '0.2.0', '0.1.0');
    const renamed = prepareChanges(prepared, '1.0.0', '0.2.0');
    assert.deepEqual(changesIn(renamed, '1.0.0'), { date: undefined, text: '- New' });
    assert.equal(changesIn(renamed, '0.2.0'), undefined);
  });

  test('takes no version twice', () => {
    assert.throws(() => prepareChanges(changelog, '0.1.0', '0.1.0'), /has a section for 0\.1\.0 already/);
  });
});
