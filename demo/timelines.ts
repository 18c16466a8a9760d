// The four layouts of <collection-timeline> below each other, with the story of the shop or with awful data. Nothing
// here is part of the elements.
import { ask, offer, offerLooks } from './options.ts';
import { awfulCollection, awfulEntries } from './timelines-awful.ts';

const layouts = ['feed', 'compact', 'alternating', 'cards'];

offerLooks(['', '320', '480', '800', '1200']);
const only = offer('layout', ['', ...layouts], 'all');
const isAwful = offer('data', ['', 'awful'], 'good') === 'awful';

const story = {
  'collection-id': '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01',
  // A picture, a film, galleries and words alone, in two months.
  'max-date': '2026-10-21',
  limit: '6',
  paging: 'button',
  'base-url': '/apps/rewards',
};

/** The sandbox keeps its records clean, so this comes as an answer that a fault puts in their place. */
async function plantAwfulData(): Promise<Record<string, string>> {
  const { key } = await ask<{ key: string }>('keys', { role: 'publishable' });
  const plant = (operation: string, body: unknown) =>
    ask('faults', { operation, fault: 'wrong-shape', times: 0, key, body });
  await plant('getCollection', awfulCollection);
  await plant('listTimeline', { data: awfulEntries, pagination: {} });
  return { 'collection-id': awfulCollection.id, limit: '1000', 'base-url': `/gallery/${key}/awful` };
}

const main = document.querySelector('main')!;
const shared = {
  'group-by': 'month',
  'time-zone': 'UTC',
  'map-url': 'https://www.openstreetmap.org/search?query={location}',
  scrubber: '',
  'no-storage': '',
  ...(isAwful ? await plantAwfulData() : story),
};

const timelines = layouts
  .filter((layout) => !only || layout === only)
  .map((layout) => {
    const section = document.createElement('section');
    section.id = layout;
    section.setAttribute('aria-labelledby', `${layout}-title`);
    const title = document.createElement('h2');
    title.id = `${layout}-title`;
    title.lang = 'en';
    title.dir = 'ltr';
    title.textContent = layout;
    const stage = document.createElement('div');
    stage.className = 'stage';
    const timeline = document.createElement('collection-timeline');
    for (const [name, value] of Object.entries({ ...shared, layout })) timeline.setAttribute(name, value);
    stage.append(timeline);
    section.append(title, stage);
    main.append(section);
    return timeline;
  });

await Promise.all(
  timelines.map(
    (timeline) =>
      new Promise((resolve) => {
        for (const end of ['load', 'error'] as const)
          timeline.addEventListener(`collection-timeline-${end}`, resolve, { once: true });
      }),
  ),
);
await document.fonts.ready;
document.documentElement.dataset['ready'] = timelines.every(({ dataset }) => dataset['state'] === 'ready')
  ? 'all'
  : 'lost';
