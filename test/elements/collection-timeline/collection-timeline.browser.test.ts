import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  allAnswered,
  consoleOf,
  expect,
  inState,
  newShop,
  oneEvent,
  part,
  place,
  textOf,
  waitUntil,
  runsToTheRight,
} from '../../helpers/fixture.ts';
import { holdTimersOf } from '../../helpers/undo.ts';

const NORDLICHT = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01';

describe('<collection-timeline>', () => {
  let shop: TestShop;
  let timeline: CollectionTimeline;

  beforeEach(async () => {
    shop = await newShop();
  });

  const open = async (attributes: Record<string, string>) => {
    timeline = await place('collection-timeline', shop, { paging: 'button', ...attributes });
    return timeline;
  };
  const withEntries = async (entries: Record<string, unknown>[], attributes: Record<string, string> = {}) => {
    const { slug } = await shop.timeline({ entries });
    await open({ 'collection-slug': slug, ...attributes });
    await inState(timeline, entries.length ? 'ready' : 'empty');
  };
  const parts = (name: string) => [
    ...timeline.shadowRoot!.querySelectorAll<HTMLElement>(`[part~="${name}"]`),
  ];
  const button = () => part(timeline, 'button');

  it('shows the collection and its story, and says so in one event', async () => {
    const loaded = oneEvent(document.body, 'collection-timeline-load').then((event) => {
      expect((event.target as CollectionTimeline).dataset['state']).to.equal('ready');
      return event;
    });
    await open({ 'collection-id': NORDLICHT });
    const event = await loaded;
    expect(textOf(timeline, 'name')).to.equal(event.collection!.name);
    expect(textOf(timeline, 'description')).to.equal(event.collection!.description);
    expect(event.count).to.equal(20);
    expect(parts('entry')).to.have.length(20);
    expect((await shop.requests()).map(({ operation }) => operation)).to.deep.equal([
      'getCollection',
      'listTimeline',
    ]);
    await expect(timeline).to.be.accessible();
  });

  it('is calm and announced while it loads', async () => {
    holdTimersOf('src/api/timing.ts');
    const held = await shop.hold('listTimeline');
    await open({ 'collection-slug': 'nordlicht-aw26' });
    expect(timeline.dataset['state']).to.equal('loading');
    expect(timeline.shadowRoot!.querySelector('[role=status]')!.textContent).to.equal(
      'Loading the timeline…',
    );
    await expect(timeline).to.be.accessible();
    expect(timeline.dataset['state']).to.equal('loading');
    await held.release();
    await inState(timeline, 'ready');
  });

  it('reads a timeline by slug or by token without asking for a collection', async () => {
    await open({ 'token-id': '4711' });
    await inState(timeline, 'ready');
    expect(timeline.entries.every(({ token_id }) => token_id === 4711)).to.equal(true);
    await open({ 'collection-slug': 'tiefsee-records', limit: '5' });
    await inState(timeline, 'ready');
    expect(parts('entry')).to.have.length(5);
    expect(part(timeline, 'header') === null).to.equal(true);
    expect(await shop.requests('getCollection')).to.deep.equal([]);
  });

  it('loads more on a button, says how many are shown, and leads on to what is new', async () => {
    const { slug } = await shop.timeline({ count: 10 });
    await open({ 'collection-slug': slug, limit: '3' });
    await inState(timeline, 'ready');
    const pages: [number, boolean][] = [];
    timeline.addEventListener('collection-timeline-page', ({ count, complete }) =>
      pages.push([count, complete]),
    );
    const heard = new Set<string>();
    const status = timeline.shadowRoot!.querySelector('[role=status]')!;
    for (const [before, count] of [
      [3, 6],
      [6, 9],
      [9, 10],
    ] as const) {
      button()!.focus();
      button()!.click();
      button()!.click();
      await oneEvent(timeline, 'collection-timeline-page');
      await timeline.updateComplete;
      await timeline.updateComplete;
      expect(parts('entry')).to.have.length(count);
      heard.add(status.textContent.trim());
      expect(timeline.shadowRoot!.activeElement === parts('entry')[before]).to.equal(true);
    }
    expect(pages).to.deep.equal([
      [6, false],
      [9, false],
      [10, true],
    ]);
    expect([...heard]).to.deep.equal(['Entries shown: 6', 'Entries shown: 9', 'Entries shown: 10']);
    expect(button()).to.equal(null);
    expect(textOf(timeline, 'end')).to.equal('That’s the whole story.');
    // Four pages, and one request that finds the end.
    expect(await shop.requests('listTimeline')).to.have.length(5);
    await expect(timeline).to.be.accessible();
  });

  it('ends in words, not in nothing, when the last page was full', async () => {
    const { slug } = await shop.timeline({ count: 10 });
    await open({ 'collection-slug': slug, limit: '10' });
    await inState(timeline, 'ready');
    button()!.focus();
    button()!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    await timeline.updateComplete;
    expect(textOf(timeline, 'end')).to.equal('That’s the whole story.');
    expect(timeline.shadowRoot!.activeElement === part(timeline, 'end')).to.equal(true);
  });

  it('keeps the focus on its button through a failure, and leads it on after another try', async () => {
    const { slug } = await shop.timeline({ count: 15 });
    await open({ 'collection-slug': slug, limit: '10' });
    await inState(timeline, 'ready');
    await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape' });
    button()!.focus();
    button()!.click();
    await oneEvent(timeline, 'collection-timeline-error');
    await timeline.updateComplete;
    expect(timeline.shadowRoot!.activeElement === button()).to.equal(true);
    expect(textOf(timeline, 'button')).to.equal('Try again');
    await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape' });
    timeline.limit = 5;
    await inState(timeline, 'error');
    button()!.focus();
    button()!.click();
    await inState(timeline, 'ready');
    await timeline.updateComplete;
    expect(timeline.shadowRoot!.activeElement === part(timeline, 'entry')).to.equal(true);
  });

  it('never mixes the entries of two collections', async () => {
    const [one, other] = await Promise.all([
      shop.timeline({ entries: [{ title: 'A1' }, { title: 'A2' }] }),
      shop.timeline({ entries: [{ title: 'B1' }] }),
    ]);
    const collection = await shop.hold('getCollection', { fault: 'status', status: 404 });
    const entries = await shop.hold('listTimeline');
    await open({ 'collection-id': one.collectionId, 'collection-slug': one.slug });
    await Promise.all([collection.arrived(), entries.arrived()]);
    await collection.release();
    await inState(timeline, 'error');
    timeline.collectionId = null;
    timeline.collectionSlug = other.slug;
    await inState(timeline, 'ready');
    await entries.release();
    await allAnswered(shop);
    await timeline.updateComplete;
    expect(timeline.entries.map(({ title }) => title)).to.deep.equal(['B1']);
  });

  it('shows an entry once when it is pushed onto the next page', async () => {
    const entry = (id: number) => ({
      id,
      type: 'update',
      created_at: '2026-01-01T00:00:00Z',
      title: `Entry ${id}`,
    });
    const page = (...ids: number[]) => ({ data: ids.map(entry), pagination: {} });
    await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', body: page(3, 2) });
    await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', body: page(2, 1) });
    await open({ 'collection-slug': 'any', limit: '2' });
    await inState(timeline, 'ready');
    button()!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(parts('title').map((title) => title.textContent)).to.deep.equal(['Entry 3', 'Entry 2', 'Entry 1']);
  });

  it('says that a timeline is empty, also when its collection has none', async () => {
    await withEntries([]);
    expect(textOf(timeline, 'message')).to.equal('Nothing here yet.');
    await waitUntil(
      () => timeline.shadowRoot!.querySelector('[role=status]')!.textContent === 'Nothing here yet.',
      'screen readers hear it',
    );
    await expect(timeline).to.be.accessible();
  });

  it('tells what failed at first and recovers on another try', async () => {
    await shop.fault({ operation: 'getCollection', fault: 'status', status: 404 });
    const failed = oneEvent(document.body, 'collection-timeline-error');
    await open({ 'collection-id': NORDLICHT });
    const event = await failed;
    expect(event.error.status).to.equal(404);
    expect(timeline.dataset['state']).to.equal('error');
    expect(textOf(timeline, 'message')).to.equal(event.error.message);
    await expect(timeline).to.be.accessible();
    button()!.click();
    await inState(timeline, 'ready');
  });

  it('keeps what is there when the next page fails, and goes on from it', async () => {
    const { slug } = await shop.timeline({ count: 15 });
    await open({ 'collection-slug': slug, limit: '10' });
    await inState(timeline, 'ready');
    await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape' });
    button()!.click();
    const { reason } = await oneEvent(timeline, 'collection-timeline-error');
    await timeline.updateComplete;
    expect(reason).to.equal('invalid_response');
    expect(parts('entry')).to.have.length(10);
    expect(textOf(timeline, 'message')).to.equal('Something went wrong. Please try again.');
    await expect(timeline).to.be.accessible();
    button()!.click();
    await oneEvent(timeline, 'collection-timeline-page');
    await timeline.updateComplete;
    expect(parts('entry')).to.have.length(15);
  });

  it('shares its request with another element of the same source', async () => {
    const held = await shop.hold('listTimeline');
    const both = await Promise.all([1, 2].map(() => open({ 'collection-slug': 'nordlicht-aw26' })));
    await held.arrived();
    await held.release();
    await Promise.all(both.map((each) => inState(each, 'ready')));
    expect(await shop.requests('listTimeline')).to.have.length(1);
  });

  it('loads the other timeline when its source changes, and drops the old one', async () => {
    const { slug } = await shop.timeline({ entries: [{ title: 'The other one' }] });
    const held = await shop.hold('listTimeline');
    await open({ 'collection-slug': 'nordlicht-aw26' });
    const loads: number[] = [];
    timeline.addEventListener('collection-timeline-load', ({ count }) => loads.push(count));
    await held.arrived();
    timeline.collectionSlug = slug;
    await inState(timeline, 'ready');
    await held.release();
    await allAnswered(shop);
    await timeline.updateComplete;
    expect(parts('title').map((title) => title.textContent)).to.deep.equal(['The other one']);
    expect(loads).to.deep.equal([1]);
  });

  it('takes up loading again when it is put back into the page, whenever that is', async () => {
    for (let turns = 0; turns < 12; turns++) {
      const held = await shop.hold('listTimeline');
      await open({ 'collection-slug': 'nordlicht-aw26' });
      timeline.remove();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      document.body.append(timeline);
      await held.release();
      await inState(timeline, 'ready');
      timeline.remove();
    }
  });

  it('does not load while it is out of the page, and does when it is back', async () => {
    await open({ 'collection-slug': 'nordlicht-aw26' });
    await inState(timeline, 'ready');
    timeline.remove();
    await timeline.updateComplete;
    timeline.limit = 5;
    await timeline.updateComplete;
    expect(await shop.requests('listTimeline')).to.have.length(1);
    const loaded = oneEvent(timeline, 'collection-timeline-load');
    document.body.append(timeline);
    expect((await loaded).count).to.equal(5);
    expect(await shop.requests('listTimeline')).to.have.length(2);
  });

  it('does not load again when it is put back after it had loaded', async () => {
    await open({ 'collection-slug': 'nordlicht-aw26' });
    await inState(timeline, 'ready');
    timeline.remove();
    await timeline.updateComplete;
    document.body.append(timeline);
    await timeline.updateComplete;
    expect(timeline.dataset['state']).to.equal('ready');
    expect(await shop.requests('listTimeline')).to.have.length(1);
  });

  describe('an entry', () => {
    it('tolerates null, missing and empty fields and unknown types', async () => {
      await withEntries([
        {
          type: 'update',
          title: null,
          content: null,
          location: null,
          image: null,
          video: null,
          gallery: null,
        },
        { type: 'Comet Sighting/β', title: '', content: '', image: {}, video: {}, gallery: [] },
        {
          type: 'x',
          image: { url: null },
          video: { url: null, poster_url: null },
          gallery: [{}, { url: null }],
        },
      ]);
      expect(parts('entry')).to.have.length(3);
      expect(parts('entry-comet-sighting-β')).to.have.length(1);
      for (const name of ['title', 'content', 'location', 'image', 'video', 'gallery'])
        expect(parts(name), name).to.deep.equal([]);
      await expect(timeline).to.be.accessible();
    });

    it('shows its date in the language of the page, and one that is not ISO 8601 as it came', async () => {
      const dates = [
        '2026-03-05T12:00:00Z',
        '2026-03-05',
        'Drop 7',
        'Week 12',
        '1 May',
        '2026-02-31T99:00:00Z',
      ];
      const data = dates.map((created_at, id) => ({ id, type: 'update', created_at }));
      await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape', body: { data, pagination: {} } });
      await open({ 'collection-slug': 'any', lang: 'de' });
      await inState(timeline, 'ready');
      expect(parts('date').map((date) => date.textContent)).to.deep.equal([
        '5. März 2026',
        '5. März 2026',
        ...dates.slice(2),
      ]);
      expect(parts('date').map((date) => date.getAttribute('datetime'))).to.deep.equal([
        '2026-03-05T12:00:00.000Z',
        '2026-03-05',
        null,
        null,
        null,
        null,
      ]);
    });

    it('breaks the longest words rather than the page', async () => {
      const long = 'x'.repeat(300);
      await shop.fault({
        operation: 'getCollection',
        fault: 'wrong-shape',
        body: { name: long, description: long },
      });
      const entry = { id: 1, type: long, created_at: long, title: long, content: long, location: long };
      await shop.fault({
        operation: 'listTimeline',
        fault: 'wrong-shape',
        body: { data: [entry], pagination: {} },
      });
      const box = document.createElement('div');
      box.style.width = '300px';
      document.body.append(box);
      timeline = await place(
        'collection-timeline',
        shop,
        { 'collection-id': 'x', 'collection-slug': 'x' },
        box,
      );
      await inState(timeline, 'ready');
      expect(box.scrollWidth).to.equal(300);
      box.remove();
    });

    it('lets each text run in its own direction', async () => {
      await withEntries([{ title: 'Hello.', content: 'שלום.' }], { dir: 'rtl' });
      expect(runsToTheRight(part(timeline, 'title')!), 'English').to.equal(true);
      expect(runsToTheRight(part(timeline, 'content')!), 'Hebrew').to.equal(false);
    });

    it('shows text as text', async () => {
      await withEntries([
        { type: 'update', title: '<b>bold</b>', content: 'one\ntwo <script>alert(1)</script>' },
      ]);
      expect(textOf(timeline, 'title')).to.equal('<b>bold</b>');
      expect(textOf(timeline, 'content')).to.equal('one\ntwo <script>alert(1)</script>');
      expect(timeline.shadowRoot!.querySelector('b, script')).to.equal(null);
    });

    it('shows pictures, a video that waits, and a gallery in its order', async () => {
      const url = (name: string) => `${shop.url}/media/${name}`;
      await withEntries([
        {
          type: 'media',
          title: 'All of it',
          image: { url: url('nordlicht-01.webp') },
          video: { url: url('nordlicht-film.webm'), poster_url: url('nordlicht-02.webp') },
          gallery: [
            { url: url('nordlicht-04.webp'), file_type: 'image/webp', order: 2 },
            { url: `${shop.url}/media/plan.zip`, file_type: 'application/zip', order: null },
            { url: url('nordlicht-03.webp'), file_type: null, order: 1 },
            { url: url('tiefsee-session.webm'), file_type: 'video', order: 3 },
          ],
        },
      ]);
      const image = parts('image')[0] as HTMLImageElement;
      expect(image.src).to.equal(url('nordlicht-01.webp'));
      expect(image.loading).to.equal('lazy');
      expect(image.decoding).to.equal('async');
      const video = part(timeline, 'video')!;
      expect([video.preload, video.autoplay, video.controls]).to.deep.equal(['none', false, true]);
      await waitUntil(() => video.poster === url('nordlicht-02.webp'), 'the poster in view is shown');
      const gallery = [...part(timeline, 'gallery')!.querySelectorAll<HTMLElement>('img, video, a')];
      expect(
        gallery.map((item) => (item.getAttribute('src') ?? item.getAttribute('href'))!.split('/').pop()),
      ).to.deep.equal(['nordlicht-03.webp', 'nordlicht-04.webp', 'tiefsee-session.webm', 'plan.zip']);
      await expect(timeline).to.be.accessible();
    });

    it('names the pictures and videos of a gallery also where the entry has no title', async () => {
      const url = (name: string) => `${shop.url}/media/${name}`;
      const picture = { url: url('nordlicht-01.webp') };
      await withEntries([
        { gallery: [picture, { url: url('tiefsee-session.webm') }], title: null },
        { gallery: [picture], title: '' },
      ]);
      const images = parts('image') as HTMLImageElement[];
      expect(images.map(({ alt }) => alt)).to.deep.equal(['Picture, 1 of 2', 'Picture']);
      expect(part(timeline, 'video')).to.have.attribute('aria-label', 'Video, 2 of 2');
      await expect(timeline).to.be.accessible();
    });

    it('drops URLs that are not http, https or relative', async () => {
      const bad = [
        'javascript:alert(1)',
        ' JAVA\tSCRIPT:alert(1)',
        'data:image/svg+xml,<svg/>',
        'blob:x',
        'file:///etc',
        '',
      ];
      await withEntries(
        bad.map((url) => ({
          type: 'media',
          image: { url },
          video: { url, poster_url: url },
          gallery: [
            { url, file_type: 'image/png' },
            { url, file_type: 'zip' },
          ],
        })),
      );
      expect(
        timeline.shadowRoot!.querySelectorAll('[src], [href]:not([part=link]), [poster]'),
      ).to.have.length(0);
    });

    it('leaves a quiet box where a picture does not come', async () => {
      await withEntries([{ type: 'media', title: 'Gone', image: { url: `${shop.url}/media/gone.webp` } }]);
      const image = parts('image')[0]!;
      const box = image.parentElement!;
      const before = box.getBoundingClientRect().height;
      image.scrollIntoView();
      await waitUntil(() => image.hasAttribute('data-broken'), 'the picture is marked as broken');
      expect(getComputedStyle(image).opacity).to.equal('0');
      expect(box.getBoundingClientRect().height).to.equal(before);
      expect(before).to.be.above(0);
    });
  });

  for (const [attributes, words] of [
    [{}, '<collection-timeline> collection-id must be given, or collection-slug or token-id instead.'],
    [{ 'token-id': '0' }, '<collection-timeline> token-id must be a whole number above 0.'],
    [{ 'token-id': 'x' }, '<collection-timeline> token-id must be a whole number above 0.'],
  ] as const)
    it(`says once in the console what is wrong and sends nothing: ${JSON.stringify(attributes)}`, async () => {
      const messages = await consoleOf('warn', () => open(attributes));
      expect(messages).to.deep.equal([words]);
      expect(timeline.dataset['state']).to.equal('misconfigured');
      expect(await shop.requests()).to.deep.equal([]);
      await expect(timeline).to.be.accessible();
    });
});
