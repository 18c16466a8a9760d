import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newEmail,
  newShop,
  oneEvent,
  part,
  place,
  waitUntil,
} from '../../helpers/fixture.ts';
import {
  askForCode,
  buttonOf,
  enter,
  eventsOf,
  failWith,
  fieldOf,
  linkOf,
  logIn,
  messageOf,
  passTime,
  setOnline,
  stopTime,
} from '../../helpers/login.ts';

describe('Waiting in <otp-login>', () => {
  let shop: TestShop;
  let email: string;
  let login: OtpLogin;
  beforeEach(async () => {
    shop = await newShop();
    email = newEmail();
  });

  const newCode = () => linkOf(login, 'Send a new code');
  const secondsOn = (button: HTMLElement) => button.querySelector('.seconds')?.textContent ?? '';
  const lock = async (operation: string, retryAfter: number | string) => {
    await shop.fault({ operation, fault: 'rate-limited', retryAfter });
    await failWith(login, operation === 'createOtp' ? email : '123456');
    await inState(login, 'locked-out');
  };

  it('for another mail does not lock the code that is there', async () => {
    login = await place('otp-login', shop, { 'resend-after': '0' });
    await askForCode(login, email);
    await shop.fault({ operation: 'createOtp', fault: 'rate-limited', retryAfter: 300 });
    newCode().click();
    await oneEvent(login, 'otp-login-error');
    await login.updateComplete;
    expect(messageOf(login)).to.equal('Too many attempts. Please wait 5 minutes and try again.');
    expect(newCode()).to.have.attribute('aria-disabled', 'true');
    expect(buttonOf(login)).to.have.attribute('aria-disabled', 'false');
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
  });

  it('until the login is over ends while the page is open', async () => {
    stopTime();
    login = await place('otp-login', shop, { 'remember-for': '1' });
    const heard = eventsOf(login);
    await askForCode(login, email);
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
    passTime(1);
    await inState(login, 'email');
    expect(heard).to.deep.equal(['send-before', 'code-sent', 'verify-before', 'success', 'logout']);
  });

  it('until the login is over is said from five minutes before, and takes no room', async () => {
    stopTime();
    login = await place('otp-login', shop, { 'remember-for': '1000' });
    await askForCode(login, email);
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
    const shown = () => [...login.shadowRoot!.querySelectorAll<HTMLElement>('.verified span span')].at(-1)!;
    const textOf = ({ textContent }: Element) => textContent.replace(/[\u2066-\u2069]/g, '').trim();
    const { height } = login.getBoundingClientRect();
    const heard: string[] = [];
    const seen: string[] = [];
    for (const passed of [690, 700, 810, 930, 990]) {
      passTime(passed);
      login.requestUpdate();
      await login.updateComplete;
      seen.push(textOf(shown()));
      heard.push(textOf(login.shadowRoot!.querySelector('[role=status]')!));
      expect(login.getBoundingClientRect().height).to.equal(height);
    }
    const who = `You are logged in as ${email}.`;
    const end = (minutes: string) => `Your login ends in ${minutes}.`;
    expect(seen).to.deep.equal([
      who,
      end('5 minutes'),
      end('4 minutes'),
      end('2 minutes'),
      end('10 seconds'),
    ]);
    expect(heard).to.deep.equal([
      who,
      end('5 minutes'),
      end('5 minutes'),
      end('5 minutes'),
      end('10 seconds'),
    ]);
    await expect(login).to.be.accessible();
    passTime(1001);
    login.requestUpdate();
    await inState(login, 'email');
  });

  it('until the login is over is the same for screen readers, also on a page that is opened late', async () => {
    stopTime();
    const attributes = { 'remember-for': '130' };
    login = await place('otp-login', shop, attributes);
    await askForCode(login, email);
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
    const told = () => ({
      seen: [...login.shadowRoot!.querySelectorAll('.verified span span')].at(-1)!.textContent.trim(),
      heard: login.shadowRoot!.querySelector('[role=status]')!.textContent.trim(),
    });
    const both = (time: string) => {
      const text = `Your login ends in ${time}.`;
      return { seen: text, heard: text };
    };
    expect(told()).to.deep.equal(both('3 minutes'));
    for (const [passed, time] of [
      [20, '2 minutes'],
      [85, '45 seconds'],
    ] as const) {
      login.remove();
      passTime(passed);
      login = await place('otp-login', shop, attributes);
      await inState(login, 'verified');
      expect(told()).to.deep.equal(both(time));
    }
  });

  describe('for a new code', () => {
    it('is half a minute unless the page says otherwise, and the seconds count down on the button', async () => {
      stopTime();
      login = await place('otp-login', shop);
      await askForCode(login, email);
      expect(secondsOn(newCode())).to.equal('30s');
      expect(newCode()).to.have.attribute('aria-disabled', 'true');
      await expect(login).to.be.accessible();
      passTime(1);
      await waitUntil(() => secondsOn(newCode()) === '29s');
    });

    it('is told to those who press too early, until it is over', async () => {
      stopTime();
      login = await place('otp-login', shop, { 'resend-after': '2' });
      await askForCode(login, email);
      newCode().click();
      await login.updateComplete;
      expect(messageOf(login)).to.equal('You can request a new code in 2 seconds.');
      expect(fieldOf(login)).to.have.attribute('aria-invalid', 'false');
      expect(await shop.requests('createOtp')).to.have.length(1);
      passTime(2);
      await waitUntil(() => newCode().getAttribute('aria-disabled') === 'false');
      expect(secondsOn(newCode())).to.equal('');
      expect(messageOf(login), 'is no longer true').to.equal(`We sent a code to ${email}.`);
      newCode().click();
      await oneEvent(login, 'otp-login-code-sent');
      await login.updateComplete;
      expect(newCode(), 'from the start again').to.have.attribute('aria-disabled', 'true');
      expect(messageOf(login)).to.equal(
        `We sent a new code to ${email}. Use this one; earlier codes no longer work.`,
      );
    });

    it('counts down also after a login that has ended, whose time is shown in hours', async () => {
      stopTime();
      login = await place('otp-login', shop);
      await logIn(login, shop, email);
      login.remove();
      login = await place('otp-login', shop);
      linkOf(login, 'Log out').click();
      await inState(login, 'email');
      await askForCode(login, email);
      for (const passed of [0, 1, 2, 3]) {
        passTime(passed);
        await waitUntil(() => secondsOn(newCode()) === `${30 - passed}s`);
      }
    });

    it('is the page’s own time, or none', async () => {
      stopTime();
      login = await place('otp-login', shop, { 'resend-after': '90' });
      await askForCode(login, email);
      newCode().click();
      await login.updateComplete;
      expect(messageOf(login)).to.equal('You can request a new code in 90 seconds.');
      login.remove();
      sessionStorage.clear();
      login = await place('otp-login', shop, { 'resend-after': '0' });
      await askForCode(login, email);
      expect(newCode()).to.have.attribute('aria-disabled', 'false');
    });

    for (const value of ['', 'soon', '-1', 'Infinity'])
      it(`is half a minute when a theme says ${JSON.stringify(value)}`, async () => {
        const warnings = await consoleOf('warn', async () => {
          login = await place('otp-login', shop, { 'resend-after': value });
        });
        expect(warnings).to.have.length(value ? 1 : 0);
        stopTime();
        await askForCode(login, email);
        expect(secondsOn(newCode())).to.equal('30s');
      });

    it('does not grow when the device’s clock is set back', async () => {
      stopTime();
      login = await place('otp-login', shop);
      await askForCode(login, email);
      newCode().click();
      passTime(-3600);
      login.requestUpdate();
      await login.updateComplete;
      expect(secondsOn(newCode())).to.equal('30s');
      passTime(-3570);
      await waitUntil(() => newCode().getAttribute('aria-disabled') === 'false');
      expect(messageOf(login)).to.equal(`We sent a code to ${email}.`);
    });

    it('does not begin anew by a reload', async () => {
      stopTime();
      login = await place('otp-login', shop);
      await askForCode(login, email);
      login.remove();
      passTime(10);
      login = await place('otp-login', shop);
      expect(secondsOn(newCode())).to.equal('20s');
    });
  });

  describe('after too many attempts', () => {
    it('is locked-out, with the time that the service asks for counting down', async () => {
      login = await place('otp-login', shop);
      const events = eventsOf(login);
      stopTime();
      await lock('createOtp', 30);
      expect(messageOf(login)).to.equal('Too many attempts. Please wait 30 seconds and try again.');
      expect(secondsOn(buttonOf(login))).to.equal('30s');
      expect(buttonOf(login)).to.have.attribute('aria-disabled', 'true');
      expect(fieldOf(login)).to.have.attribute('aria-invalid', 'false');
      await expect(login).to.be.accessible();
      buttonOf(login).click();
      passTime(1);
      await waitUntil(() => secondsOn(buttonOf(login)) === '29s');
      expect(events).to.deep.equal(['send-before', 'error']);
      expect(await shop.requests('createOtp')).to.have.length(1);
    });

    it('does not stay locked longer when the device’s clock is set back', async () => {
      stopTime();
      login = await place('otp-login', shop);
      await lock('createOtp', 30);
      passTime(-3600);
      login.requestUpdate();
      await login.updateComplete;
      expect(secondsOn(buttonOf(login))).to.equal('30s');
      passTime(-3570);
      await inState(login, 'email');
    });

    it('unlocks by itself, without the message, with what was typed', async () => {
      stopTime();
      login = await place('otp-login', shop);
      await lock('createOtp', 1);
      passTime(1);
      await inState(login, 'email');
      expect(messageOf(login)).to.equal('We’ll email you a one-time code. No password needed.');
      expect(secondsOn(buttonOf(login))).to.equal('');
      expect(fieldOf(login).value).to.equal(email);
      buttonOf(login).click();
      await inState(login, 'code');
    });

    it('waits half a minute when the service does not say how long, also when its clock is behind', async () => {
      stopTime();
      for (const retryAfter of [0, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
        login = await place('otp-login', shop);
        await lock('createOtp', retryAfter);
        expect(messageOf(login)).to.equal('Too many attempts. Please wait a moment and try again.');
        expect(secondsOn(buttonOf(login)), String(retryAfter)).to.equal('30s');
        login.remove();
      }
    });

    it('sends nothing while a code is being checked too often, not a new code either', async () => {
      login = await place('otp-login', shop, { 'resend-after': '0' });
      await askForCode(login, email);
      stopTime();
      await lock('verifyOtp', 1);
      expect(newCode()).to.have.attribute('aria-disabled', 'true');
      await expect(login).to.be.accessible();
      newCode().click();
      expect(fieldOf(login).value).to.equal('123456');
      expect(messageOf(login)).to.match(/^Too many attempts/);
      passTime(1);
      await inState(login, 'code');
      expect(messageOf(login)).to.equal(`We sent a code to ${email}.`);
      expect(await shop.requests('createOtp')).to.have.length(1);
      enter(login, await shop.mailedCode(email));
      await inState(login, 'verified');
    });

    it('still says so to a shopper who goes back to another address', async () => {
      login = await place('otp-login', shop);
      await askForCode(login, email);
      await lock('verifyOtp', 30);
      linkOf(login, 'another email').click();
      await login.updateComplete;
      expect(login.state).to.equal('locked-out');
      expect(fieldOf(login).type).to.equal('email');
      expect(messageOf(login)).to.match(/^Too many attempts/);
      expect(buttonOf(login)).to.have.attribute('aria-disabled', 'true');
    });

    it('still says so after the connection was gone for a while', async () => {
      login = await place('otp-login', shop);
      await lock('createOtp', 30);
      setOnline(false);
      await login.updateComplete;
      setOnline(true);
      await login.updateComplete;
      expect(login.state).to.equal('locked-out');
      expect(messageOf(login)).to.match(/^Too many attempts/);
    });

    it('counts on after the element was moved, and does not count where nobody sees it', async () => {
      stopTime();
      login = await place('otp-login', shop);
      await lock('createOtp', 1);
      login.remove();
      await login.updateComplete;
      document.body.prepend(login);
      await login.updateComplete;
      passTime(1);
      await inState(login, 'email');
    });
  });

  describe('for a connection', () => {
    it('is offline with words, and back with what was typed', async () => {
      login = await place('otp-login', shop);
      fieldOf(login).value = 'half.an.addr';
      setOnline(false);
      await inState(login, 'offline');
      expect(messageOf(login)).to.equal(
        'No connection. Please check your internet connection and try again.',
      );
      expect(fieldOf(login)).to.have.attribute('aria-invalid', 'false');
      await expect(login).to.be.accessible();
      setOnline(true);
      await inState(login, 'email');
      expect(messageOf(login)).to.equal('We’ll email you a one-time code. No password needed.');
      expect(fieldOf(login).value).to.equal('half.an.addr');
    });

    it('is offline from the start on a device without one', async () => {
      setOnline(false);
      login = await place('otp-login', shop);
      expect(login.dataset['state']).to.equal('offline');
      setOnline(true);
      await inState(login, 'email');
    });

    it('keeps the code step, and the words about a wrong code', async () => {
      login = await place('otp-login', shop);
      await askForCode(login, email);
      await failWith(login, '1');
      setOnline(false);
      await inState(login, 'offline');
      expect(fieldOf(login).value).to.equal('1');
      expect(Boolean(linkOf(login, 'Send a new code'))).to.equal(true);
      setOnline(true);
      await inState(login, 'code');
      expect(messageOf(login)).to.match(/^That code is incorrect/);
    });

    it('says so in place of what was wrong with the address', async () => {
      login = await place('otp-login', shop);
      enter(login, '');
      await login.updateComplete;
      setOnline(false);
      await inState(login, 'offline');
      expect(messageOf(login)).to.match(/^No connection/);
    });

    it('does not put a mark of failure at a login that is done', async () => {
      login = await place('otp-login', shop);
      await askForCode(login, email);
      enter(login, await shop.mailedCode(email));
      await inState(login, 'verified');
      setOnline(false);
      await login.updateComplete;
      expect(login.dataset['state']).to.equal('verified');
      expect(part(login, 'message')!.classList.contains('error')).to.equal(false);
    });
  });
});
