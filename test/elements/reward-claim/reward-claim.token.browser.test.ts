import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import { configure } from '../../../src/elements/shared/settings.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newShop,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { box, override, restore } from '../../helpers/undo.ts';
import { claimNow, eventsOf, openTab, press, reload } from './support.ts';

describe('The token of <reward-claim>', () => {
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
  const open = (attributes: Record<string, string> = {}) =>
    place('reward-claim', shop, { 'token-param': 'reward', ...attributes });
  const addressBar = () => location.pathname + location.search + location.hash;

  describe('in the address of the page', () => {
    it('is read from the query, and claims nothing by itself', async () => {
      visit(`/shop#reward=${token}`);
      const claim = await open();
      expect(claim.dataset['state']).to.equal('ready');
      expect(await shop.requests()).to.deep.equal([]);
      await claimNow(claim);
      expect((await shop.grantRecord(token)).claims).to.equal(1);
    });

    it('is warned of in a query, which others can read, and not in a fragment', async () => {
      const openLink = async (link: string) => {
        visit(`${link}${(await shop.grant()).token}`);
        await open();
        await open();
      };
      expect(await consoleOf('warn', () => openLink('/shop#reward='))).to.deep.equal([]);
      expect(await consoleOf('warn', () => openLink('/shop?reward='))).to.deep.equal([
        "The address has a reward's token in ?reward=, which servers and statistics record. Link with #reward= instead.",
      ]);
    });

    it('is read also when it comes later, as with a link to the page that is open', async () => {
      visit('/shop');
      const claim = await open({ 'token-param': 'later' });
      expect(claim.dataset['state']).to.equal('no-token');
      location.hash = `#later=${token}`;
      await inState(claim, 'ready');
      expect(addressBar()).to.equal('/shop');
      const other = await shop.grant();
      location.hash = `#later=${other.token}`;
      await waitUntil(() => addressBar() === '/shop');
      await claimNow(claim);
      expect((await shop.grantRecord(other.token)).claims).to.equal(1);
      expect((await shop.grantRecord(token)).claims).to.equal(0);
    });

    it('may be written with escapes', async () => {
      visit(`/shop#reward=${token.replace(/./g, (each) => `%${each.charCodeAt(0).toString(16)}`)}`);
      await claimNow(await open());
    });

    it('may contain a plus, as in base64, that the link leaves as it is', async () => {
      // In the console's sentence about a query, the token is not quoted.
      await consoleOf('warn', async () => {
        for (const sign of ['#', '?']) {
          visit(`/shop${sign}reward=abcdefgh+ijklmnop/qr==&a=b+c`);
          const claim = await open();
          expect(claim.grantToken).to.equal('abcdefgh+ijklmnop/qr==');
          expect(addressBar()).to.equal(`/shop${sign}a=b+c`);
          claim.remove();
        }
      });
    });

    it('survives a reload of the tab, before and after the claim', async () => {
      visit(`/shop#reward=${token}`);
      const first = await open();
      const { claim: second } = await reload(first, shop);
      expect(second.dataset['state']).to.equal('ready');
      await claimNow(second);
      const { claim: third } = await reload(second, shop);
      expect(textOf(third, 'code')).to.equal((await shop.grantRecord(token)).discountCode);
    });

    it('reaches every element that asks for it', async () => {
      visit(`/shop#reward=${token}`);
      const [first, second] = [await open(), await open()];
      press(second);
      await Promise.all([inState(first, 'claimed'), inState(second, 'claimed')]);
      expect((await shop.grantRecord(token)).claims).to.equal(1);
    });

    it('replaces the one of an earlier link', async () => {
      visit(`/shop#reward=${(await shop.grant()).token}`);
      (await open()).remove();
      visit(`/shop#reward=${token}`);
      await claimNow(await open());
      expect((await shop.grantRecord(token)).claims).to.equal(1);
    });

    it('is forgotten when the page names a reward to reserve instead', async () => {
      visit(`/shop#reward=${token}`);
      const claim = await open();
      expect(claim.dataset['state']).to.equal('ready');
      Object.assign(claim, { tokenParam: '', rewardId: 'reward', codeId: 'code' });
      await inState(claim, 'login');
    });

    it('that is broken is reported, although the code of an earlier link was copied', async () => {
      override(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } });
      visit(`/shop#reward=${token}`);
      const claim = await open();
      await claimNow(claim);
      part(claim, 'copy')!.click();
      await waitUntil(() => textOf(claim, 'message') === 'Code copied');
      location.hash = '#reward=short';
      await waitUntil(() => claim.dataset['state'] === 'error');
      await waitUntil(() => /can.t find this reward/.test(textOf(claim, 'message')), 'the reason is shown');
    });

    it('is read also where the browser stores nothing', async () => {
      override(globalThis, 'sessionStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      });
      visit(`/shop#reward=${token}`);
      await claimNow(await open());
      expect(addressBar()).to.equal('/shop');
    });

    for (const broken of ['short', 'x'.repeat(201), '%E0%A4%A'])
      it(`is an unknown reward when it is broken, and no mistake of the page: ${broken.slice(0, 10)}`, async () => {
        visit(`/shop#reward=${broken}`);
        const claim = await open();
        expect(claim.dataset['state']).to.equal('error');
        expect(claim.dataset['problem']).to.equal('unknown-token');
        expect(textOf(claim, 'message')).to.equal(
          'We can’t find this reward. Please check the link you were sent.',
        );
        expect(part(claim, 'button') === null, 'nothing to press').to.equal(true);
        expect(await shop.requests()).to.deep.equal([]);
        await expect(claim).to.be.accessible();
      });

    it('is missing: the page’s own words are shown, without a complaint', async () => {
      visit('/shop?other=1');
      const claim = await open({ 'token-param': 'missing' });
      expect(claim.dataset['state']).to.equal('no-token');
      const help = document.createElement('p');
      help.slot = 'no-token';
      help.textContent = 'Open the link from your mail.';
      claim.append(help);
      expect(help.offsetHeight).to.be.greaterThan(0);
      expect(part(claim, 'button') === null).to.equal(true);
      await expect(claim).to.be.accessible();
    });

    it('gives way to the token of the attribute', async () => {
      visit(`/shop#reward=${(await shop.grant()).token}`);
      const claim = await open({ token });
      await claimNow(claim);
      expect((await shop.grantRecord(token)).claims).to.equal(1);
    });
  });

  describe('as an attribute', () => {
    it('goes where the attribute base-url says: it was in the page, not in a link', async () => {
      configure({ baseUrl: '/apps/rewards' });
      visit(`/shop#reward=${(await shop.grant()).token}`);
      await claimNow(await open({ token }));
      expect((await shop.grantRecord(token)).claims).to.equal(1);
    });

    it('is checked before anything is sent: 16 to 200 characters, as a person counts them', async () => {
      for (const good of ['x'.repeat(16), 'x'.repeat(200), '🎁'.repeat(200)]) {
        const claim = await place('reward-claim', shop, { token: good });
        expect(claim.dataset['state'], good).to.equal('ready');
      }
      for (const bad of ['x'.repeat(15), 'x'.repeat(201), '🎁'.repeat(15)]) {
        const messages = await consoleOf('warn', async () => {
          const claim = await place('reward-claim', shop, { token: bad });
          expect(claim.dataset['state'], bad).to.equal('misconfigured');
        });
        expect(messages).to.deep.equal([
          '<reward-claim> token must be a grant token of 16 to 200 characters.',
        ]);
      }
      expect(await shop.requests()).to.deep.equal([]);
    });
  });

  describe('with auto-claim', () => {
    const seen = (isSeen: boolean) => {
      override(document, 'visibilityState', { value: isSeen ? 'visible' : 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const auto = (attributes = {}) => place('reward-claim', shop, { token, 'auto-claim': '', ...attributes });
    /** Expects no claim, even after another request has been answered: a claim would have been sent by then. */
    const expectNoClaim = async (claim: RewardClaim) => {
      await shop.requests();
      await claim.updateComplete;
      expect(claim.dataset['state']).to.equal('ready');
      expect(await shop.requests()).to.deep.equal([]);
    };

    it('claims by itself once a shopper sees the page, without taking the focus', async () => {
      const claim = await auto();
      await inState(claim, 'claimed');
      expect(document.activeElement === document.body).to.equal(true);
      expect(await shop.requests('claimRewardGrant')).to.have.length(1);
    });

    it('does that once: what failed waits for the shopper', async () => {
      await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
      const claim = await auto();
      await inState(claim, 'unconfirmed');
      claim.currency = 'EUR';
      await claim.updateComplete;
      seen(true);
      await shop.requests();
      await claim.updateComplete;
      expect(claim.dataset['state']).to.equal('unconfirmed');
      expect(await shop.requests('claimRewardGrant')).to.have.length(1);
    });

    it('waits in a background tab until the shopper comes', async () => {
      seen(false);
      const claim = await auto();
      await expectNoClaim(claim);
      seen(true);
      await inState(claim, 'claimed');
    });

    it('waits while the browser prepares a page that nobody may ever see', async () => {
      override(document, 'prerendering', { value: true });
      const claim = await auto();
      await expectNoClaim(claim);
      override(document, 'prerendering', { value: false });
      document.dispatchEvent(new Event('prerenderingchange'));
      await inState(claim, 'claimed');
    });

    it('never claims in a frame, such as the preview of a theme editor; a click there does', async () => {
      const tab = await openTab();
      const claim = await tab.open(shop, { token, 'auto-claim': '' });
      await expectNoClaim(claim);
      await claimNow(claim);
    });

    it('can be kept from it, and the shopper can still press', async () => {
      const inside = box();
      const stop = (event: Event) => event.preventDefault();
      inside.addEventListener('reward-claim-claim-before', stop);
      const claim = await place('reward-claim', shop, { token, 'auto-claim': '' }, inside);
      const events = eventsOf(claim);
      await expectNoClaim(claim);
      inside.removeEventListener('reward-claim-claim-before', stop);
      await claimNow(claim);
      expect(events.map(({ type }) => type)).to.deep.equal([
        'reward-claim-claim-before',
        'reward-claim-success',
      ]);
    });
  });
});
