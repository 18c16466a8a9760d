import { define } from '../shared/define.ts';
import { CollectionTimeline } from './collection-timeline.ts';

define('collection-timeline', CollectionTimeline);

// With the effect come the types: of the tag, and of its events.
export type * from './collection-timeline.ts';
