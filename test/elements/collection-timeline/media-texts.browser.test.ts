import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import {
  consoleOf,
  expect,
  inState,
  newShop,
  oneEvent,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { emulateMedia } from '../../helpers/media.ts';
import { all, newFile, one, openEntries, pictures } from './media-support.ts';
import { answer, entry, HIGH, open, type Fields } from './support.ts';

const CAPTIONS = { src: '/test/captions.vtt', kind: 'captions', srclang: 'en', label: 'English' };

describe('The texts that a page adds to media', () => {
  let timeline: CollectionTimeline;
  /** The service sends the entries, and the page knows their texts by their ids. */
  const openWith = async (fields: Fields, texts: unknown) => {
    const shop = await newShop();
    await answer(shop, [entry(31, fields)]);
    timeline = await open(shop, {
      'collection-slug': 'a-story',
      'media-texts': JSON.stringify({ 31: texts }),
    });
    await inState(timeline, 'ready');
    await timeline.updateComplete;
  };

  it('name a picture, and the button that enlarges it', async () => {
    await openWith({ image: { url: newFile('nordlicht-01.webp') } }, { alt: 'A red jumper on a line' });
    expect(part(timeline, 'image')!.alt).to.equal('A red jumper on a line');
    expect(part(timeline, 'enlarge')!.ariaLabel).to.equal('Enlarge: A red jumper on a line');
    await expect(timeline).to.be.accessible();
  });

  it('name a video, bring its captions, and show its transcript at a click', async () => {
    await openWith(
      { video: { url: newFile('nordlicht.mp4'), poster_url: newFile('nordlicht-01.webp') } },
      { alt: 'A jumper is knitted', tracks: [CAPTIONS], transcript: 'The needles click.\nNobody speaks.' },
    );
    const video = part(timeline, 'video')!;
    expect(video.ariaLabel).to.equal('A jumper is knitted');
    const [{ kind, label, language }] = [...video.textTracks] as [TextTrack];
    expect([kind, label, language]).to.deep.equal(['captions', 'English', 'en']);
    const transcript = part(timeline, 'transcript') as unknown as HTMLDetailsElement;
    expect(transcript.open).to.equal(false);
    const summary = transcript.querySelector('summary')!;
    expect(summary.textContent).to.equal('Transcript');
    summary.click();
    const words = transcript.querySelector('p')!;
    expect([words.textContent, words.checkVisibility()]).to.deep.equal([
      'The needles click.\nNobody speaks.',
      true,
    ]);
    expect(getComputedStyle(words).whiteSpace, 'its lines stay').to.contain('pre-line');
    await expect(timeline).to.be.accessible();
  });

  it('stand beside English words that say so, in a language that there are no words for', async () => {
    const shop = await newShop();
    await answer(shop, [entry(31, { gallery: [{ url: '/files/care.pdf' }] })]);
    timeline = await open(shop, {
      'collection-slug': 'a-story',
      'media-texts': JSON.stringify({ 31: { transcript: 'Цокотять спиці.' } }),
      lang: 'uk',
    });
    await inState(timeline, 'ready');
    const languages = ['summary', '[part=attachment]', '[part=transcript] p'].map(
      (selector) => one(timeline, selector).closest<HTMLElement>('[lang]')!.lang,
    );
    expect(languages).to.deep.equal(['en', 'en', 'uk']);
  });

  it('are not covered by a bar that stays in view when the page scrolls to a transcript', async () => {
    await openWith({ content: HIGH }, { transcript: 'The needles click.' });
    timeline.style.setProperty('--storefront-sticky-top', '120px');
    timeline.style.paddingBlockEnd = '200vh';
    const summary = part(timeline, 'transcript')!.querySelector('summary')!;
    // As browsers do for the focus, each by its own rules.
    summary.scrollIntoView({ block: 'start', behavior: 'instant' });
    expect(summary.getBoundingClientRect().top).to.be.at.least(120);
  });

  it('are on paper with the whole transcript, which is closed afterwards', async () => {
    await openWith({}, { transcript: 'The needles click.' });
    const transcript = part(timeline, 'transcript') as unknown as HTMLDetailsElement;
    const words = transcript.querySelector('p')!;
    dispatchEvent(new Event('beforeprint'));
    expect(words.checkVisibility()).to.equal(true);
    dispatchEvent(new Event('afterprint'));
    expect(transcript.open).to.equal(false);
    // A shopper's open one stays open.
    transcript.open = true;
    for (const type of ['beforeprint', 'afterprint']) dispatchEvent(new Event(type));
    expect(transcript.open).to.equal(true);
  });

  it('name the items of a gallery as the service sent them, also where their order differs', async () => {
    const gallery = pictures(3).map((item, index) => ({ ...item, order: 3 - index }));
    await openWith({ gallery }, { gallery: [{ alt: 'First sent' }, null, { alt: 'Last sent' }] });
    expect(all<HTMLImageElement>(timeline, '[part=gallery] img').map(({ alt }) => alt)).to.deep.equal([
      'Last sent',
      'Entry 31, 2 of 3',
      'First sent',
    ]);
  });

  it('come with the page’s own entries, and name the collection’s own picture', async () => {
    timeline = await place('collection-timeline', await newShop(), {
      'base-url': '',
      collection: JSON.stringify({
        id: 'c-1',
        name: 'Nordlicht',
        image: { url: newFile('nordlicht-01.webp') },
      }),
      entries: JSON.stringify([
        entry(1, { image: { url: newFile('nordlicht-02.webp') }, alt: 'Snow on a fjord' }),
      ]),
      'media-texts': JSON.stringify({ collection: { alt: 'A lighthouse' } }),
    });
    await inState(timeline, 'ready');
    expect(all<HTMLImageElement>(timeline, 'img').map(({ alt }) => alt)).to.deep.equal([
      'A lighthouse',
      'Snow on a fjord',
    ]);
  });

  it('may change while the timeline is shown', async () => {
    await openWith({ image: { url: newFile('nordlicht-01.webp') } }, {});
    timeline.mediaTexts = { 31: { alt: 'A red jumper' } };
    await timeline.updateComplete;
    expect(part(timeline, 'image')!.alt).to.equal('A red jumper');
  });

  it('run no script: a track needs a web address', async () => {
    await openWith(
      { video: { url: newFile('nordlicht.mp4') } },
      { tracks: [{ src: 'javascript:alert(1)' }], transcript: '<img src=x onerror=alert(1)>' },
    );
    expect(all(timeline, 'track').length).to.equal(0);
    expect(textOf(timeline, 'transcript')).to.contain('<img src=x onerror=alert(1)>');
  });

  for (const texts of ['[1]', '{"31": "A red jumper"}', '{"31": {"alt": 7}}', 'A red jumper'])
    it(`are left out and reported where they are wrong: ${texts}`, async () => {
      const shop = await newShop();
      await answer(shop, [entry(31, { image: { url: newFile('nordlicht-01.webp') } })]);
      const messages = await consoleOf('warn', async () => {
        timeline = await place('collection-timeline', shop, {
          paging: 'button',
          'collection-slug': 'a-story',
          'media-texts': texts,
        });
        await inState(timeline, 'ready');
        await timeline.updateComplete;
      });
      expect(messages).to.deep.equal([
        '<collection-timeline> media-texts must be a JSON object of texts by entry id.',
      ]);
      expect(part(timeline, 'enlarge')!.ariaLabel).to.equal('Enlarge: Entry 31');
    });
});

describe('The compact layout, where only a picture fits beside the text', () => {
  it('links to the other files below the text, and has the video in the lightbox', async () => {
    const [first, second] = pictures(2);
    const video = { url: newFile('nordlicht.mp4') };
    const { timeline } = await openEntries(
      [
        {
          title: 'Yarn',
          image: first,
          video,
          gallery: [second, { url: '/files/care.pdf' }, { url: '/files/size.pdf' }],
        },
      ],
      { layout: 'compact' },
    );
    const names = all<HTMLAnchorElement>(timeline, '[part=attachment]').map((link) => {
      expect(link.checkVisibility()).to.equal(true);
      expect(link.getBoundingClientRect().height).to.be.at.least(24);
      return link.innerText.replace(/[\u2066-\u2069]/g, '');
    });
    expect(names).to.deep.equal(['Attachment: care.pdf', 'Attachment: size.pdf']);
    await expect(timeline).to.be.accessible();
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    part(timeline, 'enlarge')!.click();
    await opened;
    const slides = all(timeline, '[part=lightbox] :is(img, video)').map((slide) => slide.getAttribute('src'));
    expect(slides).to.deep.equal([first!.url, video.url, second!.url]);
  });

  it('leads to the other media also where the first picture does not come', async () => {
    const [other] = pictures(1);
    const image = { url: newFile('gone.webp') };
    const { timeline } = await openEntries([{ title: 'Yarn', image, gallery: [other] }], {
      layout: 'compact',
    });
    const missing = one(timeline, 'img');
    await waitUntil(() => missing.hasAttribute('data-broken'), 'it is missing');
    const button = part(timeline, 'enlarge')!;
    button.focus();
    expect(button.matches(':focus')).to.equal(true);
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    button.click();
    await opened;
    const slides = all(timeline, '[part=lightbox] img').map((slide) => slide.getAttribute('src'));
    expect(slides).to.deep.equal([image.url, other!.url]);
  });

  it('shows all pictures and the video’s poster on paper, which opens nothing', async () => {
    const [image, ...gallery] = pictures(3);
    const video = { url: newFile('nordlicht.mp4'), poster_url: newFile('nordlicht-04.webp') };
    const { timeline } = await openEntries([{ title: 'Yarn', image, video, gallery }], { layout: 'compact' });
    await emulateMedia(timeline, { media: 'print' });
    try {
      const widths = all(timeline, '.media :is(img, video)').map(
        (each) => each.getBoundingClientRect().width,
      );
      expect(widths).to.have.length(4);
      expect(Math.min(...widths)).to.be.above(80);
    } finally {
      await emulateMedia(timeline, { media: 'screen' });
    }
  });

  it('shows a gallery below a video, because a video opens nothing', async () => {
    const gallery = pictures(2);
    const video = { url: newFile('nordlicht.mp4') };
    const { timeline } = await openEntries([{ title: 'Yarn', video, gallery }], { layout: 'compact' });
    const buttons = all(timeline, '[part=enlarge], [part=next], [part=previous]');
    expect(buttons.map((button) => button.checkVisibility())).to.deep.equal([true, true, true, true]);
    const { inlineSize } = getComputedStyle(part(timeline, 'gallery')!);
    expect(parseFloat(inlineSize)).to.be.above(200);
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    part(timeline, 'enlarge')!.click();
    await opened;
    const slides = all(timeline, '[part=lightbox] img').map((slide) => slide.getAttribute('src'));
    expect(slides).to.deep.equal(gallery.map(({ url }) => url));
  });

  it('shows the first picture of a gallery that begins with a film, which is in the lightbox', async () => {
    const film = { url: newFile('nordlicht-film.webm'), order: 0 };
    const [first, second] = pictures(2).map((picture) => ({ ...picture, order: picture.order + 1 }));
    const { timeline } = await openEntries([{ title: 'Yarn', gallery: [film, first, second] }], {
      layout: 'compact',
    });
    const visible = all<HTMLImageElement>(timeline, '.media :is(img, video)').filter((each) =>
      each.checkVisibility(),
    );
    expect(visible.map(({ src, alt }) => [src, alt])).to.deep.equal([[first!.url, 'Yarn, 2 of 3']]);
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    part(timeline, 'enlarge')!.click();
    expect((await opened).url).to.equal(first!.url);
    const slides = all(timeline, '[part=lightbox] :is(img, video)').map((slide) => slide.getAttribute('src'));
    expect(slides).to.deep.equal([film.url, first!.url, second!.url]);
    expect(textOf(timeline, 'caption')).to.equal('Yarn · 2 / 3');
  });

  it('has buttons for a gallery of films, in a row of its own', async () => {
    const gallery = [0, 1].map((order) => ({ url: newFile('nordlicht-film.webm'), order }));
    const { timeline } = await openEntries([{ title: 'Yarn', gallery }], { layout: 'compact' });
    expect(part(timeline, 'next')!.checkVisibility()).to.equal(true);
    expect(part(timeline, 'gallery')!.getBoundingClientRect().width).to.be.above(200);
  });
});
