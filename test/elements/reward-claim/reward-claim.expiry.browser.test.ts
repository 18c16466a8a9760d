import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import { openShop, type TestShop } from '../../helpers/control.ts';
import {
  expect,
  inState,
  newEmail,
  oneEvent,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { logIn, passTime, stopTime } from '../../helpers/login.ts';
import { override } from '../../helpers/undo.ts';
import { eventsOf, outcomesOf, press, reload } from './support.ts';

describe('The end of a code in <reward-claim>', () => {
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
    if (!isLoggedIn) await login();
    await make(code);
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

  const expiry = () => textOf(claim, 'expiry');

  it('is not guessed where the service names no time zone', async () => {
    for (const expiresAt of ['2020-01-01T12:00:00', '2020-01-01 12:00']) {
      await answered({ expiresAt });
      await inState(claim, 'reserved');
      expect(expiry()).to.equal(`Valid until ${expiresAt}`);
    }
  });

  it('is no dead end: what is over may be had again', async () => {
    await answered({ expiresAt: '2020-01-01T12:00:00Z' });
    await inState(claim, 'expired');
    await shop.fault({
      operation: 'reserveRewardCode',
      fault: 'wrong-shape',
      body: { code: 'KEEP-2', status: 'reserved', reservedFor: email },
    });
    expect(textOf(claim, 'button')).to.equal('Try again');
    press(claim);
    await inState(claim, 'reserved');
    expect(textOf(claim, 'code')).to.equal('KEEP-2');
    expect(outcomesOf(events)).to.deep.equal(['reserve', 'reserve']);
  });

  it('tells a near one as a time to go, never more than there is, and a far one as a date', async () => {
    stopTime();
    for (const [expiresIn, words] of [
      [170, 'Expires in 2 minutes'],
      [5490, 'Expires in 91 minutes'],
      [7000, 'Expires in 116 minutes'],
      [86_000, 'Expires in 23 hours'],
    ] as const) {
      await open({ expiresIn });
      await reserve();
      expect(expiry()).to.equal(words);
    }
    await answered({ expiresAt: '2099-03-04T05:06:00Z' });
    await inState(claim, 'reserved');
    const date = new Date('2099-03-04T05:06:00Z');
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });
    expect(expiry())
      .to.contain('2099')
      .and.to.match(/^Valid until /);
    expect(Date.parse(expiry().replace(/^Valid until (.*) at /, '$1 ')), format.format(date)).to.be.closeTo(
      date.getTime(),
      60_000,
    );
    await expect(claim).to.be.accessible();
  });

  for (const expiresAt of ['next Sunday', '2026-13-45T99:99', '1760000000', '31.12.2026'])
    it(`shows one that it cannot read as it came, and does not let it pass: ${expiresAt}`, async () => {
      await answered({ expiresAt });
      await inState(claim, 'reserved');
      expect(expiry()).to.equal(`Valid until ${expiresAt}`);
      expect(part(claim, 'copy') === null).to.equal(false);
    });

  it('counts down each second, and ends before the shopper’s eyes', async () => {
    await open({ expiresIn: 50 });
    await reserve();
    const seen = new Set<string>();
    await waitUntil(() => seen.add(expiry()).size > 1);
    for (const each of seen) expect(each).to.match(/^Expires in [1-5]?\d seconds$/);
    passTime(60);
    const event = await oneEvent(claim, 'reward-claim-expire');
    expect(event.bubbles).to.equal(true);
    await inState(claim, 'expired');
    expect(textOf(claim, 'message')).to.equal('This code has expired');
    expect(textOf(claim, 'code'), 'still there to be named to the shop').to.match(/^TEST-/);
    expect(part(claim, 'copy') === null).to.equal(true);
    expect(outcomesOf(events)).to.deep.equal(['reserve', 'expire']);
    await expect(claim).to.be.accessible();
    const { claim: next, events: later } = await reload(claim, shop);
    expect(next.dataset['state']).to.equal('expired');
    expect(outcomesOf(later)).to.deep.equal(['restore']);
  });

  it('leaves the focus at the way on, when the button that had it goes', async () => {
    await open({ expiresIn: 600 });
    await reserve();
    part(claim, 'copy')!.focus();
    passTime(700);
    claim.requestUpdate();
    await inState(claim, 'expired');
    await waitUntil(() => claim.shadowRoot!.activeElement === part(claim, 'button'), 'the focus is kept');
    expect(textOf(claim, 'button')).to.equal('Try again');
  });

  for (const [ahead, name] of [
    [3600, 'an hour ahead'],
    [-86_400, 'a day behind'],
  ] as const)
    it(`is right on a device whose clock is ${name}`, async () => {
      stopTime();
      passTime(ahead);
      await open({ expiresIn: 50 });
      await reserve();
      expect(expiry()).to.match(/^Expires in [1-5]\d seconds$/);
      const { claim: next } = await reload(claim, shop);
      claim = next;
      expect(expiry()).to.match(/^Expires in [1-5]\d seconds$/);
      passTime(ahead + 60);
      claim.requestUpdate();
      await inState(claim, 'expired');
    });

  it('is announced at five minutes, at one and at the end, and not between', async () => {
    stopTime();
    await open({ expiresIn: 1000 });
    const region = part(claim, 'message')!;
    await reserve();
    expect(part(claim, 'message') === region, 'one live region').to.equal(true);
    const said: string[] = [''];
    for (let left = 990; left > -30; left -= 10) {
      passTime(1000 - left);
      claim.requestUpdate();
      await claim.updateComplete;
      if (textOf(claim, 'message') !== said.at(-1)) said.push(textOf(claim, 'message'));
    }
    // Each message is removed again, because it soon becomes outdated.
    expect(said).to.deep.equal([
      '',
      `Reserved for ${email}`,
      'Expires in 5 minutes',
      '',
      'Expires in 60 seconds',
      '',
      'This code has expired',
    ]);
  });

  it('does not keep a screen reader from hearing of the success, however near it is', async () => {
    stopTime();
    await open({ expiresIn: 200 });
    await reserve();
    await waitUntil(() => textOf(claim, 'message') === `Reserved for ${email}`);
    // Only the device's clock stands still: the last minute begins after 140 s, or a little earlier.
    let passed = 100;
    for (; passed < 200 && !textOf(claim, 'message').startsWith('Expires in'); passed += 5) {
      passTime(passed);
      claim.requestUpdate();
      await claim.updateComplete;
    }
    expect(textOf(claim, 'message')).to.equal('Expires in 60 seconds');
    passTime(passed + 15);
    claim.requestUpdate();
    await waitUntil(() => textOf(claim, 'message') === '');
  });

  it('is announced also after the code was copied', async () => {
    override(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } });
    await open({ expiresIn: 1000 });
    await reserve();
    part(claim, 'copy')!.click();
    await waitUntil(() => textOf(claim, 'message') === 'Code copied');
    passTime(1100);
    claim.requestUpdate();
    await claim.updateComplete;
    expect(textOf(claim, 'message')).to.equal('This code has expired');
  });
});
