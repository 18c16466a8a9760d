/**
 * Registers the element where a server draws it. There nothing comes later, so what draws the entries is there from the
 * beginning.
 */
import './define.ts';
import { useStory } from './collection-timeline.ts';
import * as story from './story.ts';

useStory(story);
