import { sendKeys } from '@web/test-runner-commands';
import type { Fault, TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, part, place, textOf, waitUntil } from '../../helpers/fixture.ts';
import { passTime, setOnline, stopTime } from '../../helpers/login.ts';
import { claimNow, fail, openGrant, outcomesOf, press } from './support.ts';

describe('Waiting in <reward-claim>', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
  });

  const spoil = (fault: Omit<Fault, 'operation'>) => shop.fault({ operation: 'claimRewardGrant', ...fault });
  const refuse = (code: string, message = 'The service’s own words.', status = 409) =>
    spoil({ fault: 'status', status, body: { code, message, details: {} } });
  describe('because there were too many', () => {
    for (const retryAfter of [40, new Date(Date.now() + 86_400_000).toUTCString()])
      it(`waits as long as the service says: ${typeof retryAfter}`, async () => {
        const { claim } = await openGrant(shop);
        stopTime();
        const until =
          typeof retryAfter === 'string' ? new Date(Date.now() + 40_000).toUTCString() : retryAfter;
        await spoil({ fault: 'rate-limited', retryAfter: until });
        const event = await fail(claim);
        expect([event.kind, claim.dataset['state']]).to.deep.equal(['rate-limited', 'locked-out']);
        expect(textOf(claim, 'message')).to.match(/^Too many attempts\. Please wait [1-4]?\d seconds?/);
        expect(part(claim, 'button')!.textContent).to.match(/Try again\s*[1-4]?\ds/);
        expect(part(claim, 'button')).to.have.attribute('aria-disabled', 'true');
        press(claim);
        await expect(claim).to.be.accessible();
        passTime(41);
        await inState(claim, 'ready');
        expect(await shop.requests('claimRewardGrant'), 'pressing did nothing').to.have.length(1);
        expect([textOf(claim, 'message'), claim.dataset['problem']]).to.deep.equal(['', undefined]);
        await claimNow(claim);
      });

    it('waits half a minute where the service does not say, and the seconds count down', async () => {
      const { claim } = await openGrant(shop, {}, { 'error-map': '{ "slow_down": "rate-limited" }' });
      await refuse('slow_down', 'Slow down.', 400);
      stopTime();
      await fail(claim);
      expect(claim.dataset['state']).to.equal('locked-out');
      const said = textOf(claim, 'message');
      expect(part(claim, 'button')!.textContent).to.contain('30s');
      passTime(1);
      await waitUntil(() => part(claim, 'button')!.textContent.includes('29s'));
      expect(textOf(claim, 'message'), 'not said again each second').to.equal(said);
    });

    it('does not wait longer when the device’s clock is set back', async () => {
      const { claim } = await openGrant(shop);
      stopTime();
      await spoil({ fault: 'rate-limited', retryAfter: 30 });
      await fail(claim);
      passTime(-3600);
      claim.requestUpdate();
      await claim.updateComplete;
      expect(part(claim, 'button')!.textContent).to.match(/Try again\s*30s/);
      passTime(-3570);
      await inState(claim, 'ready');
      await claimNow(claim);
    });

    it('does not make forgotten what is still open', async () => {
      const { claim } = await openGrant(shop);
      await spoil({ fault: 'drop-before' });
      await fail(claim);
      await spoil({ fault: 'rate-limited', retryAfter: 1 });
      stopTime();
      await fail(claim);
      expect(claim.dataset['state']).to.equal('locked-out');
      passTime(2);
      await inState(claim, 'unconfirmed');
      await claimNow(claim);
    });
  });

  describe('without a connection', () => {
    it('sends nothing, says so, and is ready when the connection is back', async () => {
      const { claim, events } = await openGrant(shop);
      setOnline(false);
      const event = await fail(claim);
      expect([event.kind, event.reason, event.error]).to.deep.equal(['offline', 'offline', undefined]);
      expect(claim.dataset['state']).to.equal('offline');
      expect(textOf(claim, 'message')).to.equal(
        'No connection. Nothing was sent; your reward is still there.',
      );
      await expect(claim).to.be.accessible();
      setOnline(true);
      await inState(claim, 'ready');
      expect(textOf(claim, 'message')).to.equal('');
      expect(await shop.requests()).to.deep.equal([]);
      await claimNow(claim);
      expect(outcomesOf(events)).to.deep.equal(['error', 'success']);
    });

    it('does not say that nothing was sent where something was', async () => {
      const { claim } = await openGrant(shop);
      await spoil({ fault: 'drop-before' });
      await fail(claim);
      setOnline(false);
      await fail(claim);
      expect(claim.dataset['state']).to.equal('offline');
      expect(textOf(claim, 'message')).to.equal(
        'No connection. Please check your internet connection and try again.',
      );
      setOnline(true);
      await inState(claim, 'unconfirmed');
    });

    it('still shows what was claimed', async () => {
      const { claim, token } = await openGrant(shop);
      await claimNow(claim);
      setOnline(false);
      const again = await place('reward-claim', shop, { token });
      expect(again.dataset['state']).to.equal('claimed');
    });
  });

  it('does not end before the answer of a slow service, which carries the code', async () => {
    const { claim, token } = await openGrant(shop);
    await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 10_500 });
    press(claim);
    await oneEvent(claim, 'reward-claim-success');
    await claim.updateComplete;
    expect(textOf(claim, 'code')).to.equal((await shop.grantRecord(token)).discountCode);
  });

  for (const retryAfter of [0, 'Wed, 01 Jan 2020 00:00:00 GMT'])
    it(`is said also where the service names a time that is over: ${retryAfter}`, async () => {
      const { claim } = await openGrant(shop);
      await shop.fault({ operation: 'claimRewardGrant', fault: 'rate-limited', retryAfter });
      await fail(claim);
      expect(claim.dataset['state']).to.equal('locked-out');
      expect(textOf(claim, 'message')).to.match(/^Too many attempts\./);
    });

  it('for the network ends when the shopper insists, because some devices are wrong', async () => {
    const { claim } = await openGrant(shop);
    setOnline(false);
    await fail(claim);
    expect(claim.dataset['state']).to.equal('offline');
    expect(await shop.requests('claimRewardGrant')).to.have.length(0);
    await claimNow(claim);
    setOnline(true);
  });

  it('for another answer after a lost one keeps the focus on the button', async () => {
    const { claim } = await openGrant(shop);
    await spoil({ fault: 'drop-before' });
    await fail(claim);
    const held = await shop.hold('claimRewardGrant');
    part(claim, 'button')!.focus();
    await sendKeys({ press: 'Enter' });
    await inState(claim, 'claiming');
    await waitUntil(() => claim.shadowRoot!.activeElement === part(claim, 'button'), 'it has the focus');
    await held.release();
    await inState(claim, 'claimed');
    await waitUntil(() => claim.shadowRoot!.activeElement === part(claim, 'value'), 'the reward has it');
  });

  it('says to those who were elsewhere that it is over, and what it brought', async () => {
    const { claim } = await openGrant(shop, { valueType: 'percentage', value: 15 });
    const held = await shop.hold('claimRewardGrant');
    press(claim);
    await inState(claim, 'claiming');
    (claim.shadowRoot!.activeElement as HTMLElement).blur();
    await held.release();
    await inState(claim, 'claimed');
    expect(textOf(claim, 'message')).to.equal('Reward claimed: 15% off');
    expect(part(claim, 'message')!.getAttribute('role')).to.equal('status');
  });
});
