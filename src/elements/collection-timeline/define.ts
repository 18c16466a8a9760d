import { define } from '../shared/define.ts';
import { CollectionTimeline } from './collection-timeline.ts';

define('collection-timeline', CollectionTimeline);

// The types of the tag and of its events come with the registration.
export type * from './collection-timeline.ts';
