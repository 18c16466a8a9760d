/** The story as its parts see it. */
import { collectionTimeline, commonLater, type CommonWords } from '../../locales/en.ts';
import type { Dates } from './dates.ts';
import type { TimelineHost } from './timeline-host.ts';

export type TimelineWords = Readonly<Record<keyof typeof collectionTimeline | keyof CommonWords, string>>;

export interface StoryContext {
  readonly host: TimelineHost;
  readonly words: TimelineWords;
  readonly dates: Dates;
}

/** The element has its first words only, unless it speaks another language than English. */
export const wordsOf = (host: TimelineHost): TimelineWords => ({
  ...commonLater,
  ...collectionTimeline,
  ...host.t,
});
