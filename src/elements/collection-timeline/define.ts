import { define } from '../base/define.ts';
import { CollectionTimeline } from './collection-timeline.ts';

define('collection-timeline', CollectionTimeline);
