import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, place, textOf } from '../../helpers/fixture.ts';
import { override } from '../../helpers/undo.ts';
import {
  claimNow,
  eventsOf,
  fail,
  openGrant,
  openTab,
  outcomesOf,
  press,
  reload,
  type Tab,
} from './support.ts';

describe('<reward-claim> more than once', () => {
  let shop: TestShop;
  let token: string;
  beforeEach(async () => {
    shop = await newShop();
    ({ token } = await shop.grant());
  });

  const open = () => place('reward-claim', shop, { token });
  const expectOneClaim = async () => {
    expect(await shop.requests('claimRewardGrant')).to.have.length(1);
    expect((await shop.grantRecord(token)).claims).to.equal(1);
  };

  describe('on one page', () => {
    it('claims once for all of them, and each tells one success', async () => {
      const claims = [await open(), await open(), await open()] as const;
      const events = claims.map(eventsOf);
      for (const claim of claims) press(claim);
      press(claims[0]);
      await Promise.all(claims.map((claim) => inState(claim, 'claimed')));
      for (const each of events) expect(outcomesOf(each)).to.deep.equal(['success']);
      expect(new Set(claims.map((claim) => textOf(claim, 'code'))).size).to.equal(1);
      await expectOneClaim();
    });

    it('shows in all of them what was claimed in one, and that it is being claimed', async () => {
      const [first, second] = [await open(), await open()];
      const held = await shop.hold('claimRewardGrant');
      press(first);
      await inState(second, 'claiming');
      await held.release();
      await inState(second, 'claimed');
      const third = await open();
      expect(third.dataset['state']).to.equal('claimed');
      await expectOneClaim();
    });

    it('joins a claim that is under way when it comes later', async () => {
      const held = await shop.hold('claimRewardGrant');
      const first = await open();
      press(first);
      await inState(first, 'claiming');
      const second = await open();
      expect(second.dataset['state']).to.equal('claiming');
      const events = eventsOf(second);
      await held.release();
      await inState(second, 'claimed');
      expect(outcomesOf(events)).to.deep.equal(['success']);
      await expectOneClaim();
    });

    it('fails in all of them alike, and can be tried again in any', async () => {
      const [first, second] = [await open(), await open()];
      const events = [eventsOf(first), eventsOf(second)];
      await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
      press(first);
      await Promise.all([inState(first, 'unconfirmed'), inState(second, 'unconfirmed')]);
      press(second);
      await Promise.all([inState(first, 'claimed'), inState(second, 'claimed')]);
      for (const each of events) expect(outcomesOf(each)).to.deep.equal(['error', 'success']);
    });

    it('notices on its way back into the page what happened meanwhile', async () => {
      const [first, second] = [await open(), await open()];
      second.remove();
      await claimNow(first);
      document.body.append(second);
      await inState(second, 'claimed');
      await expectOneClaim();
    });
  });

  describe('in two tabs', () => {
    let tab: Tab;
    let here: RewardClaim;
    let there: RewardClaim;
    beforeEach(async () => {
      tab = await openTab();
      [here, there] = [await open(), await tab.open(shop, { token })];
      expect(there instanceof HTMLElement, 'scripts of its own').to.equal(false);
    });

    it('shows in the other one what was claimed in one, as a reward that was there before', async () => {
      const events = eventsOf(there);
      await claimNow(here);
      await inState(there, 'claimed');
      expect(textOf(there, 'code')).to.equal(textOf(here, 'code'));
      expect(outcomesOf(events)).to.deep.equal(['restore']);
      const later = await tab.open(shop, { token });
      expect(later.dataset['state']).to.equal('claimed');
      await expectOneClaim();
    });

    it('sends one claim when both are pressed at once', async () => {
      const events = [eventsOf(here), eventsOf(there)];
      const held = await shop.hold('claimRewardGrant');
      press(here);
      press(there);
      await held.arrived();
      await held.release();
      await Promise.all([inState(here, 'claimed'), inState(there, 'claimed')]);
      expect(textOf(there, 'code')).to.equal(textOf(here, 'code'));
      for (const each of events)
        expect(each.filter(({ type }) => /success|restore/.test(type))).to.have.length(1);
      expect(events.flat().filter(({ type }) => type.endsWith('-error'))).to.deep.equal([]);
      await expectOneClaim();
    });

    it('says that it is being claimed while the other one does, and never that this could not be confirmed', async () => {
      const held = await shop.hold('claimRewardGrant');
      const states = ['ready'];
      // Being drawn again, as when the rest of the element has come, is no other state.
      new MutationObserver(() => {
        if (there.dataset['state'] !== states.at(-1)) states.push(there.dataset['state']!);
      }).observe(there, { attributeFilter: ['data-state'] });
      press(here);
      await inState(there, 'claiming');
      press(there);
      await held.release();
      await inState(there, 'claimed');
      expect(states).to.deep.equal(['ready', 'claiming', 'claimed']);
      await expectOneClaim();
    });

    it('is ready again when the claim of the other one was refused', async () => {
      const body = { code: 'busy', message: 'Not now.', details: {} };
      const held = await shop.hold('claimRewardGrant', { fault: 'status', status: 409, body });
      press(here);
      await inState(there, 'claiming');
      // Released before it arrives, the request would meet no fault.
      await held.arrived();
      await held.release();
      await inState(there, 'ready');
      await inState(here, 'error');
    });

    it('keeps the code of one, and shows it in the other one, whose claim is refused later', async () => {
      // As in browsers without locks, or after a long wait for one.
      for (const { navigator } of [window, tab.window]) override(navigator, 'locks', { value: undefined });
      const events = eventsOf(there);
      const first = await shop.hold('claimRewardGrant');
      press(here);
      await first.arrived();
      await inState(there, 'unconfirmed');
      const second = await shop.hold('claimRewardGrant');
      press(there);
      await second.arrived();
      await first.release();
      await inState(here, 'claimed');
      await second.release();
      await inState(there, 'claimed');
      expect((await shop.requests('claimRewardGrant')).map(({ status }) => status)).to.deep.equal([200, 409]);
      const code = textOf(here, 'code');
      expect(textOf(there, 'code')).to.equal(code);
      expect(outcomesOf(events)).to.deep.equal(['success']);
      const { claim } = await reload(here, shop);
      expect(textOf(claim, 'code')).to.equal(code);
    });

    it('cannot confirm a claim whose tab died, once it is gone, and can try again', async () => {
      const held = await shop.hold('claimRewardGrant', { fault: 'drop-before' });
      press(there);
      await inState(here, 'claiming');
      await held.arrived();
      await expect(here).to.be.accessible();
      tab.frame.remove();
      await held.release();
      await inState(here, 'unconfirmed');
      expect(textOf(here, 'message')).to.match(/^We can’t tell whether/);
      await claimNow(here);
      expect((await shop.grantRecord(token)).claims).to.equal(1);
    });

    it('opened while the other one claims, it waits for it', async () => {
      const held = await shop.hold('claimRewardGrant');
      press(there);
      await inState(here, 'claiming');
      const { claim } = await reload(here, shop);
      expect(claim.dataset['state']).to.equal('claiming');
      await held.release();
      await inState(claim, 'claimed');
      await expectOneClaim();
    });

    it('takes an open question from one to the other, and the answer back', async () => {
      await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
      await fail(here);
      await inState(there, 'unconfirmed');
      press(there);
      await oneEvent(here, 'reward-claim-restore');
      await inState(here, 'claimed');
      expect(textOf(here, 'code')).to.equal(textOf(there, 'code'));
    });
  });

  it('leaves other grants alone', async () => {
    const claim = await open();
    const other = await openGrant(shop);
    await claimNow(claim);
    expect(other.claim.dataset['state']).to.equal('ready');
    expect((await shop.grantRecord(other.token)).state).to.equal('open');
  });
});
