/** The pictures, videos and attachments of an entry or a collection. */
import type { TimelineEntry } from '../../api/models.ts';
import { fill, formatCount } from '../shared/format.ts';
import { safeUrl } from '../shared/safe-url.ts';
import type { EntryTexts, MediaTexts, MediaTrack } from './media-texts.ts';
import type { TimelineWords } from './story-context.ts';

type GalleryItem = NonNullable<TimelineEntry['gallery']>[number];
type Url = string | null | undefined;

export interface Medium {
  kind: 'image' | 'video' | 'other';
  url: string;
  poster: string | undefined;
  /** For shoppers who cannot see it. */
  name: string;
  /** The name on the button that enlarges it: the entry's date where it has no title. */
  label: string;
  /** Captions and the like. */
  tracks: readonly MediaTrack[];
}

export const videoOf = (
  video: { url?: Url; poster_url?: Url } | null | undefined,
  name: string,
  tracks: MediaTexts['tracks'],
  label = name,
): Medium | undefined =>
  video ? medium('video', video.url, video.poster_url, { name, label }, tracks) : undefined;

export const pictureOf = (
  image: { url?: Url } | null | undefined,
  name: string,
  label = name,
): Medium | undefined => (image ? medium('image', image.url, null, { name, label }) : undefined);

/** A gallery's items in their `order`; those without one come last, as the service sent them. */
export function galleryOf(
  gallery: TimelineEntry['gallery'],
  texts: EntryTexts['gallery'],
  { title, label }: { title: string; label: string },
  words: TimelineWords,
  language: string,
): Medium[] {
  const numberOf = (count: number) => formatCount(language, count);
  const items = (gallery ?? [])
    .map((item, place) => ({ ...item, texts: texts?.[place] }))
    .filter(({ url, poster_url }) => safeUrl(url) ?? safeUrl(poster_url))
    .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0);
  return items.flatMap((item, index) => {
    const kind = kindOf(item);
    const numbered = (own: string) =>
      items.length > 1
        ? fill(words.galleryItem, {
            title: own,
            index: numberOf(index + 1),
            count: numberOf(items.length),
          })
        : own;
    const { alt, tracks } = item.texts ?? {};
    // Without a title, an item is named by its kind.
    const name = alt || numbered(title || (kind === 'video' ? words.video : words.image));
    return medium(kind, item.url, item.poster_url, { name, label: alt || numbered(label) }, tracks) ?? [];
  });
}

/** A URL without its query and hash, which may be a signature that expires. */
export const withoutQuery = (url: string): string => url.split(/[?#]/)[0]!;

/** The last segment of a URL's path, as a person would read it. */
export function fileName(href: string): string {
  const { pathname, hostname } = new URL(href, 'https://page.invalid');
  const last = pathname.split('/').pop();
  if (!last) return hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The service document does not show the values of `file_type`: it may be a kind or a media type, else the URL decides. */
function kindOf({ url, file_type }: GalleryItem): Medium['kind'] {
  const hint = `${file_type ?? ''} ${withoutQuery(url ?? '')}`;
  if (/^(image|photo|picture|avif|gif|jpe?g|png|svg|webp)\b|\.(avif|gif|jpe?g|png|svg|webp)$/i.test(hint))
    return 'image';
  if (/^(video|m4v|mov|mp4|ogv|webm)\b|\.(m4v|mov|mp4|ogv|webm)$/i.test(hint)) return 'video';
  return 'other';
}

function medium(
  kind: Medium['kind'],
  url: Url,
  poster: Url,
  names: Pick<Medium, 'name' | 'label'>,
  tracks?: MediaTexts['tracks'],
): Medium | undefined {
  const [safe, safePoster] = [safeUrl(url), safeUrl(poster)];
  if (safe) return { kind, url: safe, poster: safePoster, ...names, tracks: tracks ?? [] };
  // A video without a file still has its poster.
  return safePoster ? medium('image', poster, null, names) : undefined;
}
