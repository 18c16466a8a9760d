/** Draws the collection's header. */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Collection } from '../../api/models.ts';
import { fill } from '../shared/format.ts';
import { pictureOf, videoOf } from './media.ts';
import { textsOf } from './page-texts.ts';
import { type MediaContext, renderMedium } from './media-view.ts';
import { type headerSections, sectionsOf } from './optional-attributes.ts';
import { datesInWords, type StoryContext } from './story-context.ts';
import type { TimelineHost } from './timeline-host.ts';

type Section = (typeof headerSections)[number];

function isShown(host: TimelineHost, section: Section): boolean {
  const sections = sectionsOf(host);
  return !sections.length || sections.includes(section);
}

/** The level of a heading below the collection's name, or of the first heading if no name is shown. */
export const levelBelowName = (host: TimelineHost, below = 0): string =>
  host.levelOf(host.list.collection?.name && isShown(host, 'name') ? below + 1 : below);

export function renderHeader(
  collection: Collection,
  story: StoryContext,
  language: string | undefined,
): TemplateResult | typeof nothing {
  const { host, words } = story;
  if (sectionsOf(host).includes('none')) return nothing;
  const shows = (section: Section) => isShown(host, section);
  const { name, description, image, video, launch_date } = collection;
  const date = launch_date ? story.dates.parse(launch_date) : undefined;
  const launch = date ? datesInWords(story).formatDay(date.day) : launch_date;
  const keywords = shows('keywords') ? keywordsOf(collection.keywords) : [];
  const context: MediaContext = {
    title: name ?? '',
    words,
    language: host.wordsLanguage,
    enlarge: undefined,
    played: () => undefined,
  };
  const { alt, tracks } = textsOf(host, 'collection', host.provided.collection);
  const medium =
    shows('media') && !host.noMedia
      ? (videoOf(video, alt || name || words.video, tracks) ?? pictureOf(image, name ?? ''))
      : undefined;
  return html`
    <div part="header" class="header" lang=${ifDefined(language)}>
      ${renderMedium(medium, context, alt ?? '', true)}
      ${name && shows('name') ? html`<h2 part="name" class="name" aria-level=${host.levelOf()}>${name}</h2>` : nothing}
      ${
        launch && shows('launch-date')
          ? html`<p part="launch-date" class="soft" lang=${ifDefined(language && host.wordsLanguage)}>
              ${fill(words.launch, { date: launch })}
            </p>`
          : nothing
      }
      ${
        description && shows('description')
          ? html`<p part="description" class="description">${description}</p>`
          : nothing
      }
      ${
        keywords.length
          ? html`<ul part="keywords" class="keywords">
              ${keywords.map((keyword) => html`<li part="keyword">${keyword}</li>`)}
            </ul>`
          : nothing
      }
    </div>
  `;
}

/** The service document does not show the format of keywords. Accepts an array of texts, or one text with commas. */
function keywordsOf(keywords: unknown): string[] {
  const list: unknown[] =
    typeof keywords === 'string' ? keywords.split(',') : Array.isArray(keywords) ? keywords : [];
  return list
    .filter((keyword) => typeof keyword === 'string' || typeof keyword === 'number')
    .map((keyword) => String(keyword).trim())
    .filter(Boolean);
}
