/** A timeline with entries. */
import { timelineStart } from './timeline-start.ts';

export const collectionTimeline = {
  ...timelineStart,
  label: 'Timeline',
  skip: 'Skip the timeline',
  empty: 'Nothing here yet.',
  more: 'Show more',
  loadingMore: 'Loading…',
  shown: 'Entries shown: {count}',
  end: 'That’s the whole story.',
  /** Entries that were added after the timeline was loaded. */
  fresh: 'New entries: {count}',
  /** The heading over entries whose date cannot be read. */
  undated: 'No date',
  scrubber: 'Jump to a month',
  launch: 'Launch: {date}',
  /** The text of a link that shows the location on a map. */
  map: '{location} (map)',
  copyLink: 'Copy the link to “{title}”',
  copied: 'Link copied.',
  copyFailed: 'Couldn’t copy. The link is in the address bar.',
  image: 'Picture',
  video: 'Video',
  transcript: 'Transcript',
  attachment: 'Attachment: {name}',
  /** The label of one picture or video in a gallery. */
  galleryItem: '{title}, {index} of {count}',
  enlarge: 'Enlarge: {title}',
  previous: 'Previous',
  next: 'Next',
  close: 'Close',
};
