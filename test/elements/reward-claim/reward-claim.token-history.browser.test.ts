import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import { configure } from '../../../src/elements/shared/settings.ts';
import type { TestShop } from '../../helpers/control.ts';
import { consoleOf, expect, newShop, place } from '../../helpers/fixture.ts';
import { reportsNavigation } from '../../helpers/navigation.ts';
import { override, restore } from '../../helpers/undo.ts';
import { claimNow, isNothingStored } from './support.ts';

// In a file of its own: WebKit allows a page only 100 changes of its history in 10 seconds.
describe('The token of <reward-claim> from a link, and the browser’s history', () => {
  let shop: TestShop;
  let token: string;
  const address = location.href;
  beforeEach(async () => {
    shop = await newShop();
    ({ token } = await shop.grant());
    configure({ baseUrl: shop.url });
  });
  afterEach(() => {
    restore();
    history.replaceState(null, '', address);
  });

  const visit = (rest: string, state: unknown = null) => history.replaceState(state, '', rest);
  const open = () => place('reward-claim', shop, { 'token-param': 'reward' });
  /** The warning of a token in a query has a test of its own. */
  const openQuietly = async () => {
    const claims: RewardClaim[] = [];
    await consoleOf('warn', async () => claims.push(await open()));
    return claims[0]!;
  };
  const addressBar = () => location.pathname + location.search + location.hash;

  for (const [before, after] of [
    ['/shop?reward=TOKEN', '/shop'],
    ['/shop#reward=TOKEN', '/shop'],
    ['/shop?reward=TOKEN#top', '/shop#top'],
    ['/shop?a=1&reward=TOKEN&b=2', '/shop?a=1&b=2'],
    ['/shop?q=a+b%20c&flag&reward=TOKEN&x=%C3%A4&y=&&z[]=1', '/shop?q=a+b%20c&flag&x=%C3%A4&y=&&z[]=1'],
    ['/shop?a=1#x=/y&reward=TOKEN&z', '/shop?a=1#x=/y&z'],
    ['/shop?reward=TOKEN&reward=TOKEN', '/shop'],
    ['/shop?reward=TOKEN#reward=TOKEN', '/shop'],
    ['/shop?rewards=1&reward=TOKEN&Reward=2', '/shop?rewards=1&Reward=2'],
    [`${location.origin}//shop?reward=TOKEN`, '//shop'],
  ] as const)
    it(`leaves the address bar, and all else in it stays as it was written: ${before}`, async () => {
      const entries = history.length;
      visit(before.replaceAll('TOKEN', token), { scroll: 12 });
      const claim = await openQuietly();
      expect(claim.dataset['state']).to.equal('ready');
      expect(addressBar()).to.equal(after);
      expect((history.state as { scroll?: number }).scroll).to.equal(12);
      expect(history.length, 'no step to go back to').to.equal(entries);
      await claimNow(claim);
    });

  it('lies with the page’s own state in the browser’s history, and is stored nowhere before the claim', async () => {
    visit(`/shop#reward=${token}`, { scroll: 12 });
    await open();
    expect(history.state).to.deep.include({ scroll: 12 });
    expect(JSON.stringify(history.state)).to.contain(token);
    expect(isNothingStored()).to.equal(true);
  });

  it('stays there when the page goes a step on, or writes its state anew', async () => {
    visit(`/shop#reward=${token}`);
    const claim = await open();
    for (const go of [
      () => history.replaceState({ variant: 1 }, '', '/shop?variant=1'),
      () => history.pushState({ filter: 2 }, '', '/shop?filter=2'),
    ]) {
      go();
      // Where the browser says nothing of the step, the token comes back when the page is left.
      if (!reportsNavigation) dispatchEvent(new PageTransitionEvent('pagehide'));
      const state = JSON.stringify(history.state);
      expect(state, 'and the page’s own stays').to.match(/variant|filter/);
      expect(state).to.contain(token);
    }
    expect(addressBar()).to.equal('/shop?filter=2');
    await claimNow(claim);
  });

  it('stays in the address where the page’s state leaves no place for it', async () => {
    visit(`/shop#reward=${token}`, ['a list']);
    const claim = await open();
    expect(history.state).to.deep.equal(['a list']);
    expect(addressBar()).to.equal(`/shop#reward=${token}`);
    await claimNow(claim);
  });

  it('stays in the address while the browser refuses to change its history, as WebKit does after 100 changes', async () => {
    visit(`/shop#reward=${token}`);
    override(history, 'replaceState', {
      value: () => {
        throw new DOMException('more than 100 times per 10 seconds', 'SecurityError');
      },
    });
    const claim = await open();
    expect(addressBar()).to.equal(`/shop#reward=${token}`);
    await claimNow(claim);
    restore();
    claim.requestUpdate();
    await claim.updateComplete;
    expect(addressBar(), 'and leaves it later').to.equal('/shop');
  });
});
