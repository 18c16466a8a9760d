import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import { openShop, type TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newEmail,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { heightsOf } from '../../helpers/letter-spacing.ts';
import { enter, logIn, passTime, stopTime } from '../../helpers/login.ts';
import { box, override } from '../../helpers/undo.ts';
import { eventsOf, fail, loginIn, logInWith, openTab, outcomesOf, press, reload } from './support.ts';

describe('<reward-claim> that reserves a code', () => {
  let shop: TestShop;
  let email: string;
  let claim: RewardClaim;
  let events: Event[];
  let isLoggedIn: boolean;
  let ids: { 'reward-id': string; 'code-id': string };
  beforeEach(async () => {
    // In the sandbox this operation takes a secret key, which a shop's gateway would add.
    shop = await openShop(globalThis.sandboxUrl);
    email = newEmail();
    isLoggedIn = false;
  });

  const make = async (code: Record<string, unknown> = {}) => {
    const { rewardId, codeId } = await shop.rewardCode(code);
    ids = { 'reward-id': rewardId, 'code-id': codeId };
  };
  const login = async (address = email) => {
    const element = await place('otp-login', shop);
    await logIn(element, shop, address);
    isLoggedIn = true;
    return element;
  };
  const open = async (code: Record<string, unknown> = {}, attributes: Record<string, string> = {}) => {
    await make(code);
    if (!isLoggedIn) await login();
    claim = await place('reward-claim', shop, { ...ids, ...attributes });
    events = eventsOf(claim);
  };
  const reserve = async () => {
    press(claim);
    await inState(claim, 'reserved');
  };
  /** Reserves, and the service answers with this besides what it must. */
  const answered = async (body: Record<string, unknown> | null) => {
    await open();
    await shop.fault({
      operation: 'reserveRewardCode',
      fault: 'wrong-shape',
      body: body && { code: 'KEEP-1', status: 'reserved', reservedFor: email, ...body },
    });
    press(claim);
  };
  const text = (of = claim) =>
    of
      .shadowRoot!.querySelector('.stack')!
      .textContent.replace(/[\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' ');

  it('asks for a login, then goes on by itself to the code, and the shopper with it', async () => {
    await make();
    claim = await place('reward-claim', shop, ids);
    events = eventsOf(claim);
    expect(claim.dataset['state']).to.equal('login');
    await loginIn(claim).updateComplete;
    part(loginIn(claim), 'input')!.focus();
    await logInWith(loginIn(claim), shop, email);
    await inState(claim, 'reserved');
    await claim.updateComplete;
    expect(textOf(claim, 'code')).to.match(/^TEST-/);
    expect(text()).to.contain(`Reserved for ${email}`);
    expect(claim.reservedCode!.reservedFor).to.equal(email);
    expect(claim.shadowRoot!.activeElement === part(claim, 'value')).to.equal(true);
    expect(outcomesOf(events)).to.deep.equal(['reserve']);
    expect((events.at(-1) as Event & { code: unknown }).code).to.equal(claim.reservedCode);
    await expect(claim).to.be.accessible();
  });

  it('waits for a click where the shopper is logged in, and reserves once however often it is pressed', async () => {
    await open();
    expect(claim.dataset['state']).to.equal('ready');
    expect(textOf(claim, 'intro')).to.equal(`We’ll reserve a discount code for ${email}.`);
    expect(textOf(claim, 'button')).to.equal('Reserve my code');
    expect(await shop.requests('reserveRewardCode')).to.deep.equal([]);
    await expect(claim).to.be.accessible();
    const held = await shop.hold('reserveRewardCode');
    press(claim);
    press(claim);
    await inState(claim, 'claiming');
    expect(textOf(claim, 'message')).to.equal('Reserving…');
    press(claim);
    await held.arrived();
    await held.release();
    await inState(claim, 'reserved');
    expect(await shop.requests('reserveRewardCode')).to.have.length(1);
    expect(outcomesOf(events)).to.deep.equal(['reserve']);
  });

  it('can be kept from it', async () => {
    await open();
    claim.addEventListener('reward-claim-reserve-before', (event) => event.preventDefault(), { once: true });
    press(claim);
    expect(events.map(({ type }) => type)).to.deep.equal(['reward-claim-reserve-before']);
    expect(claim.dataset['state']).to.equal('ready');
    await reserve();
  });

  it('says that no code could be reserved for this address, and takes another', async () => {
    await open({ reservedFor: 'somebody@example.com', status: 'reserved' });
    const event = await fail(claim);
    await inState(claim, 'not-reserved');
    expect([event.kind, event.reason, event.error]).to.deep.equal([
      'not-reserved',
      'not-reserved',
      undefined,
    ]);
    expect(claim.dataset['problem']).to.equal('not-reserved');
    expect(textOf(claim, 'message')).to.equal(`We couldn’t reserve a code for ${email}.`);
    await expect(claim).to.be.accessible();
    const { claim: next } = await reload(claim, shop);
    expect(next.dataset['state'], 'nothing is left open').to.equal('ready');
    claim = next;
    await fail(claim);
    press(claim);
    await inState(claim, 'login');
    await shop.fault({ operation: 'reserveRewardCode', fault: 'wrong-shape', body: { code: 'KEEP-2' } });
    await loginIn(claim).updateComplete;
    await logInWith(loginIn(claim), shop);
    await inState(claim, 'reserved');
    expect(textOf(claim, 'code')).to.equal('KEEP-2');
  });

  for (const [status, words, usable] of [
    ['reserved', '', true],
    ['available', '', true],
    [undefined, '', true],
    ['redeemed', 'This code has already been used.', false],
    ['revoked', 'The shop has cancelled this code.', false],
    ['on-hold', 'on-hold', true],
    ['constructor', 'constructor', true],
  ] as const)
    it(`says what became of the code: ${status}`, async () => {
      await answered({ status: status ?? null, expiresAt: '2999-01-01T00:00:00Z' });
      await inState(claim, 'reserved');
      expect(textOf(claim, 'code')).to.equal('KEEP-1');
      expect(text()).to.contain(words);
      expect(Boolean(part(claim, 'copy')), 'to be used').to.equal(usable);
      expect(Boolean(part(claim, 'expiry'))).to.equal(usable);
      await expect(claim).to.be.accessible();
    });

  for (const [status, words] of [
    ['redeemed', 'This code has already been used.'],
    ['revoked', 'The shop has cancelled this code.'],
  ] as const)
    it(`announces that the code is ${status}, not that it is reserved or ends soon`, async () => {
      stopTime();
      await answered({ status, expiresAt: new Date(Date.now() + 200_000).toISOString() });
      await inState(claim, 'reserved');
      expect(textOf(claim, 'message')).to.equal(words);
      // In its last minute.
      passTime(145);
      claim.requestUpdate();
      await claim.updateComplete;
      expect(textOf(claim, 'message')).to.equal(words);
    });

  it('says that the code has expired when the service says so', async () => {
    await answered({ status: 'expired' });
    await inState(claim, 'expired');
    expect(textOf(claim, 'message')).to.equal('This code has expired');
    expect(part(claim, 'copy') === null).to.equal(true);
    expect(claim.shadowRoot!.querySelector('slot[name=contact]') === null).to.equal(false);
    expect(outcomesOf(events), 'it did not pass before the shopper’s eyes').to.deep.equal(['reserve']);
    await expect(claim).to.be.accessible();
  });

  for (const status of ['redeemed', 'revoked', 'expired'])
    it(`tells the refusal of a code that cannot be reserved: ${status}`, async () => {
      await open({ status }, { 'error-map': '{ "code_not_available": "used-up" }' });
      await fail(claim);
      expect(claim.dataset['problem']).to.equal('used-up');
      expect(textOf(claim, 'message')).to.equal('This reward is no longer available.');
    });

  describe('keeps it', () => {
    it('for the shopper’s address over a reload, and shows it to nobody else', async () => {
      await open();
      await reserve();
      const code = textOf(claim, 'code');
      const again = await reload(claim, shop);
      expect(textOf(again.claim, 'code')).to.equal(code);
      expect(outcomesOf(again.events)).to.deep.equal(['restore']);
      expect(await shop.requests('reserveRewardCode')).to.have.length(1);
      expect(Object.keys(localStorage).join()).not.to.contain(email);

      const element = await place('otp-login', shop);
      element.logout();
      await inState(again.claim, 'login');
      expect(text(again.claim), 'gone with its owner').not.to.contain(code);
      await logIn(element, shop, newEmail());
      await inState(again.claim, 'ready');
      element.logout();
      await inState(element, 'email');
      await logIn(element, shop, email);
      await inState(again.claim, 'reserved');
      expect(textOf(again.claim, 'code')).to.equal(code);
    });

    it('for a shopper who logs in anew, without asking the service again', async () => {
      await open();
      await reserve();
      sessionStorage.clear();
      const { claim: next } = await reload(claim, shop);
      await inState(next, 'login');
      await loginIn(next).updateComplete;
      part(loginIn(next), 'input')!.focus();
      await logInWith(loginIn(next), shop, email);
      await inState(next, 'reserved');
      await waitUntil(() => next.shadowRoot!.activeElement === part(next, 'value'));
      expect(await shop.requests('reserveRewardCode')).to.have.length(1);
    });

    it('for every tab', async () => {
      await open();
      const tab = await openTab();
      const there = await tab.open(shop, ids);
      await inState(there, 'ready');
      press(claim);
      press(there);
      await Promise.all([inState(claim, 'reserved'), inState(there, 'reserved')]);
      expect(await shop.requests('reserveRewardCode')).to.have.length(1);
      expect(textOf(there, 'code')).to.equal(textOf(claim, 'code'));
    });

    it('although another tab later learns that no code is left', async () => {
      await open();
      const tab = await openTab();
      // As in browsers without locks, or after a long wait for one.
      for (const { navigator } of [window, tab.window]) override(navigator, 'locks', { value: undefined });
      const there = await tab.open(shop, ids);
      await inState(there, 'ready');
      const first = await shop.hold('reserveRewardCode');
      press(claim);
      await first.arrived();
      await inState(there, 'unconfirmed');
      const second = await shop.hold('reserveRewardCode', { fault: 'wrong-shape', body: null });
      press(there);
      await second.arrived();
      await first.release();
      await inState(claim, 'reserved');
      await second.release();
      await inState(there, 'reserved');
      const { claim: next } = await reload(claim, shop);
      await inState(next, 'reserved');
      expect(textOf(next, 'code')).to.equal(textOf(there, 'code'));
    });

    it('as an open question when the answer was lost, which another try answers', async () => {
      await open();
      await shop.fault({ operation: 'reserveRewardCode', fault: 'drop-after' });
      await fail(claim);
      const { claim: next } = await reload(claim, shop);
      expect(next.dataset['state']).to.equal('unconfirmed');
      press(next);
      await inState(next, 'reserved');
      expect(textOf(next, 'code')).to.match(/^TEST-/);
    });
  });

  for (const lang of ['en', 'de', 'ar', 'ja'])
    it(`leaves everything below in its place with \`reserve\`, 320 px wide: ${lang}`, async () => {
      const inside = box({ lang, style: 'inline-size: 248px' });
      const heights = new Map<string, string>();
      const visit = (state: string) => heights.set(state, heightsOf(claim));
      await make({ expiresIn: 600 });
      await login();
      claim = await place('reward-claim', shop, { ...ids, reserve: '' }, inside);
      visit('ready');
      await shop.fault({ operation: 'reserveRewardCode', fault: 'drop-before' });
      await fail(claim);
      visit('unconfirmed');
      const held = await shop.hold('reserveRewardCode');
      press(claim);
      await inState(claim, 'claiming');
      visit('claiming');
      await held.release();
      await inState(claim, 'reserved');
      visit('reserved');
      passTime(700);
      claim.requestUpdate();
      await inState(claim, 'expired');
      visit('expired');
      claim.remove();
      await make({ status: 'reserved' });
      claim = await place('reward-claim', shop, { ...ids, reserve: '' }, inside);
      await fail(claim);
      visit('not-reserved');
      expect(new Set(heights.values()).size, JSON.stringify([...heights])).to.equal(1);
    });

  it('needs the id of the code too, and says so', async () => {
    const messages = await consoleOf('warn', async () => {
      claim = await place('reward-claim', shop, { 'reward-id': 'r-1' });
    });
    expect(messages).to.deep.equal(['<reward-claim> code-id must be given with reward-id.']);
    expect(claim.dataset['state']).to.equal('misconfigured');
  });

  it('reserves nothing for an address that is not proven', async () => {
    await make();
    claim = await place('reward-claim', shop, ids);
    const inner = loginIn(claim);
    await inner.updateComplete;
    enter(inner, email);
    await inState(inner, 'code');
    expect(claim.dataset['state']).to.equal('login');
    expect(await shop.requests('reserveRewardCode')).to.deep.equal([]);
  });
});
