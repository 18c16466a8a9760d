/** The entries that every contestant shows, and their place in the sandbox. */
import { openDatabase, transaction } from '../../../demo/sandbox/store/database.ts';
import { type EntryRecord, insertEntries } from '../../../demo/sandbox/store/stories.ts';
import type { TestShop } from '../../../test/helpers/control.ts';

/** The pictures that the sandbox serves, 60 to 125 kB each. */
const PICTURES = [
  ...Array.from({ length: 12 }, (_, index) => `nordlicht-${String(index + 1).padStart(2, '0')}.webp`),
  ...Array.from({ length: 8 }, (_, index) => `tiefsee-${String(index + 1).padStart(2, '0')}.webp`),
];

const TITLES = [
  'A colour from a night train',
  'Eleven sketches on the kitchen table',
  'What stays from last winter',
  'Looking for a mill that says no',
  'Buttons from a nut',
  'The first sample fits nobody',
  'Two days in Borås',
];

/** Of different lengths, so that no list gets away with one height for every entry. */
const SENTENCES = [
  'Somewhere past Kiruna the whole carriage went quiet and turned green.',
  'Seven of the eleven are coats, so we may have to accept that this is a coat collection.',
  'Pockets tear at the lower corner, zips freeze, cuffs pill.',
  'The fifth told us our weight was wrong and sent a swatch to prove it.',
  'They take dye like wood, do not crack in the cold and smell faintly of sawdust.',
];

/** Long past, so that every contestant writes the whole date. */
const NEWEST = Date.UTC(2025, 5, 30, 12);
const APART_MS = 6 * 60 * 60 * 1000;

function makeEntries(count: number): EntryRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'update',
    title: `${TITLES[index % TITLES.length]} (${count - index})`,
    content: Array.from(
      { length: 1 + ((index * 7) % 5) },
      (__, line) => SENTENCES[(index + line) % SENTENCES.length],
    ).join(' '),
    created_at: new Date(NEWEST - index * APART_MS).toISOString(),
    image: { url: PICTURES[index % PICTURES.length]! },
  }));
}

/**
 * One timeline per count; every contestant and round reads the same. The entries are written into the sandbox's file,
 * because they are more than its requests may carry.
 */
export async function fillSandbox(
  shop: TestShop,
  file: string,
  counts: number[],
): Promise<Map<number, string>> {
  const slugs = new Map<number, string>();
  const db = openDatabase(file);
  try {
    for (const count of counts) {
      const { collectionId, slug } = await shop.timeline({ slug: `bench-${count}`, entries: [] });
      transaction(db, () => insertEntries(db, collectionId, makeEntries(count), NEWEST));
      slugs.set(count, slug);
    }
  } finally {
    db.close();
  }
  return slugs;
}
