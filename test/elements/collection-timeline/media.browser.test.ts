import { sendKeys } from '@web/test-runner-commands';
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect, inState, newShop, oneEvent, part, place, waitUntil } from '../../helpers/fixture.ts';
import { emulateMedia } from '../../helpers/media.ts';
import { box } from '../../helpers/undo.ts';
import { all, asked, boxOf, isShown, newFile, one, openEntries, pictures } from './media-support.ts';

const layouts = ['feed', 'compact', 'alternating', 'cards'];

describe('<collection-timeline> shows media that', () => {
  for (const layout of layouts)
    it(`have their final size before they come: ${layout}`, async () => {
      const shop = await newShop();
      const { slug } = await shop.timeline({
        entries: [
          { title: 'Picture', image: { url: newFile('nordlicht-01.webp') } },
          { title: 'Gallery', gallery: pictures(3) },
          {
            title: 'Film',
            video: { url: newFile('nordlicht-film.webm'), poster_url: newFile('nordlicht-02.webp') },
          },
        ],
      });
      // The event comes with the first drawing, and pictures are asked for only then.
      const loaded = oneEvent(document.body, 'collection-timeline-load').then(({ target }) => {
        const images = all<HTMLImageElement>(target as CollectionTimeline, 'article img');
        expect(images.some(isShown), 'a picture is there already').to.equal(false);
        return all(target as CollectionTimeline, '.story :is(.frame, article)').map(boxOf);
      });
      const timeline = await place('collection-timeline', shop, { 'collection-slug': slug, layout });
      const frames = await loaded;
      const seen = all<HTMLImageElement>(timeline, 'article img').filter(({ offsetHeight }) => offsetHeight);
      expect(seen.length).to.be.above(1);
      for (const image of seen) image.loading = 'eager';
      await waitUntil(() => seen.every(isShown), 'all pictures came');
      expect(all(timeline, '.story :is(.frame, article)').map(boxOf)).to.deep.equal(frames);
    });

  for (const width of [248, 288, 358])
    it(`leave the text its full width where they do not stand beside it: compact, ${width} px wide`, async () => {
      const content = 'A sentence of the story, as long as they often are. '.repeat(4);
      const film = { url: newFile('nordlicht-film.webm'), poster_url: newFile('nordlicht-02.webp') };
      const { timeline } = await openEntries(
        [
          { title: 'Film', content, video: film, created_at: '2026-01-03T00:00:00Z' },
          { title: 'Nothing', content, created_at: '2026-01-02T00:00:00Z' },
          { title: 'Picture', content, image: pictures(1)[0], created_at: '2026-01-01T00:00:00Z' },
        ],
        { layout: 'compact' },
      );
      timeline.style.inlineSize = `${width}px`;
      const em = Number.parseFloat(getComputedStyle(timeline).fontSize);
      const boxesOf = (selector: string) =>
        all(timeline, selector).map((each) => each.getBoundingClientRect());
      const entries = boxesOf('article');
      const texts = boxesOf('article > [part=content]');
      const [video, picture] = boxesOf('.media') as [DOMRect, DOMRect];
      for (const index of [0, 1]) expect(texts[index]!.width).to.be.closeTo(entries[index]!.width, 1);
      expect(video.top - texts[0]!.bottom, 'between the text and the film').to.be.within(0, em);
      expect(video.width).to.be.closeTo(Math.min(20 * em, entries[0]!.width), 1);
      expect(picture.left, 'beside the text').to.be.at.least(texts[2]!.right);
      expect(picture.top).to.be.closeTo(entries[2]!.top, 1);
    });

  it('are not asked for before they come near, and then do not block', async () => {
    scrollTo({ top: 0, behavior: 'instant' });
    const urls = Array.from({ length: 40 }, () => newFile('nordlicht-01.webp'));
    const { timeline } = await openEntries(urls.map((url) => ({ title: 'A day', image: { url } })));
    const images = all<HTMLImageElement>(timeline, 'article img');
    expect(images.every((image) => image.loading === 'lazy' && image.decoding === 'async')).to.equal(true);
    await waitUntil(() => isShown(images[0]!), 'the first is there');
    expect(asked(urls.at(-1)!), 'the last').to.deep.equal([]);
    images.at(-1)!.scrollIntoView();
    await waitUntil(() => isShown(images.at(-1)!), 'the last comes when it is near');
  });

  it('do not come: a placeholder of the same size, whose text screen readers still read', async () => {
    const gone = newFile('gone.webp');
    const texts = JSON.stringify({ collection: { alt: 'A lighthouse' } });
    const shop = await newShop();
    const { collectionId } = await shop.timeline({
      collection: { name: 'Gone', image: { url: gone } },
      entries: [{ title: 'Gone', image: { url: gone } }],
    });
    const timeline = await place('collection-timeline', shop, {
      'collection-id': collectionId,
      'media-texts': texts,
    });
    await inState(timeline, 'ready');
    const [images, frames] = [all(timeline, 'img'), all(timeline, '.story .frame')];
    const before = frames.map(boxOf);
    await waitUntil(() => images.every((image) => image.hasAttribute('data-broken')), 'they are marked');
    expect(frames.map(boxOf)).to.deep.equal(before);
    expect(images.map((image) => getComputedStyle(image).opacity)).to.deep.equal(['0', '0']);
    expect(frames.map((frame) => getComputedStyle(frame, '::after').content)).to.deep.equal(['""', '""']);
    const isRead = (image: Element) => image.checkVisibility({ visibilityProperty: true });
    expect(images.every(isRead)).to.equal(true);
    expect(one<HTMLImageElement>(timeline, '[part=header] img').alt).to.equal('A lighthouse');
    await expect(timeline).to.be.accessible();
  });

  it('do not come, but can be pressed, with a focus that is seen on the placeholder', async () => {
    const { timeline } = await openEntries([{ title: 'Gone', image: { url: newFile('gone.webp') } }]);
    const [image, button] = [one(timeline, 'img'), part(timeline, 'enlarge')!];
    await waitUntil(() => image.hasAttribute('data-broken'), 'it is marked as broken');
    await sendKeys({ press: 'Shift' });
    button.focus();
    expect(timeline.shadowRoot!.activeElement === button, 'the focus goes to it').to.equal(true);
    expect(getComputedStyle(button).outlineColor).to.equal(getComputedStyle(timeline).color);
    const { left, top, width, height } = button.getBoundingClientRect();
    const pressed = timeline.shadowRoot!.elementFromPoint(left + width / 2, top + height / 2);
    expect(button.contains(pressed), 'the placeholder takes no press').to.equal(true);
  });

  it('come late after all, and are shown', async () => {
    const { timeline } = await openEntries([{ title: 'Late', image: { url: newFile('gone.webp') } }]);
    const image = one<HTMLImageElement>(timeline, 'img');
    await waitUntil(() => image.hasAttribute('data-broken'), 'it is marked as broken');
    image.src = newFile('nordlicht-01.webp');
    await waitUntil(() => isShown(image) && !image.hasAttribute('data-broken'), 'it is shown');
    expect(getComputedStyle(image).opacity).to.equal('1');
  });

  it('cannot be played: the film keeps its poster, name and focus, and can be played again', async () => {
    const [url, poster] = [newFile('gone.webm'), newFile('nordlicht-02.webp')];
    const { timeline } = await openEntries([{ title: 'Film', video: { url, poster_url: poster } }]);
    const video = part(timeline, 'video')!;
    await waitUntil(() => video.poster, 'the poster is there');
    const before = boxOf(one(timeline, 'article .frame'));
    video.muted = true;
    video.focus();
    for (const attempt of ['first', 'second']) {
      const failed = oneEvent(video, 'error');
      await video.play().catch(() => undefined);
      await failed;
      await waitUntil(() => !video.error && video.paused, `it waits after the ${attempt} attempt`);
      expect(video.controls).to.equal(true);
    }
    expect([video.poster, video.ariaLabel, video.src]).to.deep.equal([poster, 'Film', url]);
    expect(video.checkVisibility({ opacityProperty: true, visibilityProperty: true })).to.equal(true);
    expect(timeline.shadowRoot!.activeElement === video, 'the focus stays').to.equal(true);
    expect(boxOf(one(timeline, 'article .frame'))).to.equal(before);
  });

  it('did not come without a connection, and come when it is back', async () => {
    const { timeline } = await openEntries([
      { title: 'Picture', image: { url: newFile('nordlicht-01.webp') } },
    ]);
    const image = one<HTMLImageElement>(timeline, 'img');
    await waitUntil(() => isShown(image), 'the picture is there');
    image.dispatchEvent(new Event('error'));
    expect(getComputedStyle(image).opacity).to.equal('0');
    dispatchEvent(new Event('online'));
    await waitUntil(() => getComputedStyle(image).opacity === '1', 'it is there again');
  });

  it('are films: their poster at once, nothing of the film before it is played, and then an event', async () => {
    const [url, poster] = [newFile('nordlicht-film.webm'), newFile('nordlicht-02.webp')];
    const { timeline } = await openEntries([{ title: 'Film', video: { url, poster_url: poster } }]);
    const video = part(timeline, 'video')!;
    expect([video.preload, video.autoplay, video.controls, video.loop]).to.deep.equal([
      'none',
      false,
      true,
      false,
    ]);
    expect(video).to.have.attribute('playsinline');
    await waitUntil(() => asked(poster).length, 'the poster is asked for');
    expect(asked(url)).to.deep.equal([]);
    expect(video.paused).to.equal(true);
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    video.muted = true;
    void video.play().catch(() => undefined);
    const event = await opened;
    expect(event.url).to.equal(url);
    expect(event.entry.title).to.equal('Film');
    await waitUntil(() => video.readyState >= video.HAVE_CURRENT_DATA, 'it plays');
    video.pause();
  });

  it('are films far below the view: their posters are asked for when the shopper comes near', async () => {
    const posters = [
      newFile('nordlicht-02.webp'),
      newFile('nordlicht-03.webp'),
      newFile('nordlicht-04.webp'),
    ];
    const films = posters.map((poster_url, place) => ({
      title: `Film ${place}`,
      content: place ? 'One line of many.\n'.repeat(300) : '',
      video: { url: newFile('nordlicht-film.webm'), poster_url },
    }));
    const { timeline } = await openEntries(films);
    const videos = all<HTMLVideoElement>(timeline, 'video');
    await waitUntil(() => asked(posters[0]!).length, 'the one in view is asked for');
    expect(videos.map(({ poster }) => poster)).to.deep.equal([posters[0], '', '']);
    expect(asked(...posters.slice(1))).to.deep.equal([]);
    videos[1]!.scrollIntoView({ behavior: 'instant' });
    await waitUntil(() => asked(posters[1]!).length, 'the next one is asked for');
    expect(videos[2]!.poster).to.equal('');
    // Paper shows all of it.
    dispatchEvent(new Event('beforeprint'));
    expect(all<HTMLVideoElement>(timeline, 'video').map(({ poster }) => poster)).to.deep.equal(posters);
    dispatchEvent(new Event('afterprint'));
    scrollTo(0, 0);
  });

  it('are a film without its file: its poster as a picture', async () => {
    const poster = newFile('nordlicht-02.webp');
    const { timeline } = await openEntries([{ title: 'Film', video: { url: null, poster_url: poster } }]);
    expect(part(timeline, 'video') === null).to.equal(true);
    expect(part(timeline, 'image')!.src).to.equal(poster);
    await waitUntil(() => isShown(part(timeline, 'image')!), 'it is shown');
  });

  it('are a gallery’s film without its file: its poster, in its place and count', async () => {
    const poster = newFile('nordlicht-02.webp');
    const [picture] = pictures(1);
    const film = { url: null, file_type: 'video', poster_url: poster, order: -1 };
    const { timeline } = await openEntries([{ title: 'Yarn', gallery: [picture, film] }]);
    const images = all<HTMLImageElement>(timeline, '[part=gallery] img');
    expect(images.map(({ src, alt }) => [src, alt])).to.deep.equal([
      [poster, 'Yarn, 1 of 2'],
      [picture!.url, 'Yarn, 2 of 2'],
    ]);
  });

  it('are left out with no-media: none is drawn, none is asked for', async () => {
    const file = newFile('nordlicht-03.webp');
    const url = { url: file };
    const entry = {
      title: 'All',
      content: 'Words',
      image: url,
      video: { ...url, poster_url: file },
      gallery: [url, url],
    };
    const collection = { name: 'Without', image: url, video: { ...url, poster_url: file } };
    const shop = await newShop();
    const { collectionId } = await shop.timeline({ collection, entries: [entry] });
    const timeline = await place('collection-timeline', shop, {
      'collection-id': collectionId,
      'no-media': '',
    });
    await inState(timeline, 'ready');
    expect(all(timeline, 'img, video, .media, .story .frame')).to.have.length(0);
    expect(part(timeline, 'content')!.textContent).to.equal('Words');
    expect(asked(file)).to.deep.equal([]);
    timeline.noMedia = false;
    await waitUntil(() => asked(file).length, 'they come when they are wanted');
  });

  it('are the header’s: at once, and the film before the picture', async () => {
    const [picture, poster] = [newFile('nordlicht-01.webp'), newFile('nordlicht-02.webp')];
    const shop = await newShop();
    const open = async (collection: Record<string, unknown>) => {
      const { collectionId } = await shop.timeline({ collection, entries: [{}] });
      const timeline = await place('collection-timeline', shop, { 'collection-id': collectionId });
      await inState(timeline, 'ready');
      return timeline;
    };
    const image = { url: picture };
    const plain = await open({ name: 'Plain', image });
    expect(one<HTMLImageElement>(plain, '[part=header] img').loading).to.equal('eager');
    expect(one<HTMLImageElement>(plain, '[part=header] img').alt, 'the name stands below').to.equal('');
    expect(part(plain, 'enlarge'), 'it is no picture of the story').to.equal(null);
    plain.remove();
    const film = await open({
      name: 'Film',
      image,
      video: { url: newFile('nordlicht-film.webm'), poster_url: poster },
    });
    expect(one<HTMLVideoElement>(film, '[part=header] video').poster).to.equal(poster);
    expect(all(film, '[part=header] img')).to.have.length(0);
    await expect(film).to.be.accessible();
  });

  it('stand in a header that is not taken for the page’s own', async () => {
    const shop = await newShop();
    for (const name of ['One', 'Other']) {
      const { collectionId } = await shop.timeline({ collection: { name }, entries: [{}] });
      const timeline = await place('collection-timeline', shop, { 'collection-id': collectionId });
      await inState(timeline, 'ready');
    }
    // The page of the tests has no landmarks, in which all of it should be.
    await expect(document.body).to.be.accessible({ ignoredRules: ['region'] });
  });

  it('are attachments: a link with the name of the file, to a page of its own', async () => {
    const folder = 'https://files.example/a';
    const gallery = [
      { url: `${folder}/Size%20chart.pdf?v=2`, file_type: 'application/pdf' },
      { url: 'https://files.example/', file_type: null },
      { url: `${folder}/50%.zip`, file_type: 'archive' },
    ];
    const { timeline } = await openEntries([
      { title: 'Papers', gallery },
      { title: 'One', gallery: gallery.slice(0, 1) },
    ]);
    const links = all<HTMLAnchorElement>(timeline, '[part=attachment]');
    expect(links.map(({ textContent }) => textContent)).to.deep.equal([
      'Attachment: \u2068Size chart.pdf\u2069',
      'Attachment: \u2068files.example\u2069',
      'Attachment: \u206850%.zip\u2069',
      'Attachment: \u2068Size chart.pdf\u2069',
    ]);
    expect(links.map(({ href }) => href).slice(0, 3)).to.deep.equal(gallery.map(({ url }) => url));
    expect(links.every(({ target, rel }) => target === '_blank' && rel === 'noopener noreferrer')).to.equal(
      true,
    );
    await expect(timeline).to.be.accessible();
  });

  it('are on paper: pictures without buttons, a gallery side by side', async () => {
    const { timeline } = await openEntries([{ title: 'Gallery', gallery: pictures(3) }]);
    const list = part(timeline, 'gallery')!;
    expect(list.scrollWidth).to.be.above(list.clientWidth);
    await emulateMedia(timeline, { media: 'print' });
    try {
      expect(list.scrollWidth).to.equal(list.clientWidth);
      const seen = (selector: string) => all(timeline, selector).filter((each) => each.offsetHeight > 0);
      expect(seen('[part=gallery] li')).to.have.length(3);
      expect(seen('.steps, [part=link], .foot, .skeleton')).to.have.length(0);
    } finally {
      await emulateMedia(timeline, { media: 'screen' });
    }
  });

  it('are on paper: a card is on one page, and words are as dark as the text', async () => {
    // Columns break as pages do.
    const pages = box({
      style: 'columns: 3 400px; inline-size: 1300px; block-size: 500px; column-fill: auto',
    });
    const line = 'One line of many.\n';
    const entries = Array.from({ length: 9 }, (_, day) => ({
      content: line.repeat(4 + day),
      created_at: `2026-01-0${9 - day}`,
    }));
    const { timeline } = await openEntries(entries, {
      layout: 'cards',
      'group-by': 'year',
      'time-zone': 'UTC',
    });
    pages.append(timeline);
    await emulateMedia(timeline, { media: 'print' });
    try {
      const cards = all(timeline, '.item');
      expect(cards.map((each) => getComputedStyle(each).breakInside)).to.deep.equal(
        entries.map(() => 'avoid'),
      );
      // WebKit breaks the items of a flex box all the same.
      if (/Chrome|Firefox/.test(navigator.userAgent))
        expect(cards.map((each) => each.getClientRects().length)).to.deep.equal(entries.map(() => 1));
      const words = getComputedStyle(one(timeline, '[part=group-heading] span'));
      const { color } = getComputedStyle(one(timeline, '[part=content]'));
      expect(words.webkitTextFillColor).to.equal(color);
      expect(words.backgroundColor).to.equal('rgba(0, 0, 0, 0)');
    } finally {
      await emulateMedia(timeline, { media: 'screen' });
    }
  });

  it('move to the next without a slide where the shopper wants less motion', async () => {
    const { timeline } = await openEntries([{ title: 'Gallery', gallery: pictures(3) }]);
    const list = part(timeline, 'gallery')!;
    expect(getComputedStyle(list).scrollBehavior).to.equal('smooth');
    await emulateMedia(timeline, { reducedMotion: 'reduce' });
    try {
      expect(getComputedStyle(list).scrollBehavior).to.equal('auto');
      part(timeline, 'next')!.click();
      expect(list.scrollLeft, 'at once').to.be.above(100);
    } finally {
      await emulateMedia(timeline, { reducedMotion: 'no-preference' });
    }
  });
});
