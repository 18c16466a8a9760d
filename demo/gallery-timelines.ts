// Every state of <collection-timeline>, and how a shopper gets there.
import type { Fault, Shopper, Tile } from './gallery-tiles.ts';

const still = (number: number) => `nordlicht-${String(number).padStart(2, '0')}.webp`;
const items = (...numbers: number[]) =>
  numbers.map((number, index) => ({ url: still(number), file_type: 'image/webp', order: index }));

type Entry = Record<string, unknown>;

const sample: Entry = {
  type: 'update',
  created_at: '2026-10-13T08:20:00Z',
  title: 'The sample is here',
  content: 'One sleeve is too long, the rest is as it should be.',
  location: 'Porto',
};
const colour: Entry = {
  type: 'milestone',
  created_at: '2026-10-05T12:05:00Z',
  title: 'It is number six',
  content: 'Neither nine nor four: at minus three degrees, number six is the one.',
};
const mill: Entry = {
  type: 'event',
  created_at: '2025-11-04T08:15:00Z',
  title: 'Two days at the mill',
  content: 'Looms from 1974, kept alive with parts from three other looms.',
  location: 'Borås',
};

const words = [sample, colour, mill];
const pictured = { ...sample, image: { url: still(2) } };
const film = { url: 'nordlicht-film.webm', poster_url: still(1) };

const failing: Fault = {
  operation: 'listTimeline',
  fault: 'status',
  status: 503,
  times: 0,
  body: { message: 'Back soon.', code: 'unavailable', details: {} },
};

/** Each page has fewer entries than there are. */
const paged = { paging: 'button', limit: '2' };
const more = async (shopper: Shopper) => {
  await shopper.reach('ready');
  await shopper.click('button');
};

