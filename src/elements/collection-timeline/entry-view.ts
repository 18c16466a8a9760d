/** Draws an entry. */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { TimelineEntry } from '../../api/models.ts';
import { fill } from '../shared/format.ts';
import { safeUrl } from '../shared/safe-url.ts';
import { levelBelowName } from './header-view.ts';
import { renderGallery } from './gallery-view.ts';
import type { TextPiece } from './links.ts';
import { galleryOf, type Medium, pictureOf, videoOf } from './media.ts';
import { textsOf } from './page-texts.ts';
import { type MediaContext, renderMedium } from './media-view.ts';
import { groupingOf } from './optional-attributes.ts';
import type { StoryContext } from './story-context.ts';
import { hasLink } from './text-links.ts';

export interface EntryContext {
  story: StoryContext;
  /** Undefined until it is loaded. */
  findLinks: ((text: string) => TextPiece[]) | undefined;
  /** The page's own icon for the type of entry. */
  icon: Element | undefined;
  /** The language of texts and dates, if it is not that of the words. */
  language: string | undefined;
  /** Whether a link led to the entry. */
  isCurrent: boolean;
  /** The part of the entry's link before the hash: empty, or the page's URL. */
  linkStart: string;
  /** The result of copying the entry's link. */
  note: string;
  enlarge: (
    event: Event,
    entry: TimelineEntry,
    title: string,
    media: readonly Medium[],
    medium: Medium,
  ) => void;
  played: (entry: TimelineEntry, medium: Medium) => void;
  copyLink: (event: MouseEvent, entry: TimelineEntry) => void;
}

/** Turns a type into an identifier, for names of parts and slots. */
export const typeName = (type: string): string => type.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');

/** Blank texts are not shown. */
const textOf = (text: string | null | undefined) => (text?.trim() ? text : '');

export function renderEntry(entry: TimelineEntry, context: EntryContext): TemplateResult {
  const { story, icon, language, isCurrent, note } = context;
  const { host, dates, words } = story;
  const { id, type, created_at } = entry;
  const [title, content, location] = [entry.title, entry.content, entry.location].map(textOf);
  const date = dates.parse(created_at);
  const day = date ? dates.formatDay(date.day) : '';
  // By the time the browser hydrates it, a server's "yesterday" may be long ago.
  const dateText = !date ? created_at : host.isServerDrawing ? day : dates.format(date);
  const name = title || dateText;
  const level = levelBelowName(host, groupingOf(host) ? 1 : 0);
  return html`<article
    part="entry entry-${typeName(type).replace(/^current$/, '')}${isCurrent ? ' entry-current' : ''}"
    class="entry"
    id="entry-${id}"
    lang=${ifDefined(language)}
    aria-label=${name}
    tabindex="-1"
    aria-current=${ifDefined(isCurrent ? 'true' : undefined)}
  >
    ${icon ? html`<span part="icon" class="icon" aria-hidden="true">${copyOf(icon)}</span>` : nothing}
    <p class="when soft">
      ${
        date
          ? html`<time part="date" datetime=${date.iso}>${dateText}</time>`
          : html`<span part="date">${dateText}</span>`
      }
      ${date && dateText !== day ? html`<span part="day">${day}</span>` : nothing}
      ${location ? renderLocation(location, story) : nothing}
      ${host.noLinks ? nothing : renderLink(entry, fill(words.copyLink, { title: name }), context)}
      ${note ? html`<span class="note filled" aria-hidden="true">${note}</span>` : nothing}
    </p>
    ${title ? html`<h3 part="title" class="title" aria-level=${level}>${title}</h3>` : nothing}
    ${content ? html`<p part="content" class="content">${renderText(content, context)}</p>` : nothing}
    ${host.noMedia ? nothing : renderMedia(entry, dateText, context)}
  </article>`;
}

