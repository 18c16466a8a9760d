/**
 * The version has one source, package.json. This module writes it everywhere else, and finds places that differ. npm runs it as
 * part of `npm version`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = 'src/elements/shared/define.ts';
const WORDPRESS = 'demo/wordpress/storefront-elements';

/** These files mention the current version. */
const mentions = [SOURCE, `${WORDPRESS}/storefront-elements.php`, 'README.md', 'docs/**/*.md'];

/**
 * The texts before the current version. Elsewhere the same number means something else: "Before 1.0.0", WCAG's "1.1.1".
 * `%30.1.0` is a percent-encoded `0.1.0`, as in docs/versioning.md.
 */
const forms = [
  'storefront-(?:elements[/-]|gateway-)',
  '…/(?:%3)?',
  '"version": "',
  '(?:^|[(]|, )version ',
  "version = '",
  '[*] Version: +',
];

interface Place {
  file: string;
  versions: string[];
}

const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');

export const versionOf = (root: string): string =>
  (JSON.parse(read(root, 'package.json')) as { version: string }).version;

/** The versions at the places where files state the current version in a fixed form. */
function placesOf(root: string): Place[] {
  const place = (file: string, pattern: RegExp): Place => ({
    file,
    versions: [...read(root, file).matchAll(pattern)].map(([, version]) => version!),
  });
  return [
    place(SOURCE, /^export const version = '(.*)';$/gm),
    place('package-lock.json', /^\{\n {2}"name": "storefront-elements",\n {2}"version": "(.*)"/g),
    place(`${WORDPRESS}/storefront-elements.php`, /^(?: \* Version: +|const VERSION = ')([\d.]+)/gm),
    place(`${WORDPRESS}/readme.txt`, /^(?:Stable tag: |== Changelog ==\n\n= )([\d.]+)/gm),
    place('README.md', /^Version ([\d.]+)\. /gm),
    ...globSync(['README.md', 'docs/**/*.md'], { cwd: root })
      .toSorted()
      .map((file) => place(file, /storefront-(?:elements[/-]|gateway-)(\d+\.\d+\.\d+)/g)),
  ];
}

/** The files that disagree with package.json. */
export function versionProblems(root: string): string[] {
  const version = versionOf(root);
  return placesOf(root).flatMap(({ file, versions }) => {
    const others = [...new Set(versions)].filter((each) => each !== version);
    if (others.length) return [`${file} has version ${others.join(', ')}, package.json has ${version}.`];
    return versions.length || file.startsWith('docs/') ? [] : [`${file} has no version.`];
  });
}

/** Writes the version of package.json into all other files. */
export function writeVersion(root: string): void {
  const version = versionOf(root);
  const [{ versions }] = placesOf(root) as [Place];
  const before = versions[0]!;
  const change = (file: string, edit: (text: string) => string) =>
    writeFileSync(join(root, file), edit(read(root, file)));

  const own = new RegExp(`(?<=${forms.join('|')})${RegExp.escape(before)}(?!\\d|\\.\\d)`, 'gim');
  for (const file of globSync(mentions, { cwd: root })) change(file, (text) => text.replace(own, version));
  for (const file of globSync('test/consumers/*/package-lock.json', { cwd: root }))
    change(file, (text) =>
      text.replace(
        /("node_modules\/storefront-(?:elements|gateway)": \{\n\s+"version": ")[^"]*/,
        `$1${version}`,
      ),
    );
  const isReleased = changesIn(read(root, 'CHANGELOG.md'), before)?.date !== undefined;
  const entry = `= ${version} =\n`;
  change(`${WORDPRESS}/readme.txt`, (text) =>
    text
      .replace(/^Stable tag: .*$/m, `Stable tag: ${version}`)
      .replace(/^(== Changelog ==\n\n)(= .* =\n)/m, (_, head: string, last: string) =>
        isReleased ? `${head}${entry}* See the changelog of storefront-elements.\n\n${last}` : head + entry,
      ),
  );
  change('CHANGELOG.md', (text) => prepareChanges(text, version, before));
}

/** The changes of a version. Without a date it is not released yet. */
export interface Section {
  date: string | undefined;
  text: string;
}

const headingOf = (version: string) =>
  new RegExp(`^## ${RegExp.escape(version)}(?: - (\\d{4}-\\d\\d-\\d\\d))?$`, 'm');

/** The part of a changelog under `## <version>`, or `## <version> - <date>`; undefined if there is none. */
export function changesIn(changelog: string, version: string): Section | undefined {
  const heading = headingOf(version).exec(changelog);
  if (!heading) return undefined;
  const [text] = changelog.slice(heading.index + heading[0].length).split(/^## /m, 1);
  return { date: heading[1], text: text!.trim() };
}

/**
 * The changelog with a section for the next version: the previous version's section if that was never released, otherwise
 * the entries under `Unreleased`.
 */
export function prepareChanges(changelog: string, version: string, before: string): string {
  if (changesIn(changelog, version)) throw new Error(`CHANGELOG.md has a section for ${version} already.`);
  const last = changesIn(changelog, before);
  if (last && !last.date) return changelog.replace(headingOf(before), `## ${version}`);
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version}`);
}

/** The changelog with the date of a release. */
export const dateChanges = (changelog: string, version: string, date: string): string =>
  changelog.replace(headingOf(version), `## ${version} - ${date}`);

if (import.meta.main) writeVersion(join(import.meta.dirname, '..'));
