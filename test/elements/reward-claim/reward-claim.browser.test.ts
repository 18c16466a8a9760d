import type { TestShop } from '../../helpers/control.ts';
import { consoleOf, expect, inState, newShop, oneEvent, part, place, textOf } from '../../helpers/fixture.ts';
import { box } from '../../helpers/undo.ts';
import { claimNow, eventsOf, fail, openGrant, outcomesOf, press } from './support.ts';

describe('<reward-claim>', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
  });

  it('claims nothing on load', async () => {
    const { claim, token, events } = await openGrant(shop);
    expect(claim.dataset['state']).to.equal('ready');
    expect(textOf(claim, 'button')).to.equal('Claim reward');
    expect((await shop.grantRecord(token)).state).to.equal('open');
    expect(await shop.requests()).to.deep.equal([]);
    expect(events).to.deep.equal([]);
    expect(document.activeElement === document.body).to.equal(true);
    await expect(claim).to.be.accessible();
  });

  it('claims once however often the button is pressed, and shows the code', async () => {
    const { claim, token, events } = await openGrant(shop, { codeType: 'unique_codes', value: 15 });
    part(claim, 'button')!.focus();
    const held = await shop.hold('claimRewardGrant');
    press(claim);
    press(claim);
    await inState(claim, 'claiming');
    expect(textOf(claim, 'message')).to.equal('Claiming…');
    expect(part(claim, 'button')).to.have.attribute('aria-disabled', 'true');
    await expect(claim).to.be.accessible();
    press(claim);
    expect(claim.state).to.equal('claiming');
    const [{ result }] = await Promise.all([oneEvent(claim, 'reward-claim-success'), held.release()]);
    await inState(claim, 'claimed');
    const record = await shop.grantRecord(token);
    expect(record.claims).to.equal(1);
    expect(result.discountCode).to.equal(record.discountCode);
    expect(claim.result).to.equal(result);
    expect(textOf(claim, 'code')).to.equal(record.discountCode);
    expect(textOf(claim, 'value')).to.equal('15% off');
    expect(claim.shadowRoot!.activeElement === part(claim, 'value')).to.equal(true);
    expect(await shop.requests('claimRewardGrant')).to.have.length(1);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'reward-claim-claim-before',
      'reward-claim-success',
    ]);
    await expect(claim).to.be.accessible();
  });

  it('claims nothing when the page prevents it, and can be pressed again', async () => {
    const { claim, token, events } = await openGrant(shop);
    claim.addEventListener('reward-claim-claim-before', (event) => event.preventDefault(), { once: true });
    press(claim);
    await claim.updateComplete;
    expect(claim.dataset['state']).to.equal('ready');
    expect((await shop.grantRecord(token)).state).to.equal('open');
    expect(outcomesOf(events)).to.deep.equal([]);
    await claimNow(claim);
  });

  it('claims nothing when the element names another reward right after the press', async () => {
    const { claim } = await openGrant(shop);
    const [pressed, other] = await Promise.all([shop.grant(), shop.grant()]);
    claim.token = pressed.token;
    press(claim);
    claim.token = other.token;
    await claim.updateComplete;
    await inState(claim, 'ready');
    expect(await shop.requests()).to.deep.equal([]);
    await claimNow(claim);
    expect((await shop.grantRecord(other.token)).claims).to.equal(1);
  });

  it('leaves the focus alone when the shopper has gone elsewhere', async () => {
    const { claim } = await openGrant(shop);
    const search = document.createElement('input');
    box().append(search);
    const held = await shop.hold('claimRewardGrant');
    part(claim, 'button')!.focus();
    press(claim);
    await held.arrived();
    search.focus();
    await held.release();
    await inState(claim, 'claimed');
    await claim.updateComplete;
    expect(document.activeElement === search).to.equal(true);
  });

  it('goes on with the claim when it is taken out of the page, because its answer is the only way to the code', async () => {
    const { claim } = await openGrant(shop);
    const held = await shop.hold('claimRewardGrant');
    press(claim);
    claim.remove();
    await held.arrived();
    await held.release();
    await inState(claim, 'claimed');
    expect(textOf(claim, 'code')).to.equal(claim.result!.discountCode);
  });

  for (const [outcome, state] of [
    ['success', 'claimed'],
    ['error', 'error'],
  ] as const)
    it(`tells the page once it is back in it what came in while it was out of it: ${outcome}`, async () => {
      const inside = box();
      const { claim, events } = await openGrant(
        shop,
        { state: outcome === 'error' ? 'expired' : 'open' },
        {},
        inside,
      );
      const held = await shop.hold('claimRewardGrant');
      press(claim);
      await held.arrived();
      claim.remove();
      await held.release();
      await inState(claim, state);
      expect(outcomesOf(events), 'while nobody hears it').to.deep.equal([]);
      const heard = eventsOf(inside);
      inside.append(claim);
      await oneEvent(claim, `reward-claim-${outcome}`);
      claim.remove();
      inside.append(claim);
      await claim.updateComplete;
      await claim.updateComplete;
      expect(outcomesOf(heard)).to.deep.equal([outcome]);
    });

  it('keeps what it shows when it is moved within the page', async () => {
    const { claim } = await openGrant(shop, { state: 'expired' });
    await fail(claim);
    const inside = box();
    inside.append(claim);
    await claim.updateComplete;
    expect(textOf(claim, 'message')).to.equal('This grant has expired.');
    claim.remove();
  });

  it('says once in the console when there is no token to claim with, without quoting it', async () => {
    for (const [token, allowed] of [
      ['', 'given, or token-param, or reward-id with code-id'],
      ['too-short', 'a grant token of 16 to 200 characters'],
    ] as const) {
      const messages = await consoleOf('warn', async () => {
        const claim = await place('reward-claim', shop, { token });
        claim.requestUpdate();
        await claim.updateComplete;
        expect(claim.dataset['state']).to.equal('misconfigured');
        await expect(claim).to.be.accessible();
      });
      expect(messages).to.deep.equal([`<reward-claim> token must be ${allowed}.`]);
    }
  });
});
