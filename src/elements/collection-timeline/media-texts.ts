/** Texts for shoppers who cannot see or hear an entry's media. The service sends none, so the page may provide them. */
import type { Maybe } from '../shared/attributes.ts';

/** The attributes of a `<track>`. */
export interface MediaTrack {
  /** The URL of a WebVTT file on the page's own origin. */
  src: string;
  /** `captions` by default. */
  kind?: Maybe<'captions' | 'subtitles' | 'descriptions' | 'chapters'>;
  srclang?: Maybe<string>;
  label?: Maybe<string>;
  /** Whether the track is shown by default. */
  default?: Maybe<boolean>;
}

export interface MediaTexts {
  /** Describes the picture, or the video of an entry without a picture. */
  alt?: Maybe<string>;
  /** Of the video. */
  tracks?: Maybe<MediaTrack[]>;
}

export interface EntryTexts extends MediaTexts {
  /** Everything that is said and shown, as text. */
  transcript?: Maybe<string>;
  /** Of the gallery's items, in the service's order. */
  gallery?: Maybe<Maybe<MediaTexts>[]>;
}

/** By the entries' ids; `collection` for the collection's own picture or video. */
export type TextsById = Readonly<Record<string, EntryTexts>>;
