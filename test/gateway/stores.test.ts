import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, mock, test } from 'node:test';
import { fileStore } from '../../src/gateway/stores/file.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import { openStore } from '../../src/gateway/stores/open.ts';
import { redisStore } from '../../src/gateway/stores/redis.ts';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { GatewayStore } from '../../src/gateway/stores/store.ts';
import { remoteStore, type StoreCall } from './remote-store.ts';
import { storeContract } from './store-contract.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'stores-'));
const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** A clock that stands still unless it is moved. All other timers go on. */
function standStill(): { advance(milliseconds: number): void; dispose(): Promise<void> } {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  return {
    advance: (milliseconds) => mock.timers.setTime(Date.now() + milliseconds),
    dispose: () => Promise.resolve(mock.timers.reset()),
  };
}

/** Another process with a file store. */
function startChild(folder: string, execArgv: string[] = []): { store: GatewayStore; child: ChildProcess } {
  const child = fork(new URL('store-child.ts', import.meta.url), [folder], { execArgv });
  const waiting = new Map<number, (answer: { result?: unknown; error?: string }) => void>();
  child.on('message', (answer: { id: number; result?: unknown; error?: string }) =>
    waiting.get(answer.id)?.(answer),
  );
  child.once('exit', (code, signal) => {
    for (const answer of waiting.values()) answer({ error: `The process ended: ${signal ?? code}.` });
  });
  let ids = 0;
  const send = (call: StoreCall): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (ids += 1);
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(error));
      });
      child.send({ id, call });
    });
  return { store: remoteStore(send), child };
}

storeContract('the store in memory', () => {
  const { advance, dispose } = standStill();
  return Promise.resolve({ stores: [memoryStore()], advance, dispose });
});

storeContract('two file stores of one folder', async () => {
  const { advance, dispose } = standStill();
  const folder = await newFolder();
  return {
    stores: [fileStore(folder), fileStore(folder)],
    advance,
    dispose: async () => {
      await dispose();
      await remove(folder);
    },
  };
});

storeContract('file stores of two processes', async () => {
  const folder = await newFolder();
  const { store, child } = startChild(folder);
  return {
    stores: [fileStore(folder), store],
    dispose: async () => {
      child.disconnect();
      await once(child, 'exit');
      await remove(folder);
    },
  };
});

describe('the store in memory', () => {
  test('what has run out goes away while new things come', async () => {
    let now = 0;
    const store = memoryStore({ now: () => now });
    const before = heapInUse();
    for (let index = 0; index < 20_000; index += 1) {
      now += 1000;
      await store.set(`cached:${index}`, 'x'.repeat(10_000) + String(index), 10);
      await store.lock(`lock:${index}`, 1000);
    }
    assert.ok(heapInUse() - before < 50_000_000, 'of 200 MB that ran out most is gone');
    assert.equal(await store.get('cached:19990'), `${'x'.repeat(10_000)}19990`);
    assert.equal(await store.get('cached:19980'), undefined);
  });

  test('a limit of two months is kept', async () => {
    const store = memoryStore();
    const rule = { points: 1, duration: 60 * 60 * 24 * 60 };
    assert.equal((await store.hit('key', rule)).allowed, true);
    assert.equal((await store.hit('key', rule)).allowed, false);
  });

  test('hits from ever more addresses take bounded memory, and leave the count of a victim', async () => {
    const store = memoryStore();
    const rule = { points: 3, duration: 3600 };
    for (let tries = 0; tries < 3; tries += 1) await store.hit('victim', rule);
    for (let index = 0; index < 250_000; index += 1) await store.hit(`first ${index}`, rule);
    const before = heapInUse();
    for (let index = 0; index < 250_000; index += 1) await store.hit(`then ${index}`, rule);
    const grown = heapInUse() - before;
    // Twenty bytes for each new address would be noticed.
    assert.ok(grown < 5_000_000, `${grown} bytes`);
    assert.equal((await store.hit('victim', rule)).allowed, false);
  });

  test('its timers do not keep a process alive', async () => {
    const child = fork(new URL('store-leaver.ts', import.meta.url), { stdio: 'pipe' });
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
  });
});

