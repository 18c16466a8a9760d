import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import { showsCode } from '../../helpers/codes.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newEmail,
  newShop,
  oneEvent,
  place,
  waitUntil,
} from '../../helpers/fixture.ts';
import {
  askForCode,
  enter,
  eventNames,
  eventsOf,
  fieldOf,
  linkOf,
  logIn,
  messageOf,
  passTime,
  stopTime,
  storedText,
} from '../../helpers/login.ts';

const HOUR = 3600;

describe('What <otp-login> remembers', () => {
  let shop: TestShop;
  let email: string;
  let login: OtpLogin;
  beforeEach(async () => {
    shop = await newShop();
    email = newEmail();
  });

  const open = async (attributes: Record<string, string> = {}) => {
    login = await place('otp-login', shop, attributes);
  };
  /** For the element, this is the same as a reload: it is removed, and a new one is added. */
  const reload = async (attributes: Record<string, string> = {}) => {
    login.remove();
    await open(attributes);
  };
  const key = () => `storefront-elements:login:${shop.url}`;
  const thereKey = () => `storefront-elements:there:login:${shop.url}`;
  const record = () => JSON.parse(sessionStorage.getItem(key())!) as Record<string, unknown>;

  it('is the code that is on its way: the shopper types it after a reload', async () => {
    await open();
    await askForCode(login, email);
    await reload();
    expect(login.dataset['state']).to.equal('code');
    expect(messageOf(login)).to.equal(`We sent a code to ${email}.`);
    expect(document.activeElement === document.body, 'the focus is left alone').to.equal(true);
    await expect(login).to.be.accessible();
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
    expect(login.verifiedEmail).to.equal(email);
    expect(await shop.requests('createOtp')).to.have.length(1);
  });

  it('is a wait for the next code that does not grow when the device’s clock is set back', async () => {
    await open();
    await askForCode(login, email);
    const { data, ...rest } = record() as { data: Record<string, unknown> };
    data['resendAt'] = Date.now() + 4 * HOUR * 1000;
    sessionStorage.setItem(key(), JSON.stringify({ ...rest, data }));
    // Another element finds the record as a page does after a reload.
    await open();
    expect(linkOf(login, 'Send a new code').parentElement!.textContent).to.match(/code\d{1,2}s/);
  });

  it('is the login: a reload asks for nothing, and says so in an event', async () => {
    await open();
    await logIn(login, shop, email);
    login.remove();
    const again = document.createElement('otp-login');
    again.setAttribute('base-url', shop.url);
    const events = eventsOf(again);
    const restored = oneEvent(again, 'otp-login-restore');
    document.body.append(again);
    expect((await restored).email).to.equal(email);
    expect(again.verifiedEmail).to.equal(email);
    expect(again.dataset['state']).to.equal('verified');
    expect(messageOf(again)).to.equal(`You are logged in as ${email}.`);
    expect(events).to.deep.equal(['restore']);
    await expect(again).to.be.accessible();
    again.remove();
  });

  describe('while the device’s clock is set back', () => {
    const logOut = async () => {
      linkOf(login, 'Log out').click();
      await inState(login, 'email');
    };

    it('is a login after an earlier one has ended', async () => {
      passTime(3 * HOUR);
      await open();
      await logIn(login, shop, email);
      await logOut();
      passTime(0);
      await reload();
      await logIn(login, shop, email);
      await reload();
      expect(login.verifiedEmail).to.equal(email);
    });

    it('is the end of a login', async () => {
      passTime(3 * HOUR);
      await open();
      await logIn(login, shop, email);
      const text = sessionStorage.getItem(key())!;
      passTime(0);
      await logOut();
      // As in a tab that has slept since the login.
      sessionStorage.setItem(key(), text);
      await reload();
      expect(login.dataset['state']).to.equal('email');
    });
  });

  it('is the address and the time, in this tab only, and never a code; other tabs see until when', async () => {
    await open();
    await askForCode(login, email);
    const code = await shop.mailedCode(email);
    expect(Object.keys(sessionStorage)).to.deep.equal([key()]);
    expect(Object.keys(record())).to.have.members(['version', 'until', 'at', 'stored', 'data']);
    expect(Object.keys(record()['data'] as object)).to.have.members(['email', 'verified', 'resendAt']);
    expect(showsCode(storedText(), code)).to.equal(false);
    enter(login, code);
    await inState(login, 'verified');
    expect(showsCode(storedText(), code)).to.equal(false);
    expect(storedText()).to.contain(email);
    expect(Object.keys(localStorage)).to.deep.equal([thereKey()]);
    expect(localStorage.getItem(thereKey())).to.equal(String(record()['until']));
    login.logout();
    expect(localStorage.getItem(thereKey())).to.equal(null);
  });

  it('leaves no word for other tabs once it is over', async () => {
    localStorage.setItem(thereKey(), String(Date.now()));
    await open();
    expect(localStorage.getItem(thereKey())).to.equal(null);
  });

  it('is nothing any more after another address was asked for, or after a logout', async () => {
    await open();
    await askForCode(login, email);
    linkOf(login, 'another email').click();
    expect(sessionStorage).to.have.length(0);
    await reload();
    expect(login.dataset['state']).to.equal('email');
    await logIn(login, shop, email);
    login.logout();
    expect(storedText()).not.to.contain(email);
    await reload();
    expect(login.dataset['state']).to.equal('email');
    expect(fieldOf(login).value).to.equal('');
  });

  it('is nothing after a logout that came before the service’s address', async () => {
    await open();
    await logIn(login, shop, email);
    await consoleOf('warn', () => reload({ 'base-url': '' }));
    const events = eventsOf(login);
    login.logout();
    login.setAttribute('base-url', shop.url);
    await inState(login, 'email');
    expect(storedText()).not.to.contain(email);
    expect(events).to.deep.equal([]);
  });

  it('is nothing after a logout while the element was out of the page', async () => {
    await open();
    await logIn(login, shop, email);
    login.remove();
    const again = document.createElement('otp-login');
    again.setAttribute('base-url', shop.url);
    document.body.append(again);
    again.remove();
    again.logout();
    await again.updateComplete;
    document.body.append(again);
    await inState(again, 'email');
    expect(storedText()).not.to.contain(email);
    again.remove();
  });

  it('is an awaited code for an hour at most, and a login for half a day', async () => {
    stopTime();
    await open();
    await askForCode(login, email);
    passTime(HOUR - 5);
    await reload();
    expect(login.dataset['state']).to.equal('code');
    passTime(HOUR + 5);
    await reload();
    expect(login.dataset['state']).to.equal('email');
    passTime(0);
    await logIn(login, shop, email);
    passTime(12 * HOUR - 5);
    await reload();
    expect(login.dataset['state']).to.equal('verified');
    passTime(12 * HOUR + 5);
    await reload();
    expect(login.dataset['state']).to.equal('email');
  });

  it('is for as long as the page says', async () => {
    stopTime();
    await open({ 'remember-for': '60' });
    await askForCode(login, email);
    expect(Number(record()['until']) - Date.now()).to.equal(60_000);
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
    expect(Number(record()['until']) - Date.now()).to.equal(60_000);
    await reload({ 'remember-for': '' });
    login.logout();
    await login.updateComplete;
    await logIn(login, shop, email);
    expect(Number(record()['until']) - Date.now(), 'an empty attribute is none').to.be.above(
      11 * HOUR * 1000,
    );
  });

  it('ends while the page is open: looked at again, it is over, and the page hears of it', async () => {
    await open({ 'remember-for': '60' });
    await logIn(login, shop, email);
    const events = eventsOf(login);
    (login.shadowRoot!.activeElement as HTMLElement).blur();
    passTime(61);
    document.dispatchEvent(new Event('visibilitychange'));
    await inState(login, 'email');
    expect(events).to.deep.equal(['logout']);
    expect(login.verifiedEmail).to.equal(undefined);
    expect(document.activeElement === document.body).to.equal(true);
  });

  for (const attributes of [{ 'no-storage': '' }, { 'remember-for': '0' }])
    it(`is nothing in storage with ${Object.keys(attributes)[0]}, and the login works`, async () => {
      await open(attributes);
      const events = eventsOf(login);
      await askForCode(login, email);
      expect(storedText()).to.equal('[{},{}]');
      enter(login, await shop.mailedCode(email));
      await inState(login, 'verified');
      expect(storedText()).to.equal('[{},{}]');
      document.dispatchEvent(new Event('visibilitychange'));
      await login.updateComplete;
      expect(login.verifiedEmail).to.equal(email);
      expect(events).to.deep.equal(['send-before', 'code-sent', 'verify-before', 'success']);
      login.logout();
      await inState(login, 'email');
      expect(storedText()).to.equal('[{},{}]');
    });

  describe('where storage', () => {
    const { setItem } = Storage.prototype;
    const own = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')!;
    afterEach(() => {
      Storage.prototype.setItem = setItem;
      Object.defineProperty(globalThis, 'sessionStorage', own);
    });

    /** All of it works in the page's memory, for every element on the page. */
    const worksInMemory = async () => {
      await open();
      const other = await place('otp-login', shop);
      await logIn(login, shop, email);
      await inState(other, 'verified');
      await reload();
      expect(login.verifiedEmail).to.equal(email);
      const heard = Promise.all([oneEvent(login, 'otp-login-logout'), oneEvent(other, 'otp-login-logout')]);
      linkOf(login, 'Log out').click();
      await heard;
      await reload();
      expect(login.dataset['state']).to.equal('email');
    };

    it('is full, the page itself remembers', async () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      await worksInMemory();
    });

    it('became full, a reload does not go back to what was before', async () => {
      await open();
      await askForCode(login, email);
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      enter(login, await shop.mailedCode(email));
      await inState(login, 'verified');
      expect(sessionStorage).to.have.length(0);
    });

    it('is blocked, the page itself remembers', async () => {
      Object.defineProperty(globalThis, 'sessionStorage', {
        configurable: true,
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
      await worksInMemory();
    });

    it('is not there at all, the page itself remembers', async () => {
      Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: null });
      await worksInMemory();
    });

    for (const [name, text] of [
      ['no JSON', '{"version":1,'],
      ['nothing', 'null'],
      ['of a later version', '{"version":2,"data":{"email":"a@b.example","verified":true}}'],
      ['of no version', '{"email":"a@b.example","verified":true}'],
      ['somebody else’s', '{"version":1,"data":[{"email":1}]}'],
      ['half a login', '{"version":1,"data":{"verified":true}}'],
      ['over', '{"version":1,"until":1,"data":{"email":"a@b.example","verified":true}}'],
    ] as const)
      it(`holds a record that is ${name}, the shopper begins anew`, async () => {
        sessionStorage.setItem(key(), text);
        await open();
        expect(login.dataset['state']).to.equal('email');
        await logIn(login, shop, email);
        await reload();
        expect(login.verifiedEmail).to.equal(email);
      });
  });

  it('belongs to one service: another one knows nothing of it', async () => {
    await open();
    await logIn(login, shop, email);
    const events = eventsOf(login);
    login.setAttribute('base-url', shop.url.replace('127.0.0.1', 'localhost'));
    await inState(login, 'email');
    expect(login.verifiedEmail).to.equal(undefined);
    expect(fieldOf(login).value).to.equal('');
    expect(events).to.deep.equal(['logout']);
    login.setAttribute('base-url', shop.url);
    await inState(login, 'verified');
    await login.updateComplete;
    expect(events).to.deep.equal(['logout', 'restore']);
  });

  it('takes the shopper along to the code that is on its way, and to the address at another service', async () => {
    const other = shop.url.replace('127.0.0.1', 'localhost');
    const isInField = () => login.shadowRoot!.activeElement === fieldOf(login);
    await open();
    await askForCode(login, email);
    fieldOf(login).focus();
    login.setAttribute('base-url', other);
    await inState(login, 'email');
    await waitUntil(isInField, 'the focus is on the address');
    login.setAttribute('base-url', shop.url);
    await inState(login, 'code');
    await waitUntil(isInField, 'the focus is on the code');
  });

  it('is never a code in an event either', async () => {
    await open({ 'resend-after': '0' });
    const seen: string[] = [];
    for (const name of eventNames)
      login.addEventListener(name, (event) => {
        for (const field in event)
          if (!(field in Event.prototype)) seen.push(String(Reflect.get(event, field)));
        seen.push(JSON.stringify(event));
      });
    await askForCode(login, email);
    const code = await shop.mailedCode(email);
    const body = { message: `${code} is taken`, code: 'taken', details: { code } };
    await shop.fault({ operation: 'verifyOtp', fault: 'status', status: 400, body });
    enter(login, code);
    const { error } = await oneEvent(login, 'otp-login-error');
    seen.push(JSON.stringify([error!.message, error!.code, error!.details]));
    enter(login, code);
    await inState(login, 'verified');
    linkOf(login, 'Log out').click();
    expect(seen.length).to.be.above(10);
    expect(seen.filter((text) => text.includes(code))).to.deep.equal([]);
  });
});
