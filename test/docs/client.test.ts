/** The examples of the client's page run as they are printed, against the sandbox. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import * as api from '../../src/api/index.ts';
import { openShop } from '../helpers/control.ts';

const page = await readFile(new URL('../../docs/client.md', import.meta.url), 'utf8');
const [setUp, ...examples] = page.matchAll(/^## (.+)$|^```ts\n([\s\S]*?)^```$/gm);

describe('On the page about the client', () => {
  let sandbox: Sandbox;
  let folder: string;
  before(async () => {
    sandbox = await startSandbox();
    const shop = await openShop(sandbox.url);
    process.env['API_KEY'] = shop.key;
    folder = await mkdtemp(join(tmpdir(), 'client-examples-'));
    await write('client.ts', setUp![2]!);
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await sandbox.close();
  });

  async function write(name: string, code: string): Promise<string> {
    const file = join(folder, name);
    const library = import.meta.resolve('../../src/api/index.ts');
    await writeFile(
      file,
      code
        .replaceAll("'storefront-elements/api'", `'${library}'`)
        .replaceAll('https://service.example', sandbox.url),
    );
    return pathToFileURL(file).href;
  }

  let heading = '';
  for (const [, title, code] of examples) {
    heading = title ?? heading;
    if (!code) continue;
    const name = `${heading.replaceAll(/\W/g, '-')}.ts`;
    test(`the example of “${heading}” runs`, async (t) => {
      const said = t.mock.method(console, 'log', () => undefined);
      await import(await write(name, code));
      if (code.includes('console.log')) assert.ok(said.mock.callCount() > 0, 'it says something');
    });
  }

  test('each operation and each error has its place', () => {
    const names = Object.keys(api).filter((name) => !/^(is|schema$|GET$)/.test(name));
    assert.ok(names.length > 20);
    assert.deepEqual(
      names.filter((name) => !page.includes(name)),
      [],
    );
  });
});
