import { sendKeys } from '@web/test-runner-commands';
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect, inState, newShop, part, waitUntil } from '../../helpers/fixture.ts';
import { open, show } from './support.ts';

describe('The way past a <collection-timeline> with the keyboard', () => {
  let timeline: CollectionTimeline;
  let before: HTMLButtonElement;
  let after: HTMLButtonElement;

  const surround = () => {
    before = document.createElement('button');
    after = document.createElement('button');
    before.textContent = 'Before';
    after.textContent = 'After';
    timeline.before(before);
    timeline.after(after);
  };
  afterEach(() => {
    before.remove();
    after.remove();
  });

  it('is one button, which shows itself with the focus and moves nothing', async () => {
    const shop = await newShop();
    const { slug } = await shop.timeline({ count: 60 });
    timeline = await open(shop, { 'collection-slug': slug, paging: 'auto', limit: '20' });
    await inState(timeline, 'ready');
    await timeline.updateComplete;
    surround();
    const top = () => part(timeline, 'entries')!.getBoundingClientRect().top + scrollY;
    const was = top();
    before.focus();
    await sendKeys({ press: 'Tab' });
    const skip = part(timeline, 'skip')!;
    expect(timeline.shadowRoot!.activeElement === skip).to.equal(true);
    expect(skip.textContent.trim()).to.equal('Skip the timeline');
    expect(skip.getBoundingClientRect().height).to.be.above(24);
    expect(top()).to.equal(was);
    await expect(timeline).to.be.accessible();
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Tab' });
    expect(document.activeElement === after).to.equal(true);
    expect(skip.getBoundingClientRect().height).to.be.below(2);
    // The pages that come because their end is in view do not take the shopper back.
    await waitUntil(() => timeline.entries.length > 20);
    await timeline.updateComplete;
    expect(document.activeElement === after).to.equal(true);
  });

  it('is not there where there is nothing to pass', async () => {
    timeline = await show(await newShop(), []);
    surround();
    expect(part(timeline, 'skip') === null).to.equal(true);
  });
});
