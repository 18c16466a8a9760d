import type { EntryRecord } from '../store/stories.ts';

/** The token whose owner finds entries of their own piece in the timelines. */
export const EXAMPLE_TOKEN_ID = 4711;

/**
 * An entry in short form. As in a real database, optional fields that are left out here are sometimes missing
 * from the record and sometimes null.
 */
export type StoryEntry = [
  utcMinute: string,
  type: string,
  title: string,
  content: string,
  extras: {
    location?: string;
    /** Number of a still, or null for an image field without an image. */
    image?: number | null;
    video?: true;
    /** Numbers of stills in display order; the record lists them in another order. */
    gallery?: number[];
    token?: true;
    user?: true;
    /** null: no text; explicitly undefined: the field is missing. */
    content?: null | undefined;
    updated?: string | null;
  },
];

export interface StoryMedia {
  still(number: number): string;
  film: string;
  poster: string;
  author: string;
}

const timestamp = (utcMinute: string): string => new Date(`${utcMinute}Z`).toISOString();

export function toEntryRecord(entry: StoryEntry, index: number, media: StoryMedia): EntryRecord {
  const [createdAt, type, title, content, extras] = entry;
  const { image, gallery, updated } = extras;
  const record: EntryRecord = { type, created_at: timestamp(createdAt), title };
  if (!('content' in extras)) record.content = content;
  else if (extras.content === null) record.content = null;

  if (extras.location) record.location = extras.location;
  else if (index % 3 === 0) record.location = null;

  if (extras.token) record.token_id = EXAMPLE_TOKEN_ID;
  else if (index % 4 === 0) record.token_id = null;

  if (extras.user) record.user_id = media.author;
  else if (index % 5 === 0) record.user_id = null;

  if (typeof image === 'number') record.image = { url: media.still(image) };
  else if (image === null) record.image = { url: null };
  else if (index % 2 === 0) record.image = null;

  if (extras.video) record.video = { url: media.film, poster_url: media.poster };
  if (gallery) record.gallery = shuffledGallery(gallery, media);
  else if (index % 6 === 0) record.gallery = null;

  if (updated) record.updated_at = timestamp(updated);
  else if (updated === null || index % 3 === 1) record.updated_at = null;
  return record;
}

/** In reverse order, so that an element that ignores `order` shows the pictures the wrong way round. */
function shuffledGallery(numbers: number[], media: StoryMedia): NonNullable<EntryRecord['gallery']> {
  return numbers
    .map((number, position) => ({
      url: media.still(number),
      file_type: 'image/webp',
      poster_url: null,
      order: position + 1,
    }))
    .reverse();
}
