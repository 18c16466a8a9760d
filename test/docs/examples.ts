/**
 * The examples of the pages in `docs/`. Each fenced block that is to be run has a comment above it, which names the check
 * for it: `<!-- test: name -->`. Blocks of the same name belong to one check, such as a header and its page.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

export interface Example {
  /** The name of its check; empty where it has none. */
  check: string;
  language: string;
  code: string;
  line: number;
}

const textOf = (page: string) => readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');

export function examplesOf(page: string): Example[] {
  const text = textOf(page);
  const blocks = text.matchAll(/(?:<!-- test: (\w+) -->\s*)?^```(\S*)\n(.*?)^```$/gms);
  return [...blocks].map(({ 1: check = '', 2: language = '', 3: code = '', index }) => ({
    check,
    language,
    code,
    line: text.slice(0, index).split('\n').length,
  }));
}

/** The rows of every table of a page, by the words in the first cell of the table's head. */
export function tablesOf(page: string): { head: string[]; rows: string[][]; heading: string }[] {
  const tables: { head: string[]; rows: string[][]; heading: string }[] = [];
  let heading = '';
  let isTable = false;
  for (const line of textOf(page).split('\n')) {
    heading = /^#+ (.+)/.exec(line)?.[1] ?? heading;
    const cells = line.startsWith('|')
      ? line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim())
      : undefined;
    if (!cells) isTable = false;
    else if (!isTable) {
      isTable = true;
      tables.push({ head: cells, rows: [], heading });
    } else if (!/^[-: ]+$/.test(cells[0]!)) tables.at(-1)!.rows.push(cells);
  }
  return tables;
}

/** The texts in backticks in a cell. */
export const codesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

type Check = (codes: Record<string, string[]>) => Promise<void>;

/** Runs every example of a page through the check of its name, which gets the blocks by their language. */
export function testExamples(page: string, checks: Readonly<Record<string, Check>>): void {
  const examples = examplesOf(page);
  describe(`The examples of docs/${page}`, () => {
    test('all have a check, and all checks have an example', () => {
      assert.deepEqual(
        examples.filter(({ check }) => !check).map(({ line }) => `line ${line}`),
        [],
      );
      assert.deepEqual(
        [...new Set(examples.map(({ check }) => check))].toSorted(),
        Object.keys(checks).toSorted(),
      );
    });

    for (const [name, check] of Object.entries(checks))
      test(
        name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
        async () => {
          const codes: Record<string, string[]> = {};
          for (const { language, code } of examples.filter((each) => each.check === name))
            (codes[language] ??= []).push(code);
          await check(codes);
        },
      );
  });
}
