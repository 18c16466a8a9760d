import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadContract, type Contract } from '../../demo/sandbox/contract.ts';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { openShop } from '../helpers/control.ts';
import { onFreePort } from '../helpers/ports.ts';
import { calls, type Exchange, type OperationId, recordingClient, type Records } from './calls.ts';

const root = join(import.meta.dirname, '../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const contractFile = join(root, 'src/api/openapi.yaml');

describe('The contract', () => {
  test('lints clean', () => {
    const output = execFileSync(
      process.execPath,
      [bin('redocly'), 'lint', contractFile, '--config', join(import.meta.dirname, 'redocly.yaml')],
      { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
    );
    assert.doesNotMatch(output, /warning/i);
  });

  test('has types that are generated from it as it is: npm run api:types', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'contract-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const fresh = join(folder, 'openapi.d.ts');
    execFileSync(process.execPath, [
      bin('openapi-typescript'),
      contractFile,
      '-o',
      fresh,
      '--empty-objects-unknown',
    ]);
    const current = readFileSync(join(root, 'src/api/openapi.d.ts'), 'utf8');
    // Not assert.equal: the difference of two long files helps nobody.
    assert.ok(
      current === readFileSync(fresh, 'utf8'),
      'src/api/openapi.d.ts is stale: run npm run api:types',
    );
  });

  test('has the fourteen operations of the service document, and no others', async () => {
    const { operations } = await loadContract();
    assert.equal(operations.length, 14);
    assert.deepEqual(operations.map(({ id }) => id).sort(), Object.keys(calls).sort());
  });
});

/** Both directions of one exchange against the contract. */
function checkExchange(contract: Contract, id: OperationId, exchange: Exchange): void {
  const operation = contract.operations.find((candidate) => candidate.id === id)!;
  const url = new URL(exchange.target, 'http://service.invalid');
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const match = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(url.pathname);
  assert.ok(match, `${exchange.target} is at ${operation.path}`);
  assert.equal(exchange.method, operation.method);
  assert.ok(exchange.headers.get('x-api-key'), 'the key is sent');
  assert.equal(
    exchange.requestBody === undefined,
    !operation.takesBody,
    'a body where the operation takes one',
  );
  const request = contract.checkRequest(operation, {
    params: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1]!)])),
    query: Object.fromEntries(url.searchParams),
    body: exchange.requestBody,
  });
  assert.deepEqual(request.valid ? [] : request.violations, []);
  assert.ok(exchange.status < 300, `answered ${exchange.status}: ${JSON.stringify(exchange.responseBody)}`);
  // A body that the document does not show may be absent.
  if (exchange.responseBody !== undefined)
    assert.deepEqual(contract.checkResponse(operation, exchange.status, exchange.responseBody), []);
}

describe('Against the sandbox', () => {
  let sandbox: Sandbox;
  let contract: Contract;
  let records: Records;
  before(async () => {
    [sandbox, contract] = await Promise.all([startSandbox(), loadContract()]);
    const shop = await openShop(sandbox.url);
    const [{ collectionId, slug }, { rewardId, codeId }, { token }] = await Promise.all([
      shop.timeline({ entries: [{ title: 'To be deleted', token_id: 4711 }] }),
      shop.rewardCode(),
      shop.grant(),
    ]);
    const { client } = recordingClient(sandbox.url, shop.key);
    const page = (await calls.listTimeline(client, { collectionSlug: slug } as Records)) as {
      data: { id: number }[];
    };
    records = {
      entryId: page.data[0]!.id,
      activityId: 'act_0001',
      rewardId,
      codeId,
      token,
      collectionId,
      collectionSlug: 'nordlicht-aw26',
    };
  });
  after(() => sandbox.close());

  for (const [id, call] of Object.entries(calls))
    test(`${id} sends and receives what the contract says`, async () => {
      const { client, exchanges } = recordingClient(sandbox.url, sandbox.keys.secret);
      await call(client, records);
      assert.equal(exchanges.length, 1);
      checkExchange(contract, id as OperationId, exchanges[0]!);
    });
});

describe('Against Prism, an independent server made from the contract', () => {
  const records: Records = {
    entryId: 1,
    activityId: 'an-activity',
    rewardId: 'a-reward',
    codeId: 'a-code',
    token: 'a-token-of-sixteen-or-more',
    collectionId: 'a-collection',
    collectionSlug: 'a-slug',
  };
  let contract: Contract;
  let url: string;
  let prism: ReturnType<typeof spawn>;
  before(async () => {
    contract = await loadContract();
    await onFreePort(async (port) => {
      url = `http://127.0.0.1:${port}`;
      // --errors: a request that does not fit is answered with an error, not with a guess.
      prism = spawn(
        process.execPath,
        [bin('prism'), 'mock', contractFile, '--host', '127.0.0.1', '--port', String(port), '--errors'],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await new Promise<void>((resolve, reject) => {
        let output = '';
        prism.stdout!.on('data', (chunk) => {
          output += String(chunk);
          if (output.includes('is listening')) resolve();
        });
        prism.once('exit', () => reject(new Error(`Prism did not start: ${output}`)));
      });
    });
  });
  after(async () => {
    const ended = once(prism, 'exit');
    prism.kill('SIGKILL');
    await ended;
  });

  for (const [id, call] of Object.entries(calls))
    test(`${id} sends and receives what the contract says`, async () => {
      const { client, exchanges } = recordingClient(url, 'any-key');
      await call(client, records);
      assert.equal(exchanges.length, 1);
      checkExchange(contract, id as OperationId, exchanges[0]!);
    });

  test('a request that breaks the contract is refused, so the checks above mean something', async () => {
    const response = await fetch(`${url}/v1/timeline?limit=1001`, { headers: { 'x-api-key': 'k' } });
    assert.equal(response.status, 422);
  });
});
