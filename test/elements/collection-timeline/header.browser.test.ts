import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, part, textOf, waitUntil } from '../../helpers/fixture.ts';
import { asked, newFile } from './media-support.ts';
import { type Fields, NORDLICHT_ID, open, parts, textsOf, isShown } from './support.ts';

const names = ['media', 'name', 'description', 'launch-date', 'keywords'] as const;

describe('The header of <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const picture = (number: number) => `${shop.url}/media/nordlicht-0${number}.webp`;

  /** The header of a collection with these fields. */
  const showHeader = async (fields: Fields, attributes: Record<string, string> = {}) => {
    const body = { name: 'Nordlicht', slug: 'nordlicht-aw26', ...fields };
    await shop.fault({ operation: 'getCollection', fault: 'wrong-shape', body });
    const timeline = await open(shop, { 'collection-id': 'x', 'no-media': '', limit: '1', ...attributes });
    if (attributes['no-media'] === 'false') timeline.noMedia = false;
    await inState(timeline, 'ready');
    return timeline;
  };
  const withMedia = (fields: Fields) => showHeader(fields, { 'no-media': 'false' });

  /** The parts of a whole header that are shown. */
  const partsShown = async (shown?: string) => {
    const timeline = await open(shop, {
      'collection-id': NORDLICHT_ID,
      limit: '1',
      ...(shown !== undefined && { 'show-header': shown }),
    });
    await inState(timeline, 'ready');
    const header = part(timeline, 'header');
    return names.filter((name) =>
      name === 'media' ? header?.querySelector('img, video') : header?.querySelector(`[part~="${name}"]`),
    );
  };

  it('has a picture or film, the name, the description, the launch date and the keywords', async () => {
    expect(await partsShown()).to.deep.equal(names);
    expect(await partsShown('')).to.deep.equal(names);
  });

  for (const name of names)
    it(`is no more than the ${name} where that is all that is asked for`, async () => {
      expect(await partsShown(name)).to.deep.equal([name]);
    });

  it('has the parts that are asked for, however they are separated, in its own order', async () => {
    expect(await partsShown(' keywords\n name\t')).to.deep.equal(['name', 'keywords']);
  });

  it('can be left out', async () => {
    expect(await partsShown('none')).to.deep.equal([]);
    const timeline = await open(shop, { 'collection-id': NORDLICHT_ID, 'show-header': 'none' });
    await inState(timeline, 'ready');
    expect(isShown(timeline, 'header')).to.equal(false);
    // Its name is still that of the landmark.
    expect(timeline.shadowRoot!.querySelector('.container')!.ariaLabel).to.equal('Nordlicht AW26');
  });

  it('shows a film with its poster, which waits until it is played, rather than the picture', async () => {
    const timeline = await withMedia({
      image: { url: picture(1) },
      video: { url: `${shop.url}/media/nordlicht-film.webm`, poster_url: picture(2) },
    });
    const header = part(timeline, 'header')!;
    expect(header.querySelectorAll('img')).to.have.length(0);
    const video = header.querySelector('video')!;
    expect([video.poster, video.preload, video.autoplay, video.controls]).to.deep.equal([
      picture(2),
      'none',
      false,
      true,
    ]);
    expect(video.getAttribute('aria-label')).to.equal('Nordlicht');
  });

  it('shows the poster of a film that cannot be played, and the picture where there is no film', async () => {
    const source = async (fields: Fields) =>
      part(await withMedia(fields), 'header')!
        .querySelector('img')
        ?.getAttribute('src') ?? null;
    expect(
      await source({ image: { url: picture(1) }, video: { url: null, poster_url: picture(2) } }),
    ).to.equal(picture(2));
    expect(await source({ image: { url: picture(1) }, video: null })).to.equal(picture(1));
    expect(await source({ image: { url: picture(1) }, video: { url: null, poster_url: null } })).to.equal(
      picture(1),
    );
    expect(await source({ image: { url: 'javascript:alert(1)' } })).to.equal(null);
  });

  it('loads its picture with the page, and never the share image', async () => {
    performance.clearResourceTimings();
    const [image, share] = [newFile('nordlicht-03.webp'), newFile('nordlicht-09.webp')];
    const timeline = await withMedia({ image: { url: image }, share_image: { url: share } });
    await waitUntil(() => asked(image).length, 'the picture is loaded');
    expect(timeline.shadowRoot!.innerHTML).not.to.contain(share);
    expect(asked(share)).to.deep.equal([]);
  });

  it('tells the launch in full, however near it is, and as it came where it is no date', async () => {
    const launchOf = async (launch_date: unknown, attributes = {}) =>
      textOf(await showHeader({ launch_date }, attributes), 'launch-date');
    expect(await launchOf('2026-10-09', { lang: 'en-GB' })).to.equal('Launch: 9 October 2026');
    expect(await launchOf('2026-10-09T23:00:00Z', { lang: 'en-GB', 'time-zone': 'Europe/Berlin' })).to.equal(
      'Launch: 10 October 2026',
    );
    expect(await launchOf('When the snow melts')).to.equal('Launch: When the snow melts');
    expect(await launchOf(new Date().toISOString(), { lang: 'en', 'time-zone': 'UTC' })).to.match(
      /^Launch: \w+ \d+, \d{4}$/,
    );
    expect(await launchOf('')).to.equal('');
    expect(await launchOf(null)).to.equal('');
  });

  it('tells the launch in one language, where it has no words of the page', async () => {
    const timeline = await showHeader({ launch_date: '2026-10-09', name: 'Зима' }, { lang: 'uk' });
    const launch = part(timeline, 'launch-date')!;
    expect([launch.lang, launch.textContent.trim()]).to.deep.equal(['en', 'Launch: October 9, 2026']);
    expect(part(timeline, 'name')!.closest<HTMLElement>('[lang]')!.lang).to.equal('uk');
  });

  for (const [title, keywords, words] of [
    ['a list', ['loden', ' outerwear ', 'made, mended'], ['loden', 'outerwear', 'made, mended']],
    ['a text with commas', 'loden, outerwear,,  ', ['loden', 'outerwear']],
    ['a list with all sorts of things', ['loden', null, 26, { word: 'x' }, '', ['y']], ['loden', '26']],
    ['an object', { loden: true }, []],
    ['a number', 7, []],
    ['nothing', null, []],
  ] as const)
    it(`tells keywords that come as ${title}`, async () => {
      const timeline = await showHeader({ keywords });
      expect(textsOf(timeline, 'keyword')).to.deep.equal(words);
      expect(parts(timeline, 'keywords')).to.have.length(words.length ? 1 : 0);
      await expect(timeline).to.be.accessible();
    });

  it('stands alone where everything but the slug is missing', async () => {
    const timeline = await showHeader({ name: null, description: null, image: null, video: null });
    expect(part(timeline, 'header')!.textContent.trim()).to.equal('');
    expect(timeline.shadowRoot!.querySelector('.container')!.ariaLabel).to.equal('Timeline');
    await expect(timeline).to.be.accessible();
  });
});
