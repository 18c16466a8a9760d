import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { collectionTimeline, common, commonLater } from '../../../src/locales/en.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newShop,
  oneEvent,
  part,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { override } from '../../helpers/undo.ts';
import { answer, entry, failNext, NORDLICHT_ID, newsOf, open, parts, show, showMany } from './support.ts';

/** All that is read or read out in an element, without what is only there for its size. */
function readOut(root: ParentNode): string[] {
  const texts: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element.closest('style, script, .skeleton')) continue;
    for (const name of ['aria-label', 'aria-valuetext', 'alt', 'title', 'placeholder'])
      texts.push(element.getAttribute(name) ?? '');
    for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data);
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}

describe('The words of <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  it('are all the shop’s own where it has its own, wherever the shopper is', async () => {
    // ⟦more⟧ for "Show more"; filled-in values stay. The service's texts here have no letters.
    const names = { ...common, ...commonLater, ...collectionTimeline };
    const words = Object.fromEntries(
      Object.entries(names).map(([name, text]) => [
        name,
        `⟦${name}⟧${text.match(/\{\w+\}/g)?.join('') ?? ''}`,
      ]),
    );
    const seen = new Set<string>();
    const settings = {
      words: JSON.stringify(words),
      limit: '3',
      'group-by': 'month',
      scrubber: '',
      'map-url': 'https://map.example/{location}',
      'media-texts': '{"3": {"transcript": "6"}}',
    };
    const data = (id: number, more = {}) =>
      entry(id, { title: `${id}`, created_at: '7', content: '8', location: '9', ...more });
    let timeline: CollectionTimeline;
    /** Reads all texts, and expects none of the built-in ones. */
    const read = async (where: string) => {
      await timeline.updateComplete;
      const strangers = readOut(timeline.shadowRoot!).filter((text) => {
        for (const [, name] of text.matchAll(/⟦(\w+)⟧/g)) seen.add(name!);
        return /\p{L}/u.test(text.replace(/⟦\w+⟧/g, ''));
      });
      // A day and a month are told by the browser. A picture's number may follow.
      expect(
        strangers.filter((text) => !/^(\S+⟧)?March (1, )?2026(12)?$/.test(text)),
        where,
      ).to.deep.equal([]);
    };
    const button = () => part(timeline, 'button')!;

    const picture = { url: `${shop.url}/media/nordlicht-01.webp`, file_type: 'image' };
    const body = { name: null, slug: 'x', launch_date: '2', description: '3', image: picture };
    await shop.fault({ operation: 'getCollection', fault: 'wrong-shape', body });
    const page = [
      data(5, { image: picture }),
      data(4, {
        title: null,
        created_at: '2026-03-01',
        gallery: [picture, { url: `${shop.url}/5` }],
        video: { url: `${shop.url}/media/nordlicht-film.webm` },
      }),
      data(3),
    ];
    await answer(shop, page);
    timeline = await open(shop, { 'collection-id': 'x', ...settings });
    await read('loading');
    await inState(timeline, 'ready');
    await read('ready');

    await failNext(shop);
    button().click();
    await oneEvent(timeline, 'collection-timeline-error');
    await read('without the next page');

    await answer(shop, [data(9), ...page.slice(0, 2)]);
    await timeline.refresh();
    await read('with a new entry');
    part(timeline, 'fresh')!.click();
    await read('with it shown');

    const held = await shop.hold('listTimeline', {
      fault: 'wrong-shape',
      body: { data: [], pagination: {} },
    });
    const loaded = oneEvent(timeline, 'collection-timeline-page');
    button().click();
    await read('with a page under way');
    await held.arrived();
    await held.release();
    await loaded;
    await read('at the end');

    for (const [copied, said] of [
      [() => Promise.reject(new Error('No')), 'copyFailed'],
      [() => Promise.resolve(), 'copied'],
    ] as const) {
      override(navigator, 'clipboard', { value: { writeText: copied } });
      part(timeline, 'link')!.click();
      await waitUntil(() => newsOf(timeline) === `⟦${said}⟧`);
      await read(said);
    }

    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    part(timeline, 'gallery')!.querySelector<HTMLElement>('[part=enlarge]')!.click();
    await opened;
    await read('with a picture in full');
    timeline.shadowRoot!.querySelector('dialog')!.close();
    timeline.groupBy = null;
    await read('without groups');

    timeline = await show(shop, [], settings);
    await read('empty');
    await consoleOf('warn', async () => {
      timeline.tokenId = 0;
      await inState(timeline, 'misconfigured');
    });
    await read('misconfigured');

    // All elements share the words for failures: see base.browser.test.ts.
    const ofFailures = ['rateLimited', 'rateLimitedSoon', 'offline', 'slow'];
    expect(Object.keys(names).filter((name) => !seen.has(name) && !ofFailures.includes(name))).to.deep.equal(
      [],
    );
  });

  it('can be changed one by one, at any time', async () => {
    const timeline = await showMany(shop, 3, { limit: '2', words: '{"more":"Weiter geht’s"}' });
    expect(textOf(timeline, 'button')).to.equal('Weiter geht’s');
    expect(parts(timeline, 'link')[0]!.ariaLabel).to.match(/^Copy the link to/);
    timeline.words = { copyLink: 'Link: {title}' };
    await timeline.updateComplete;
    expect(textOf(timeline, 'button')).to.equal('Show more');
    expect(parts(timeline, 'link')[0]!.ariaLabel).to.equal(`Link: ${timeline.entries[0]!.title!}`);
  });

  it('are German where the page is', async () => {
    await shop.fault({
      operation: 'getCollection',
      fault: 'wrong-shape',
      body: { name: 'Nordlicht', slug: 'x', launch_date: '2026-03-05' },
    });
    await answer(shop, [
      entry(3, { created_at: '2026-03-05', location: 'Porto' }),
      entry(2, { created_at: '2026-02-05' }),
      entry(1, { created_at: 'Drop 7' }),
    ]);
    const timeline = await open(shop, {
      'collection-id': 'x',
      lang: 'de-AT',
      'group-by': 'month',
      scrubber: '',
      limit: '3',
      'map-url': 'https://map.example/{location}',
    });
    await inState(timeline, 'ready');
    expect(parts(timeline, 'group-heading').map(({ textContent }) => textContent.trim())).to.deep.equal([
      'März 2026',
      'Februar 2026',
      'Ohne Datum',
    ]);
    expect(textOf(timeline, 'launch-date')).to.equal('Verkaufsstart: 5. März 2026');
    expect(part(timeline, 'location')!.ariaLabel).to.equal('Porto (Karte)');
    expect(textOf(timeline, 'button')).to.equal('Mehr anzeigen');
    expect(part(timeline, 'scrubber')!.querySelector('input')!.ariaLabel).to.equal('Zu einem Monat springen');
    expect(part(timeline, 'link')!.ariaLabel).to.equal('Link zu „Entry 3“ kopieren');
    await expect(timeline).to.be.accessible();
  });

  it('follow the page when it changes its language', async () => {
    const timeline = await showMany(shop, 3, { limit: '2', lang: 'en' });
    timeline.lang = 'de';
    await waitUntil(() => textOf(timeline, 'button') === 'Mehr anzeigen');
    timeline.lang = 'en';
    await waitUntil(() => textOf(timeline, 'button') === 'Show more');
  });

  it('are Arabic where the page is, and run from right to left, in each layout', async () => {
    for (const layout of ['feed', 'compact', 'alternating', 'cards']) {
      const timeline = await open(shop, {
        'collection-id': NORDLICHT_ID,
        lang: 'ar',
        layout,
        'group-by': 'month',
        scrubber: '',
        limit: '5',
      });
      await inState(timeline, 'ready');
      const box = timeline.shadowRoot!.querySelector('.container')!;
      expect([getComputedStyle(box).direction, box.getAttribute('lang')]).to.deep.equal(['rtl', 'ar']);
      expect(textOf(timeline, 'button')).to.equal('عرض المزيد');
      expect(textOf(timeline, 'group-heading')).to.match(/\p{Script=Arabic}/u);
      const [first] = parts(timeline, 'entry');
      const date = first!.querySelector('[part=date]')!.getBoundingClientRect();
      const link = first!.querySelector('[part=link]')!.getBoundingClientRect();
      expect(date.left > link.left, 'the date comes first, from the right').to.equal(true);
      expect(document.documentElement.scrollWidth <= innerWidth, 'nothing stands out').to.equal(true);
      await expect(timeline).to.be.accessible();
      timeline.remove();
    }
  });

  it('tell a German shopper how long to wait where the service is asked too often', async () => {
    await shop.fault({ operation: 'listTimeline', fault: 'rate-limited', retryAfter: 60, times: 0 });
    const timeline = await open(shop, { 'collection-slug': 'any', lang: 'de' });
    await inState(timeline, 'error');
    expect(textOf(timeline, 'message')).to.equal(
      'Zu viele Versuche. Bitte warte 60 Sekunden und versuche es erneut.',
    );
  });
});
