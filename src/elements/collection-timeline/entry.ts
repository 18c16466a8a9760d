/** How an entry and the collection's header are drawn. */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { fill } from '../shared/locale.ts';
import { safeUrl } from '../shared/safe-url.ts';
import type { Dates } from './dates.ts';
import type { TextPiece } from './links.ts';
import {
  filmOf,
  galleryOf,
  type Medium,
  type MediaContext,
  pictureOf,
  renderGallery,
  renderMedium,
} from './media.ts';

export const headerParts = ['media', 'name', 'description', 'launch-date', 'keywords'] as const;

export interface EntryContext extends Omit<MediaContext, 'enlarge' | 'played'> {
  dates: Dates;
  mapUrl: string;
  noMedia: boolean;
  /** Whether headings of groups stand above the entries'. */
  isGrouped: boolean;
  /** Finds the links in a text; undefined until it is loaded. */
  findLinks: ((text: string) => TextPiece[]) | undefined;
  /** The page's own icon for a type of entry. */
  icon: Element | undefined;
  /** The language of texts and dates, where it is not that of the words. */
  language: string | undefined;
  /** Whether a server draws, or the browser takes over what it drew: "yesterday" may be long ago by then. */
  isFromServer: boolean;
  isCurrent: boolean;
  /** What became of copying this entry's link. */
  note: string;
  enlarge: (event: Event, entry: TimelineEntry, media: readonly Medium[], medium: Medium) => void;
  played: (entry: TimelineEntry, medium: Medium) => void;
  copy: (event: MouseEvent, entry: TimelineEntry) => void;
}

/** A part name and a slot name is an identifier; whatever else the service sends as a type becomes a dash. */
export const typeName = (type: string): string => type.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');

/** Whether a text may have a link in it. */
export const hasLink = (text: string | null | undefined): boolean =>
  Boolean(text && /:\/\/|www\.|\.\w+\/|@/i.test(text));

export function renderEntry(entry: TimelineEntry, context: EntryContext): TemplateResult {
  const { type, created_at } = entry;
  // Of white space there is nothing to show.
  const [title, content, location] = [entry.title, entry.content, entry.location].map((text) =>
    text?.trim() ? text : '',
  );
  const { t, dates, isGrouped } = context;
  const date = dates.read(created_at);
  const told = !date ? created_at : context.isFromServer ? dates.tellLong(date.day) : dates.tell(date);
  return html`<article
    part="entry entry-${typeName(type)}${context.isCurrent ? ' entry-current' : ''}"
    class="entry"
    id="entry-${entry.id}"
    lang=${ifDefined(context.language)}
    aria-label=${title || told}
    tabindex="-1"
    aria-current=${ifDefined(context.isCurrent ? 'true' : undefined)}
  >
    ${context.icon ? html`<span part="icon" class="icon" aria-hidden="true">${copyIcon(context.icon)}</span>` : nothing}
    <p class="when soft">
      ${
        date
          ? html`<time part="date" datetime=${date.iso} title=${dates.tellLong(date.day)}>${told}</time>`
          : html`<span part="date">${told}</span>`
      }
      ${location ? renderLocation(location, context) : nothing}
      <a
        part="link"
        class="permalink"
        href="#entry-${entry.id}"
        aria-label=${fill(t.copyLink, { title: title || told })}
        @click=${(event: MouseEvent) => context.copy(event, entry)}
      ></a>
      ${context.note ? html`<span class="note" aria-hidden="true">${context.note}</span>` : nothing}
    </p>
    ${
      title
        ? isGrouped
          ? html`<h4 part="title" class="title">${title}</h4>`
          : html`<h3 part="title" class="title">${title}</h3>`
        : nothing
    }
    ${content ? html`<p part="content" class="content">${renderText(content, context)}</p>` : nothing}
    ${context.noMedia ? nothing : renderMedia(entry, context)}
  </article>`;
}

