/** A story that is shorter than its placeholder moves nothing below it when it comes. */
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { expect, inState, newShop, place, waitUntil } from '../../helpers/fixture.ts';
import { nextFrame } from './media-support.ts';

describe('What follows a short story', () => {
  let timeline: CollectionTimeline;
  let below: HTMLElement;
  let before: number;
  const top = () => below.getBoundingClientRect().top;
  /** Time for what must not happen. */
  const wait = async () => {
    for (let frame = 0; frame < 10; frame++) await nextFrame();
  };
  const open = async (attributes: Record<string, string> = {}) => {
    const shop = await newShop();
    const { slug } = await shop.timeline({ entries: [{ type: 'update', title: 'Yarn' }] });
    const held = await shop.hold('listTimeline');
    timeline = await place('collection-timeline', shop, { 'collection-slug': slug, ...attributes });
    timeline.after(below);
    await held.arrived();
    await inState(timeline, 'loading');
    before = top();
    await held.release();
    await inState(timeline, 'ready');
    await wait();
  };

  beforeEach(() => {
    below = document.createElement('button');
    below.textContent = 'Below';
  });
  afterEach(() => below.remove());

  it('stays where it is when the story comes, and after a click on it', async () => {
    await open();
    expect(top()).to.equal(before);
    below.click();
    await wait();
    expect(top()).to.equal(before);
  });

  it('moves up after a click in the story', async () => {
    await open();
    timeline.shadowRoot!.querySelector<HTMLElement>('article')!.click();
    await waitUntil(() => top() < before - 100, 'there is no empty space');
  });

  it('moves up after a click before the story', async () => {
    await open();
    document.body.click();
    await waitUntil(() => top() < before - 100, 'there is no empty space');
  });

  it('moves up at once where nobody sees it: the story ends below the view', async () => {
    await open({ style: 'margin-block-start: 3000px' });
    await waitUntil(() => top() < before - 100, 'there is no empty space');
  });

  it('stays where it is for good with reserve', async () => {
    await open({ reserve: '' });
    document.body.click();
    await wait();
    expect(top()).to.equal(before);
  });
});
