import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  allAnswered,
  expect,
  inState,
  newEmail,
  newShop,
  oneEvent,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { askForCode, enter, eventsOf, fieldOf, linkOf, logIn, messageOf } from '../../helpers/login.ts';
import { holdTimersOf } from '../../helpers/undo.ts';

describe('Several <otp-login>', () => {
  let shop: TestShop;
  let email: string;
  let first: OtpLogin;
  let second: OtpLogin;
  beforeEach(async () => {
    shop = await newShop();
    email = newEmail();
    first = await place('otp-login', shop);
    second = await place('otp-login', shop);
  });

  describe('on one page', () => {
    it('log in and out together, with one event each', async () => {
      const [ofFirst, ofSecond] = [eventsOf(first), eventsOf(second)];
      await logIn(first, shop, email);
      await inState(second, 'verified');
      await second.updateComplete;
      expect(second.verifiedEmail).to.equal(email);
      expect(messageOf(second)).to.equal(`You are logged in as ${email}.`);
      linkOf(second, 'Log out').click();
      await inState(first, 'email');
      await inState(second, 'email');
      expect(ofFirst).to.deep.equal(['send-before', 'code-sent', 'verify-before', 'success', 'logout']);
      expect(ofSecond).to.deep.equal(['restore', 'logout-before', 'logout']);
    });

    it('tell a page’s own listener once per element', async () => {
      const heard: (EventTarget | null)[] = [];
      const listen = ({ target }: Event) => heard.push(target);
      document.addEventListener('otp-login-logout', listen);
      await logIn(first, shop, email);
      await inState(second, 'verified');
      first.logout();
      document.removeEventListener('otp-login-logout', listen);
      expect(heard).to.have.length(2);
      expect(new Set(heard).size).to.equal(2);
    });

    it('agree while one is still checking a code: a login in the other ends that request', async () => {
      await askForCode(second, email);
      holdTimersOf('src/api/timing.ts');
      const held = await shop.hold('verifyOtp');
      const { fetch: send } = globalThis;
      const signals: (AbortSignal | null | undefined)[] = [];
      globalThis.fetch = (...request) => {
        signals.push(request[1]?.signal);
        return send(...request);
      };
      enter(second, '999');
      await waitUntil(() => signals.length, 'the code is sent');
      globalThis.fetch = send;
      await held.arrived();
      expect(second.state).to.equal('verifying');
      const isEnded = () => signals.map((signal) => signal?.aborted);
      expect(isEnded()).to.deep.equal([false]);
      const events = eventsOf(second);
      enter(first, newEmail());
      await inState(first, 'code');
      linkOf(first, 'another email').click();
      await first.updateComplete;
      first.remove();
      first = await place('otp-login', shop);
      const other = await logIn(first, shop);
      await inState(second, 'verified');
      await second.updateComplete;
      expect(second.verifiedEmail).to.equal(other);
      expect(isEnded()).to.deep.equal([true]);
      expect(events).to.deep.equal(['restore']);
    });

    it('do not take a mark of an error over into the login', async () => {
      enter(second, 'nonsense');
      await second.updateComplete;
      await logIn(first, shop, email);
      await inState(second, 'verified');
      expect(part(second, 'message')!.classList.contains('error')).to.equal(false);
      first.logout();
      await inState(second, 'email');
      expect(messageOf(second)).to.equal('We’ll email you a one-time code. No password needed.');
    });

    it('leave the focus where the shopper is', async () => {
      const elsewhere = document.createElement('button');
      document.body.append(elsewhere);
      elsewhere.focus();
      await askForCode(first, email);
      enter(first, await shop.mailedCode(email));
      elsewhere.focus();
      await inState(second, 'verified');
      first.logout();
      await inState(second, 'email');
      await second.updateComplete;
      expect(document.activeElement === elsewhere).to.equal(true);
      elsewhere.remove();
    });

    it('learn what happened while one was taken out', async () => {
      second.remove();
      await logIn(first, shop, email);
      document.body.append(second);
      await inState(second, 'verified');
      second.remove();
      const events = eventsOf(second);
      first.logout();
      document.body.append(second);
      await inState(second, 'email');
      expect(events).to.deep.equal(['logout']);
    });

    it('agree though one of them stores nothing', async () => {
      const third = await place('otp-login', shop, { 'no-storage': '' });
      await logIn(third, shop, email);
      await inState(first, 'verified');
      expect(sessionStorage).to.have.length(0);
      first.logout();
      await inState(third, 'email');
      await logIn(first, shop, email);
      await inState(third, 'verified');
      third.logout();
      await inState(first, 'email');
      expect(sessionStorage).to.have.length(0);
    });

    it('wait for their own codes: another address in one is nothing to the other', async () => {
      await askForCode(first, email);
      await askForCode(second);
      linkOf(second, 'another email').click();
      await inState(second, 'email');
      expect(first.state).to.equal('code');
      enter(first, await shop.mailedCode(email));
      await inState(first, 'verified');
      await inState(second, 'verified');
    });
  });

  describe('in several tabs', () => {
    let tab: BroadcastChannel;
    let said: unknown[];
    const name = () => `login:${shop.url}`;
    const text = (until = Date.now() + 60_000, version = 1) =>
      JSON.stringify({ version, until, at: Date.now(), stored: true, data: { email, verified: true } });
    const say = (...message: unknown[]) => tab.postMessage(message);
    const hears = (part: string) =>
      new Promise<unknown[]>((resolve) => {
        tab.addEventListener('message', ({ data }: MessageEvent<unknown[]>) => {
          if (JSON.stringify(data).includes(part)) resolve(data);
        });
      });
    beforeEach(() => {
      tab = new BroadcastChannel('storefront-elements:');
      said = [];
      tab.onmessage = ({ data }) => said.push(data);
    });
    afterEach(() => tab.close());
    /** Waits until all earlier messages have been received: the channel keeps their order. */
    const allHeard = async () => {
      const heard = hears('"the end"');
      const end = new BroadcastChannel('storefront-elements:');
      end.postMessage(['the end', '']);
      await heard;
      end.close();
      await first.updateComplete;
    };

    it('are logged in when another tab is, and out again, with an event for each element', async () => {
      const [ofFirst, ofSecond] = [eventsOf(first), eventsOf(second)];
      say(name(), text(), 'sessionStorage');
      await inState(first, 'verified');
      await inState(second, 'verified');
      expect(first.verifiedEmail).to.equal(email);
      first.remove();
      first = await place('otp-login', shop);
      expect(first.verifiedEmail, 'also after a reload').to.equal(email);
      say(name(), '', 'sessionStorage');
      await inState(first, 'email');
      await inState(second, 'email');
      expect(ofFirst).to.deep.equal(['restore']);
      expect(ofSecond).to.deep.equal(['restore', 'logout']);
      expect(sessionStorage).to.have.length(0);
      await allHeard();
      expect(said.filter((message) => JSON.stringify(message).includes(email))).to.deep.equal([]);
    });

    it('are logged out by one that has not heard of their login yet', async () => {
      const old = text();
      const ended = hears(`["${name()}","","sessionStorage"`);
      first.logout();
      await ended;
      say(name(), old, 'sessionStorage');
      await allHeard();
      expect(first.state).to.equal('email');
    });

    it('cannot bring back a login that is over, if they could not hear that it ended', async () => {
      say(name(), text(), 'sessionStorage');
      await inState(first, 'verified');
      const old = text();
      first.logout();
      await inState(first, 'email');
      await inState(second, 'email');
      say(name(), old, 'sessionStorage');
      await allHeard();
      expect(first.state).to.equal('email');
      sessionStorage.setItem(`storefront-elements:${name()}`, old);
      const third = await place('otp-login', shop);
      expect(third.state, 'also where it is still stored').to.equal('email');
    });

    it('do not store a login that must end with the page of another', async () => {
      say(name(), text().replace('"stored":true', '"stored":false'), 'sessionStorage');
      await inState(first, 'verified');
      expect(sessionStorage).to.have.length(0);
    });

    it('lead whoever was in the field to what came in its place', async () => {
      fieldOf(first).focus();
      say(name(), text(), 'sessionStorage');
      await inState(first, 'verified');
      await first.updateComplete;
      expect(first.shadowRoot!.activeElement === part(first, 'message')).to.equal(true);
    });

    it('hear of a login and of the logout', async () => {
      const login = hears('verified\\":true');
      await logIn(first, shop, email);
      expect((await login)[1]).to.contain(email);
      const logout = hears('""');
      linkOf(first, 'Log out').click();
      expect((await logout).slice(0, 3)).to.deep.equal([name(), '', 'sessionStorage']);
    });

    it('stay logged in where the end of an earlier login is heard late', async () => {
      await logIn(first, shop, email);
      await inState(second, 'verified');
      say(name(), '', 'sessionStorage', Date.now() - 60_000);
      await allHeard();
      expect([first.verifiedEmail, second.verifiedEmail]).to.deep.equal([email, email]);
      linkOf(first, 'Log out').click();
      await inState(second, 'email');
    });

    it('hear nothing of a code that is on its way, nor that another address is asked for', async () => {
      await askForCode(first, email);
      linkOf(first, 'another email').click();
      await allHeard();
      expect(said.map((message) => (message as unknown[])[0])).to.deep.equal(['the end']);
    });

    it('are answered when they were opened later', async () => {
      await logIn(first, shop, email);
      const answer = hears('verified\\":true');
      say(name());
      expect((await answer)[1]).to.contain(email);
    });

    it('are asked by one that was opened later', async () => {
      const question = hears(name());
      const third = await place('otp-login', shop);
      expect(await question).to.deep.equal([name()]);
      say(name(), text(), 'sessionStorage');
      await inState(third, 'verified');
    });

    it('end a request that is under way here', async () => {
      await askForCode(first, email);
      const held = await shop.hold('verifyOtp');
      enter(first, '123456');
      await held.arrived();
      expect(first.state).to.equal('verifying');
      const events = eventsOf(first);
      say(name(), text(), 'sessionStorage');
      await inState(first, 'verified');
      await held.release();
      await allAnswered(shop);
      await first.updateComplete;
      expect(events).to.deep.equal(['restore']);
    });

    it('are not believed when they speak of the past, of another version, or nonsense', async () => {
      await askForCode(first, email);
      const before = sessionStorage.getItem(`storefront-elements:${name()}`);
      for (const message of [
        undefined,
        null,
        'x',
        7,
        {},
        [],
        [1, 2, 3, 4],
        [name(), 5],
        [name(), {}, {}, {}],
      ])
        tab.postMessage(message);
      say(name(), text(1), 'sessionStorage');
      say(name(), text(undefined, 2), 'sessionStorage');
      await allHeard();
      expect(first.state).to.equal('code');
      expect(second.state).to.equal('email');
      expect(sessionStorage.getItem(`storefront-elements:${name()}`)).to.equal(before);
      enter(first, await shop.mailedCode(email));
      await inState(first, 'verified');
    });

    it('are real pages, each with its own script and memory', async () => {
      const frame = document.createElement('iframe');
      frame.srcdoc = `<script type="module" src="/src/define.ts"></script>
        <otp-login no-storage base-url="${shop.url}" api-key="${shop.key}"></otp-login>`;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      const there = frame.contentDocument!.querySelector('otp-login')!;
      await inState(there, 'email');
      await logIn(first, shop, email);
      await inState(there, 'verified');
      expect(textOf(there, 'message')).to.equal(`You are logged in as ${email}.`);
      const heard = oneEvent(first, 'otp-login-logout');
      there.logout();
      await heard;
      await inState(first, 'email');
      expect(fieldOf(first).value).to.equal('');
      frame.remove();
    });
  });
});
