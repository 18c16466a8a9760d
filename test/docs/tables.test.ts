/** The tables of the documents have everything that the elements have, and nothing else. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { codesIn, tablesOf } from './examples.ts';

const folder = join(import.meta.dirname, '../../src/elements');
const tags = ['otp-login', 'reward-claim', 'collection-timeline'] as const;
type Tag = (typeof tags)[number];

const sources = globSync('*/*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
const sourceWith = (pattern: RegExp) => {
  const found = sources.filter((source) => pattern.test(source));
  assert.equal(found.length, 1, `one file has ${pattern}`);
  return found[0]!;
};

/** The names behind a JSDoc tag of an element's class, each with the rest of its line. */
function documented(tag: Tag, kind: string): Map<string, string> {
  const source = sourceWith(new RegExp(`@tagname ${tag}\\b`));
  const lines = source.matchAll(new RegExp(`^ \\* @${kind} (\\S+|\\{\\w+\\} \\S+) - (.*)$`, 'gm'));
  return new Map([...lines].map(([, name, rest]) => [name!, rest!]));
}

/** The texts of a union of texts. */
const unionOf = (name: string): string[] => {
  const pattern = new RegExp(`type ${name} =([^;]+);`);
  return [...pattern.exec(sourceWith(pattern))![1]!.matchAll(/'([^']+)'/g)].map(([, text]) => text!);
};

const sorted = (names: Iterable<string>) => [...names].toSorted();

/** The names in the first column of the one table that matches, by its heading or its head. */
function listed(page: string, matches: (table: ReturnType<typeof tablesOf>[number]) => boolean): string[] {
  const found = tablesOf(page).filter(matches);
  assert.equal(found.length, 1);
  return found[0]!.rows.flatMap(([cell]) => codesIn(cell));
}

const stateTypes: Record<Tag, string> = {
  'otp-login': 'OtpLoginState',
  'reward-claim': 'RewardClaimState',
  'collection-timeline': 'CollectionTimelineState',
};

for (const tag of tags)
  describe(`Themes and Events list of <${tag}>`, () => {
    for (const [kind, heading] of [
      ['csspart', 'Parts'],
      ['slot', 'Slots'],
    ] as const)
      test(`every ${kind === 'slot' ? 'slot' : 'part'}`, () => {
        const names = listed('themes.md', (table) => table.heading === `${heading} of \`<${tag}>\``);
        assert.ok(names.length > 3);
        assert.deepEqual(sorted(names), sorted(documented(tag, kind).keys()));
      });

    test('every custom property', () => {
      const [table] = tablesOf('themes.md').filter(({ head }) => head[0] === 'property');
      const names = table!.rows
        .filter((row) => codesIn(row[1]).includes(tag))
        .flatMap(([cell]) => codesIn(cell));
      assert.ok(names.length > 3);
      assert.deepEqual(sorted(names), sorted(documented(tag, 'cssprop').keys()));
    });

    test('every state', () => {
      const names = listed('themes.md', ({ head }) => head[0] === `\`<${tag}>\``);
      assert.ok(names.length > 3);
      assert.deepEqual(sorted(names), sorted(unionOf(stateTypes[tag])));
    });

    test('every event, with its fields and whether it can be kept from happening', () => {
      const [table] = tablesOf('events.md').filter(({ heading }) => heading === `\`<${tag}>\``);
      const rows = table!.rows.map(([name, , fields, cancelable]) =>
        [codesIn(name).join(), sorted(codesIn(fields)).join(), cancelable === 'yes'].join(' '),
      );
      const fired = [...documented(tag, 'fires')].map(([event, text]) => {
        const [, type = '', name = ''] = /^\{(\w+)\} (\S+)$/.exec(event)!;
        return [name, sorted(fieldsOf(type)).join(), text.includes('cancelable')].join(' ');
      });
      assert.ok(fired.length > 3);
      assert.deepEqual(sorted(rows), sorted(fired));
    });
  });

/** The fields of an event's class. */
function fieldsOf(type: string): string[] {
  const pattern = new RegExp(`^export class ${type} extends Event \\{\n(.*?)^\\}`, 'ms');
  const body = pattern.exec(sourceWith(pattern))![1]!;
  return [...body.matchAll(/^ {2}readonly (\w+):/gm)].map(([, name]) => name!);
}

test('Themes lists every custom property that any style uses', () => {
  const used = new Set(sources.flatMap((source) => source.match(/--storefront-[\w-]+/g) ?? []));
  assert.ok(used.size > 5);
  assert.deepEqual(sorted(listed('themes.md', ({ head }) => head[0] === 'property')), sorted(used));
});

test('Themes lists every value of data-problem and data-page', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/themes.md'), 'utf8');
  const valuesOf = (attribute: string) => {
    const [, sentence = ''] = new RegExp(`^\`${attribute}\` says [^:]+:(.*?)\\.$`, 'ms').exec(text) ?? [];
    return sorted(codesIn(sentence));
  };
  const named = /claimProblems = \[([^\]]+)\]/.exec(sourceWith(/claimProblems = \[/))![1]!;
  const problems = [...named.matchAll(/'([^']+)'/g)].map(([, problem]) => problem!);
  assert.ok(problems.length > 5);
  assert.deepEqual(valuesOf('data-problem'), sorted([...problems, ...unionOf('RewardClaimProblem')]));
  const page = /dataset\['page'\] = (.*?);/s.exec(sourceWith(/dataset\['page'\] =/))![1]!;
  const pages = [...page.matchAll(/'([^']+)'/g)].map(([, each]) => each!);
  assert.deepEqual(valuesOf('data-page'), sorted(pages));
});