const renderLink = (entry: TimelineEntry, label: string, { linkStart, copyLink }: EntryContext) =>
  html`<a
    part="link"
    class="permalink"
    href="${linkStart}#entry-${entry.id}"
    aria-label=${label}
    @click=${(event: MouseEvent) => copyLink(event, entry)}
    ><svg part="link-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M6.5 9.5l3-3M7 4l1.5-1.5a3.5 3.5 0 0 1 5 5L12 9M9 12l-1.5 1.5a3.5 3.5 0 0 1-5-5L4 7" /></svg
  ></a>`;

function renderMedia(
  entry: TimelineEntry,
  dateText: string,
  { story, enlarge, played }: EntryContext,
): unknown[] {
  const { host, words } = story;
  const { wordsLanguage: language } = host;
  const title = entry.title?.trim() ?? '';
  const label = title || dateText || words.image;
  const own = host.provided.entryOf(entry.id);
  const { alt, tracks, transcript, gallery: texts } = textsOf(host, entry.id, own);
  const picture = pictureOf(entry.image, alt || title || words.image, alt || label);
  const ownAlt = (!picture && alt) || title;
  const video = videoOf(entry.video, ownAlt || words.video, tracks, ownAlt || dateText || words.video);
  const items = galleryOf(entry.gallery, texts, { title, label }, words, language);
  // Only a picture fits beside the text: links to files stand below it, and everything else is in the lightbox.
  const isCompact = host.layout === 'compact';
  const isBelow = ({ kind }: Medium) => isCompact && kind === 'other';
  const gallery = items.filter((item) => !isBelow(item));
  const lead = picture ?? (isCompact && !video ? gallery.find(({ kind }) => kind === 'image') : undefined);
  // The lightbox shows everything but videos, which play in their place. A video without a file is a picture.
  const inLightbox = video?.kind === 'image' || (isCompact && picture) ? video : undefined;
  const all = [picture, inLightbox, ...gallery].flatMap((item) =>
    item && item.kind !== 'other' ? item : [],
  );
  const context: MediaContext = {
    title: label,
    words,
    language,
    enlarge: (event, item) => enlarge(event, entry, label, all, item),
    played: (item) => played(entry, item),
  };
  const leadText = picture ? alt || (title || entry.content ? '' : words.image) : lead?.name;
  const media =
    (picture ?? video ?? gallery[0])
      ? html`<div class="media">
          ${renderMedium(lead, context, leadText)} ${renderMedium(video, context)}
          ${gallery.length ? renderGallery(gallery, context) : nothing}
        </div>`
      : nothing;
  const files = items.filter(isBelow).map((item) => renderMedium(item, context));
  const details = textOf(transcript)
    ? html`<details part="transcript" class="transcript">
        <summary lang=${language}>${words.transcript}</summary>
        <p class="content">${transcript}</p>
      </details>`
    : nothing;
  return [media, files, details];
}

function renderLocation(location: string, { host: { mapUrl }, words }: StoryContext): TemplateResult {
  const href = mapUrl && safeUrl(mapUrl.replaceAll('{location}', encodeText(location)));
  if (!href) return html`<span part="location">${location}</span>`;
  return html`<a
    part="location"
    href=${href}
    rel="noopener noreferrer"
    target="_blank"
    aria-label=${fill(words.map, { location })}
    >${location}</a
  >`;
}

/** `encodeURIComponent` throws for half of a surrogate pair. */
const encodeText = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

function renderText(text: string, { findLinks }: EntryContext) {
  if (!findLinks || !hasLink(text)) return text;
  return findLinks(text).map((piece) => {
    const href = safeUrl(piece.url, /^(https?|mailto):$/);
    if (!href) return piece.text;
    return html`<a href=${href} rel="noopener noreferrer nofollow" target="_blank">${piece.text}</a>`;
  });
}

/** Each entry gets its own copy, because slotted content is shown only once. */
function copyOf(icon: Element): Node {
  if (icon instanceof HTMLTemplateElement) return icon.content.cloneNode(true);
  const copy = document.importNode(icon, true);
  copy.removeAttribute('slot');
  copy.removeAttribute('id');
  return copy;
}
