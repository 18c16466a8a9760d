import type { DatabaseSync } from 'node:sqlite';
import { insertCollection, insertEntries, type CollectionRecord } from '../store/stories.ts';
import { LAUNCH } from './nordlicht-launch.ts';
import { MAKING } from './nordlicht-making.ts';
import { toEntryRecord, type StoryMedia } from './story.ts';
import { tiefseeEntries } from './tiefsee.ts';

export const NORDLICHT_ID = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01';
export const TIEFSEE_ID = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a02';
export const LEERLAUF_ID = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a03';
export const APP_ID = 318;

const TIEFSEE_ENTRIES = 5000;
const TIEFSEE_LATEST = Date.parse('2026-11-15T18:00:00Z');

const NORDLICHT_MEDIA: StoryMedia = {
  still: (number) => `nordlicht-${String(number).padStart(2, '0')}.webp`,
  film: 'nordlicht-film.webm',
  poster: 'nordlicht-01.webp',
  author: 'usr_0001',
};

/** Has every field of the interface, so that code that reads the whole record always finds a value. */
const NORDLICHT: CollectionRecord = {
  id: NORDLICHT_ID,
  name: 'Nordlicht AW26',
  status: 'active',
  slug: 'nordlicht-aw26',
  created_at: '2025-10-06T07:30:00.000Z',
  link_methods: ['qr', 'nfc', 'url'],
  description:
    'Seven pieces in loden, corozo and undyed wool, made between Borås and Porto. This is how they came about, ' +
    'from a night train to your shoulders.',
  quantity: 1140,
  touchpoint_role: 'merch',
  keywords: ['loden', 'outerwear', 'autumn', 'made to be mended'],
  redirect_type: 'url',
  redirect_url: 'https://nordlicht.example/aw26',
  layout_id: 'c0ffee00-5a5a-4b4b-8c8c-000000000001',
  app_id: APP_ID,
  redirect_conditions: [
    {
      id: 'launch-day',
      title: 'Before the launch: the waiting list',
      conditions: {
        type: 'group',
        conjunction: 'AND',
        conditions: [
          {
            type: 'condition',
            field: 'date',
            operator: 'eq',
            value: {
              date: '2026-09-03',
              time: { hour: 8, minute: 0, period: 'AM' },
              timezone: 'Europe/Berlin',
            },
          },
        ],
      },
      onTrue: {
        type: 'redirect',
        redirectType: 'url',
        redirectUrl: 'https://nordlicht.example/aw26',
        layoutId: 'c0ffee00-5a5a-4b4b-8c8c-000000000001',
        layoutTitle: 'The drop',
      },
      onFalse: {
        type: 'redirect',
        redirectType: 'url',
        redirectUrl: 'https://nordlicht.example/waiting-list',
        layoutId: 'c0ffee00-5a5a-4b4b-8c8c-000000000002',
        layoutTitle: 'The waiting list',
      },
    },
  ],
  registration_form_id: 'c0ffee00-5a5a-4b4b-8c8c-000000000003',
  registration_settings: { enabled: true, fields: ['email', 'name'] },
  timeline_settings: { enabled: true, order: 'desc' },
  image: { url: 'nordlicht-01.webp' },
  video: { url: 'nordlicht-film.webm', poster_url: 'nordlicht-01.webp' },
  share_image: { url: 'nordlicht-12.webp' },
  gallery: [
    {
      url: 'nordlicht-05.webp',
      file_type: 'image/webp',
      order: 3,
      tags: ['detail'],
      variants: [],
    },
    {
      url: 'nordlicht-film.webm',
      file_type: 'video/webm',
      poster_url: 'nordlicht-01.webp',
      order: 1,
      tags: ['film'],
      variants: null,
    },
    {
      url: 'nordlicht-10.webp',
      file_type: 'image/webp',
      order: 2,
      tags: ['campaign', 'senja'],
      variants: ['short-coat'],
    },
  ],
  product_name_template: '{{collection}} · {{variant}} No. {{number}}',
  retail_settings: { currency: 'EUR', price: 514, tax_included: true },
  launch_date: '2026-09-03T06:00:00.000Z',
  attributes: { season: 'AW26', fabric: 'Loden, 620 g/m', origin: ['Borås', 'Porto'] },
  variants: [
    { id: 'coat', title: 'Coat', sizes: ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL'] },
    { id: 'short-coat', title: 'Short coat', sizes: ['XS', 'S', 'M', 'L', 'XL'] },
    { id: 'scarf', title: 'Scarf', sizes: ['one size'] },
  ],
  updated_at: '2026-11-12T09:20:00.000Z',
};

/** Only the fields that a busy team fills in. */
const TIEFSEE: CollectionRecord = {
  id: TIEFSEE_ID,
  name: 'Tiefsee Records',
  status: 'active',
  slug: 'tiefsee-records',
  created_at: '2019-01-11T10:00:00.000Z',
  link_methods: ['nfc', 'url'],
  description: 'Records from below sea level. A diary of sessions, sleeves, harbours and parcels since 2019.',
  quantity: 8600,
  touchpoint_role: 'gated',
  keywords: 'vinyl, live tapes, harbour music',
  image: { url: 'tiefsee-01.webp' },
  video: { url: 'tiefsee-session.webm', poster_url: 'tiefsee-01.webp' },
  app_id: APP_ID,
  attributes: [{ name: 'format', value: 'LP' }],
  updated_at: '2026-11-15T18:00:00.000Z',
};

/** A collection somebody started and forgot. */
const LEERLAUF: CollectionRecord = {
  id: LEERLAUF_ID,
  name: 'Leerlauf',
  status: 'draft',
  slug: 'leerlauf',
  created_at: '2026-10-30T16:45:00.000Z',
  link_methods: [],
  touchpoint_role: null,
  keywords: null,
  share_image: {},
  attributes: null,
  variants: null,
};

export function seedCollections(db: DatabaseSync): void {
  for (const collection of [NORDLICHT, TIEFSEE, LEERLAUF]) insertCollection(db, collection);
  const nordlicht = [...MAKING, ...LAUNCH].map((entry, index) =>
    toEntryRecord(entry, index, NORDLICHT_MEDIA),
  );
  insertEntries(db, NORDLICHT_ID, nordlicht, 0);
  insertEntries(db, TIEFSEE_ID, tiefseeEntries(TIEFSEE_ENTRIES, TIEFSEE_LATEST), 0);
}
