/** Pages that change what a script finds: isolation, sandboxes, frozen or extended built-ins, no referrer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { goThroughEverything, loadEverything } from './shopper.ts';
import { leaveWithoutViolations, openPage, setStage } from './strict.ts';

const stage = setStage('storefront-elements');

/** The prototypes of the language, which security-minded shops freeze before anything else runs. */
const freeze = `
  for (const { prototype } of [Object, Function, Array, String, Number, Boolean, Symbol, Date, RegExp, Promise, Map, Set,
    WeakMap, WeakSet, Error, TypeError, RangeError, SyntaxError, Uint8Array, ArrayBuffer])
    Object.freeze(prototype);
`;

describe('The elements work as everywhere', () => {
  test('on a page that is isolated from other origins', async () => {
    const visit = await openPage(stage, {
      headers: {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      },
    });
    assert.equal(await visit.frame.evaluate(() => crossOriginIsolated), true);
    await loadEverything(visit);
    await leaveWithoutViolations(stage, visit);
  });

  test('in a sandboxed frame without an origin, where storage and clipboard are closed', async () => {
    const visit = await openPage(stage, { sandboxed: 'allow-scripts' });
    const { frame } = visit;
    assert.equal(await frame.evaluate(() => origin), 'null');
    const isClosed = await frame.evaluate(() => {
      try {
        return !localStorage;
      } catch {
        return true;
      }
    });
    assert.ok(isClosed, 'storage throws');
    await goThroughEverything(visit, { keeps: false, copies: false });
    await leaveWithoutViolations(stage, visit);
  });

  test('in a sandboxed frame that may use its origin and forms', async () => {
    const visit = await openPage(stage, { sandboxed: 'allow-scripts allow-same-origin allow-forms' });
    await loadEverything(visit);
    await leaveWithoutViolations(stage, visit);
  });

  test('on a page that has frozen what everything inherits from', async () => {
    stage.merchant.scripts['/freeze.js'] = freeze;
    const visit = await openPage(stage, { head: '<script src="/freeze.js"></script>' });
    assert.ok(await visit.frame.evaluate(() => Object.isFrozen(Object.prototype)));
    await goThroughEverything(visit);
    await leaveWithoutViolations(stage, visit);
  });

  test('beside a library that extends and replaces the built-ins, as Prototype does', async () => {
    stage.merchant.scripts['/prototype-style.js'] = readFileSync(
      join(import.meta.dirname, 'prototype-style.js'),
      'utf8',
    );
    const visit = await openPage(stage, { head: '<script src="/prototype-style.js"></script>' });
    assert.equal(await visit.frame.evaluate(() => JSON.stringify([1])), '"[1]"', 'arrays become texts');
    await goThroughEverything(visit);
    // Where that library is not, the same claim has the same name.
    const [name] = await visit.frame.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes(':claim:')),
    );
    assert.match(name ?? '', /:claim:[\da-f]{64}$/);
    await leaveWithoutViolations(stage, visit);
  });

  test('beside a library that wraps a text in an array, as MooTools does', async () => {
    stage.merchant.scripts['/mootools-style.js'] = `Array.from = function (item) {
      if (item == null) return [];
      return typeof item === 'string' || !('length' in item) ? [item] : Array.prototype.slice.call(item);
    };`;
    const visit = await openPage(stage, { head: '<script src="/mootools-style.js"></script>' });
    assert.equal(await visit.frame.evaluate(() => Array.from('ab').length), 1);
    await goThroughEverything(visit);
    await leaveWithoutViolations(stage, visit);
  });

  test('on a page that tells nobody where its requests come from', async () => {
    const visit = await openPage(stage, { headers: { 'referrer-policy': 'no-referrer' } });
    await loadEverything(visit);
    const { requests } = stage.merchant;
    assert.ok(requests.length > 5);
    assert.deepEqual(
      requests.filter(({ referrer }) => referrer),
      [],
    );
    await leaveWithoutViolations(stage, visit);
  });
});