describe('the file store', () => {
  test('what was set is there after the process was killed, and so is a lock until it runs out', async () => {
    const folder = await newFolder();
    const { store, child } = startChild(folder);
    await store.set('claim', 'pending', 60);
    const start = performance.now();
    assert.ok(await store.lock('claim', 1500));
    assert.equal((await store.hit('tries', { points: 1, duration: 60 })).allowed, true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const survivor = fileStore(folder);
    assert.equal(await survivor.get('claim'), 'pending');
    assert.equal((await survivor.hit('tries', { points: 1, duration: 60 })).allowed, false);
    while (!(await survivor.lock('claim', 60_000))) await new Promise((resolve) => setTimeout(resolve, 20));
    const held = performance.now() - start;
    assert.ok(held > 1400, `it was held for ${held} ms`);
    await survivor.close();
    await remove(folder);
  });

  test('a value that is replaced again and again is always read whole', async () => {
    const folder = await newFolder();
    const { store: writer, child } = startChild(folder);
    const reader = fileStore(folder);
    const valueOf = (round: number): string => String(round % 10).repeat(50_000);
    await writer.set('key', valueOf(0), 60);
    const state = { writing: true };
    let reads = 0;
    const written = (async () => {
      for (let round = 1; round <= 150 || reads <= 50; round += 1)
        await writer.set('key', valueOf(round), 60);
      state.writing = false;
    })();
    while (state.writing) {
      const text = await reader.get('key');
      assert.equal(text, valueOf(Number(text?.[0])));
      reads += 1;
      // The other process's messages must get through.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await written;
    assert.ok(reads > 50, `${reads} reads`);
    child.disconnect();
    await once(child, 'exit');
    await remove(folder);
  });

  test('rows that have expired are deleted', async () => {
    const { advance, dispose } = standStill();
    const folder = await newFolder();
    const store = fileStore(folder);
    await store.set('long', 'value', 86_400);
    for (let index = 0; index < 1200; index += 1)
      await store.hit(`hits ${index}`, { points: 5, duration: 1 });
    await store.set('short', 'value', 1);
    await store.lock('lock', 1000);
    advance(60_000);
    for (let call = 0; call < 3; call += 1) await store.get('long');
    const database = new DatabaseSync(join(folder, 'gateway.sqlite'));
    const rowsOf = (table: string) => database.prepare(`SELECT key FROM ${table}`).all();
    assert.deepEqual(
      ['kept', 'locks', 'hits'].map((table) => rowsOf(table).length),
      [1, 0, 0],
    );
    database.close();
    assert.equal(await store.get('long'), 'value');
    await store.close();
    await dispose();
    await remove(folder);
  });

  test('several processes can open a new folder at the same time', async () => {
    const folder = await newFolder();
    const children = Array.from({ length: 4 }, () => startChild(folder));
    await Promise.all(children.map(({ store }, index) => store.set(`key ${index}`, 'value', 60)));
    for (const { store } of children) assert.equal(await store.get('key 3'), 'value');
    for (const { child } of children) {
      child.disconnect();
      await once(child, 'exit');
    }
    await remove(folder);
  });

  test('a new folder can be opened while another process writes to it for the first time', async (t) => {
    const folder = await newFolder();
    const other = new DatabaseSync(join(folder, 'gateway.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const { exec } = DatabaseSync.prototype;
    const refused: unknown[] = [];
    // The other one is done as soon as this one has met it.
    t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, sql: string) {
      try {
        exec.call(this, sql);
      } catch (error) {
        refused.push(String(error));
        exec.call(other, 'COMMIT');
        throw error;
      }
    });
    const store = fileStore(folder);
    await store.set('key', 'value', 60);
    assert.deepEqual(refused, ['Error: database is locked']);
    assert.equal(await store.get('key'), 'value');
    await store.close();
    other.close();
    await remove(folder);
  });

  test('on a Node without node:sqlite the error says which Node is needed', async () => {
    const folder = await newFolder();
    const { store, child } = startChild(folder, ['--no-experimental-sqlite']);
    await assert.rejects(store.check(), /needs node:sqlite, so Node 22\.13 or newer/);
    child.disconnect();
    await once(child, 'exit');
    await remove(folder);
  });

  test('it says when its folder cannot be used', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'file'), '');
    const store = fileStore(join(folder, 'file'));
    await assert.rejects(store.check(), { code: 'EEXIST' });
    await assert.rejects(store.set('key', 'value', 60), { code: 'EEXIST' });
    await rm(join(folder, 'file'));
    assert.equal(await store.check(), undefined);
    await remove(folder);
  });

  test('only its own user can read it', async () => {
    const folder = await newFolder();
    await chmod(folder, 0o755);
    const store = fileStore(folder);
    await store.set('key', 'value', 60);
    const names = await readdir(folder);
    assert.ok(names.length >= 2, names.join());
    for (const name of names) assert.equal((await stat(join(folder, name))).mode & 0o077, 0, name);
    await store.close();
    await remove(folder);
  });
});

describe('the address of a store', () => {
  test('memory: and file: open', async () => {
    const folder = await newFolder();
    for (const address of ['memory:', `file:${folder}/a%20b`, `file://${folder}/c`]) {
      const store = await openStore(address);
      await store.set('key', 'value', 60);
      assert.equal(await store.get('key'), 'value');
      await store.close();
    }
    assert.deepEqual((await readdir(folder)).sort(), ['a b', 'c']);
    await remove(folder);
  });

  test('anything else is refused without being quoted', async () => {
    for (const address of [
      '',
      'memory',
      'http://user:hunter2@host',
      'file:relative',
      'redis:',
      'redis://',
      'redis+cluster://',
      '/folder',
    ]) {
      await assert.rejects(openStore(address), (error: Error) => {
        assert.ok(error instanceof TypeError);
        assert.match(error.message, /^The store's address must be memory:, file:/);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      });
    }
  });
});

test('a prefix that would keep all keys on one node of a Redis Cluster is refused', () => {
  const open = () => redisStore('redis+cluster://127.0.0.1', { prefix: '{shop}' });
  assert.throws(open, /^TypeError: The prefix must not contain { or }, as {shop} does\.$/);
});
