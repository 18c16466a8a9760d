import type { ApiError } from '../../api/errors.ts';
import type { Collection, TimelineEntry, TimelinePage } from '../../api/models.ts';

const options: EventInit = { bubbles: true, composed: true };
const cancelable: EventInit = { ...options, cancelable: true };

/** As the service sent it; the service document does not show its contents. */
type Pagination = TimelinePage['pagination'] | undefined;

/** The first page is loaded, or the timeline is empty. */
export class CollectionTimelineLoadEvent extends Event {
  /** The collection, if `collection-id` asked for it. */
  readonly collection: Collection | undefined;
  /** The number of loaded entries. */
  readonly count: number;
  readonly pagination: Pagination;

  constructor(collection: Collection | undefined, count: number, pagination: Pagination) {
    super('collection-timeline-load', options);
    this.collection = collection;
    this.count = count;
    this.pagination = pagination;
  }
}

/** The next page is about to be requested; `preventDefault()` stops it. */
export class CollectionTimelinePageBeforeEvent extends Event {
  /** The number of loaded entries. */
  readonly count: number;

  constructor(count: number) {
    super('collection-timeline-page-before', cancelable);
    this.count = count;
  }
}

/** Another page is loaded. */
export class CollectionTimelinePageEvent extends Event {
  /** The number of all loaded entries. */
  readonly count: number;
  /** Whether this was the last page. */
  readonly complete: boolean;
  readonly pagination: Pagination;

  constructor(count: number, complete: boolean, pagination: Pagination) {
    super('collection-timeline-page', options);
    this.count = count;
    this.complete = complete;
    this.pagination = pagination;
  }
}

/** The service was asked for new entries. */
export class CollectionTimelineRefreshEvent extends Event {
  /** The number of new entries; they are shown when the shopper asks for them. */
  readonly count: number;

  constructor(count: number) {
    super('collection-timeline-refresh', options);
    this.count = count;
  }
}

/** The collection, a page or new entries could not be loaded. Loaded entries stay. */
export class CollectionTimelineErrorEvent extends Event {
  /** The error's `code`, from the service or the client. */
  readonly reason: string;
  readonly error: ApiError;

  constructor(error: ApiError) {
    super('collection-timeline-error', options);
    this.reason = error.code;
    this.error = error;
  }
}

/** The shopper followed a link to an entry. */
export class CollectionTimelineEntrySelectEvent extends Event {
  readonly entry: TimelineEntry;

  constructor(entry: TimelineEntry) {
    super('collection-timeline-entry-select', options);
    this.entry = entry;
  }
}

/** The shopper is about to copy the link to an entry (this can be prevented), or has copied it. */
export class CollectionTimelineCopyEvent extends Event {
  readonly entry: TimelineEntry;

  constructor(step: '-before' | '', entry: TimelineEntry) {
    super(`collection-timeline-copy${step}`, step ? cancelable : options);
    this.entry = entry;
  }
}

/** A picture is about to open in full (this can be prevented, to show it in another way), or is open. */
export class CollectionTimelineMediaOpenEvent extends Event {
  readonly entry: TimelineEntry;
  /** The picture's URL. */
  readonly url: string;

  constructor(step: '-before' | '', entry: TimelineEntry, url: string) {
    super(`collection-timeline-media-open${step}`, step ? cancelable : options);
    this.entry = entry;
    this.url = url;
  }
}

/** The shopper closed the lightbox. */
export class CollectionTimelineMediaCloseEvent extends Event {
  constructor() {
    super('collection-timeline-media-close', options);
  }
}

declare global {
  // The events bubble to the element's ancestors, the document and the window.
  interface GlobalEventHandlersEventMap {
    'collection-timeline-load': CollectionTimelineLoadEvent;
    'collection-timeline-page-before': CollectionTimelinePageBeforeEvent;
    'collection-timeline-page': CollectionTimelinePageEvent;
    'collection-timeline-refresh': CollectionTimelineRefreshEvent;
    'collection-timeline-error': CollectionTimelineErrorEvent;
    'collection-timeline-entry-select': CollectionTimelineEntrySelectEvent;
    'collection-timeline-copy-before': CollectionTimelineCopyEvent;
    'collection-timeline-copy': CollectionTimelineCopyEvent;
    'collection-timeline-media-open-before': CollectionTimelineMediaOpenEvent;
    'collection-timeline-media-open': CollectionTimelineMediaOpenEvent;
    'collection-timeline-media-close': CollectionTimelineMediaCloseEvent;
  }
}
