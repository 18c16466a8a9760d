/** A story with one of everything, whose pictures the sandbox has. */
const still = (number: number) => `nordlicht-${String(number).padStart(2, '0')}.webp`;

const gallery = [4, 5, 6].map((number, order) => ({ url: still(number), file_type: 'image/webp', order }));

const first = [
  {
    type: 'milestone',
    title: 'The cloth has come',
    content: 'All of it is told at https://shop.example/cloth.',
    location: 'Porto',
    image: { url: still(2) },
  },
  { type: 'media', title: 'At the mill', gallery },
  { type: 'media', title: 'The looms', video: { url: 'nordlicht-film.webm', poster_url: still(1) } },
];

const day = (number: number) => new Date(Date.UTC(2026, 8, 28 - number, 12)).toISOString();

export const story = {
  collection: {
    name: 'Nordlicht',
    description: 'A coat for the dark half of the year.',
    image: { url: still(3) },
  },
  entries: Array.from({ length: 30 }, (_, number) => ({
    type: 'update',
    title: `Day ${30 - number}`,
    content: 'Another day at the loom.',
    ...first[number],
    created_at: day(number),
  })),
};
