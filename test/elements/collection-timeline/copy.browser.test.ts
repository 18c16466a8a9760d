import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, listenTo, newShop, oneEvent, waitUntil } from '../../helpers/fixture.ts';
import { holdTimersOf, override } from '../../helpers/undo.ts';
import { answer, entry, entryOf, newsOf, open, scrolled, setBase } from './support.ts';

describe('Copying the link to an entry of <collection-timeline>', () => {
  let shop: TestShop;
  let timeline: CollectionTimeline;
  let copied: string[];

  /** The device's clipboard takes every text, or refuses them all. */
  const setClipboard = (isAllowed: boolean) =>
    override(navigator, 'clipboard', {
      value: {
        writeText: async (text: string) => {
          await Promise.resolve();
          if (!isAllowed) throw new DOMException('No', 'NotAllowedError');
          copied.push(text);
        },
      },
    });

  beforeEach(async () => {
    shop = await newShop();
    copied = [];
    // The note beside the link goes after some seconds.
    holdTimersOf('src/elements/collection-timeline/copy-link.ts');
    await answer(
      shop,
      [3, 2, 1].map((id) => entry(id)),
    );
    timeline = await open(shop, { 'collection-slug': 'any', limit: '3' });
    await inState(timeline, 'ready');
  });

  const link = (id: number) => entryOf(timeline, id).querySelector<HTMLElement>('[part=link]')!;
  const noteOf = (id: number) => entryOf(timeline, id).querySelector('.note')?.textContent ?? '';

  it('puts the address of the entry in this page on the clipboard, and tells the shopper and the page', async () => {
    setClipboard(true);
    link(2).click();
    const event = await oneEvent(timeline, 'collection-timeline-copy');
    await timeline.updateComplete;
    expect(event.entry.id).to.equal(2);
    expect(copied).to.deep.equal([`${location.origin}${location.pathname}${location.search}#entry-2`]);
    expect(newsOf(timeline)).to.equal('Link copied.');
    expect(noteOf(2)).to.equal('Link copied.');
    expect(location.hash).to.equal('');
    await expect(timeline).to.be.accessible();
  });

  it('is announced each time', async () => {
    setClipboard(true);
    const heard = listenTo(timeline.shadowRoot!.querySelector('[role=status]')!);
    for (const times of [1, 2, 3]) {
      link(2).click();
      await oneEvent(timeline, 'collection-timeline-copy');
      await waitUntil(() => heard.length >= times, 'it is announced');
      expect(heard).to.deep.equal(Array(times).fill('Link copied.'));
    }
  });

  it('moves nothing', async () => {
    setClipboard(true);
    const before = [3, 2, 1].map((id) => entryOf(timeline, id).getBoundingClientRect().top);
    link(3).focus();
    link(3).click();
    await oneEvent(timeline, 'collection-timeline-copy');
    await timeline.updateComplete;
    expect([3, 2, 1].map((id) => entryOf(timeline, id).getBoundingClientRect().top)).to.deep.equal(before);
    expect(timeline.shadowRoot!.activeElement === link(3)).to.equal(true);
  });

  it('leaves the address where the shopper can copy it when the clipboard refuses', async () => {
    setClipboard(false);
    const copies: Event[] = [];
    timeline.addEventListener('collection-timeline-copy', (event) => copies.push(event));
    link(2).click();
    await waitUntil(() => newsOf(timeline) === 'Couldn’t copy. The link is in the address bar.');
    expect(location.hash).to.equal('#entry-2');
    expect(noteOf(2)).to.equal('Couldn’t copy. The link is in the address bar.');
    expect(copies).to.deep.equal([]);
  });

  it('does so too where the device has no clipboard', async () => {
    override(navigator, 'clipboard', { value: undefined });
    link(1).click();
    await waitUntil(() => noteOf(1) === 'Couldn’t copy. The link is in the address bar.');
    expect(location.hash).to.equal('#entry-1');
  });

  for (const href of ['/', 'https://elsewhere.example/'])
    it(`leaves the address of this page where links begin at ${href}`, async () => {
      const address = location.href;
      setBase(href);
      setClipboard(false);
      link(2).click();
      await waitUntil(() => noteOf(2) === 'Couldn’t copy. The link is in the address bar.');
      expect(location.href).to.equal(`${address}#entry-2`);
    });

  it('is not followed as a link when the timeline loads again after the clipboard refused', async () => {
    setClipboard(false);
    const selected: Event[] = [];
    timeline.addEventListener('collection-timeline-entry-select', (event) => selected.push(event));
    link(2).click();
    await waitUntil(() => noteOf(2) === 'Couldn’t copy. The link is in the address bar.');
    await answer(
      shop,
      [2, 1].map((id) => entry(id)),
    );
    const loaded = oneEvent(timeline, 'collection-timeline-load');
    timeline.limit = 2;
    await loaded;
    await scrolled(timeline);
    expect(selected).to.deep.equal([]);
    expect(entryOf(timeline, 2).getAttribute('aria-current')).to.equal(null);
    expect(timeline.shadowRoot!.activeElement === null, 'the focus stays where it was').to.equal(true);
  });

  it('can be done by the page in its own way', async () => {
    setClipboard(true);
    const asked: number[] = [];
    timeline.addEventListener('collection-timeline-copy-before', (event) => {
      asked.push(event.entry.id);
      event.preventDefault();
    });
    link(2).click();
    await scrolled(timeline);
    expect(asked).to.deep.equal([2]);
    expect(copied).to.deep.equal([]);
    expect([newsOf(timeline), noteOf(2), location.hash]).to.deep.equal(['', '', '']);
  });

  it('is said at the entry that was copied last only', async () => {
    setClipboard(true);
    for (const id of [3, 1]) {
      const copying = oneEvent(timeline, 'collection-timeline-copy');
      link(id).click();
      await copying;
    }
    await timeline.updateComplete;
    expect([3, 2, 1].map(noteOf)).to.deep.equal(['', '', 'Link copied.']);
  });

  it('is a drawn icon, the same in every font, that can be pressed and seen', async () => {
    const icon = link(2).querySelector('[part=link-icon]')!;
    expect(link(2).textContent.trim(), 'no character of a font').to.equal('');
    const { width, height } = link(2).getBoundingClientRect();
    expect(Math.min(width, height)).to.be.at.least(24);
    link(2).focus();
    let opacity = 1;
    for (let each: Element | null = icon; each; each = each.parentElement) {
      for (const animation of each.getAnimations()) animation.finish();
      opacity *= Number(getComputedStyle(each).opacity);
    }
    // On white, as the page of the tests is.
    const canvas = document.createElement('canvas').getContext('2d')!;
    for (const colour of ['#fff', getComputedStyle(icon).stroke]) {
      canvas.globalAlpha = colour === '#fff' ? 1 : opacity;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((share) => {
      const value = share / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    expect(1.05 / (luminance + 0.05)).to.be.at.least(3);
    const icons = timeline.shadowRoot!.querySelectorAll('[part=link-icon]');
    expect(icons).to.have.length(3);
    await expect(timeline).to.be.accessible();
  });

  it('is left out with no-links, and comes back without it', async () => {
    timeline.noLinks = true;
    await timeline.updateComplete;
    expect(timeline.shadowRoot!.querySelectorAll('[part~=link]')).to.have.length(0);
    await expect(timeline).to.be.accessible();
    timeline.noLinks = false;
    await timeline.updateComplete;
    expect(timeline.shadowRoot!.querySelectorAll('[part~=link]')).to.have.length(3);
  });
});
