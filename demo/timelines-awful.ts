// Poorly maintained data. Everything here is JSON that the service document allows.

/** Files of this site. The last two cannot be shown: one is missing, the other is not an image. */
const media = (name: string) => `/media/${name}`;
const good = (number: number) => media(`nordlicht-${String(number).padStart(2, '0')}.webp`);
const missing = media('there-is-no-such-file.webp');
const wrongType = '/gallery.css?direct';

const word = (letters: string) => letters.repeat(10_000 / letters.length);
const paragraph = 'The yarn came late, the loom stood still, and somebody had taken the good scissors again.';
const lines = Array.from({ length: 111 }, (_, index) => paragraph + '\n'.repeat((index % 4) + 1)).join('');

/** Marks above and below each letter, more than anybody can read. */
const zalgo = (text: string) =>
  text.replace(/\p{L}/gu, (letter) => letter + '\u0301\u0316\u0334\u0320\u033f\u0489'.repeat(4));

const item = (index: number, order: number | null = null) => ({
  url: good((index % 12) + 1),
  file_type: 'image/webp',
  poster_url: null,
  order,
});

type Entry = Record<string, unknown>;

const pictures: Entry[] = [
  { created_at: '2026-10-21T10:00:00Z', title: 'One pixel', image: { url: media('awful/dot.png') } },
  { created_at: '2026-10-20T10:00:00Z', title: '10,000 by 10', image: { url: media('awful/wide.png') } },
  { created_at: '2026-10-19T10:00:00Z', title: '10 by 10,000', image: { url: media('awful/tall.png') } },
  { created_at: '2026-10-18T10:00:00Z', title: 'A picture that is not there', image: { url: missing } },
  { created_at: '2026-10-17T10:00:00Z', title: 'A picture that is a style sheet', image: { url: wrongType } },
  {
    created_at: '2026-10-16T10:00:00Z',
    title: 'A film that is not there, nor its poster',
    video: { url: media('none.webm'), poster_url: missing },
  },
  { created_at: '2026-10-15T10:00:00Z', title: 'A film that is a style sheet', video: { url: wrongType } },
  {
    created_at: '2026-10-14T10:00:00Z',
    title: 'A poster without a film',
    video: { url: null, poster_url: good(3) },
  },
];

const addresses: Entry[] = [
  {
    created_at: '2026-10-13T10:00:00Z',
    title: 'Addresses that must lead nowhere',
    content:
      'javascript:alert(1) and data:text/html,<script>alert(1)</script>, while https://nordlicht.example/a_(b) may lead on.',
    location: 'javascript:alert(1)',
    image: { url: 'javascript:alert(1)' },
    video: { url: 'data:text/html,<script>alert(1)</script>', poster_url: 'javascript:alert(1)' },
    gallery: [
      { url: 'javascript:alert(1)', file_type: 'image/webp' },
      { url: 'data:image/svg+xml,<svg onload="alert(1)"/>', file_type: 'image/svg+xml' },
      { url: ' vbscript:x', file_type: null },
    ],
  },
  {
    created_at: '2026-10-12T10:00:00Z',
    title: '<img src=x onerror="alert(1)"> &amp; </article> ${this} {{that}}',
    content: '<script>alert(1)</script>\u0000\u0007',
    location: '"><svg onload=alert(1)>',
  },
];

const galleries: Entry[] = [
  { created_at: '2026-10-11T10:00:00Z', title: 'A gallery of one', gallery: [item(4)] },
  {
    created_at: '2026-10-10T10:00:00Z',
    title: 'A gallery of two, without an order',
    gallery: [item(5), item(6)],
  },
  {
    created_at: '2026-10-09T10:00:00Z',
    title: 'A gallery of thirty',
    content: 'Some in order, some not, some not there.',
    gallery: Array.from({ length: 30 }, (_, index) =>
      index % 7 === 3 ? { ...item(index), url: missing } : item(index, index % 3 ? 30 - index : null),
    ),
  },
  {
    created_at: '2026-10-08T10:00:00Z',
    title: 'A gallery of files that nobody knows',
    gallery: [
      {
        url: `${media('patterns')}/${'long-name-'.repeat(30)}.unknown`,
        file_type: 'application/x-thing',
        order: -1,
      },
      { url: media('notes.pdf'), file_type: null, order: 1e308 },
      { url: good(2), file_type: '', order: null },
      { url: '', file_type: 'image/webp' },
      { url: null, file_type: null, poster_url: null, order: null },
    ],
  },
  {
    created_at: '2026-10-07T10:00:00Z',
    title: 'Everything at once',
    content: 'A picture, a film and a gallery.',
    location: 'Here',
    image: { url: good(1) },
    video: { url: media('nordlicht-film.webm'), poster_url: good(12) },
    gallery: [item(7), item(8), item(9)],
  },
];

