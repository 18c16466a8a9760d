import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { Fault, TestShop } from '../../helpers/control.ts';
import { consoleOf, expect, inState, newShop, oneEvent, part, textOf } from '../../helpers/fixture.ts';
import { claimNow, eventsOf, fail, openGrant, outcomesOf, press } from './support.ts';

/** The meaning of the sandbox's codes; other services have other codes. */
const map = JSON.stringify({
  grant_already_claimed: 'already-claimed',
  grant_expired: 'expired',
  grant_not_started: 'not-started',
  grant_revoked: 'used-up',
  reward_used_up: 'used-up',
  grant_not_found: 'unknown-token',
  rate_limited: 'rate-limited',
  key_trouble: 'misconfigured',
  who_knows: 'unconfirmed',
});

describe('What goes wrong in <reward-claim>', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
  });

  const spoil = (fault: Omit<Fault, 'operation'>) => shop.fault({ operation: 'claimRewardGrant', ...fault });
  const refuse = (code: string, message = 'The service’s own words.', status = 409) =>
    spoil({ fault: 'status', status, body: { code, message, details: {} } });
  const contact = (claim: RewardClaim) => claim.shadowRoot!.querySelector('slot[name=contact]') !== null;
  /** The shop's own words in the slot, as a shopper would see them. */
  const slot = (claim: RewardClaim, name: string) => {
    const help = document.createElement('p');
    help.slot = name;
    help.textContent = 'Call us.';
    claim.append(help);
    return help;
  };

  describe('and has a meaning by error-map', () => {
    for (const [state, problem, words, mayRetry] of [
      ['claimed', 'already-claimed', /^This reward has already been claimed\. If you claimed it/, false],
      ['expired', 'expired', /^This reward has expired\.$/, false],
      ['not_started', 'not-started', /^This reward cannot be claimed yet\. Please come back later\.$/, true],
      ['revoked', 'used-up', /^This reward is no longer available\.$/, false],
      ['used_up', 'used-up', /^This reward is no longer available\.$/, false],
      ['unknown', 'unknown-token', /^We can’t find this reward\./, false],
    ] as const)
      it(`says so in the shopper’s words, in one event, and how to reach the shop: ${state}`, async () => {
        const { claim, events } = await openGrant(shop, state === 'unknown' ? {} : { state }, {
          'error-map': map,
        });
        if (state === 'unknown') claim.token = 'unknown-grant-0001';
        await inState(claim, 'ready');
        part(claim, 'button')!.focus();
        const event = await fail(claim);
        await inState(claim, 'error');
        expect(claim.dataset['problem']).to.equal(problem);
        expect([event.kind, event.error!.name]).to.deep.equal([problem, 'ServiceError']);
        expect(event.reason, 'the service’s own code').to.equal(event.error!.code);
        expect(textOf(claim, 'message')).to.match(words);
        expect(Boolean(part(claim, 'button')), 'another try').to.equal(mayRetry);
        expect(slot(claim, 'contact').offsetHeight).to.be.greaterThan(0);
        await claim.updateComplete;
        const focused = claim.shadowRoot!.activeElement;
        expect(
          focused === part(claim, mayRetry ? 'button' : 'message'),
          'the focus goes to what is left',
        ).to.equal(true);
        expect(outcomesOf(events)).to.deep.equal(['error']);
        await expect(claim).to.be.accessible();
      });

    it('is taken back when it is tried again', async () => {
      const { claim } = await openGrant(shop, {}, { 'error-map': map });
      await refuse('grant_not_started');
      await fail(claim);
      await claimNow(claim);
      expect(claim.dataset['problem']).to.equal(undefined);
      expect(textOf(claim, 'message')).to.equal('Reward claimed: 10% off');
    });

    it('may be that nobody knows, though the service refused', async () => {
      const { claim } = await openGrant(shop, {}, { 'error-map': map });
      await refuse('who_knows');
      await fail(claim);
      expect(claim.dataset['state']).to.equal('unconfirmed');
    });

    it('may be that the shop is set up wrongly, which no shopper can mend', async () => {
      const { claim } = await openGrant(shop, {}, { 'error-map': map });
      const help = slot(claim, 'unavailable');
      await refuse('key_trouble', 'Key 17 has no scope rewards.write.');
      await fail(claim);
      expect(claim.dataset['state']).to.equal('misconfigured');
      expect(claim.dataset['problem']).to.equal('misconfigured');
      expect(claim.shadowRoot!.textContent).not.to.contain('scope');
      expect(help.offsetHeight).to.be.greaterThan(0);
      await expect(claim).to.be.accessible();
    });

    it('is the page’s own words by code where it has some', async () => {
      const { claim } = await openGrant(
        shop,
        { state: 'expired' },
        {
          'error-map': map,
          'error-messages': '{ "grant_expired": "Bis Sonntag war’s. <b>Schade.</b>" }',
        },
      );
      await fail(claim);
      expect(textOf(claim, 'message')).to.equal('Bis Sonntag war’s. <b>Schade.</b>');
      expect(claim.dataset['problem']).to.equal('expired');
    });

    for (const bad of ['{ "grant_expired": "gone" }', '{ "a": 5 }', 'grant_expired=expired', '["expired!"]'])
      it(`says once that the map has an unknown meaning, and works without that: ${bad}`, async () => {
        const messages = await consoleOf('warn', async () => {
          const { claim } = await openGrant(shop, { state: 'expired' }, { 'error-map': bad });
          expect(claim.dataset['state']).to.equal('ready');
          await fail(claim);
          expect(claim.dataset['problem']).to.equal('refused');
          expect(textOf(claim, 'message')).to.equal('This grant has expired.');
        });
        expect(messages).to.have.length(1);
        expect(messages[0]).to.match(
          /^<reward-claim> error-map must be a JSON object of already-claimed, expired,/,
        );
      });

    it('does not stumble over codes that every object knows', async () => {
      for (const code of ['constructor', '__proto__', 'toString']) {
        const { claim } = await openGrant(shop, {}, { 'error-map': map, 'error-messages': '{ "a": "b" }' });
        await refuse(code);
        await fail(claim);
        expect([claim.dataset['problem'], textOf(claim, 'message')]).to.deep.equal([
          'refused',
          'The service’s own words.',
        ]);
      }
    });
  });

  describe('without a meaning', () => {
    for (const state of ['claimed', 'expired', 'revoked', 'not_started', 'used_up'])
      it(`is the service’s own message for a refusal: ${state}`, async () => {
        const { claim, events } = await openGrant(shop, { state });
        const event = await fail(claim);
        expect(claim.dataset['problem']).to.equal('refused');
        expect(textOf(claim, 'message')).to.equal(event.error!.message);
        expect(textOf(claim, 'heading')).to.equal('This reward cannot be claimed');
        expect(part(claim, 'button') === null, 'another try cannot help').to.equal(true);
        expect([event.kind, event.reason]).to.deep.equal(['refused', event.error!.code]);
        expect(contact(claim)).to.equal(true);
        expect(outcomesOf(events)).to.deep.equal(['error']);
        await expect(claim).to.be.accessible();
      });

    it('shows that message as text, never as markup', async () => {
      const { claim } = await openGrant(shop);
      await refuse('odd', '<b>No</b><script>1</script>');
      await fail(claim);
      expect(textOf(claim, 'message')).to.equal('<b>No</b><script>1</script>');
    });

    it('leaves keys and permissions out of what a shopper reads', async () => {
      const { claim } = await openGrant(shop, {}, { 'api-key': 'unknown' });
      await fail(claim);
      expect(textOf(claim, 'message')).to.equal('Something went wrong. Please try again.');
      expect(textOf(claim, 'button'), 'the reward itself was not refused').to.equal('Try again');
      expect(claim.dataset['problem']).to.equal('other');
      await expect(claim).to.be.accessible();
    });
  });

  describe('on the way', () => {
    for (const fault of [
      'drop-before',
      'drop-after',
      'truncated-body',
      'wrong-content-type',
      'wrong-shape',
    ] as const)
      it(`is not taken for more than it is: ${fault}`, async () => {
        const { claim } = await openGrant(shop);
        await spoil({ fault });
        const event = await fail(claim);
        await inState(claim, 'unconfirmed');
        expect([event.kind, claim.dataset['problem']]).to.deep.equal(['unconfirmed', 'unconfirmed']);
        expect(textOf(claim, 'message')).to.match(/^We can’t tell whether your reward was claimed/);
        expect(textOf(claim, 'button')).to.equal('Try again');
        expect(contact(claim)).to.equal(true);
        await expect(claim).to.be.accessible();
      });

    it('is not taken for more either when a server is in trouble', async () => {
      for (const body of ['Bad gateway', { message: 'Oops', code: 'internal_error', details: {} }]) {
        const { claim } = await openGrant(shop);
        await spoil({ fault: 'status', status: 502, body });
        await fail(claim);
        expect(claim.dataset['state']).to.equal('unconfirmed');
      }
    });

    it('gives the code at another try when nothing had arrived', async () => {
      const { claim, token, events } = await openGrant(shop);
      await spoil({ fault: 'drop-before' });
      await fail(claim);
      await claimNow(claim);
      expect((await shop.grantRecord(token)).claims).to.equal(1);
      expect(outcomesOf(events)).to.deep.equal(['error', 'success']);
    });

    for (const attributes of [{}, { 'error-map': map }])
      it(`may be the echo of the shopper’s own try: ${Object.keys(attributes).join() || 'no map'}`, async () => {
        const { claim, token } = await openGrant(shop, {}, attributes);
        await spoil({ fault: 'drop-after' });
        await fail(claim);
        expect((await shop.grantRecord(token)).state).to.equal('claimed');
        await fail(claim);
        expect(textOf(claim, 'message')).to.contain('If you claimed it but never saw the code');
        expect(slot(claim, 'contact').offsetHeight).to.be.greaterThan(0);
      });
  });

  it('is told in an event that says what, why and with which error', async () => {
    const seen = eventsOf(document.body);
    const { claim } = await openGrant(shop, { state: 'expired' });
    press(claim);
    const { kind, reason, error } = await oneEvent(claim, 'reward-claim-error');
    expect([kind, reason, error!.status]).to.deep.equal(['refused', 'grant_expired', 410]);
    expect(seen.map(({ type }) => type)).to.deep.equal(['reward-claim-claim-before', 'reward-claim-error']);
  });
});
