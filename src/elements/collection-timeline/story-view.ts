/** Draws the story: header, entries and foot. */
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { repeat } from 'lit/directives/repeat.js';
import type { TimelineEntry } from '../../api/models.ts';
import { fill, formatCount } from '../shared/format.ts';
import { typeName } from './entry-view.ts';
import type { EntryWindow } from './entry-window.ts';
import type { EntryGroup } from './groups.ts';
import { levelBelowName, renderHeader } from './header-view.ts';
import { groupingOf } from './optional-attributes.ts';
import type { StoryContext } from './story-context.ts';

export interface StoryView {
  story: StoryContext;
  window: EntryWindow;
  groups: readonly EntryGroup[];
  /** The page's icons by type. */
  icons: ReadonlyMap<string, Element>;
  scrubber: TemplateResult | typeof nothing;
  /** The language of texts and dates, if it is not that of the words. */
  language: string | undefined;
  isLoadingMore: boolean;
  /** The reason why the next page is missing. */
  pageError: string | undefined;
  renderEntry: (entry: TimelineEntry, icon: Element | undefined) => unknown;
  loadMore: (event: Event) => void;
  showFresh: (event: Event) => void;
  skip: () => void;
}

/** Moves the focus past the timeline, to a Tab stop: from any other element, Chrome's Tab key leads back to the start. */
export function focusAfter(root: ParentNode): void {
  const after = root.querySelector<HTMLElement>('.after');
  if (!after) return;
  after.tabIndex = 0;
  after.focus();
}

const leaveAfter = ({ currentTarget }: Event) => {
  if (currentTarget instanceof Element) currentTarget.removeAttribute('tabindex');
};

type Icons = StoryView['icons'];

export function renderStory(view: StoryView): TemplateResult {
  const { story, window, language, isLoadingMore } = view;
  const { collection, fresh, round, pageCount } = story.host.list;
  return html`
    ${collection ? renderHeader(collection, story, language) : nothing} ${view.scrubber}
    ${
      fresh.length
        ? html`<div class="notice">
            <button part="fresh" class="button" type="button" @click=${view.showFresh}>
              <span
                >${fill(story.words.fresh, { count: formatCount(story.host.wordsLanguage, fresh.length) })}</span
              >
            </button>
          </div>`
        : nothing
    }
    ${
      window.isBeginning || !story.host.list.entries.length
        ? nothing
        : html`<button part="skip" class="skip button" type="button" @click=${view.skip}>
            <span>${story.words.skip}</span>
          </button>`
    }
    ${renderEntries(view)}
    ${repeat(
      // A new foot for each page: one that moves down would count as a layout shift.
      window.isBeginning ? [] : [`${round} ${pageCount}`],
      (page) => page,
      () => renderFoot(view),
    )}
    ${isLoadingMore ? html`<div class="tail" aria-hidden="true"></div>` : nothing}
    <div class="after" @blur=${leaveAfter}></div>
  `;
}

function renderEntries(view: StoryView): TemplateResult {
  const { story, window, groups, icons } = view;
  const { host, dates, words } = story;
  const { entries } = host.list;
  if (!entries.length)
    return html`<p part="message" class="empty soft" tabindex="-1">
      <slot name="empty">${words.empty}</slot>
    </p>`;
  const grouping = groupingOf(host);
  const { from, to, isPart, isUnread, jumps } = window;
  // Lit removes entries one by one, which takes longer than a frame: after a jump, the lists are new.
  return html`<div
    part="entries"
    class=${classMap({ list: true, partly: isPart, unread: isUnread, 'by-day': grouping === 'day' })}
  >
    <div class="above"></div>
    ${
      grouping
        ? repeat(
            groups.filter(({ start, end }) => end > from && start < to),
            ({ start }) => `${jumps} ${entries[start]?.id}`,
            (group) => html`
              <h3
                part="group-heading"
                class="group-heading"
                id="group-${group.start}"
                aria-level=${levelBelowName(host)}
              >
                <span class="filled" lang=${ifDefined(group.key ? view.language : undefined)}
                  >${dates.heading(group.key, grouping, words)}</span
                >
              </h3>
              ${renderList(view, group, icons, `group-${group.start}`)}
            `,
          )
        : repeat(
            groups,
            () => jumps,
            (group) => renderList(view, group, icons),
          )
    }
    <div class="below"></div>
  </div>`;
}

/** The lists have no boxes of their own: a list whose upper edge moved down would count as a layout shift. */
function renderList(view: StoryView, group: EntryGroup, icons: Icons, heading?: string) {
  const { story, window, renderEntry } = view;
  const { entries, isComplete } = story.host.list;
  const from = Math.max(group.start, window.from);
  const to = Math.min(group.end, window.to);
  // Screen readers need the positions in a list that is only partly drawn, and -1 if its length is not known yet.
  const isWhole = isComplete || group.end < entries.length;
  const size = window.isPart ? (isWhole ? group.end - group.start : -1) : nothing;
  return html`<ol role="list" aria-labelledby=${heading ?? nothing}>
    ${repeat(
      entries.slice(from, to),
      ({ id }) => id,
      (entry, index) =>
        html`<li
          class="item"
          aria-posinset=${window.isPart ? from - group.start + index + 1 : nothing}
          aria-setsize=${size}
        >
          ${renderEntry(entry, icons.get(typeName(entry.type)))}
        </li>`,
    )}
  </ol>`;
}

/** One button to load more and to try again, so that it keeps the focus after a failure. */
function renderFoot({ story, isLoadingMore, pageError, loadMore }: StoryView): TemplateResult {
  const { host, words } = story;
  const { isComplete, missing, pageCount } = host.list;
  const word = pageError ? 'retry' : isLoadingMore ? 'loadingMore' : 'more';
  const button = () =>
    html`<button
      part="button"
      class="button quiet"
      type="button"
      aria-disabled=${isLoadingMore ? 'true' : 'false'}
      @click=${loadMore}
    >
      <span><slot name=${word}>${words[word]}</slot></span>
    </button>`;
  const end = () =>
    isComplete && pageCount > 1
      ? html`<p part="end" class="end soft" tabindex="-1"><slot name="end">${words.end}</slot></p>`
      : nothing;
  return html`<div class="foot">
    <p part="message" class=${pageError ? 'message error' : 'unseen'} role="status">
      ${pageError ?? nothing}
    </p>
    ${(isComplete || missing) && !pageError ? end() : button()}
  </div>`;
}
