/** The story as its parts see it. */
import { collectionTimeline, commonLater, type CommonWords } from '../../locales/en.ts';
import { Dates } from './dates.ts';
import type { TimelineHost } from './timeline-host.ts';

export type TimelineWords = Readonly<Record<keyof typeof collectionTimeline | keyof CommonWords, string>>;

export interface StoryContext {
  readonly host: TimelineHost;
  readonly words: TimelineWords;
  readonly dates: Dates;
}

const english = new Dates('en');

/** Dates in the language of the element's words, which is English if it has none in the page's language. */
export const datesInWords = ({ host, dates }: StoryContext): Dates =>
  host.wordsLanguage === host.locale.language ? dates : english;

/** The element has only its first words, unless its language is not English. */
export const wordsOf = (host: TimelineHost): TimelineWords => ({
  ...commonLater,
  ...collectionTimeline,
  ...host.t,
});
