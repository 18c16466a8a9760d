import type { EntryRecord } from '../store/stories.ts';
import { Random } from './random.ts';
import { EXAMPLE_TOKEN_ID } from './story.ts';
import { ARTISTS, PLACES, RECORDS, SCENES } from './tiefsee-phrases.ts';

const RANDOM_SEED = 20_190_111;
const STILLS = 8;
const HOUR_MS = 3_600_000;
/** 5,000 entries at this pace are about seven and a half years of a small label. */
const MEAN_GAP_MS = 13.2 * HOUR_MS;

const FILM = { url: 'tiefsee-session.webm', poster_url: 'tiefsee-01.webp' };

/** `count` entries of a record label's diary, oldest first, the newest one at `untilMs`. */
export function tiefseeEntries(count: number, untilMs: number): EntryRecord[] {
  const random = new Random(RANDOM_SEED);
  const entries: EntryRecord[] = [];
  let time = untilMs;
  for (let index = 0; index < count; index += 1) {
    entries.push(composeEntry(random, time));
    time -= Math.round(MEAN_GAP_MS * (0.25 + 1.5 * random.next()));
  }
  return entries.reverse();
}

function composeEntry(random: Random, time: number): EntryRecord {
  const scene = random.pick(SCENES);
  const place = random.pick(PLACES);
  const words: Record<string, string> = {
    artist: random.pick(ARTISTS),
    record: random.pick(RECORDS),
    place,
    n: String(2 + random.below(58)),
  };
  const fill = (phrase: string): string =>
    phrase.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');

  const record: EntryRecord = {
    type: scene.type,
    created_at: new Date(time).toISOString(),
    title: fill(random.pick(scene.titles)),
    content: `${fill(random.pick(scene.openings))} ${fill(random.pick(scene.endings))}`,
  };
  if (random.chance(0.4)) record.location = random.chance(0.8) ? place : null;
  if (random.chance(0.02)) record.token_id = EXAMPLE_TOKEN_ID;
  else if (random.chance(0.3)) record.token_id = null;
  if (random.chance(0.25)) record.image = { url: still(random) };
  if (scene.type === 'media' && random.chance(0.3)) record.video = FILM;
  if (scene.type === 'event' && random.chance(0.4)) record.gallery = gallery(random);
  if (random.chance(0.3)) {
    const later = time + random.below(72) * HOUR_MS;
    record.updated_at = random.chance(0.5) ? new Date(later).toISOString() : null;
  }
  return record;
}

function still(random: Random): string {
  return `tiefsee-0${1 + random.below(STILLS)}.webp`;
}

type GalleryItem = NonNullable<EntryRecord['gallery']>[number];

function gallery(random: Random): GalleryItem[] {
  const items = Array.from({ length: 2 + random.below(3) }, (_, position): GalleryItem => {
    return { url: still(random), file_type: 'image/webp', poster_url: null, order: position + 1 };
  });
  if (random.chance(0.3)) items.push({ ...FILM, file_type: 'video/webm', order: 0 });
  return items.reverse();
}
