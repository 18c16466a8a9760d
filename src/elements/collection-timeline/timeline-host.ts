/** The element as its story sees it. */
import type { timelineStart } from '../../locales/en.ts';
import type { ElementHost } from '../shared/storefront-element.ts';
import type { EntryList } from './entry-list.ts';
import type { FirstPage, FirstPageHost } from './first-page.ts';
import type { ViewSettings } from './timeline-settings.ts';

export type CollectionTimelineState = 'loading' | 'ready' | 'empty' | 'error' | 'misconfigured';

/** The words before the first entries. */
export type FirstWords = typeof timelineStart;

export interface TimelineHost extends ElementHost<FirstWords>, ViewSettings, FirstPageHost {
  readonly state: CollectionTimelineState;
  readonly reserve: boolean;
  readonly list: EntryList;
  readonly firstPage: FirstPage;
  /** Whether the placeholder is long, because the browser restores an earlier scroll position. */
  readonly isLong: boolean;
  /** Whether a server draws, or the browser repeats a server's drawing. */
  readonly isServerDrawing: boolean;
  /** The shopper pressed a button. */
  pressed(event: Event): void;
  /** Announces a text to screen readers. It stays until the next load, because restoring it would announce it again. */
  announce(text: string): void;
  /** Draws without waiting, as printing requires. */
  drawNow(): void;
}
