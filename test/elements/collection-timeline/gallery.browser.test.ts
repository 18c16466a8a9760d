import { sendKeys } from '@web/test-runner-commands';
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect, oneEvent, part, waitUntil } from '../../helpers/fixture.ts';
import { swipe } from '../../helpers/swipe.ts';
import {
  all,
  newFile,
  nextFrame,
  one,
  openEntries,
  pictures,
  slideAt,
  wantLessMotion,
} from './media-support.ts';

describe('A gallery in <collection-timeline>', () => {
  let timeline: CollectionTimeline;
  const list = () => part(timeline, 'gallery')!;
  const count = () => {
    const { at, of } = one(timeline, '.count').dataset;
    return `${at} / ${of}`;
  };
  const counts = (text: string) => waitUntil(() => count() === text, `it counts ${text}`);
  const open = async (entry: Record<string, unknown>, attributes: Record<string, string> = {}) => {
    ({ timeline } = await openEntries([{ title: 'Yarn', ...entry }], attributes));
  };

  it('is in the order that the service gave; what has none comes last, as it came', async () => {
    const orders = [null, 2, 1, undefined, 1, 0];
    const gallery = orders.map((order, index) => ({
      url: `${globalThis.sandboxUrl}/media/nordlicht-0${index + 1}.webp`,
      ...(order !== undefined && { order }),
    }));
    await open({ gallery });
    const names = all<HTMLImageElement>(timeline, '[part=gallery] img').map(({ src }) => src.at(-6));
    expect(names.join('')).to.equal('635214');
    expect(all<HTMLImageElement>(timeline, '[part=gallery] img').map(({ alt }) => alt)).to.deep.equal(
      [1, 2, 3, 4, 5, 6].map((index) => `Yarn, ${index} of 6`),
    );
  });

  it('is moved by its buttons, counts along, and begins again after the last', async () => {
    await open({ gallery: pictures(3) });
    expect(count()).to.equal('1 / 3');
    await expect(timeline).to.be.accessible();
    for (const [name, index] of [
      ['next', 1],
      ['next', 2],
      ['next', 0],
      ['previous', 2],
      ['previous', 1],
    ] as const) {
      part(timeline, name)!.click();
      await slideAt(list(), index);
      await counts(`${index + 1} / 3`);
    }
  });

  it('is a named group whose buttons say where they lead', async () => {
    await open({ gallery: pictures(3) });
    const labels = () => ['previous', 'next'].map((name) => part(timeline, name)!.ariaLabel);
    const group = one(timeline, '.carousel');
    expect([group.role, group.ariaLabel]).to.deep.equal(['group', 'Yarn']);
    expect(labels()).to.deep.equal(['Previous: Yarn, 3 of 3', 'Next: Yarn, 2 of 3']);
    part(timeline, 'next')!.click();
    await slideAt(list(), 1);
    expect(labels()).to.deep.equal(['Previous: Yarn, 1 of 3', 'Next: Yarn, 3 of 3']);
  });

  it('takes the focus along, so that Enter opens the picture that is seen', async () => {
    const gallery = pictures(3);
    await open({ gallery });
    await wantLessMotion(timeline);
    const buttons = all<HTMLButtonElement>(timeline, '[part=enlarge]');
    buttons[0]!.focus();
    for (const [key, index] of [
      ['ArrowRight', 1],
      ['ArrowRight', 2],
      ['ArrowRight', 0],
      ['ArrowLeft', 2],
    ] as const) {
      await sendKeys({ press: key });
      await slideAt(list(), index);
      expect(buttons.indexOf(timeline.shadowRoot!.activeElement as HTMLButtonElement)).to.equal(index);
    }
    const opened = oneEvent(timeline, 'collection-timeline-media-open');
    await sendKeys({ press: 'Enter' });
    expect((await opened).url).to.equal(gallery[2]!.url);
  });

  it('keeps the Tab key out of the slides that are not seen', async () => {
    await open({ gallery: pictures(3) });
    const inert = () => [...list().children].map((slide) => (slide as HTMLElement).inert);
    expect(inert()).to.deep.equal([false, true, true]);
    part(timeline, 'next')!.click();
    await slideAt(list(), 1);
    expect(inert()).to.deep.equal([true, false, true]);
    await swipe(list(), -0.6);
    await slideAt(list(), 2);
    await waitUntil(() => !inert()[2], 'it can be reached');
    expect(inert()).to.deep.equal([true, true, false]);
  });

  it('can be used at its first picture again after the theme has moved the element', async () => {
    await open({ gallery: pictures(3) });
    part(timeline, 'next')!.click();
    await slideAt(list(), 1);
    const drawer = document.body.appendChild(document.createElement('div'));
    drawer.append(timeline);
    await slideAt(list(), 0);
    await counts('1 / 3');
    expect([...list().children].map((slide) => (slide as HTMLElement).inert)).to.deep.equal([
      false,
      true,
      true,
    ]);
    drawer.replaceWith(timeline);
  });

  it('is moved as far as its buttons are pressed, also quickly', async () => {
    await open({ gallery: pictures(4) });
    part(timeline, 'next')!.click();
    part(timeline, 'next')!.click();
    await slideAt(list(), 2);
    await counts('3 / 4');
  });

  it('counts along when it is swiped', async () => {
    await open({ gallery: pictures(3) });
    await swipe(list(), -0.6);
    await slideAt(list(), 1);
    await counts('2 / 3');
    await swipe(list(), 0.6);
    await slideAt(list(), 0);
    await counts('1 / 3');
  });

  for (const [dir, onward, back] of [
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ] as const)
    it(`is moved by the arrow keys, ${dir}`, async () => {
      await open({ gallery: pictures(3) }, { dir });
      await wantLessMotion(timeline);
      part(timeline, 'next')!.focus();
      await sendKeys({ press: onward });
      await slideAt(list(), 1);
      await counts('2 / 3');
      await sendKeys({ press: onward });
      await slideAt(list(), 2);
      await sendKeys({ press: onward });
      await slideAt(list(), 0);
      await sendKeys({ press: back });
      await slideAt(list(), 2);
      await counts('3 / 3');
    });

  it('leaves the arrow keys to a film’s own controls', async () => {
    await open({ gallery: [{ url: newFile('nordlicht-film.webm'), file_type: 'video' }, ...pictures(2)] });
    const video = part(timeline, 'video')!;
    const event = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true });
    video.dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(false);
    const other = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true });
    part(timeline, 'next')!.dispatchEvent(other);
    expect(other.defaultPrevented).to.equal(true);
  });

  it('stops a film when the shopper goes on to the next slide', async () => {
    const film = { url: newFile('nordlicht-film.webm'), file_type: 'video', order: -1 };
    await open({ gallery: [film, ...pictures(1)] });
    const video = one<HTMLVideoElement>(timeline, '[part=video]');
    video.muted = true;
    // Its end must not stop it.
    video.loop = true;
    await video.play();
    part(timeline, 'next')!.click();
    expect(video.paused).to.equal(true);
  });

  for (const when of ['before', 'after'] as const)
    it(`keeps the focus where a picture does not load, ${when} the shopper is there`, async () => {
      await open({ gallery: pictures(3) });
      await wantLessMotion(timeline);
      const missing = all<HTMLImageElement>(timeline, '.slides img')[1]!;
      const fail = async () => {
        missing.loading = 'eager';
        missing.src = newFile('gone.webp');
        await waitUntil(() => missing.dataset['broken'] === '');
      };
      if (when === 'before') await fail();
      one(timeline, '[part=enlarge]').focus();
      await sendKeys({ press: 'ArrowRight' });
      await slideAt(list(), 1);
      if (when === 'after') await fail();
      await nextFrame();
      expect(missing.closest('button')!.matches(':focus')).to.equal(true);
      await sendKeys({ press: 'ArrowRight' });
      await slideAt(list(), 2);
    });

  it('is no gallery where only one can be shown', async () => {
    await open({ gallery: [{ url: 'javascript:alert(1)' }, ...pictures(1), { url: null }] });
    expect(part(timeline, 'gallery') === null).to.equal(true);
    expect(part(timeline, 'next') === null).to.equal(true);
    expect(part(timeline, 'image')!.alt).to.equal('Yarn');
  });

  it('draws the focus inside its slides, where nothing cuts it off', async () => {
    const film = { url: newFile('nordlicht-film.webm'), file_type: 'video' };
    await open({ gallery: [...pictures(1), film, { url: 'https://files.example/pattern.pdf' }] });
    for (const [index, selector] of ['[part=enlarge] img', '[part=video]', '[part=attachment]'].entries()) {
      part(timeline, 'next')!.focus();
      if (index > 0) await sendKeys({ press: 'ArrowRight' });
      await slideAt(list(), index);
      await sendKeys({ press: 'Shift' });
      one(timeline, '.slides li:not([inert]) :is(a, button, video)').focus();
      const { outlineOffset, outlineStyle, outlineWidth } = getComputedStyle(one(timeline, selector));
      expect(outlineStyle, selector).to.equal('solid');
      expect(parseFloat(outlineOffset) + parseFloat(outlineWidth), selector).to.be.at.most(0);
    }
  });
});
