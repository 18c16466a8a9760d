import type { Fault, TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, textOf, waitUntil } from '../../helpers/fixture.ts';
import { onRestore, override } from '../../helpers/undo.ts';
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
  const withInterval = async (attributes: Record<string, string> = {}) => {
    const held = holdTimers();
    await answer(shop, [a, b, c, d]);
    const timeline = await open(shop, {
      'collection-slug': 'any',
      limit: '4',
      'refresh-interval': `${SECONDS}`,
      ...attributes,
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

  describe('with entries of the page, whose header does not come', () => {
    /** A timeline after its first error, all its errors, and a function that lets an interval pass. */
    const withoutHeader = async (fault: Pick<Fault, 'fault' | 'status' | 'body'>) => {
      await shop.fault({ operation: 'getCollection', times: 0, ...fault });
      const errors: unknown[] = [];
      const add = (event: Event) => void errors.push(event);
      addEventListener('collection-timeline-error', add);
      onRestore(() => removeEventListener('collection-timeline-error', add));
      const entries = JSON.stringify([a, b, c, d]);
      const { timeline, waits } = await withInterval({ 'collection-id': 'any', entries });
      await waitUntil(() => errors.length === 1);
      const next = async () => {
        const [wait] = waits();
        await answer(shop, [a, b, c, d]);
        const refreshed = oneEvent(timeline, 'collection-timeline-refresh');
        wait!.run();
        await refreshed;
        await waitUntil(() => waits().some((each) => each !== wait));
        return { before: wait!.ms, after: waits().at(-1)!.ms };
      };
      return { errors, next };
    };

    it('goes on as usual where the service refuses it, which is said and asked once', async () => {
      const { errors, next } = await withoutHeader({ fault: 'status', status: 404 });
      for (let round = 0; round < 2; round++) {
        const { after } = await next();
        expect(after).to.be.at.most(SECONDS * 1000);
      }
      expect(errors).to.have.length(1);
      expect(await shop.requests('getCollection')).to.have.length(1);
    });

    it('is looked for less often where it may still come', async () => {
      const { errors, next } = await withoutHeader({ fault: 'wrong-shape', body: { name: 1 } });
      const { before, after } = await next();
      expect(after > before * 1.5).to.equal(true);
      expect(errors).to.have.length(2);
    });
  });
});
