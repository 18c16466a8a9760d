/** Texts for shoppers who do not see or hear an entry's media. The service sends none, so the page may provide them. */
import { text } from '../../api/models.ts';
import { array, boolean, maybe, object, record, type Schema, string, unknown } from '../../api/schema.ts';
import type { AttributeProblem, Maybe } from '../shared/attributes.ts';
import type { ProvidedTimeline } from './provided-timeline.ts';

/** As the attributes of `<track>`. */
export interface MediaTrack {
  /** The URL of a WebVTT file on the page's own origin. */
  src: string;
  /** `captions` by default. */
  kind?: Maybe<'captions' | 'subtitles' | 'descriptions' | 'chapters'>;
  srclang?: Maybe<string>;
  label?: Maybe<string>;
  /** Whether it is shown without being chosen. */
  default?: Maybe<boolean>;
}

export interface MediaTexts {
  /** What the picture shows; of an entry without a picture, what the video shows. */
  alt?: Maybe<string>;
  /** Of the video. */
  tracks?: Maybe<MediaTrack[]>;
}

export interface EntryTexts extends MediaTexts {
  /** What is said and shown, in full. */
  transcript?: Maybe<string>;
  /** Of the gallery's items, in the service's order. */
  gallery?: Maybe<Maybe<MediaTexts>[]>;
}

/** An element with the page's texts. */
interface TextsHost {
  readonly mediaTexts: Maybe<TextsById>;
  readonly provided: ProvidedTimeline;
}

/** By the entries' ids; `collection` for the collection's own picture or video. */
export type TextsById = Readonly<Record<string, EntryTexts>>;

const track = object<MediaTrack>({
  src: string,
  kind: unknown as Schema<MediaTrack['kind']>,
  srclang: text,
  label: text,
  default: maybe(boolean),
});
const mediumTexts = { alt: text, tracks: maybe(array(track)) };
const entryTexts = object<EntryTexts>({
  ...mediumTexts,
  transcript: text,
  gallery: maybe(array(maybe(object<MediaTexts>(mediumTexts)))),
});
const textsById = record(entryTexts);

/** The texts by an id, else those in the page's own entry or collection. Invalid ones are left out. */
export const textsOf = (host: TextsHost, id: string | number, own: object | undefined): EntryTexts =>
  [host.mediaTexts?.[id], own].find((texts) => texts && !entryTexts(texts)) ?? {};

/** Checks each object once, because attributes are checked at every drawing. */
const areValid = new WeakMap<object, boolean>();
function isValid<T>(schema: Schema<T>, value: object): boolean {
  if (!areValid.has(value)) areValid.set(value, !schema(value));
  return areValid.get(value)!;
}

export function checkMediaTexts({ mediaTexts, provided }: TextsHost): AttributeProblem | undefined {
  if (mediaTexts && (typeof mediaTexts !== 'object' || !isValid(textsById, mediaTexts)))
    return { attribute: 'media-texts', allowed: 'a JSON object of texts by entry id', isMinor: true };
  const { entries } = provided;
  if (entries && !isValid(array(entryTexts), entries))
    return {
      attribute: 'entries',
      allowed: 'a JSON array of timeline entries with valid texts',
      isMinor: true,
    };
  return undefined;
}
