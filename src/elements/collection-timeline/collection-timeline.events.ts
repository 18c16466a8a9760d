import type { ApiError } from '../../api/errors.ts';
import type { Collection } from '../../api/models.ts';

const options: EventInit = { bubbles: true, composed: true };

/** The first page is there, or the timeline is empty. */
export class CollectionTimelineLoadEvent extends Event {
  /** The collection, where `collection-id` asked for it. */
  readonly collection: Collection | undefined;
  /** How many entries are loaded. */
  readonly count: number;

  constructor(collection: Collection | undefined, count: number) {
    super('collection-timeline-load', options);
    this.collection = collection;
    this.count = count;
  }
}

/** A further page is there. */
export class CollectionTimelinePageEvent extends Event {
  /** How many entries are loaded in all. */
  readonly count: number;
  /** Whether this was the last page. */
  readonly complete: boolean;

  constructor(count: number, complete: boolean) {
    super('collection-timeline-page', options);
    this.count = count;
    this.complete = complete;
  }
}

/** The collection or a page could not be loaded. What was loaded before stays. */
export class CollectionTimelineErrorEvent extends Event {
  /** The error's `code`: the service's own word, or one of the client's. */
  readonly reason: string;
  readonly error: ApiError;

  constructor(error: ApiError) {
    super('collection-timeline-error', options);
    this.reason = error.code;
    this.error = error;
  }
}

declare global {
  // Heard on the element, on everything around it, on document and on window.
  interface GlobalEventHandlersEventMap {
    'collection-timeline-load': CollectionTimelineLoadEvent;
    'collection-timeline-page': CollectionTimelinePageEvent;
    'collection-timeline-error': CollectionTimelineErrorEvent;
  }
}
