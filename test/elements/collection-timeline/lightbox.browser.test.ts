import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect, oneEvent, part, textOf, waitUntil } from '../../helpers/fixture.ts';
import { swipe } from '../../helpers/swipe.ts';
import {
  all,
  asked,
  isShown,
  newFile,
  nextFrame,
  one,
  openEntries,
  pictures,
  slideAt,
  wantLessMotion,
} from './media-support.ts';

describe('A picture of <collection-timeline> in full', () => {
  let timeline: CollectionTimeline;
  const dialog = () => timeline.shadowRoot!.querySelector('dialog');
  const list = () => one(timeline, 'dialog ul');
  const caption = () => textOf(timeline, 'caption');
  const openers = () => all<HTMLButtonElement>(timeline, '[part=enlarge]');
  const tool = (name: string) => one<HTMLButtonElement>(timeline, `dialog [part=${name}]`);
  const focused = () => timeline.shadowRoot!.activeElement;

  const withPictures = async (count: number, attributes: Record<string, string> = {}) => {
    const [image, ...gallery] = pictures(count);
    ({ timeline } = await openEntries([{ title: 'Yarn', image, gallery }], attributes));
  };
  /** Opens it as the shopper does, with the opener-th picture. */
  const enlarge = async (opener = 0) => {
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    openers()[opener]!.click();
    const event = await opened;
    await slideAt(list(), opener);
    return event;
  };
  const close = async (how: () => unknown) => {
    const closed = oneEvent(timeline, 'collection-timeline-media-close');
    await how();
    await closed;
    expect(dialog() === null, 'the dialog is gone').to.equal(true);
  };

  it('opens on a click, over everything, and is the same picture', async () => {
    await withPictures(3);
    const before: string[] = [];
    timeline.addEventListener('collection-timeline-media-open-before', ({ url }) => {
      before.push(url);
      expect(dialog() === null, 'it is open before').to.equal(true);
    });
    const event = await enlarge();
    const shown = one<HTMLImageElement>(timeline, 'dialog img');
    expect([...before, event.url, shown.src]).to.deep.equal(Array(3).fill(event.url));
    expect(event.entry === timeline.entries[0]).to.equal(true);
    expect(event.bubbles && event.composed).to.equal(true);
    expect(dialog()!.matches(':modal')).to.equal(true);
    const { width, height } = dialog()!.getBoundingClientRect();
    // Firefox's scrollbar takes its own space.
    expect([width, height]).to.deep.equal([document.documentElement.clientWidth, innerHeight]);
    await waitUntil(() => isShown(shown), 'the picture is there');
    expect(getComputedStyle(shown).objectFit, 'all of it').to.equal('contain');
    await expect(timeline).to.be.accessible();
    expect(asked(...all<HTMLImageElement>(timeline, 'dialog img').map(({ src }) => src)).length).to.be.above(
      0,
    );
  });

  it('opens on Enter, and gives the focus back to what opened it', async () => {
    await withPictures(2);
    openers()[0]!.focus();
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    await sendKeys({ press: 'Enter' });
    await opened;
    expect(focused() === list(), 'the pictures have the focus').to.equal(true);
    const closed = oneEvent(timeline, 'collection-timeline-media-close');
    await sendKeys({ press: 'Escape' });
    const event = await closed;
    expect(event.bubbles && event.composed).to.equal(true);
    expect(dialog() === null, 'the dialog is gone').to.equal(true);
    expect(focused() === openers()[0]!, 'the focus is back').to.equal(true);
  });

  it('gives the focus back to the picture that was pressed, also if it is elsewhere when the lightbox opens', async () => {
    await withPictures(2);
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    openers()[0]!.click();
    part(timeline, 'link')!.focus();
    await opened;
    await close(() => tool('close').click());
    expect(focused() === openers()[0]!, 'the focus is back').to.equal(true);
  });

  it('is named by the entry’s date where the title is blank, and so is what opens it', async () => {
    const [image, ...gallery] = pictures(3);
    const entry = { title: ' ', created_at: '2026-01-02T12:00:00Z', image, gallery };
    ({ timeline } = await openEntries([entry], { 'time-zone': 'UTC' }));
    expect(openers().map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Enlarge: January 2, 2026',
      'Enlarge: January 2, 2026, 1 of 2',
      'Enlarge: January 2, 2026, 2 of 2',
    ]);
    expect(one(timeline, '[role=group]').ariaLabel).to.equal('January 2, 2026');
    await enlarge();
    expect(dialog()!.getAttribute('aria-label')).to.equal('January 2, 2026');
    expect(caption()).to.equal('January 2, 2026 · 1 / 3');
  });

  it('gives the focus back to the gallery’s picture that was opened, without moving the page', async () => {
    await withPictures(4);
    openers()[2]!.scrollIntoView({ behavior: 'instant' });
    await slideAt(part(timeline, 'gallery')!, 1);
    await waitUntil(() => !openers()[2]!.closest('[inert]'), 'it can be pressed');
    const top = scrollY;
    await enlarge(2);
    await close(() => tool('close').click());
    expect(focused() === openers()[2]!, 'the focus is back').to.equal(true);
    expect(scrollY).to.equal(top);
  });

  it('does not open where the page shows it in its own way', async () => {
    await withPictures(1);
    const events: string[] = [];
    timeline.addEventListener('collection-timeline-media-open-before', (event) => {
      events.push(event.type);
      event.preventDefault();
    });
    timeline.addEventListener('collection-timeline-media-open', ({ type }) => events.push(type));
    openers()[0]!.click();
    for (let frame = 0; frame < 10; frame++) await nextFrame();
    expect(events).to.deep.equal(['collection-timeline-media-open-before']);
    expect(dialog() === null).to.equal(true);
  });

  it('opens once, however quickly it is pressed', async () => {
    await withPictures(2);
    const opens: string[] = [];
    timeline.addEventListener('collection-timeline-media-open', ({ type }) => opens.push(type));
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    for (const opener of openers()) opener.click();
    await opened;
    for (let frame = 0; frame < 10; frame++) await nextFrame();
    expect(all(timeline, 'dialog')).to.have.length(1);
    expect(opens).to.have.length(1);
  });

  it('tells screen readers what it is, which picture of how many, and what its buttons do', async () => {
    await withPictures(3);
    await enlarge(1);
    expect(dialog()!.getAttribute('aria-label')).to.equal('Yarn');
    expect(all<HTMLImageElement>(timeline, 'dialog img').map(({ alt }) => alt)).to.deep.equal([
      'Yarn',
      'Yarn, 1 of 2',
      'Yarn, 2 of 2',
    ]);
    expect(caption()).to.equal('Yarn · 2 / 3');
    expect(one(timeline, '[part=caption]').getAttribute('aria-live')).to.equal('polite');
    const names = ['close', 'previous', 'next'].map((name) => tool(name).getAttribute('aria-label'));
    expect(names).to.deep.equal(['Close', 'Previous', 'Next']);
    const sizes = ['close', 'previous', 'next'].map((name) => tool(name).getBoundingClientRect());
    expect(sizes.every(({ width, height }) => width >= 24 && height >= 24)).to.equal(true);
  });

  it('has no buttons and no number where it is the only one', async () => {
    await withPictures(1);
    await enlarge();
    expect([tool('previous'), tool('next')]).to.deep.equal([null, null]);
    expect(caption()).to.equal('Yarn');
    await expect(timeline).to.be.accessible();
  });

  it('leads on by its buttons, and begins again after the last', async () => {
    await withPictures(3);
    await enlarge();
    await wantLessMotion(timeline);
    for (const [name, index] of [
      ['next', 1],
      ['next', 2],
      ['next', 0],
      ['previous', 2],
    ] as const) {
      tool(name).click();
      await slideAt(list(), index);
      expect(caption()).to.equal(`Yarn · ${index + 1} / 3`);
    }
  });

  it('leads on as far as its keys are pressed, also quickly', async () => {
    await withPictures(5);
    await enlarge();
    for (let presses = 0; presses < 3; presses++) {
      await sendKeys({ press: 'ArrowRight' });
      await nextFrame();
    }
    await slideAt(list(), 3);
    expect(caption()).to.equal('Yarn · 4 / 5');
  });

  it('tells the number once per step, not the old one again on the way', async () => {
    await withPictures(3);
    await enlarge();
    const told: string[] = [];
    const watch = new MutationObserver(() => told.push(caption()));
    watch.observe(one(timeline, '[part=caption]'), { childList: true, characterData: true, subtree: true });
    tool('next').click();
    await slideAt(list(), 1);
    for (let frame = 0; frame < 5; frame++) await nextFrame();
    watch.disconnect();
    expect([...new Set(told)]).to.deep.equal(['Yarn · 2 / 3']);
  });

  for (const [lang, onward, back] of [
    ['en', 'ArrowRight', 'ArrowLeft'],
    ['ar', 'ArrowLeft', 'ArrowRight'],
  ] as const)
    it(`is led on by the keys of its direction, and speaks its language: ${lang}`, async () => {
      await withPictures(4, { lang });
      await enlarge();
      await wantLessMotion(timeline);
      expect(dialog()!.lang).to.equal(lang);
      expect(getComputedStyle(list()).direction).to.equal(lang === 'ar' ? 'rtl' : 'ltr');
      expect(tool('close').getAttribute('aria-label') === 'Close').to.equal(lang === 'en');
      for (const [key, index] of [
        [onward, 1],
        [onward, 2],
        [back, 1],
        ['End', 3],
        [onward, 0],
        [back, 3],
        ['Home', 0],
      ] as const) {
        await sendKeys({ press: key });
        await slideAt(list(), index);
        // Browsers differ in the digits of Arabic.
        const [at, of] = [index + 1, 4].map((count) => count.toLocaleString(lang));
        expect(caption()).to.equal(`Yarn · ${at} / ${of}`);
      }
      await expect(timeline).to.be.accessible();
    });

  it('is in the language of the page, and its buttons in that of the words', async () => {
    await withPictures(2, { lang: 'uk' });
    await enlarge();
    expect(dialog()!.lang).to.equal('uk');
    const languages = ['close', 'previous', 'next'].map((name) => tool(name).lang);
    expect(languages).to.deep.equal(['en', 'en', 'en']);
  });

  it('counts forwards after a title that runs to the left, in the digits of the language', async () => {
    const gallery = pictures(3);
    ({ timeline } = await openEntries([{ title: 'חוט', gallery }], { lang: 'he' }));
    await enlarge();
    expect(caption()).to.equal('חוט · 1 / 3');
    const text = [...one(timeline, '[part=caption]').childNodes].find((node) => node instanceof Text)!;
    const [at, of] = ['1', '3'].map((digit) => {
      const range = new Range();
      range.setStart(text, text.data.indexOf(digit));
      range.setEnd(text, text.data.indexOf(digit) + 1);
      return range.getBoundingClientRect().left;
    });
    expect(at! < of!, 'the first number is on the left').to.equal(true);
    ({ timeline } = await openEntries([{ title: 'خيط', gallery }], { lang: 'ar-EG' }));
    await enlarge();
    expect(caption()).to.equal('خيط · ١ / ٣');
  });

  it('counts along when it is swiped', async () => {
    await withPictures(3);
    await enlarge();
    for (const index of [1, 2]) {
      await swipe(list(), -0.6);
      await slideAt(list(), index);
      await waitUntil(() => caption() === `Yarn · ${index + 1} / 3`, 'it counts');
    }
    // The buttons continue from there.
    tool('next').click();
    await slideAt(list(), 0);
    expect(caption()).to.equal('Yarn · 1 / 3');
  });

  it('closes beside the picture, and not on it', async () => {
    await withPictures(2);
    await enlarge();
    const image = one<HTMLImageElement>(timeline, 'dialog img');
    await waitUntil(() => isShown(image), 'the picture is there');
    const { left, top, width, height } = image.getBoundingClientRect();
    await sendMouse({
      type: 'click',
      position: [Math.round(left + width / 2), Math.round(top + height / 2)],
    });
    expect(dialog()!.open).to.equal(true);
    await close(() => sendMouse({ type: 'click', position: [10, innerHeight / 2 + 80] }));
  });

  it('keeps the focus inside while it is open', async () => {
    await withPictures(2);
    await enlarge();
    tool('close').focus();
    const stops = new Set(['close']);
    for (let presses = 0; presses < 8; presses++) {
      await sendKeys({ press: 'Tab' });
      const at = focused();
      // After the last one the browser may pass through its own buttons. Firefox and Safari also stop at the dialog
      // itself: https://github.com/whatwg/html/issues/10454
      if (at && at !== dialog())
        stops.add(dialog()!.contains(at) ? at.getAttribute('part') || at.localName : 'outside');
    }
    expect([...stops].sort()).to.deep.equal(['close', 'next', 'previous', 'ul']);
  });

  it('is a film that waits, and stops when the shopper goes on', async () => {
    const film = { url: newFile('nordlicht-film.webm'), poster_url: newFile('nordlicht-02.webp'), order: 9 };
    ({ timeline } = await openEntries([{ title: 'Yarn', gallery: [...pictures(1), film] }]));
    await enlarge();
    const video = one<HTMLVideoElement>(timeline, 'dialog video');
    expect([video.preload, video.autoplay, video.controls, video.paused]).to.deep.equal([
      'none',
      false,
      true,
      true,
    ]);
    expect(video.poster).to.equal(film.poster_url);
    expect(asked(film.url)).to.deep.equal([]);
    await sendKeys({ press: 'End' });
    await slideAt(list(), 1);
    video.muted = true;
    // Its end must not stop it.
    video.loop = true;
    const played = oneEvent(timeline, 'collection-timeline-media-open');
    await video.play();
    expect((await played).url).to.equal(film.url);
    video.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    expect(caption(), 'the film’s own keys').to.equal('Yarn · 2 / 2');
    tool('previous').click();
    await waitUntil(() => video.paused, 'it stops');
  });

  it('stops a film of the story, whose controls are behind it', async () => {
    const [image] = pictures(1);
    const film = { url: newFile('nordlicht-film.webm') };
    ({ timeline } = await openEntries([{ title: 'Yarn', image, video: film }]));
    const video = one<HTMLVideoElement>(timeline, 'video');
    video.muted = true;
    // Its end must not stop it.
    video.loop = true;
    await video.play();
    await enlarge();
    expect(video.paused).to.equal(true);
  });

  it('does not come: the same placeholder as in the story, in the middle', async () => {
    const gallery = [...pictures(1), { url: newFile('gone.webp'), file_type: 'image/webp', order: 9 }];
    ({ timeline } = await openEntries([{ title: 'Yarn', gallery }]));
    const missing = all<HTMLImageElement>(timeline, '.slides img')[1]!;
    missing.loading = 'eager';
    await enlarge();
    await sendKeys({ press: 'End' });
    await slideAt(list(), 1);
    const image = all<HTMLImageElement>(timeline, 'dialog img')[1]!;
    await waitUntil(
      () => [missing, image].every((each) => each.hasAttribute('data-broken')),
      'both are missing',
    );
    expect(getComputedStyle(image).opacity).to.equal('0');
    const iconOf = (box: Element) => {
      const { content, width, height, borderTopStyle } = getComputedStyle(box, '::after');
      return [content, Number.parseFloat(width) > 0, Number.parseFloat(height) > 0, borderTopStyle];
    };
    const slide = image.closest('li')!;
    expect(iconOf(slide)).to.deep.equal(iconOf(missing.closest('.frame')!));
    expect(iconOf(slide)).to.deep.equal(['""', true, true, 'solid']);
    expect(getComputedStyle(slide).position, 'it stays in its own slide').to.equal('relative');
    expect(iconOf(list().children[0]!)[0], 'a picture that came').to.equal('none');
  });

  it('opens on a press on a picture that did not come, which is asked for again', async () => {
    const image = { url: newFile('gone.webp') };
    ({ timeline } = await openEntries([{ title: 'Yarn', image }]));
    const missing = one<HTMLImageElement>(timeline, 'article img');
    await waitUntil(() => missing.hasAttribute('data-broken'), 'it is missing');
    const failed = oneEvent(missing, 'error');
    await enlarge();
    await failed;
    expect(caption()).to.equal('Yarn');
  });

  it('is the poster of a film without its file', async () => {
    const poster = newFile('nordlicht-02.webp');
    ({ timeline } = await openEntries([{ title: 'Film', video: { url: null, poster_url: poster } }]));
    await enlarge();
    expect(all<HTMLImageElement>(timeline, 'dialog img').map(({ src }) => src)).to.deep.equal([poster]);
    expect(caption()).to.equal('Film');
  });

  describe('on a long page', () => {
    const root = document.documentElement;
    const pageOf = () => [scrollY, root.clientWidth, timeline.getBoundingClientRect().width].join();
    const styles = () => [
      root.style.cssText,
      document.body.style.cssText,
      document.adoptedStyleSheets.length,
    ];
    /** Presses the keys that scroll, and waits until they have had their effect. */
    const scrollAway = async () => {
      for (const press of ['PageDown', ' ', 'ArrowDown']) await sendKeys({ press });
      for (let frame = 0; frame < 20; frame++) await nextFrame();
    };
    let page: HTMLElement;
    beforeEach(async () => {
      page = document.createElement('div');
      page.textContent = 'A line of the page. '.repeat(9000);
      await withPictures(2);
      await waitUntil(() => !document.adoptedStyleSheets.length, 'the last test’s lightbox is closed');
      document.body.append(page);
      scrollTo({ top: 40, behavior: 'instant' });
    });
    afterEach(() => {
      page.remove();
      for (const { style } of [root, document.body]) style.removeProperty('overflow-x');
      scrollTo({ top: 0, behavior: 'instant' });
    });

    it('keeps the page behind it where it is, and as wide as it is', async () => {
      const [before, styled] = [pageOf(), styles()];
      await enlarge();
      expect(pageOf()).to.equal(before);
      await scrollAway();
      expect(pageOf(), 'while it is open').to.equal(before);
      await close(() => tool('close').click());
      expect([pageOf(), styles()]).to.deep.equal([before, styled]);
      (document.activeElement as HTMLElement).blur();
      await sendKeys({ press: 'PageDown' });
      await waitUntil(() => scrollY > 40, 'the page scrolls again');
      // A smooth scroll would go on in the next test.
      let last = -1;
      for (let still = 0; still < 10; still = scrollY === last ? still + 1 : 0) {
        last = scrollY;
        await nextFrame();
      }
    });

    it('does so where the page has styles of its own, which stay', async () => {
      document.body.style.overflowX = 'hidden';
      const [before, styled] = [pageOf(), styles()];
      await enlarge();
      await scrollAway();
      expect(pageOf()).to.equal(before);
      expect(styles().slice(0, 2)).to.deep.equal(styled.slice(0, 2));
      await close(() => sendKeys({ press: 'Escape' }));
      expect([pageOf(), styles()]).to.deep.equal([before, styled]);
    });

    it('lets the page go when its element is removed, and when the shopper goes back', async () => {
      const styled = styles();
      await enlarge();
      timeline.remove();
      await waitUntil(() => styles().join() === styled.join(), 'the page is free');
      document.body.append(timeline);
      await waitUntil(() => !dialog(), 'it is closed');
      await enlarge();
      expect(styles().join() === styled.join()).to.equal(false);
      dispatchEvent(new PopStateEvent('popstate'));
      await waitUntil(() => styles().join() === styled.join(), 'the page is free');
    });

    it('lets the page go when the last of two is closed, in any order', async () => {
      const styled = styles();
      const overflow = () => getComputedStyle(root).overflowY;
      const first = timeline;
      await enlarge();
      await withPictures(2);
      await enlarge();
      first.shadowRoot!.querySelector('dialog')!.close();
      await waitUntil(() => !first.shadowRoot!.querySelector('dialog'), 'the first is closed');
      expect(overflow()).to.equal('hidden');
      await close(() => tool('close').click());
      expect(styles()).to.deep.equal(styled);
      expect(overflow()).to.equal('visible');
    });
  });

  it('closes with its element, and can be opened again', async () => {
    await withPictures(2);
    await enlarge();
    timeline.remove();
    await timeline.updateComplete;
    document.body.append(timeline);
    await timeline.updateComplete;
    await waitUntil(() => !dialog(), 'it is closed');
    await enlarge();
    expect(all(timeline, 'dialog')).to.have.length(1);
  });
});
