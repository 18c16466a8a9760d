/** The data of a shop's server, and its rendering of templates. */
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import type { TemplateResult } from 'lit';
import type { Collection, TimelineEntry } from '../../src/api/models.ts';

export const toHtml = (template: TemplateResult) => collectResult(render(template));

/** Just after midnight in Berlin, which is the day before in UTC. */
export const entries = (media: string): TimelineEntry[] => [
  {
    id: 11,
    type: 'milestone',
    created_at: '2024-03-04T23:30:00Z',
    title: 'First <light>',
    content: 'See https://shop.example/yarn & "more".',
    location: 'Tromsø',
    image: { url: `${media}/nordlicht-01.webp` },
  },
  {
    id: 12,
    type: 'media',
    created_at: '2024-02-10T12:00:00Z',
    title: 'Yarn',
    gallery: [1, 2, 3].map((number) => ({ url: `${media}/nordlicht-0${number}.webp`, order: number })),
  },
  { id: 13, type: 'note', created_at: 'Drop 7', title: null, content: 'Nobody knows when.' },
  ...Array.from({ length: 20 }, (_, index) => ({
    id: 100 + index,
    type: 'update',
    created_at: `2024-01-${String(28 - index).padStart(2, '0')}T12:00:00Z`,
    title: `Day ${index + 1}`,
  })),
];

export const collection: Collection = {
  id: 'c1',
  name: 'Nordlicht',
  slug: 'nordlicht',
  description: 'Wool of the north.',
  keywords: ['wool', 'north'],
};
