/** Registers the element for a server, which cannot wait for the story. */
import './define.ts';
import { CollectionTimeline } from './collection-timeline.ts';
import * as story from './story.ts';

CollectionTimeline.provideStory(story);
