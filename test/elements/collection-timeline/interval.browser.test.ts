import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, textOf, waitUntil } from '../../helpers/fixture.ts';
import { override } from '../../helpers/undo.ts';
import { answer, entry, failNext, holdTimers, open, setVisibility } from './support.ts';

describe('What comes into a <collection-timeline> at an interval', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const [a, b, c, d] = [entry(4), entry(3), entry(2), entry(1)];

  const SECONDS = 600;
  const realNow = Date.now;

  /** How long the device waits before it looks again, in seconds; undefined where it does not. */
  const withInterval = async () => {
    const held = holdTimers();
    await answer(shop, [a, b, c, d]);
    const timeline = await open(shop, {
      'collection-slug': 'any',
      limit: '4',
      'refresh-interval': `${SECONDS}`,
    });
    await inState(timeline, 'ready');
    await timeline.updateComplete;
    const waits = () => held.filter(({ ms }) => ms > (SECONDS - 60) * 1000 && ms <= 2 * SECONDS * 1000);
    await waitUntil(() => waits().length === 1, 'it waits for the interval');
    return { timeline, waits };
  };

  it('is looked for again and again', async () => {
    const { timeline, waits } = await withInterval();
    expect(await shop.requests('listTimeline')).to.have.length(1);
    for (const id of [5, 6]) {
      const [wait] = waits();
      await answer(shop, [entry(id), a, b, c]);
      const refreshed = oneEvent(timeline, 'collection-timeline-refresh');
      wait!.run();
      await refreshed;
      await waitUntil(() => waits().some((each) => each !== wait));
    }
    expect(await shop.requests('listTimeline')).to.have.length(3);
    expect(textOf(timeline, 'fresh')).to.equal('New entries: 1');
  });

  it('is not looked for while another tab is seen, and at once when this one is seen again', async () => {
    const { timeline, waits } = await withInterval();
    setVisibility('hidden');
    expect(waits()).to.deep.equal([]);
    await timeline.updateComplete;
    expect(waits()).to.deep.equal([]);

    override(Date, 'now', { writable: true, value: () => realNow() + 2 * SECONDS * 1000 });
    await answer(shop, [entry(5), a, b, c]);
    const refreshed = oneEvent(timeline, 'collection-timeline-refresh');
    setVisibility('visible');
    expect((await refreshed).count).to.equal(1);
  });

  it('is waited for no longer than what is left when the tab is seen again early', async () => {
    const { waits } = await withInterval();
    setVisibility('hidden');
    setVisibility('visible');
    expect(waits()).to.have.length(1);
    expect(await shop.requests('listTimeline')).to.have.length(1);
  });

  it('is not looked for any more when the element is taken out, or the interval away', async () => {
    const { timeline, waits } = await withInterval();
    timeline.remove();
    expect(waits()).to.deep.equal([]);
    document.body.append(timeline);
    await waitUntil(() => waits().length === 1);
    timeline.refreshInterval = null;
    await timeline.updateComplete;
    expect(waits()).to.deep.equal([]);
  });

  it('goes on after a failure, less often', async () => {
    const { timeline, waits } = await withInterval();
    const [wait] = waits();
    await failNext(shop);
    const failed = oneEvent(timeline, 'collection-timeline-error');
    wait!.run();
    await failed;
    await waitUntil(() => waits().some((each) => each !== wait));
    expect(waits().at(-1)!.ms > wait!.ms * 1.5).to.equal(true);
    expect(timeline.dataset['state']).to.equal('ready');
  });
});
