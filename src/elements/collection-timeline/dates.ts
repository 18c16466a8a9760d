/** Dates as shoppers read them. The service document does not show their format. */
import type { TimelineEntry } from '../../api/models.ts';
import { isAmericanEnglish } from './prepare-dates.ts';
import type { Grouping } from './timeline-settings.ts';

/** Only ISO 8601 is read as a date; `Date` itself would read "Drop 7" as a day in July 2001. */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const DAY = 86_400_000;

/** Dates up to this many days away are relative: "3 days ago". */
const NEAR = 6;

export interface ParsedDate {
  /** The day as `2026-03-05` in the time zone of the element. */
  day: string;
  /** For `<time datetime>`. */
  iso: string;
}

/** The calendars with Gregorian months: entries are grouped by these. */
const GREGORIAN = /^(gregory|buddhist|japanese|roc)$/;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const padded = (value: number, length: number) => String(value).padStart(length, '0');

/** The dates of one language and time zone. All entries share its formatters: creating one takes as long as drawing an entry. */
export class Dates {
  readonly #isAmerican: boolean;
  readonly #language: string;
  readonly #formats: Partial<Record<Grouping, Intl.DateTimeFormat>> = {};
  readonly #days: Intl.DateTimeFormat | undefined;
  #relative: Intl.RelativeTimeFormat | undefined;
  /** Cached days of entries, which every page groups again. */
  readonly #known = new WeakMap<TimelineEntry, string>();

  /** Defaults to the browser's time zone. Throws a RangeError if the time zone is unknown. */
  constructor(language: string, timeZone?: string) {
    this.#language = language;
    this.#isAmerican = isAmericanEnglish(language);
    // Swedish dates are ISO 8601.
    this.#days = timeZone
      ? new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
      : undefined;
  }

  /** Undefined if a date is not ISO 8601; it is then shown unchanged. */
  parse(value: string): ParsedDate | undefined {
    const [, day, time, zone] = ISO.exec(value) ?? [];
    if (!day) return undefined;
    // The one format that every browser parses.
    const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone ?? '') ?? [];
    const moment = new Date(time ? `${day}T${time}${hours ? `${hours}:${minutes}` : 'Z'}` : day);
    if (Number.isNaN(moment.getTime())) return undefined;
    // `Date` turns the 30th of February into the 2nd of March.
    if (!new Date(day).toISOString().startsWith(day)) return undefined;
    // Without a zone, the exact time is unknown, so the day stays as written.
    if (!time || !zone) return { day, iso: time ? `${day}T${time}` : day };
    const localDay = this.#dayOf(moment);
    // Near the first and last four-digit year, another time zone's year may not have four digits.
    return { day: ISO.test(localDay) ? localDay : day, iso: moment.toISOString() };
  }

  get today(): string {
    return this.#dayOf(new Date());
  }

  /** "today", "3 days ago", else "5 March 2026". */
  format({ day }: ParsedDate): string {
    const days = (Date.parse(day) - Date.parse(this.today)) / DAY;
    if (Math.abs(days) > NEAR) return this.formatDay(day);
    if (this.#isAmerican)
      return (
        { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[days] ??
        (days < 0 ? `${-days} days ago` : `in ${days} days`)
      );
    this.#relative ??= new Intl.RelativeTimeFormat(this.#language, { numeric: 'auto' });
    return this.#relative.format(days, 'day');
  }

  /** "5 March 2026". */
  formatDay(day: string): string {
    return this.#formatPeriod(day, 'day');
  }

  /** The group of an entry: `2026-03-05`, `2026-03` or `2026`; empty if its date cannot be read. */
  groupOf(entry: TimelineEntry, by: Grouping): string {
    let day = this.#known.get(entry);
    if (day === undefined) {
      day = this.parse(entry.created_at)?.day ?? '';
      this.#known.set(entry, day);
    }
    return day.slice(0, { day: 10, month: 7, year: 4 }[by]);
  }

  heading(group: string, by: Grouping, words: { readonly undated: string }): string {
    return group ? this.#formatPeriod(group, by) : words.undated;
  }

  /** Formats the beginning of an ISO 8601 date: a day, month or year. */
  #formatPeriod(date: string, by: Grouping): string {
    if (this.#isAmerican) {
      const [year, month, day] = date.split('-').map(Number);
      return [month && MONTHS[month - 1], day && `${day},`, year]
        .filter((field) => field !== undefined)
        .join(' ');
    }
    this.#formats[by] ??= this.#createFormat(by);
    return this.#formats[by].format(new Date(date));
  }

  #createFormat(by: Grouping): Intl.DateTimeFormat {
    const options: Intl.DateTimeFormatOptions = {
      // The day is already in the element's time zone.
      timeZone: 'UTC',
      ...(by === 'day'
        ? { dateStyle: 'long' }
        : { ...(by === 'month' && { month: 'long' }), year: 'numeric' }),
    };
    const format = new Intl.DateTimeFormat(this.#language, options);
    if (by === 'day' || GREGORIAN.test(format.resolvedOptions().calendar)) return format;
    return new Intl.DateTimeFormat(this.#language, { ...options, calendar: 'gregory' });
  }

  #dayOf(date: Date): string {
    if (this.#days) return this.#days.format(date).padStart(10, '0');
    return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1, 2)}-${padded(date.getDate(), 2)}`;
  }
}
