import { configure } from '../../../src/elements/shared/settings.ts';
import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newEmail,
  newShop,
  part,
  place,
  waitUntil,
} from '../../helpers/fixture.ts';
import { logIn, storedText } from '../../helpers/login.ts';

const NOTHING = '[{},{}]';

describe('What a shopper agrees to have stored of <otp-login>', () => {
  let shop: TestShop;
  let email: string;
  let login: OtpLogin;
  beforeEach(async () => {
    shop = await newShop();
    email = newEmail();
  });
  afterEach(() => {
    configure({ consent: undefined });
    delete (globalThis as { Shopify?: unknown }).Shopify;
  });

  const open = async (attributes: Record<string, string> = {}) => {
    login = await place('otp-login', shop, attributes);
  };
  const reload = async (attributes: Record<string, string> = {}) => {
    login.remove();
    await open(attributes);
  };
  const isStored = () => storedText().includes(email);
  const drawn = async () => {
    // A change of the attribute is told in a microtask.
    await Promise.resolve();
    await login.updateComplete;
  };

  it('is nothing after a no: the page itself remembers, and nothing else', async () => {
    await open({ consent: 'denied' });
    await logIn(login, shop, email);
    expect(storedText()).to.equal(NOTHING);
    await reload({ consent: 'denied' });
    expect(login.verifiedEmail).to.equal(email);
    login.logout();
    await inState(login, 'email');
    expect(storedText()).to.equal(NOTHING);
  });

  it('goes with a later no, and comes back with a later yes; the login stays', async () => {
    await open();
    await logIn(login, shop, email);
    expect(isStored()).to.equal(true);
    login.setAttribute('consent', 'denied');
    await drawn();
    expect(storedText()).to.equal(NOTHING);
    expect(login.verifiedEmail).to.equal(email);
    login.setAttribute('consent', 'granted');
    await drawn();
    expect(isStored()).to.equal(true);
    expect(login.verifiedEmail).to.equal(email);
    login.logout();
    expect(isStored()).to.equal(false);
  });

  it('is nothing of a claim either after a no of the page, on a page without one', async () => {
    const key = 'storefront-elements:claim:of-another-page';
    localStorage.setItem(key, '{"version":1,"at":1,"data":{"pending":true}}');
    await open();
    configure({ consent: 'denied' });
    await drawn();
    login.focus();
    await waitUntil(() => localStorage.getItem(key) === null, 'the claim is gone');
    configure({ consent: 'granted' });
    await waitUntil(() => localStorage.getItem(key) !== null, 'a later yes brings it back');
    localStorage.removeItem(key);
  });

  it('is nothing that the page says about the records of an element with a consent of its own', async () => {
    const key = 'storefront-elements:claim:of-this-page';
    localStorage.setItem(key, '{"version":1,"at":1,"data":{"pending":true}}');
    const claim = await place('reward-claim', shop, { token: 'x'.repeat(16), consent: 'granted' });
    await open();
    await logIn(login, shop, email);
    configure({ consent: 'denied' });
    await drawn();
    expect(isStored()).to.equal(false);
    expect(localStorage.getItem(key)).not.to.equal(null);
    claim.remove();
    localStorage.removeItem(key);
  });

  it('of a claim outlives it: a no of another page does not remove the code', async () => {
    const { token } = await shop.grant();
    const claim = await place('reward-claim', shop, { token, consent: 'granted' });
    part(claim, 'button')!.click();
    await inState(claim, 'claimed');
    claim.remove();
    const isKept = () => Object.keys(localStorage).some((key) => key.includes(':claim:'));
    expect(isKept()).to.equal(true);
    await open();
    configure({ consent: 'denied' });
    await logIn(login, shop, email);
    expect(isKept()).to.equal(true);
    localStorage.clear();
  });

  it('is what the page says for all its elements, unless one says otherwise', async () => {
    configure({ consent: 'denied' });
    await open();
    await logIn(login, shop, email);
    expect(storedText()).to.equal(NOTHING);
    configure({ consent: 'granted' });
    await drawn();
    expect(isStored()).to.equal(true);
    login.setAttribute('consent', 'denied');
    await drawn();
    expect(storedText()).to.equal(NOTHING);
  });

  it('is nothing after a word that nobody understands, which is said once', async () => {
    const warnings = await consoleOf('warn', async () => {
      await open({ consent: 'yes' });
      await logIn(login, shop, email);
    });
    expect(warnings).to.deep.equal(['<otp-login> consent must be granted, denied or pending.']);
    expect(storedText()).to.equal(NOTHING);
  });

  it('is not touched by a login that stores nothing anyway', async () => {
    await open();
    await logIn(login, shop, email);
    await place('otp-login', shop, { 'no-storage': '', consent: 'denied' });
    expect(isStored()).to.equal(true);
  });

  describe('in a Shopify store', () => {
    let isAllowed: boolean;
    const customerPrivacy = { preferencesProcessingAllowed: () => isAllowed };
    const setShopify = (shopify: object) => Object.assign(globalThis, { Shopify: shopify });
    const choose = async (choice: boolean) => {
      isAllowed = choice;
      document.dispatchEvent(new Event('visitorConsentCollected'));
      await drawn();
    };

    it('is what Shopify says, and follows the shopper’s choice', async () => {
      isAllowed = false;
      setShopify({ customerPrivacy });
      await open();
      await logIn(login, shop, email);
      expect(storedText()).to.equal(NOTHING);
      await choose(true);
      expect(isStored()).to.equal(true);
      await choose(false);
      expect(storedText()).to.equal(NOTHING);
      expect(login.verifiedEmail).to.equal(email);
    });

    it('is nothing new before the shopper has chosen, and what was stored before is used until then', async () => {
      await open();
      await logIn(login, shop, email);
      let preferences = '';
      isAllowed = false;
      setShopify({ customerPrivacy: { ...customerPrivacy, currentVisitorConsent: () => ({ preferences }) } });
      await reload();
      expect(login.verifiedEmail).to.equal(email);
      expect(isStored(), 'still there for a yes').to.equal(true);
      login.logout();
      await inState(login, 'email');
      await logIn(login, shop, newEmail());
      expect(storedText()).not.to.contain(login.verifiedEmail);
      preferences = 'yes';
      await choose(true);
      expect(storedText()).to.contain(login.verifiedEmail);
      preferences = 'no';
      await choose(false);
      expect(storedText()).to.equal(NOTHING);
    });

    it('is what the page says, if that says something', async () => {
      isAllowed = false;
      setShopify({ customerPrivacy });
      await open({ consent: 'granted' });
      await logIn(login, shop, email);
      expect(isStored()).to.equal(true);
    });

    it('is nothing before Shopify has answered, and what was stored before is read until then', async () => {
      await open();
      await logIn(login, shop, email);
      login.remove();
      const asked: unknown[] = [];
      const answers: ((error?: unknown) => void)[] = [];
      const shopify = {
        loadFeatures: (features: unknown, done: () => void) => {
          asked.push(features);
          answers.push(done);
        },
      };
      setShopify(shopify);
      await open();
      expect(login.verifiedEmail).to.equal(email);
      expect(asked).to.deep.equal([[{ name: 'consent-tracking-api', version: '0.1' }]]);
      login.logout();
      await inState(login, 'email');
      const other = newEmail();
      await logIn(login, shop, other);
      expect(storedText()).not.to.contain(other);
      answers[0]!(new Error('blocked'));
      await drawn();
      expect(storedText(), 'Shopify’s part could not be loaded').not.to.contain(other);
      isAllowed = true;
      Object.assign(shopify, { customerPrivacy });
      answers[0]!();
      await drawn();
      expect(storedText()).to.contain(other);
    });
  });
});
