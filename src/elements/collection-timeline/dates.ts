/** How dates are told. The service document does not show their format. */
import type { TimelineEntry } from '../../api/models.ts';
import type { collectionTimeline } from '../../locales/en.ts';

/** Dates are told only from ISO 8601; `Date` itself would read "Drop 7" as a day in July 2001. */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

export const groupings = ['day', 'month', 'year'] as const;
export type Grouping = (typeof groupings)[number];

const DAY = 86_400_000;

/** The days up to which a date is told as "3 days ago". */
const NEAR = 6;

export interface ReadDate {
  /** The day as `2026-03-05` in the time zone of the element. */
  day: string;
  /** For `<time datetime>`. */
  iso: string;
}

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

/**
 * Whether the dates of a language are told without `Intl`. A page's first formatter takes as long as drawing twenty
 * entries; most shops write American English, or say only `en`, which is the same.
 */
export const isAmerican = (language: string): boolean => /^en(-US)?$/.test(language);

const padded = (value: number, length: number) => String(value).padStart(length, '0');

/**
 * The dates of one language and time zone. Its formatters are shared by all entries: making one takes as long as
 * drawing an entry.
 */
export class Dates {
  readonly #isAmerican: boolean;
  readonly #language: string;
  readonly #formats: Partial<Record<Grouping, Intl.DateTimeFormat>> = {};
  readonly #days: Intl.DateTimeFormat | undefined;
  #near: Intl.RelativeTimeFormat | undefined;
  /** The days of entries: whoever reads on has them grouped anew with every page. */
  readonly #known = new WeakMap<TimelineEntry, string>();

  /** Without a time zone it is the browser's. Throws a RangeError where it is unknown. */
  constructor(language: string, timeZone?: string) {
    this.#language = language;
    this.#isAmerican = isAmerican(language);
    // Swedes write a day as ISO 8601 does.
    this.#days = timeZone
      ? new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
      : undefined;
  }

  /** Undefined where a date is not ISO 8601; it is then shown as it came. */
  read(value: string): ReadDate | undefined {
    const [, day, time, zone] = ISO.exec(value) ?? [];
    if (!day) return undefined;
    // In the one form that every browser reads.
    const moment = new Date(time ? `${day}T${time}${zone?.replace(/^(...)(\d\d)$/, '$1:$2') ?? 'Z'}` : day);
    if (Number.isNaN(moment.getTime())) return undefined;
    // `Date` makes the 2nd of March of the 30th of February.
    if (!new Date(day).toISOString().startsWith(day)) return undefined;
    // Without a zone nobody knows which moment it is: the day is the one that is written.
    if (!time || !zone) return { day, iso: time ? `${day}T${time}` : day };
    const there = this.#dayOf(moment);
    // At the ends of the four digits another time zone has a year that nobody writes.
    return { day: ISO.test(there) ? there : day, iso: moment.toISOString() };
  }

  /** The day that it is now. */
  get today(): string {
    return this.#dayOf(new Date());
  }

  /** "today", "3 days ago", else "5 March 2026". */
  tell({ day }: ReadDate): string {
    const days = (Date.parse(day) - Date.parse(this.today)) / DAY;
    if (Math.abs(days) > NEAR) return this.tellLong(day);
    if (this.#isAmerican)
      return (
        { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[days] ??
        (days < 0 ? `${-days} days ago` : `in ${days} days`)
      );
    this.#near ??= new Intl.RelativeTimeFormat(this.#language, { numeric: 'auto' });
    return this.#near.format(days, 'day');
  }

  /** "5 March 2026". */
  tellLong(day: string): string {
    return this.#tell(day, 'day');
  }

  /** The group of an entry: `2026-03-05`, `2026-03` or `2026`; empty where its date cannot be read. */
  groupOf(entry: TimelineEntry, by: Grouping): string {
    let day = this.#known.get(entry);
    if (day === undefined) {
      day = this.read(entry.created_at)?.day ?? '';
      this.#known.set(entry, day);
    }
    return day.slice(0, { day: 10, month: 7, year: 4 }[by]);
  }

  heading(group: string, by: Grouping, t: Record<keyof typeof collectionTimeline, string>): string {
    if (!group) return t.undated;
    return this.#tell(group, by);
  }

  /** A day, month or year, which are those of ISO 8601. */
  #tell(date: string, by: Grouping): string {
    if (this.#isAmerican) {
      const [year, month, day] = date.split('-').map(Number);
      return [month && MONTHS[month - 1], day && `${day},`, year]
        .filter((part) => part !== undefined)
        .join(' ');
    }
    this.#formats[by] ??= new Intl.DateTimeFormat(this.#language, {
      // A day without a time belongs to no time zone; a moment has become a day.
      timeZone: 'UTC',
      ...(by === 'day'
        ? { dateStyle: 'long' }
        : { ...(by === 'month' && { month: 'long' }), year: 'numeric', calendar: 'gregory' }),
    });
    return this.#formats[by].format(new Date(date));
  }

  #dayOf(date: Date): string {
    if (this.#days) return this.#days.format(date).padStart(10, '0');
    return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1, 2)}-${padded(date.getDate(), 2)}`;
  }
}
