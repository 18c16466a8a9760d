/**
 * Whether a language's dates are formatted without `Intl`. A page's first formatter takes as long as drawing twenty
 * entries, and most shops use American English, or just `en`, which is the same.
 */
export const isAmericanEnglish = (language: string): boolean => /^en(-US)?$/.test(language);

let isPrepared = false;

/** Creates the page's first formatter during the request, if the dates need one. */
export function prepareDates(language: string, timeZone: string | null | undefined): void {
  if (isPrepared || (!timeZone && isAmericanEnglish(language))) return;
  isPrepared = true;
  requestAnimationFrame(() => setTimeout(Intl.DateTimeFormat));
}