/** Below the part that the screenshots show: the fonts of these scripts depend on the machine. */
const scripts: Entry[] = [
  {
    created_at: '2026-06-30T10:00:00Z',
    title: '👩‍👩‍👧‍👦🏳️‍🌈 🧶🇳🇴 ｆｕｌｌ ｗｉｄｔｈ 一二三四五六七八九十',
    content: `${'👨‍👩‍👧‍👦'.repeat(60)} ${'🧶'.repeat(80)}`,
    location: '🏔️',
  },
  {
    created_at: '2026-06-29T10:00:00Z',
    title: 'שלום, this begins to the left',
    content: 'مرحبًا بكم في قصة المعطف.\nA line in English.\nשורה בעברית, with English in it (2026)!',
    location: 'القاهرة',
  },
  {
    created_at: '2026-06-28T10:00:00Z',
    title: '\u202Etfel eht ot snur siht\u202C',
    content: '\u2066\u2067\u202E never closed',
    location: '\u200F\u200E\u061C',
  },
  { created_at: '2026-06-27T10:00:00Z', title: zalgo('It comes'), content: zalgo('from below') },
  {
    created_at: '2026-06-26T10:00:00Z',
    title: 'Half a letter: \ud83d',
    content: '\udc69 and its other half',
    location: '\ud800',
  },
];

const bare: Entry[] = [
  { created_at: '2026-09-20T10:00:00Z' },
  {
    created_at: '2026-09-19T10:00:00Z',
    type: '',
    title: '',
    content: '',
    location: '',
    user_id: '',
    updated_at: '',
  },
  {
    created_at: '2026-09-18T10:00:00Z',
    title: null,
    content: null,
    location: null,
    token_id: null,
    user_id: null,
    image: null,
    video: null,
    gallery: null,
    updated_at: null,
  },
  {
    created_at: '2026-09-17T10:00:00Z',
    title: '   ',
    content: '\n\n\n',
    location: ' ',
    image: {},
    video: {},
    gallery: [],
  },
  { created_at: '2026-09-16T10:00:00Z', content: 'Only a text.', image: { url: null }, video: { url: null } },
  { created_at: '2026-09-15T10:00:00Z', image: { url: good(6) } },
  {
    created_at: '2026-09-14T10:00:00Z',
    type: 'ÜBER/type "nobody" knows 🧶',
    title: 'A type that nobody knows',
  },
];

const dates: Entry[] = [
  ...[
    '1969-07-20T20:17:40Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-02-30T10:00:00Z',
    '2026-13-45',
    'last Tuesday, I think',
    '1788345600',
    '',
    '   ',
  ].map((created_at) => ({ created_at, title: `Dated “${created_at}”` })),
  { id: 7001, created_at: '2026-08-02T10:00:00Z', title: 'The first with this number' },
  { id: 7001, created_at: '2026-08-01T10:00:00Z', title: 'The second with it, which is not shown' },
  { id: -0.5, created_at: '2026-07-31T10:00:00Z', title: 'A number that is no whole one' },
];

const long: Entry[] = [
  { created_at: '2026-06-03T10:00:00Z', title: 'A word of 10,000 letters', content: word('Wollpullover') },
  { created_at: '2026-06-02T10:00:00Z', title: word('Overlength'), location: word('Llanfair') },
  { created_at: '2026-06-01T10:00:00Z', title: 'A text of 10,000 letters, with its lines', content: lines },
  { created_at: '2026-05-31T10:00:00Z', type: word('type').slice(0, 2000), title: 'A type of 2,000 letters' },
];

export const awfulEntries = [
  ...pictures,
  ...addresses,
  ...galleries,
  ...bare,
  ...dates,
  ...scripts,
  ...long,
].map((entry, index) => ({ id: 9000 + index, type: 'update', ...entry }));

export const awfulCollection = {
  id: '7b0d5a54-3f0e-4c1e-9a50-00000000a3f1',
  name: `The${'drop'.repeat(40)} <b>with</b> a name`,
  status: 'a status nobody knows',
  slug: 'awful',
  created_at: 'once',
  description: `One line.\n\n\n\nAnother, after three that are empty. ${'Longword'.repeat(60)} https://nordlicht.example`,
  keywords: [
    ...Array.from({ length: 300 }, (_, index) => `word ${index + 1}`),
    null,
    '',
    {},
    7,
    'x'.repeat(400),
  ],
  launch_date: 'when it is ready',
  image: { url: media('awful/wide.png') },
  video: { url: 'javascript:alert(1)', poster_url: null },
  share_image: { url: 'javascript:alert(1)' },
};
