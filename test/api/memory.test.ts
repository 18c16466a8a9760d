import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rawEvents } from '../../src/api/index.ts';
import { open } from './support.ts';

/** Collects what nothing holds any more; there is no such function without the flag. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  // The second collection gets what only the first one's finalizers let go.
  gc();
  gc();
}

describe('Reading a long export', () => {
  test('keeps no page in memory but the one that is read', async () => {
    const { client } = await open();
    const limit = 500;
    const firsts: WeakRef<object>[] = [];
    const kept: number[] = [];
    let count = 0;
    for await (const event of rawEvents(client, { date_from: '2000-01-01', limit })) {
      if (count++ % limit) continue;
      collectGarbage();
      kept.push(firsts.filter((first) => first.deref()).length);
      firsts.push(new WeakRef(event));
    }
    assert.ok(firsts.length >= 5, 'several pages');
    assert.deepEqual(new Set(kept), new Set([0]));
  });
});