function renderMedia(entry: TimelineEntry, { t, enlarge, played }: EntryContext) {
  const title = entry.title?.trim() ?? '';
  const picture = pictureOf(entry.image, title || t.image);
  const film = filmOf(entry.video, title || t.video);
  const gallery = galleryOf(entry.gallery, title, t);
  if (!picture && !film && !gallery.length) return nothing;
  // A film plays where it stands; where there is only its poster, that is a picture like others.
  const still = film?.kind === 'image' ? film : undefined;
  const all = [picture, still, ...gallery].filter((item) => item && item.kind !== 'other') as Medium[];
  const context = {
    t,
    enlarge: (event: Event, item: Medium) => enlarge(event, entry, all, item),
    played: (item: Medium) => played(entry, item),
  };
  return html`<div class="media">
    ${renderMedium(picture, context, title || entry.content ? '' : t.image)} ${renderMedium(film, context)}
    ${gallery.length ? renderGallery(gallery, context) : nothing}
  </div>`;
}

function renderLocation(location: string, { mapUrl, t }: EntryContext): TemplateResult {
  const href = mapUrl && safeUrl(mapUrl.replaceAll('{location}', encodeText(location)));
  if (!href) return html`<span part="location">${location}</span>`;
  return html`<a
    part="location"
    href=${href}
    rel="noopener noreferrer"
    target="_blank"
    aria-label=${fill(t.map, { location })}
    >${location}</a
  >`;
}

/** Half a letter cannot be encoded, and would throw. */
const encodeText = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

function renderText(text: string, { findLinks }: EntryContext) {
  if (!findLinks || !hasLink(text)) return text;
  return findLinks(text).map((piece) => {
    const href = safeUrl(piece.url, /^(https?|mailto):$/);
    if (!href) return piece.text;
    return html`<a href=${href} rel="noopener noreferrer nofollow" target="_blank">${piece.text}</a>`;
  });
}

/** Each entry has its own copy, because a slot is shown once. */
function copyIcon(icon: Element): Node {
  if (icon instanceof HTMLTemplateElement) return icon.content.cloneNode(true);
  const copy = icon.cloneNode(true) as Element;
  copy.removeAttribute('slot');
  copy.removeAttribute('id');
  return copy;
}

interface HeaderContext {
  t: MediaContext['t'];
  dates: Dates;
  noMedia: boolean;
  language: string | undefined;
  shows: (part: (typeof headerParts)[number]) => boolean;
}

export function renderHeader(collection: Collection, { t, dates, language, noMedia, shows }: HeaderContext) {
  const { name, description, image, video, launch_date } = collection;
  const date = launch_date ? dates.read(launch_date) : undefined;
  const words = keywordsOf(collection.keywords);
  const context: MediaContext = { t, enlarge: undefined, played: () => undefined };
  const medium =
    shows('media') && !noMedia ? (filmOf(video, name || t.video) ?? pictureOf(image, name ?? '')) : undefined;
  const launch = date ? dates.tellLong(date.day) : launch_date;
  return html`
    <div part="header" class="header" lang=${ifDefined(language)}>
      ${renderMedium(medium, context, '', true)}
      ${name && shows('name') ? html`<h2 part="name" class="name">${name}</h2>` : nothing}
      ${
        launch && shows('launch-date')
          ? html`<p part="launch-date" class="soft">${fill(t.launch, { date: launch })}</p>`
          : nothing
      }
      ${
        description && shows('description')
          ? html`<p part="description" class="description">${description}</p>`
          : nothing
      }
      ${
        words.length && shows('keywords')
          ? html`<ul part="keywords" class="keywords">
              ${words.map((word) => html`<li part="keyword">${word}</li>`)}
            </ul>`
          : nothing
      }
    </div>
  `;
}

/** The service document does not show what keywords are: texts, or one text with commas, are told. */
function keywordsOf(keywords: unknown): string[] {
  const list: unknown[] =
    typeof keywords === 'string' ? keywords.split(',') : Array.isArray(keywords) ? keywords : [];
  return list
    .filter((word) => typeof word === 'string' || typeof word === 'number')
    .map((word) => String(word).trim())
    .filter(Boolean);
}
