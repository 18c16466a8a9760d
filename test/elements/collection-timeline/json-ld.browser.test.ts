import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect, inState, newShop, oneEvent, part, place, waitUntil } from '../../helpers/fixture.ts';
import { nextFrame } from './media-support.ts';

const scripts = () => [...document.head.querySelectorAll('script[type="application/ld+json"]')];

interface Item {
  '@type': string;
  position: number;
  item: Record<string, unknown>;
}
const read = () =>
  JSON.parse(scripts()[0]!.textContent) as Record<string, unknown> & { itemListElement: Item[] };

describe('What <collection-timeline> tells search engines', () => {
  const open = async (timeline: Record<string, unknown>, attributes: Record<string, string> = {}) => {
    const shop = await newShop();
    const { collectionId } = await shop.timeline(timeline);
    const element = await place('collection-timeline', shop, {
      'collection-id': collectionId,
      'json-ld': '',
      paging: 'button',
      ...attributes,
    });
    await inState(element, 'ready');
    return element;
  };
  const described = (count: number) =>
    waitUntil(
      () => scripts().length === 1 && read().itemListElement.length === count,
      `${count} are told of`,
    );

  const entries = [
    {
      title: 'Dyed',
      content: 'In the garden.',
      location: 'Oslo',
      created_at: '2026-03-05T12:00:00Z',
      image: { url: 'nordlicht-01.webp' },
    },
    { title: null, created_at: '2026-03-04T12:00:00Z', image: { url: 'javascript:alert(1)' } },
  ];

  it('is a list of schema.org with every entry, its place and its address', async () => {
    const timeline = await open({ collection: { name: 'Nordlicht', description: 'Wool.' }, entries });
    await described(2);
    const { itemListElement, ...list } = read();
    expect(list).to.deep.equal({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: 'Nordlicht',
      description: 'Wool.',
    });
    const page = location.href.split('#')[0];
    const [first, second] = timeline.entries.map(({ id }) => `${page}#entry-${id}`);
    expect(itemListElement).to.deep.equal([
      {
        '@type': 'ListItem',
        position: 1,
        item: {
          '@type': 'Article',
          '@id': first,
          url: first,
          headline: 'Dyed',
          articleBody: 'In the garden.',
          datePublished: '2026-03-05T12:00:00.000Z',
          image: timeline.entries[0]!.image!.url,
          contentLocation: { '@type': 'Place', name: 'Oslo' },
        },
      },
      {
        '@type': 'ListItem',
        position: 2,
        item: { '@type': 'Article', '@id': second, url: second, datePublished: '2026-03-04T12:00:00.000Z' },
      },
    ]);
  });

  it('cannot end its script, whatever an entry says', async () => {
    const title = '</script><script>globalThis.wasRun = true</script><!--';
    await open({ collection: { name: title }, entries: [{ title, content: title, location: title }] });
    await described(1);
    expect(scripts()[0]!.textContent).not.to.include('<');
    expect(read().itemListElement[0]!.item['headline']).to.equal(title);
    expect(read()['name']).to.equal(title);
    expect('wasRun' in globalThis).to.equal(false);
  });

  it('grows with the pages, and is never there twice', async () => {
    const timeline = await open({ count: 25 }, { limit: '10' });
    await described(10);
    for (const count of [20, 25]) {
      part(timeline, 'button')!.click();
      await oneEvent(timeline, 'collection-timeline-page');
      await described(count);
    }
    expect(read().itemListElement.map(({ position }) => position)).to.deep.equal(
      Array.from({ length: 25 }, (_, index) => index + 1),
    );
  });

  it('has the collection’s name also when that comes after the page’s own entries', async () => {
    const shop = await newShop();
    const { collectionId } = await shop.timeline({ collection: { name: 'Nordlicht' }, entries });
    const held = await shop.hold('getCollection');
    await place('collection-timeline', shop, {
      'collection-id': collectionId,
      'json-ld': '',
      entries: JSON.stringify([{ id: 1, type: 'update', created_at: '2026-03-05', title: 'Dyed' }]),
    });
    await described(1);
    expect(read()).not.to.have.property('name');
    await held.release();
    await waitUntil(() => scripts().length === 1 && read()['name'] === 'Nordlicht', 'it is named');
  });

  it('goes with the element, and comes back with it', async () => {
    const timeline = await open({ entries });
    await described(2);
    timeline.remove();
    expect(scripts()).to.have.length(0);
    document.body.append(timeline);
    await described(2);
  });

  it('is another one when the timeline is another', async () => {
    const timeline = await open({ entries });
    await described(2);
    const other = await newShop();
    const { collectionId } = await other.timeline({ entries: entries.slice(0, 1) });
    timeline.collectionId = collectionId;
    await described(1);
  });

  it('is gone when the next timeline has nothing to tell, and when nobody wants it any more', async () => {
    const timeline = await open({ entries });
    await described(2);
    const other = await newShop();
    const { collectionId } = await other.timeline({ entries: [] });
    const { collectionId: last } = { collectionId: timeline.collectionId };
    timeline.collectionId = collectionId;
    await inState(timeline, 'empty');
    await waitUntil(() => !scripts().length, 'an empty timeline tells of nothing');
    timeline.collectionId = last;
    await described(2);
    timeline.jsonLd = false;
    await timeline.updateComplete;
    expect(scripts()).to.have.length(0);
  });

  it('is nothing where nobody asked for it', async () => {
    const timeline = await open({ entries });
    timeline.remove();
    const shop = await newShop();
    const { slug } = await shop.timeline({ entries });
    const plain: CollectionTimeline = await place('collection-timeline', shop, { 'collection-slug': slug });
    await inState(plain, 'ready');
    for (let frame = 0; frame < 10; frame++) await nextFrame();
    expect(scripts()).to.have.length(0);
  });
});
