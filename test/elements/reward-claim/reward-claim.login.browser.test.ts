import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import { loginRecord } from '../../../src/elements/shared/login-record.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, part, place, textOf, waitUntil } from '../../helpers/fixture.ts';
import { askForCode, enter, fieldOf, logIn } from '../../helpers/login.ts';
import { box, holdTimersOf } from '../../helpers/undo.ts';
import { claimNow, fail, loginIn, logInWith, openGrant, outcomesOf, press, reload } from './support.ts';

describe('<reward-claim> that requires a login', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
  });

  const asking = { 'requires-login': '' };
  const hasFocus = (claim: RewardClaim, name: string) =>
    document.activeElement === claim && claim.shadowRoot!.activeElement === part(claim, name);
  /** A login of the page's own, in the slot of an element. */
  const slotted = async () => {
    const { token } = await shop.grant();
    const inside = box();
    const claim = document.createElement('reward-claim');
    const login = document.createElement('otp-login');
    login.slot = 'login';
    for (const element of [claim, login]) {
      element.setAttribute('base-url', shop.url);
      element.setAttribute('api-key', shop.key);
    }
    claim.setAttribute('token', token);
    claim.setAttribute('requires-login', '');
    claim.append(login);
    inside.append(claim);
    await claim.updateComplete;
    await login.updateComplete;
    return { claim, login, token };
  };

  it('shows the login first, and what comes after it', async () => {
    const { claim } = await openGrant(shop, {}, asking);
    const login = loginIn(claim);
    await login.updateComplete;
    expect(claim.dataset['state']).to.equal('login');
    expect(login.dataset['state']).to.equal('email');
    expect(login.textContent).to.contain('Log in to get your reward.');
    expect(textOf(claim, 'heading')).to.equal('Your reward is waiting');
    expect(part(claim, 'button') === null, 'nothing to claim yet').to.equal(true);
    expect(document.activeElement === document.body).to.equal(true);
    expect(await shop.requests()).to.deep.equal([]);
    await expect(claim).to.be.accessible();
    await expect(login).to.be.accessible();
  });

  for (const device of ['usual', 'slow'])
    it(`goes on by itself to the reward, and the shopper with it, while nothing below moves up, on a ${device} device`, async () => {
      // There, the answers come before the timer after a press.
      if (device === 'slow') holdTimersOf('src/elements/shared/flow-element.ts');
      const inside = box();
      const { claim, token, events } = await openGrant(shop, {}, asking, inside);
      const below = document.createElement('p');
      inside.append(below);
      const login = loginIn(claim);
      await login.updateComplete;
      let top = below.offsetTop;
      const states: string[] = [];
      new MutationObserver(() => {
        states.push(claim.dataset['state']!);
        expect(below.offsetTop, claim.dataset['state']).to.be.at.least(top);
        // The press made room for the reward.
        top = below.offsetTop;
      }).observe(claim, { attributeFilter: ['data-state'] });
      fieldOf(login).focus();
      const email = await askForCode(login);
      top = below.offsetTop;
      enter(login, await shop.mailedCode(email));
      await inState(claim, 'claimed');
      await claim.updateComplete;
      expect([...new Set(states)]).to.deep.equal(['login', 'claiming', 'claimed']);
      expect(textOf(claim, 'code')).to.equal((await shop.grantRecord(token)).discountCode);
      expect(hasFocus(claim, 'value')).to.equal(true);
      expect(below.offsetTop).to.equal(top);
      expect(outcomesOf(events)).to.deep.equal(['success']);
      await expect(claim).to.be.accessible();
    });

  it('goes on as well after a login of the page’s own in its slot', async () => {
    const { claim, login, token } = await slotted();
    expect(claim.dataset['state']).to.equal('login');
    fieldOf(login).focus();
    await logInWith(login, shop);
    await inState(claim, 'claimed');
    await claim.updateComplete;
    await claim.updateComplete;
    expect(login.offsetHeight, 'gone out of sight').to.equal(0);
    expect(hasFocus(claim, 'value')).to.equal(true);
    expect((await shop.grantRecord(token)).claims).to.equal(1);
  });

  it('leaves the focus alone when the shopper has gone elsewhere meanwhile', async () => {
    const inside = box();
    const { claim } = await openGrant(shop, {}, asking, inside);
    const search = document.createElement('input');
    inside.append(search);
    const login = loginIn(claim);
    await login.updateComplete;
    const email = await askForCode(login);
    const held = await shop.hold('verifyOtp');
    enter(login, await shop.mailedCode(email));
    await held.arrived();
    search.focus();
    await held.release();
    await inState(claim, 'claimed');
    await claim.updateComplete;
    expect(document.activeElement === search).to.equal(true);
  });

  for (const [from, logInElsewhere] of [
    [
      'an element of the page',
      async () => {
        await logIn(await place('otp-login', shop), shop);
      },
    ],
    [
      'another reward of the page',
      async () => {
        const { claim } = await openGrant(shop, {}, asking);
        await loginIn(claim).updateComplete;
        await logInWith(loginIn(claim), shop);
        await inState(claim, 'claimed');
      },
    ],
  ] as const)
    it(`claims nothing after a login in ${from}, but is ready for a click`, async () => {
      const { claim, token, events } = await openGrant(shop, {}, asking);
      expect(claim.dataset['state']).to.equal('login');
      await logInElsewhere();
      await inState(claim, 'ready');
      await shop.requests();
      expect((await shop.grantRecord(token)).state).to.equal('open');
      expect(events).to.deep.equal([]);
      await claimNow(claim);
    });

  it('claims nothing for a login from before a reload, but is ready for a click', async () => {
    await logIn(await place('otp-login', shop), shop);
    const { claim, token } = await openGrant(shop, {}, asking);
    expect(claim.dataset['state']).to.equal('ready');
    await shop.requests();
    expect((await shop.grantRecord(token)).state).to.equal('open');
    await claimNow(claim);
  });

  it('claims nothing for a login that was checked while it was out of the page, but is ready for a click', async () => {
    const { claim, token } = await openGrant(shop, {}, asking);
    const login = loginIn(claim);
    const email = await askForCode(login);
    const held = await shop.hold('verifyOtp');
    enter(login, await shop.mailedCode(email));
    await held.arrived();
    claim.remove();
    await login.updateComplete;
    await held.release();
    await waitUntil(() => login.verifiedEmail);
    document.body.append(claim);
    await inState(claim, 'ready');
    await shop.requests();
    expect((await shop.grantRecord(token)).state).to.equal('open');
    await claimNow(claim);
  });

  it('asks again after a log-out elsewhere, but keeps in sight what was claimed', async () => {
    const login = await place('otp-login', shop);
    await logIn(login, shop);
    const { claim } = await openGrant(shop, {}, asking);
    const { claim: claimed } = await openGrant(shop, {}, asking);
    await claimNow(claimed);
    login.logout();
    await inState(claim, 'login');
    expect(claimed.dataset['state']).to.equal('claimed');
  });

  it('takes the focus along when the shopper logs in or out elsewhere', async () => {
    const { claim } = await openGrant(shop, {}, asking);
    const login = loginIn(claim);
    await login.updateComplete;
    fieldOf(login).focus();
    const elsewhere = loginRecord(shop.url, () => true);
    elsewhere.set({ email: 'shopper@example.com', verified: true });
    await inState(claim, 'ready');
    await waitUntil(() => hasFocus(claim, 'button'), 'the focus is on the button');
    elsewhere.set(undefined);
    await inState(claim, 'login');
    await waitUntil(() => claim.shadowRoot!.activeElement === loginIn(claim), 'the focus is in the login');
  });

  it('takes the focus along from the page’s own login in its slot too', async () => {
    const { claim, login } = await slotted();
    fieldOf(login).focus();
    loginRecord(shop.url, () => true).set({ email: 'shopper@example.com', verified: true });
    await inState(claim, 'ready');
    await waitUntil(() => hasFocus(claim, 'button'), 'the focus is on the button');
  });

  it('drops the consent of the claim from its login when the page takes it away', async () => {
    const { claim } = await openGrant(shop, {}, { ...asking, consent: 'denied' });
    await waitUntil(() => loginIn(claim).getAttribute('consent') === 'denied');
    claim.removeAttribute('consent');
    claim.requestUpdate();
    await claim.updateComplete;
    expect(loginIn(claim).hasAttribute('consent')).to.equal(false);
  });

  it('works without storage too', async () => {
    // Logins that lie in memory belong to an address; this one is only this test's.
    const url = shop.url.replace('127.0.0.1', 'localhost');
    const { claim } = await openGrant(shop, {}, { ...asking, 'no-storage': '', 'base-url': url });
    await loginIn(claim).updateComplete;
    await logInWith(loginIn(claim), shop);
    await inState(claim, 'claimed');
    expect([localStorage.length, sessionStorage.length]).to.deep.equal([0, 0]);
  });

  it('can be kept from going on, and the shopper can still press', async () => {
    const { claim } = await openGrant(shop, {}, asking);
    claim.addEventListener('reward-claim-claim-before', (event) => event.preventDefault(), { once: true });
    await loginIn(claim).updateComplete;
    await logInWith(loginIn(claim), shop);
    await inState(claim, 'ready');
    await claim.updateComplete;
    expect(await shop.requests('claimRewardGrant')).to.deep.equal([]);
    await claimNow(claim);
  });

  it('shows the result before the login when it is there already', async () => {
    const { claim } = await openGrant(shop);
    await claimNow(claim);
    claim.setAttribute('requires-login', '');
    const { claim: next } = await reload(claim, shop);
    expect(next.dataset['state']).to.equal('claimed');
  });

  it('asks for the login again before another try, when it is over by then', async () => {
    const before = await openGrant(shop);
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
    await fail(before.claim);
    before.claim.setAttribute('requires-login', '');
    const { claim } = await reload(before.claim, shop);
    expect(claim.dataset['state']).to.equal('unconfirmed');
    press(claim);
    await inState(claim, 'login');
    expect(await shop.requests('claimRewardGrant')).to.have.length(1);
    const login = loginIn(claim);
    await login.updateComplete;
    await waitUntil(() => login.shadowRoot!.activeElement === fieldOf(login));
    await logInWith(login, shop);
    await inState(claim, 'claimed');
  });

  describe('because the service says so', () => {
    const refuse = (code: string) =>
      shop.fault({
        operation: 'claimRewardGrant',
        fault: 'status',
        status: 403,
        body: { code, message: 'No.', details: {} },
      });
    const map = { 'error-map': '{ "log_in": "login-needed", "not_yours": "wrong-account" }' };

    it('shows the login when that is what is missing, and goes on after it', async () => {
      await refuse('log_in');
      const { claim, events } = await openGrant(shop, {}, map);
      await fail(claim);
      expect(claim.dataset['state']).to.equal('login');
      expect(textOf(claim, 'message')).to.equal('Please log in to claim this reward.');
      await expect(claim).to.be.accessible();
      await loginIn(claim).updateComplete;
      await logInWith(loginIn(claim), shop);
      await inState(claim, 'claimed');
      expect(outcomesOf(events)).to.deep.equal(['error', 'success']);
    });

    for (const code of ['not_yours', 'log_in'])
      it(`lets a shopper who is logged in take another address: ${code}`, async () => {
        await logIn(await place('otp-login', shop), shop);
        await refuse(code);
        const { claim } = await openGrant(shop, {}, map);
        part(claim, 'button')!.focus();
        await fail(claim);
        await inState(claim, 'error');
        expect(claim.dataset['problem']).to.equal(code === 'log_in' ? 'login-needed' : 'wrong-account');
        expect(textOf(claim, 'button')).to.equal('Log in with another email');
        await expect(claim).to.be.accessible();
        press(claim);
        await inState(claim, 'login');
        const login: OtpLogin = loginIn(claim);
        await login.updateComplete;
        await waitUntil(() => login.shadowRoot!.activeElement === fieldOf(login));
        const done = oneEvent(claim, 'reward-claim-success');
        await logInWith(login, shop);
        await done;
        await inState(claim, 'claimed');
      });
  });
});
