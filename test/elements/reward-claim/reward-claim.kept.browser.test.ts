import type { TestShop } from '../../helpers/control.ts';
import { consoleOf, expect, inState, newShop, oneEvent, part, place, textOf } from '../../helpers/fixture.ts';
import { storedText } from '../../helpers/login.ts';
import { override, restore } from '../../helpers/undo.ts';
import {
  claimNow,
  eventsOf,
  fail,
  isNothingStored,
  openGrant,
  outcomesOf,
  press,
  reload,
} from './support.ts';

describe('What <reward-claim> keeps', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
  });

  const sent = async () => (await shop.requests('claimRewardGrant')).length;
  const keyOf = async (token: string) => {
    const bytes = new TextEncoder().encode(`${shop.url} ${token}`);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return `storefront-elements:claim:${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  };

  /** A grant that another page claimed and stored. */
  const openElsewhere = async () => {
    const before = await openGrant(shop);
    await claimNow(before.claim);
    const text = localStorage.getItem(await keyOf(before.token))!;
    before.claim.remove();
    localStorage.clear();
    const { token } = await shop.grant();
    localStorage.setItem(await keyOf(token), text);
    return { token, code: textOf(before.claim, 'code') };
  };

  it('is shown again after a reload, without a request and without a second success', async () => {
    const before = await openGrant(shop, { value: 15 });
    await claimNow(before.claim);
    const code = textOf(before.claim, 'code');
    const { claim, events } = await reload(before.claim, shop);
    expect(claim.dataset['state'], 'already at the first drawing').to.equal('claimed');
    expect(textOf(claim, 'code')).to.equal(code);
    expect(textOf(claim, 'value')).to.equal('15% off');
    expect(claim.result).to.deep.equal(before.claim.result);
    expect(outcomesOf(events)).to.deep.equal(['restore']);
    expect((events[0] as Event & { result: unknown }).result).to.deep.equal(claim.result);
    expect(await sent()).to.equal(1);
    expect(document.activeElement === document.body, 'no focus on load').to.equal(true);
    await expect(claim).to.be.accessible();
  });

  it('lies under a hash of the service and the token, and the token itself lies nowhere', async () => {
    const { claim, token } = await openGrant(shop);
    const held = await shop.hold('claimRewardGrant');
    press(claim);
    await held.arrived();
    expect(claim.dataset['state']).to.equal('claiming');
    expect(storedText()).not.to.contain(token);
    await held.release();
    await inState(claim, 'claimed');
    expect(storedText()).not.to.contain(token);
    const { version, data } = JSON.parse(localStorage.getItem(await keyOf(token))!);
    expect([version, data.grant.discountCode]).to.deep.equal([1, textOf(claim, 'code')]);
    expect([localStorage.length, sessionStorage.length]).to.deep.equal([1, 0]);
  });

  it('is not shown for another token or at another service', async () => {
    const { claim, token } = await openGrant(shop);
    await claimNow(claim);
    const other = await openGrant(shop);
    expect(other.claim.dataset['state']).to.equal('ready');
    const elsewhere = await place('reward-claim', shop, { token, 'base-url': `${shop.url}/elsewhere` });
    expect(elsewhere.dataset['state']).to.equal('ready');
  });

  it('is an open question as soon as the claim leaves, so that a page which dies in between does not forget it', async () => {
    const { claim, token } = await openGrant(shop);
    const held = await shop.hold('claimRewardGrant');
    press(claim);
    await held.arrived();
    expect(claim.dataset['state']).to.equal('claiming');
    expect(JSON.parse(localStorage.getItem(await keyOf(token))!).data).to.deep.equal({ pending: true });
    await held.release();
    await inState(claim, 'claimed');
  });

  for (const fault of ['drop-after', 'truncated-body', 'drop-before'] as const)
    it(`is an open question still after a reload when the answer was lost: ${fault}`, async () => {
      const before = await openGrant(shop);
      await shop.fault({ operation: 'claimRewardGrant', fault });
      await fail(before.claim);
      const { claim, events } = await reload(before.claim, shop);
      expect(claim.dataset['state']).to.equal('unconfirmed');
      expect(claim.dataset['problem']).to.equal('unconfirmed');
      expect(textOf(claim, 'heading')).to.equal('We couldn’t confirm your claim');
      expect(textOf(claim, 'message')).to.match(/^We can’t tell whether/);
      expect(outcomesOf(events)).to.deep.equal([]);
      await expect(claim).to.be.accessible();
      press(claim);
      if (fault === 'drop-before') {
        await inState(claim, 'claimed');
        expect(textOf(claim, 'code')).to.equal((await shop.grantRecord(before.token)).discountCode);
      } else {
        await inState(claim, 'error');
        expect(textOf(claim, 'message'), 'and no dead end').to.contain(
          'If you claimed it but never saw the code, the shop can help.',
        );
        expect(claim.shadowRoot!.querySelector('slot[name=contact]') === null).to.equal(false);
        await expect(claim).to.be.accessible();
      }
      expect((await shop.grantRecord(before.token)).claims).to.equal(1);
    });

  it('stays an open question when the service says that it is claimed, for it may have been this shopper', async () => {
    const before = await openGrant(shop);
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-after' });
    await fail(before.claim);
    await fail(before.claim);
    const { claim } = await reload(before.claim, shop);
    expect(claim.dataset['state']).to.equal('unconfirmed');
  });

  it('is nothing after a plain refusal', async () => {
    const before = await openGrant(shop, { state: 'expired' });
    await fail(before.claim);
    expect(isNothingStored()).to.equal(true);
    const { claim } = await reload(before.claim, shop);
    expect(claim.dataset['state']).to.equal('ready');
  });

  describe('where storage does not help', () => {
    afterEach(restore);
    const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
    const full = () => override(Storage.prototype, 'setItem', { value: refuse('QuotaExceededError') });
    const refuse = (name: string) => () => {
      throw new DOMException('refused', name);
    };

    it('lives in the page: storage is full', async () => {
      full();
      const before = await openGrant(shop);
      await claimNow(before.claim);
      const { claim } = await reload(before.claim, shop);
      expect(textOf(claim, 'code')).to.equal(textOf(before.claim, 'code'));
      expect([await sent(), localStorage.length]).to.deep.equal([1, 0]);
    });

    it('lives in the page: storage is blocked', async () => {
      override(globalThis, 'localStorage', { get: refuse('SecurityError') });
      override(globalThis, 'sessionStorage', { get: refuse('SecurityError') });
      // WebKit's optimised code may use the storage that it read earlier.
      for (const method of ['getItem', 'setItem', 'removeItem'])
        override(Storage.prototype, method, { value: refuse('SecurityError') });
      const before = await openGrant(shop);
      await claimNow(before.claim);
      const { claim } = await reload(before.claim, shop);
      expect(textOf(claim, 'code')).to.equal(textOf(before.claim, 'code'));
      expect(await sent()).to.equal(1);
      expect((storage.get!.call(globalThis) as Storage).length).to.equal(0);
    });

    for (const [name, text] of Object.entries({
      garbage: 'garbage',
      'half a record': '{"version":1,"data":{"gra',
      'another version': '{"version":2,"data":{"grant":{"discountCode":"OLD"}}}',
      'another shape': '{"version":1,"data":{"grant":"OLD"}}',
      'a wrong field': '{"version":1,"data":{"grant":{"discountCode":5}}}',
      'nothing within': '{"version":1,"data":null}',
      null: 'null',
    }))
      it(`is as if there were none: ${name}`, async () => {
        const { token } = await shop.grant();
        localStorage.setItem(await keyOf(token), text);
        const claim = await place('reward-claim', shop, { token });
        expect(claim.dataset['state']).to.equal('ready');
        await claimNow(claim);
        expect(textOf((await reload(claim, shop)).claim, 'code')).to.equal(textOf(claim, 'code'));
      });

    it('lives in the page, token and all, where the page is not secure and nothing can be hashed', async () => {
      override(crypto, 'subtle', { value: undefined });
      const before = await openGrant(shop);
      const second = await place('reward-claim', shop, { token: before.token });
      await claimNow(before.claim);
      await inState(second, 'claimed');
      const { claim } = await reload(before.claim, shop);
      expect(textOf(claim, 'code')).to.equal(textOf(before.claim, 'code'));
      expect(isNothingStored()).to.equal(true);
      expect(await sent()).to.equal(1);
    });

    it('lives in the page where it asks for that by no-storage', async () => {
      const before = await openGrant(shop, {}, { 'no-storage': '' });
      await claimNow(before.claim);
      expect(isNothingStored()).to.equal(true);
      const { claim } = await reload(before.claim, shop);
      expect(textOf(claim, 'code')).to.equal(textOf(before.claim, 'code'));
    });

    it('of another page stays stored where a claim without storage is refused', async () => {
      const { token } = await openElsewhere();
      const before = localStorage.getItem(await keyOf(token));
      const claim = await place('reward-claim', shop, { token, 'no-storage': '' });
      await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 409 });
      press(claim);
      await oneEvent(claim, 'reward-claim-error');
      expect(localStorage.getItem(await keyOf(token))).to.equal(before);
    });

    it('of another page is shown where the shopper has refused storage, and is stored no longer', async () => {
      const { token, code } = await openElsewhere();
      const claim = await place('reward-claim', shop, { token, consent: 'denied' });
      await inState(claim, 'claimed');
      expect(textOf(claim, 'code')).to.equal(code);
      expect(isNothingStored()).to.equal(true);
    });

    it('is kept also where the browser knows neither locks nor channels', async () => {
      override(navigator, 'locks', { value: undefined });
      override(globalThis, 'BroadcastChannel', { value: undefined });
      Reflect.deleteProperty(globalThis, 'BroadcastChannel');
      const before = await openGrant(shop);
      const second = await place('reward-claim', shop, { token: before.token });
      press(before.claim);
      press(second);
      await Promise.all([inState(before.claim, 'claimed'), inState(second, 'claimed')]);
      const { claim } = await reload(before.claim, shop);
      expect(textOf(claim, 'code')).to.equal(textOf(before.claim, 'code'));
      expect((await shop.grantRecord(before.token)).claims).to.equal(1);
    });
  });

  it('is asked for with a request that leaving the page does not cut', async () => {
    const requests: (RequestInit | undefined)[] = [];
    const { fetch } = globalThis;
    override(globalThis, 'fetch', {
      value: (url: string, init?: RequestInit) => {
        if (url.endsWith('/claim')) requests.push(init);
        return fetch(url, init);
      },
    });
    const { claim } = await openGrant(shop);
    await claimNow(claim);
    expect(requests.map((init) => init?.keepalive)).to.deep.equal([true]);
  });

  it('does not reach events, the page or the console with the token', async () => {
    const { token } = await shop.grant();
    const events = eventsOf(document.body);
    const messages = await consoleOf('warn', async () => {
      const claim = await place('reward-claim', shop, { 'no-storage': '' });
      claim.setAttribute('currency', '5 euros');
      claim.token = token;
      await inState(claim, 'ready');
      expect(claim.outerHTML, 'not reflected').not.to.contain(token);
      await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 409, body: { token } });
      press(claim);
      await oneEvent(claim, 'reward-claim-error');
      await claimNow(claim);
      part(claim, 'copy')!.click();
      await claim.updateComplete;
      expect(claim.shadowRoot!.innerHTML).not.to.contain(token);
    });
    const told = events.map((event) =>
      Object.entries(event).map(([name, value]) => [name, JSON.stringify(value), String(value)]),
    );
    expect(JSON.stringify(told)).not.to.contain(token);
    expect(messages.join()).not.to.contain(token);
    expect(events.length).to.be.greaterThan(3);
  });
});
