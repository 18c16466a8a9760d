/** The examples that a merchant deploys by: what they name is there, and what they say is what the code does. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Script } from 'node:vm';
import { validate, ValidationCode } from 'dockerfile-utils';
import * as v from 'valibot';
import { SETTINGS } from '../../src/gateway/settings.ts';
import { bundleWorker, readWranglerSettings } from './worker-bundle.ts';

const root = join(import.meta.dirname, '../..');
const example = (name: string) => readFileSync(join(root, 'demo/gateway', name), 'utf8');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;
const { scripts } = read('package.json') as { scripts: Record<string, string> };
const { bin } = read('src/gateway/package.json') as { bin: Record<string, string> };

function assertAllowed(name: string, text: string): void {
  const { kind } = SETTINGS.get(name) ?? assert.fail(name);
  v.assert(kind.schema, kind.parse ? kind.parse(text) : text);
}

describe('The Dockerfile', () => {
  const dockerfile = example('Dockerfile');
  const lines = dockerfile.split('\n').filter((line) => line && !line.startsWith('#'));

  test('has nothing that a linter complains of', () => {
    assert.deepEqual(validate(dockerfile), []);
    const [complaint] = validate('FROM node\nRUNN ls');
    assert.equal(complaint?.code, ValidationCode.UNKNOWN_INSTRUCTION);
  });

  test('copies files that are there, and takes from a stage what that stage has', () => {
    const copies = lines.flatMap((line) => (line.startsWith('COPY ') ? [line.split(' ').slice(1)] : []));
    assert.ok(copies.length >= 6);
    for (const [first, ...rest] of copies) {
      if (!first!.startsWith('--from='))
        for (const file of [first!, ...rest].slice(0, -1)) assert.ok(existsSync(join(root, file)), file);
      else
        assert.ok(
          lines.some((line) => line.endsWith(` AS ${first!.slice(7)}`)),
          first,
        );
    }
    assert.ok(scripts['build:gateway']);
    assert.match(dockerfile, /^RUN npm run build:gateway$/m);
  });

  test('starts the package’s program without a shell, as somebody who may do little', () => {
    const [entry] = lines.slice(-1);
    const program = bin['storefront-gateway']!.replace('./', '');
    assert.equal(entry, `ENTRYPOINT ["node", "${program}"]`);
    assert.ok(lines.indexOf('USER node') > lines.findLastIndex((line) => /^(COPY|RUN) /.test(line)));
  });

  test('asks /healthz where the gateway listens, and sets only settings that there are', () => {
    const [, health] = /^HEALTHCHECK .*CMD (.*)$/m.exec(dockerfile)!;
    const [node, flag, code] = JSON.parse(health!) as string[];
    assert.deepEqual([node, flag], ['node', '-e']);
    assert.match(code!, /\/healthz/);
    // It is a program that can be read.
    assert.doesNotThrow(() => new Script(code!));
    const set = [...dockerfile.matchAll(/^ENV (\w+)=(.*)$/gm)].filter(([, name]) => name !== 'NODE_ENV');
    for (const [, name, value] of set) assertAllowed(name!, value!);
    assert.equal(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1], /^ENV PORT=(\d+)$/m.exec(dockerfile)?.[1]);
  });
});

describe('The settings for wrangler', () => {
  const settings = readWranglerSettings();

  test('name a Durable Object class and a handler that the entry exports', async () => {
    const worker = (await import(join(root, 'demo/gateway', settings.main))) as Record<string, unknown>;
    const [{ name, class_name: className }] = settings.durable_objects.bindings;
    assert.equal(name, 'STATE');
    assert.equal(typeof worker[className], 'function');
    assert.deepEqual(settings.migrations[0]?.new_sqlite_classes, [className]);
    assert.equal(typeof (worker['default'] as { fetch: unknown }).fetch, 'function');
  });

  test('set only settings that there are, as they may be, and no secret', () => {
    for (const [name, value] of Object.entries(settings.vars)) {
      const { secret, nodeOnly } = SETTINGS.get(name) ?? assert.fail(name);
      assert.ok(!secret && !nodeOnly, name);
      assertAllowed(name, value);
    }
  });

  test('lead to a bundle without anything of Node, Redis or the program', async () => {
    const code = await bundleWorker();
    assert.doesNotMatch(code, /from ?["']node:|require\(|ioredis|\bpino\b/);
  });
});

describe('The settings for nginx', () => {
  const nginx = example('nginx.conf');
  const milliseconds = (name: string) => Number(new RegExp(`${name} (\\d+)s;`).exec(nginx)?.[1]) * 1000;

  test('wait longer than a claim may take, and never send one twice', () => {
    assert.ok(milliseconds('proxy_read_timeout') > Number(SETTINGS.get('CLAIM_TIMEOUT')?.standard) + 5000);
    assert.match(nginx, /proxy_next_upstream off;/);
  });

  test('let nobody choose an address, report the scheme, keep tokens out of the log, and pass the gateway’s port', () => {
    assert.match(nginx, /proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;/);
    assert.match(nginx, /proxy_set_header X-Forwarded-Proto \$scheme;/);
    assert.match(nginx, /access_log off;/);
    assert.match(nginx, new RegExp(`server 127\\.0\\.0\\.1:${String(SETTINGS.get('PORT')?.standard)};`));
  });
});
