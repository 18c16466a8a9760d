import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import type { TimelineEntry } from '../../../src/api/models.ts';
import { Dates } from '../../../src/elements/collection-timeline/dates.ts';
import { collectionTimeline } from '../../../src/locales/en.ts';

/** Noon in Greenwich on a Tuesday in March: far from midnight in Europe, but not in Auckland or Honolulu. */
const NOW = Date.parse('2026-03-10T12:00:00Z');

const told = (value: string, { language = 'en-GB', timeZone = 'UTC' } = {}) => {
  const dates = new Dates(language, timeZone);
  const date = dates.parse(value);
  return date && dates.format(date);
};

const entry = (created_at: string): TimelineEntry => ({ id: 1, type: 'update', created_at });

describe('The date of an entry', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
  afterEach(() => mock.timers.reset());

  test('is told by its distance for the six days around today, and in full before and after', () => {
    const expected = {
      '2026-03-03': '3 March 2026',
      '2026-03-04': '6 days ago',
      '2026-03-07': '3 days ago',
      '2026-03-09': 'yesterday',
      '2026-03-10': 'today',
      '2026-03-11': 'tomorrow',
      '2026-03-16': 'in 6 days',
      '2026-03-17': '17 March 2026',
    };
    for (const [day, words] of Object.entries(expected)) assert.equal(told(day), words, day);
  });

  test('goes by calendar days, not by hours', () => {
    assert.equal(told('2026-03-09T23:59:59Z'), 'yesterday');
    assert.equal(told('2026-03-10T00:00:00Z'), 'today');
    assert.equal(told('2026-03-10T23:59:59Z'), 'today');
  });

  test('moves with the time zone where it is a moment, and so does today', () => {
    const moment = '2026-03-01T23:30:00Z';
    assert.equal(told(moment, { timeZone: 'UTC' }), '1 March 2026');
    assert.equal(told(moment, { timeZone: 'Europe/Berlin' }), '2 March 2026');
    assert.equal(told(moment, { timeZone: 'America/New_York' }), '1 March 2026');
    // It is the eleventh in Auckland by now.
    assert.equal(told('2026-03-10T12:00:00Z', { timeZone: 'Pacific/Auckland' }), 'today');
    assert.equal(told('2026-03-10T10:00:00Z', { timeZone: 'Pacific/Auckland' }), 'yesterday');
  });

  test('never moves where it is a day without a time', () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      assert.equal(told('2026-01-01', { timeZone }), '1 January 2026', timeZone);
      assert.equal(new Dates('en', timeZone).parse('2026-01-01')?.iso, '2026-01-01', timeZone);
    }
  });

  test('is the day that is written where nobody says in which time zone', () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      assert.equal(told('2026-01-01T23:59:00', { timeZone }), '1 January 2026', timeZone);
      assert.equal(told('2026-01-01 00:00', { timeZone }), '1 January 2026', timeZone);
    }
  });

  test('counts a week with a clock change in it as any other', () => {
    // Berlin put its clocks on in the night to 29 March 2026.
    const dates = new Dates('en', 'Europe/Berlin');
    mock.timers.setTime(Date.parse('2026-03-30T00:30:00+02:00'));
    assert.equal(dates.format(dates.parse('2026-03-28T23:30:00+01:00')!), '2 days ago');
  });

  test('may lie long ago', () => {
    assert.equal(told('1969-07-20T20:17:40Z'), '20 July 1969');
    assert.equal(told('1899-12-31'), '31 December 1899');
    assert.equal(told('0476-09-04T12:00:00Z'), '4 September 476');
    assert.equal(new Dates('en', 'UTC').groupOf(entry('0476-09-04T12:00:00Z'), 'day'), '0476-09-04');
  });

  test('is read in each way that ISO 8601 writes a moment', () => {
    for (const value of [
      '2026-03-10T11:00Z',
      '2026-03-10t11:00:00z',
      '2026-03-10 11:00:00.123Z',
      '2026-03-10T12:00:00+01:00',
      '2026-03-10T12:00:00+0100',
      // As PostgreSQL writes it.
      '2026-03-10 12:00:00+01',
    ])
      assert.equal(told(value), 'today', value);
  });

  test('is not made up where it cannot be read', () => {
    for (const value of [
      '',
      'Drop 7',
      'soon',
      '1 May',
      '10/03/2026',
      '2026',
      '2026-03',
      '2026-13-01',
      '2026-02-30',
      '2025-02-29T10:00:00Z',
      '2026-03-10T25:00:00Z',
      '1773100800',
      '2026-03-10T11:00:00Z and more',
    ])
      assert.equal(told(value), undefined, value);
  });

  test('is told in the language of the page', () => {
    const in_ = (language: string, value: string) => told(value, { language });
    assert.equal(in_('de', '2026-03-09'), 'gestern');
    assert.equal(in_('de', '2026-01-05'), '5. Januar 2026');
    assert.equal(in_('fr', '2026-03-07'), 'il y a 3 jours');
    assert.equal(in_('ja', '2026-03-10'), '今日');
    assert.equal(in_('ja', '2026-01-05'), '2026年1月5日');
    assert.equal(in_('ar', '2026-03-09'), 'أمس');
  });
});

