/** Reads and checks the texts that the page provides for media. */
import { text } from '../../api/models.ts';
import { array, boolean, maybe, object, record, type Schema, string, unknown } from '../../api/schema.ts';
import type { AttributeProblem, Maybe } from '../shared/attributes.ts';
import type { EntryTexts, MediaTexts, MediaTrack, TextsById } from './media-texts.ts';
import type { ProvidedTimeline } from './provided-timeline.ts';

/** An element with the page's texts. */
interface TextsHost {
  readonly mediaTexts: Maybe<TextsById>;
  readonly provided: ProvidedTimeline;
}

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
const ownTexts = array(entryTexts);

/** The texts by an id, else those in the page's own entry or collection. Invalid ones are left out. */
export const textsOf = (host: TextsHost, id: string | number, own: object | undefined): EntryTexts =>
  [host.mediaTexts?.[id], own].find((texts) => texts && !entryTexts(texts)) ?? {};

/** Whether each object was valid. Cached, because every drawing checks the attributes. */
const areValid = new WeakMap<object, boolean>();
function isValid<T>(schema: Schema<T>, value: object): boolean {
  if (!areValid.has(value)) areValid.set(value, !schema(value));
  return areValid.get(value)!;
}

export function checkMediaTexts({ mediaTexts, provided }: TextsHost): AttributeProblem | undefined {
  if (mediaTexts && (typeof mediaTexts !== 'object' || !isValid(textsById, mediaTexts)))
    return { attribute: 'media-texts', allowed: 'a JSON object of texts by entry id' };
  const { entries } = provided;
  if (entries && !isValid(ownTexts, entries))
    return { attribute: 'entries', allowed: 'a JSON array of timeline entries with valid texts' };
  return undefined;
}
