/** The pages in `docs/` about the elements are complete. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Package } from 'custom-elements-manifest/schema';
import { elementsOf } from '../../build/manifest.ts';
import { pageOf, withReference } from '../../build/reference.ts';
import { startSandbox } from '../../demo/sandbox/sandbox.ts';
import { codesIn, examplesOf, tablesOf } from '../docs/examples.ts';
import { packPackage } from '../package/packed.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe("The elements' pages", () => {
  test('have the tables of this version; `npm run build:package` writes them', async () => {
    const packed = await packPackage();
    after(() => packed.remove());
    const manifest = JSON.parse(packed.read(packed.manifest.customElements)) as Package;
    const elements = elementsOf(manifest);
    assert.equal(elements.length, 3);
    for (const element of elements) {
      const page = readFileSync(pageOf(root, element.tagName), 'utf8');
      assert.equal(page, await withReference(page, element, manifest));
    }
  });

  for (const [tag, type, file] of [
    ['otp-login', 'OtpLoginState', 'otp-login/login-state.ts'],
    ['reward-claim', 'RewardClaimState', 'reward-claim/claim-state.ts'],
    ['collection-timeline', 'CollectionTimelineState', 'collection-timeline/timeline-host.ts'],
  ] as const)
    test(`list every state of <${tag}>`, () => {
      const union = new RegExp(`type ${type} =([^;]+);`).exec(read(`src/elements/${file}`))![1]!;
      const states = [...union.matchAll(/'([^']+)'/g)].map(([, state]) => state!);
      const [table] = tablesOf(`elements/${tag}.md`).filter(({ head }) => head[0] === 'state');
      assert.ok(states.length > 3);
      assert.deepEqual(table!.rows.flatMap(([cell]) => codesIn(cell)).toSorted(), states.toSorted());
    });
});

describe('Troubleshooting', () => {
  const page = read('docs/troubleshooting.md');
  const sources = globSync('src/{elements,cdn,api}/**/*.ts', { cwd: root }).map((file) => ({
    file,
    text: read(file),
  }));

  /** The texts of a match, without what is filled in. */
  const partsOf = (literal: string) =>
    literal
      .replace(/^['`]|['`]$/g, '')
      .split(/\$\{[^}]*\}|['`] \+\s*['`]/)
      .map((part) => part.trim())
      .filter((part) => part.length > 3);

  /** String literals, and sums of them, that follow a pattern. */
  const literalsAfter = (pattern: string) => {
    const literal = "(?:'[^'\\n]*'|`[^`]*`)";
    const found = new RegExp(`${pattern}(${literal}(?:\\s*\\+\\s*${literal})*)`, 'g');
    return sources.flatMap(({ text }) => [...text.matchAll(found)].map(([, texts]) => texts!));
  };

  for (const [name, pattern, count] of [
    ['warning and error in the console', 'console\\.(?:warn|error)\\(\\s*', 5],
    ['warning whose text has a name', 'KEY_IN_PAGE =\\s*', 1],
    ['reason why a file did not load', 'Error\\(\\s*(?=.*(?:missing or|no file|must be loaded))', 3],
    ['rule for the values of an attribute', '\\ballowed: ', 20],
    ['rule that has a name', '(?:BASE_URL|API_KEY|TRUSTED) =\\s*', 3],
  ] as const)
    test(`has every ${name}`, () => {
      const literals = literalsAfter(pattern);
      assert.ok(literals.length >= count, `${literals.length} found`);
      const missing = literals.flatMap(partsOf).filter((part) => !page.includes(part));
      assert.deepEqual(missing, []);
    });

  test('has every attribute that the console can name', () => {
    const named = sources
      .filter(({ file }) => file.startsWith('src/elements/'))
      .flatMap(({ text }) =>
        [...text.matchAll(/(?<!@property\(\{ )\battribute: '([a-z-]+)'/g)].map(([, name]) => name!),
      );
    assert.ok(new Set(named).size > 25);
    assert.deepEqual(
      [...new Set(named)].filter((name) => !page.includes(`\`${name} must be `)),
      [],
    );
  });
});

test("The engineer's first program prints a story from the sandbox", async () => {
  const [example] = examplesOf('start-engineer.md').filter(({ check }) => check === 'client');
  const program = /^cat > \S+ <<'END'\n(.*)^END$/ms.exec(example!.code)![1]!;
  const sandbox = await startSandbox();
  const folder = mkdtempSync(join(tmpdir(), 'storefront-story-'));
  const file = join(folder, 'story.ts');
  writeFileSync(file, program.replace('http://127.0.0.1:8787', sandbox.url));
  try {
    const child = spawn(process.execPath, [file], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number];
    assert.equal(status, 0);
    assert.ok(output.split('\n').length > 20, output);
    assert.match(output, /^\d{4}-\d\d-\d\dT\S+ \S/);
  } finally {
    rmSync(folder, { recursive: true });
    await sandbox.close();
  }
});
