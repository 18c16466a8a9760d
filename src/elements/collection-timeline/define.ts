import { define } from '../shared/define.ts';
import { CollectionTimeline } from './collection-timeline.ts';

define('collection-timeline', CollectionTimeline);

// Exports the types of the tag and its events with the registration.
export type * from './collection-timeline.ts';