export const timelines: Omit<Tile, 'tag'>[] = [
  {
    name: 'timeline-loading',
    title: 'Loading, as high as it is on a page',
    state: 'loading',
    timeline: { entries: words },
    hasHeader: true,
    busy: 'getCollection',
  },
  {
    name: 'timeline-ready',
    title: 'Ready: a picture, words, a gallery',
    state: 'ready',
    timeline: { entries: [pictured, colour, { ...mill, gallery: items(4, 5, 6) }] },
  },
  {
    name: 'timeline-film',
    title: 'A film, and files that are neither picture nor film',
    state: 'ready',
    timeline: {
      entries: [
        { ...sample, video: film },
        {
          ...mill,
          gallery: [{ url: 'https://nordlicht.example/pattern.pdf', file_type: 'application/pdf', order: 1 }],
        },
      ],
    },
  },
  { name: 'timeline-empty', title: 'Empty', state: 'empty', timeline: { entries: [] } },
  {
    name: 'timeline-error',
    title: 'Not loaded, with another try',
    state: 'error',
    timeline: { entries: words },
    faults: [failing],
  },
  {
    name: 'timeline-misconfigured',
    title: 'Misconfigured',
    state: 'misconfigured',
  },
  {
    name: 'timeline-loading-more',
    title: 'Loading more',
    state: 'ready',
    has: '[part=button][aria-disabled=true]',
    attributes: { ...paged, limit: '1' },
    timeline: { entries: words },
    act: async (shopper) => {
      await shopper.reach('ready');
      await shopper.spoil({ operation: 'listTimeline', fault: 'latency', times: 0 });
      await shopper.click('button');
    },
    staysBusy: true,
  },
  {
    name: 'timeline-page-error',
    title: 'The next page did not come',
    state: 'ready',
    has: '.message.error',
    attributes: paged,
    timeline: { entries: words },
    act: async (shopper) => {
      await shopper.reach('ready');
      await shopper.spoil(failing);
      await shopper.click('button');
    },
  },
  {
    name: 'timeline-end',
    title: 'The end',
    state: 'ready',
    has: '[part=end]',
    attributes: paged,
    timeline: { entries: words },
    act: more,
  },
  {
    name: 'timeline-fresh',
    title: 'New entries',
    state: 'ready',
    has: '[part=fresh]',
    attributes: { limit: '5', order: 'desc' },
    timeline: { entries: [colour, mill] },
    act: async (shopper) => {
      await shopper.reach('ready');
      // From here on, only the next refresh sends a request.
      await shopper.refresh();
      await shopper.spoil({
        operation: 'listTimeline',
        fault: 'wrong-shape',
        body: { data: [1, 2, 3].map((id) => ({ ...sample, id: 1e6 + id })), pagination: {} },
      });
      await shopper.refresh();
    },
  },
  {
    name: 'timeline-copied',
    title: 'Link copied',
    state: 'ready',
    has: '.note',
    timeline: { entries: [sample, colour] },
    act: async (shopper) => {
      await shopper.reach('ready');
      await shopper.click('link');
    },
    browser: 'clipboard',
  },
  {
    name: 'timeline-linked',
    title: 'Come by the link to an entry',
    state: 'ready',
    has: '[aria-current]',
    timeline: { entries: words },
    comesFirst: true,
    act: async (shopper) => {
      await shopper.reach('ready');
      await shopper.follow();
    },
  },
  {
    name: 'timeline-no-media',
    title: 'Without media',
    state: 'ready',
    attributes: { 'no-media': '' },
    timeline: { entries: [pictured, { ...mill, gallery: items(4, 5) }] },
  },
  {
    name: 'timeline-header',
    title: 'A header with all of its parts, links in texts',
    state: 'ready',
    timeline: {
      collection: {
        name: 'Nordlicht AW26',
        description: 'Seven pieces in loden, corozo and undyed wool.',
        launch_date: '2026-09-03T06:00:00Z',
        keywords: ['loden', 'outerwear', 'made to be mended'],
        image: { url: still(1) },
        video: film,
      },
      entries: [
        {
          ...colour,
          content:
            'All fourteen: https://nordlicht.example/greens. Write to hello@nordlicht.example!\nOr come by.',
        },
      ],
    },
    has: '.content a',
    hasHeader: true,
  },
  {
    name: 'timeline-groups-day',
    title: 'Groups by day, icons by type',
    state: 'ready',
    attributes: { 'group-by': 'day', 'time-zone': 'UTC' },
    icons: {
      update: 'M5 3h8l4 4v14H5zM9 12h6M9 16h6',
      milestone: 'M6 21V4h11l-2.5 4L17 12H6',
      event: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
    },
    timeline: { entries: words },
  },
  {
    name: 'timeline-groups-month',
    title: 'Groups by month, slider, places on a map',
    state: 'ready',
    attributes: {
      'group-by': 'month',
      scrubber: '',
      'time-zone': 'UTC',
      'map-url': 'https://www.openstreetmap.org/search?query={location}',
    },
    timeline: { entries: words },
  },
  {
    name: 'timeline-groups-year',
    title: 'Groups by year, a date that cannot be read',
    state: 'ready',
    attributes: { 'group-by': 'year', 'time-zone': 'UTC' },
    timeline: {
      entries: [
        sample,
        mill,
        { ...colour, created_at: 'last winter', title: 'Eleven sketches', content: null },
      ],
    },
  },
  ...(['compact', 'alternating', 'cards'] as const).map((layout) => ({
    name: `timeline-${layout}`,
    title: `Layout: ${layout}`,
    state: 'ready',
    attributes: { layout },
    timeline: { entries: [pictured, colour] },
  })),
  {
    name: 'timeline-lightbox',
    title: 'Pictures in full',
    state: 'ready',
    has: 'dialog[open]',
    timeline: { entries: [{ ...mill, gallery: items(10, 6, 3) }, colour] },
    act: async (shopper) => {
      await shopper.reach('ready');
      await shopper.click('enlarge');
      await shopper.see('dialog img');
    },
    isModal: true,
  },
];
