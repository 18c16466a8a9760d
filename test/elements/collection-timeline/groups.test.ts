import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TimelineEntry } from '../../../src/api/models.ts';
import { groupAt, groupEntries } from '../../../src/elements/collection-timeline/groups.ts';

/** Entries whose groups are these letters. */
const groupsOf = (letters: string) =>
  groupEntries(
    Array.from(letters, (type, id): TimelineEntry => ({ id, type, created_at: '' })),
    ({ type }) => type,
  );

describe('Groups of entries', () => {
  test('are runs with the same key, one after the other, without a gap', () => {
    assert.deepEqual(groupsOf('aabccc'), [
      { key: 'a', start: 0, end: 2 },
      { key: 'b', start: 2, end: 3 },
      { key: 'c', start: 3, end: 6 },
    ]);
  });

  test('keep the order of the service: what comes back to an earlier day begins a group of its own', () => {
    assert.deepEqual(
      groupsOf('aba').map(({ key, start }) => `${key}${start}`),
      ['a0', 'b1', 'a2'],
    );
  });

  test('are none where there are no entries', () => {
    assert.deepEqual(groupsOf(''), []);
  });

  test('are found by the place of an entry, from the first to the last', () => {
    const letters = 'aabcccdeeeef';
    const groups = groupsOf(letters);
    const found = Array.from(letters, (_, place) => groups[groupAt(groups, place)]!.key);
    assert.equal(found.join(''), letters);
    assert.equal(groupAt([], 0), 0);
  });
});