describe('The group of an entry', () => {
  const dates = new Dates('en-GB', 'Europe/Berlin');
  const late = entry('2026-12-31T23:30:00Z');

  test('is its day, month or year where the shop is', () => {
    assert.deepEqual(
      (['day', 'month', 'year'] as const).map((by) => dates.groupOf(late, by)),
      ['2027-01-01', '2027-01', '2027'],
    );
    assert.equal(new Dates('en-GB', 'UTC').groupOf(late, 'year'), '2026');
  });

  test('has a heading in the language of the page', () => {
    const heading = (language: string, by: 'day' | 'month' | 'year') =>
      new Dates(language, 'UTC').heading(dates.groupOf(entry('2026-03-05'), by), by, collectionTimeline);
    assert.equal(heading('en-GB', 'day'), '5 March 2026');
    assert.equal(heading('en-GB', 'month'), 'March 2026');
    assert.equal(heading('en-GB', 'year'), '2026');
    assert.equal(heading('de', 'month'), 'März 2026');
    assert.equal(heading('ja', 'month'), '2026年3月');
  });

  test('has the calendar of the days where its months are the Gregorian ones', () => {
    const headings = (language: string) =>
      (['day', 'month', 'year'] as const).map((by) =>
        new Dates(language, 'UTC').heading(dates.groupOf(entry('2026-03-05'), by), by, collectionTimeline),
      );
    for (const heading of headings('th')) assert.match(heading, /2569/);
    for (const heading of headings('zh-TW-u-ca-roc')) assert.match(heading, /115/);
    const [day, month, year] = headings('fa');
    assert.match(day!, /۱۴۰۴/);
    for (const heading of [month!, year!]) assert.match(heading, /۲۰۲۶/);
  });

  test('is one of its own without a date', () => {
    const key = dates.groupOf(entry('Drop 7'), 'month');
    assert.equal(dates.heading(key, 'month', collectionTimeline), collectionTimeline.undated);
  });
});

describe('American English, which needs no formatter,', () => {
  const DAY = 86_400_000;
  const days = Array.from({ length: 1500 }, (_, index) =>
    new Date(Date.parse('2023-01-01') + index * DAY).toISOString().slice(0, 10),
  );
  const dates = (['en', 'en-US'] as const).map((language) => [language, new Dates(language)] as const);

  test('tells each day, month and year as a formatter does', () => {
    for (const [language, american] of dates) {
      const format = (options: Intl.DateTimeFormatOptions, value: string) =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(value));
      const heading = (value: string, by: 'day' | 'month' | 'year') =>
        american.heading(american.groupOf(entry(value), by), by, collectionTimeline);
      for (const day of [...days, '0476-09-04', '9999-12-31']) {
        assert.equal(american.formatDay(day), format({ dateStyle: 'long' }, day));
        assert.equal(heading(day, 'day'), format({ dateStyle: 'long' }, day));
        assert.equal(heading(day, 'month'), format({ month: 'long', year: 'numeric' }, day));
        assert.equal(heading(day, 'year'), format({ year: 'numeric' }, day));
      }
    }
  });

  test('tells the days around today as a formatter does', () => {
    for (const [language, american] of dates) {
      const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
      for (let distance = -6; distance <= 6; distance++) {
        const { day } = american.parse(new Date(Date.now() + distance * DAY).toISOString())!;
        const calendarDays = (Date.parse(day) - Date.parse(american.today)) / DAY;
        assert.equal(american.format({ day, iso: day }), near.format(calendarDays, 'day'));
      }
    }
  });

  test('makes no formatter', (context) => {
    for (const name of ['DateTimeFormat', 'RelativeTimeFormat'] as const)
      context.mock.method(Intl, name, () => assert.fail(`Intl.${name} was used`));
    const american = new Dates('en');
    assert.ok(american.format(american.parse('2026-03-10T12:00:00Z')!));
    assert.ok(american.format({ day: american.today, iso: american.today }));
    assert.throws(() => new Dates('de').formatDay('2026-03-10'), /was used/);
  });
});

describe('Without a time zone the day', () => {
  const { TZ } = process.env;
  afterEach(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });

  test('is the browser’s, on both sides of each midnight and clock change', () => {
    for (const timeZone of [
      'Pacific/Auckland',
      'America/St_Johns',
      'Europe/Berlin',
      'Pacific/Pago_Pago',
      'UTC',
    ]) {
      process.env['TZ'] = timeZone;
      const [here, there] = [new Dates('en'), new Dates('en', timeZone)];
      for (let at = Date.parse('2026-01-01T00:10Z'); at < Date.parse('2027-01-01'); at += 7_200_000) {
        const moment = new Date(at).toISOString();
        assert.equal(here.parse(moment)!.day, there.parse(moment)!.day, `${moment} in ${timeZone}`);
      }
      assert.equal(here.parse('0476-09-04T12:00:00Z')?.day, there.parse('0476-09-04T12:00:00Z')?.day);
    }
  });

  test('is the one that is written where the browser’s has no year of four digits', () => {
    process.env['TZ'] = 'Pacific/Auckland';
    const dates = new Dates('en');
    assert.equal(dates.format(dates.parse('9999-12-31T23:00:00Z')!), 'December 31, 9999');
    process.env['TZ'] = 'Pacific/Pago_Pago';
    assert.equal(dates.parse('0000-01-01T00:00:00Z')?.day, '0000-01-01');
  });
});
