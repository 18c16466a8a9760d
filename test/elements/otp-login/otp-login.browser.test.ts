import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { OtpLoginErrorEvent } from '../../../src/elements/otp-login/otp-login.events.ts';
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
  textOf,
} from '../../helpers/fixture.ts';

describe('<otp-login>', () => {
  let shop: TestShop;
  let email: string;
  let login: OtpLogin;
  let events: Event[];

  beforeEach(async () => {
    shop = await newShop();
    email = newEmail();
    login = await place('otp-login', shop, { 'resend-after': '0' });
    events = [];
    for (const name of ['otp-login-code-sent', 'otp-login-success', 'otp-login-error'] as const)
      login.addEventListener(name, (event) => events.push(event));
  });

  const field = () => part(login, 'input')!;
  const message = () => textOf(login, 'message');
  const button = () => part(login, 'button')!;
  const link = (words: string) =>
    [...login.shadowRoot!.querySelectorAll<HTMLButtonElement>('[part=link]')].find((each) =>
      each.textContent.includes(words),
    )!;
  const fill = (text: string) => {
    field().value = text;
    button().click();
  };
  const askForCode = async () => {
    fill(email);
    await inState(login, 'code');
  };
  const names = () => events.map(({ type }) => type);

  describe('asking for the address', () => {
    it('is one labelled field that browsers and password managers can fill', async () => {
      expect(field()).to.have.attribute('type', 'email');
      expect(field()).to.have.attribute('autocomplete', 'email');
      expect(field().labels[0]!.textContent).to.equal('E-mail address');
      await expect(login).to.be.accessible();
    });

    it('says what is missing or wrong before anything is sent, and moves to the field', async () => {
      for (const [text, words] of [
        ['', 'Enter your e-mail address.'],
        ['not an address', 'Enter an e-mail address like name@example.com.'],
      ] as const) {
        button().focus();
        fill(text);
        await login.updateComplete;
        expect(message()).to.equal(words);
        expect(field()).to.have.attribute('aria-invalid', 'true');
        expect(login.shadowRoot!.activeElement).to.equal(field());
        await expect(login).to.be.accessible();
      }
      expect(await shop.requests()).to.deep.equal([]);
      expect(events).to.deep.equal([]);
    });

    it('does not take the focus on load', () => {
      expect(document.activeElement).to.equal(document.body);
    });
  });

  describe('sending the code', () => {
    it('sends it once however often the button is pressed, and says where to', async () => {
      field().focus();
      await shop.fault({ operation: 'createOtp', fault: 'latency', ms: 200 });
      fill(email);
      button().click();
      await inState(login, 'sending');
      expect(button()).to.have.attribute('aria-disabled', 'true');
      button().click();
      await expect(login).to.be.accessible();
      await inState(login, 'code');
      expect(message()).to.equal(`We sent a code to ${email}.`);
      expect(await shop.requests('createOtp')).to.have.length(1);
      expect(names()).to.deep.equal(['otp-login-code-sent']);
    });

    it('moves on to a field for the code that phones can fill', async () => {
      field().focus();
      await askForCode();
      expect(field()).to.have.attribute('autocomplete', 'one-time-code');
      expect(field().labels[0]!.textContent).to.equal('Code from the e-mail');
      expect(login.shadowRoot!.activeElement).to.equal(field());
      await expect(login).to.be.accessible();
    });

    it('passes expires on as the number given, and nothing when there is none', async () => {
      login.setAttribute('expires', '7200');
      await askForCode();
      const [mail] = await shop.mails(email);
      expect(mail!.text).to.contain('2 hours');
      link('another e-mail').click();
      await inState(login, 'email');
      login.removeAttribute('expires');
      await askForCode();
      expect((await shop.mails(email))[0]!.text).to.contain('10 minutes');
    });

    it('leaves the focus alone when the shopper has gone elsewhere', async () => {
      const elsewhere = document.createElement('button');
      document.body.append(elsewhere);
      field().focus();
      fill(email);
      elsewhere.focus();
      await inState(login, 'code');
      expect(document.activeElement).to.equal(elsewhere);
      elsewhere.remove();
    });

    it('says that there is no connection, keeps the address, and works on the next try', async () => {
      await shop.fault({ operation: 'createOtp', fault: 'drop-before' });
      fill(email);
      const event = await oneEvent(login, 'otp-login-error');
      await login.updateComplete;
      expect(event.step).to.equal('send');
      expect(event.reason).to.equal('network_error');
      expect(message()).to.equal('No connection. Please check your internet and try again.');
      expect(field().value).to.equal(email);
      await expect(login).to.be.accessible();
      button().click();
      await inState(login, 'code');
      expect(names()).to.deep.equal(['otp-login-error', 'otp-login-code-sent']);
    });

    for (const [retryAfter, words] of [
      [30, '30 seconds'],
      [1, '1 second'],
      [600, '10 minutes'],
      [7200, '2 hours'],
    ] as const)
      it(`says how long to wait when there were too many attempts, and does not blame the address: ${words}`, async () => {
        await shop.fault({ operation: 'createOtp', fault: 'rate-limited', retryAfter });
        fill(email);
        await oneEvent(login, 'otp-login-error');
        await login.updateComplete;
        expect(message()).to.equal(`Too many attempts. Please wait ${words} and try again.`);
        expect(field()).to.have.attribute('aria-invalid', 'false');
        await expect(login).to.be.accessible();
      });

    it('announces each step in one region, and nothing that is not true', async () => {
      await askForCode();
      const heard: string[] = [];
      const watch = new MutationObserver(() => heard.push(message()));
      watch.observe(part(login, 'message')!, { childList: true, characterData: true, subtree: true });
      for (let tries = 0; tries < 2; tries++) {
        fill('wrong');
        await oneEvent(login, 'otp-login-error');
        await login.updateComplete;
      }
      fill(await shop.mailedCode(email));
      await inState(login, 'verified');
      watch.disconnect();
      const wrong = 'That code is not right or no longer valid. Check it, or ask for a new one.';
      expect(heard).to.deep.equal([
        'Checking…',
        wrong,
        'Checking…',
        wrong,
        'Checking…',
        `You are logged in as ${email}.`,
      ]);
    });

    it('shows the words of the service as text, never as markup', async () => {
      const body = { message: '<img src=x onerror=alert(1)>', code: 'odd', details: {} };
      await shop.fault({ operation: 'createOtp', fault: 'status', status: 400, body });
      fill(email);
      await oneEvent(login, 'otp-login-error');
      await login.updateComplete;
      expect(message()).to.equal('<img src=x onerror=alert(1)>');
      expect(login.shadowRoot!.querySelector('img')).to.equal(null);
    });

    for (const fault of ['drop-after', 'truncated-body', 'wrong-content-type', 'wrong-shape'] as const)
      it(`tells a general or network error and stays usable after the fault ${fault}`, async () => {
        await shop.fault({ operation: 'createOtp', fault });
        fill(email);
        const { error } = await oneEvent(login, 'otp-login-error');
        await login.updateComplete;
        expect(error!.name).to.match(/^(NetworkError|InvalidResponseError)$/);
        expect(message()).to.match(/try again\.$/);
        expect(login.dataset['state']).to.equal(error!.name === 'NetworkError' ? 'offline' : 'email');
        await askForCode();
      });
  });

  describe('checking the code', () => {
    beforeEach(askForCode);

    it('logs in with the code that was mailed', async () => {
      field().focus();
      await shop.fault({ operation: 'verifyOtp', fault: 'latency', ms: 200 });
      fill(await shop.mailedCode(email));
      await inState(login, 'verifying');
      await expect(login).to.be.accessible();
      const event = await oneEvent(login, 'otp-login-success');
      expect(event.email).to.equal(email);
      expect(event.bubbles && event.composed).to.equal(true);
      expect(login.state).to.equal('verified');
      await inState(login, 'verified');
      expect(message()).to.equal(`You are logged in as ${email}.`);
      expect(login.verifiedEmail).to.equal(email);
      expect(login.shadowRoot!.activeElement).to.equal(part(login, 'message'));
      await expect(login).to.be.accessible();
      expect(names()).to.deep.equal(['otp-login-code-sent', 'otp-login-success']);
    });

    it('takes a code with the spaces and dashes that mail programs add', async () => {
      const code = await shop.mailedCode(email);
      fill(` ${code.slice(0, 3)} -\u2013 ${code.slice(3)}\n`);
      await oneEvent(login, 'otp-login-success');
    });

    it('says that a code is wrong, keeps it in the field, and takes the right one', async () => {
      field().focus();
      const code = await shop.mailedCode(email);
      const wrong = code === '111111' ? '222222' : '111111';
      fill(wrong);
      const event: OtpLoginErrorEvent = await oneEvent(login, 'otp-login-error');
      await login.updateComplete;
      expect(event.step).to.equal('verify');
      expect(event.reason).to.equal('wrong-code');
      expect(event.error).to.equal(undefined);
      expect(JSON.stringify(event)).not.to.contain(wrong);
      expect(message()).to.match(/^That code is not right/);
      expect(field()).to.have.attribute('aria-invalid', 'true');
      expect(field()).to.have.attribute('aria-describedby', 'message');
      expect(login.shadowRoot!.activeElement).to.equal(field());
      expect(field().value).to.equal(wrong);
      await expect(login).to.be.accessible();
      fill(code);
      await oneEvent(login, 'otp-login-success');
    });

    it('asks for the code when the field is empty', async () => {
      fill(' - ');
      await login.updateComplete;
      expect(message()).to.equal('Enter the code from the e-mail.');
      expect(await shop.requests('verifyOtp')).to.deep.equal([]);
    });

    it('takes nothing but a plain true for a proof', async () => {
      for (const body of [{}, { success: null }, { success: false, message: 'yes' }]) {
        await shop.fault({ operation: 'verifyOtp', fault: 'wrong-shape', body });
        fill('123456');
        await oneEvent(login, 'otp-login-error');
        expect(login.state).to.equal('code');
      }
    });

    it('sends a new code on request, after which only the newest works', async () => {
      const first = await shop.mailedCode(email);
      link('new code').click();
      const event = await oneEvent(login, 'otp-login-code-sent');
      await login.updateComplete;
      expect(event.resent).to.equal(true);
      expect(message()).to.equal(`We sent a new code to ${email}. Only the newest one works.`);
      const second = await shop.mailedCode(email);
      if (first !== second) {
        fill(first);
        await oneEvent(login, 'otp-login-error');
      }
      fill(second);
      await oneEvent(login, 'otp-login-success');
    });

    it('goes back to another address, with the old one still there', async () => {
      field().focus();
      link('another e-mail').click();
      await inState(login, 'email');
      expect(field().value).to.equal(email);
      expect(message()).to.equal('We will e-mail you a one-time code. No password needed.');
      expect(login.shadowRoot!.activeElement).to.equal(field());
      const other = newEmail();
      fill(other);
      await inState(login, 'code');
      expect(message()).to.equal(`We sent a code to ${other}.`);
    });

    it('lets nothing typed get lost by presses while it is busy', async () => {
      const code = await shop.mailedCode(email);
      await shop.fault({ operation: 'verifyOtp', fault: 'latency', ms: 200 });
      fill(code);
      await inState(login, 'verifying');
      expect(link('new code')).to.have.attribute('aria-disabled', 'true');
      link('new code').click();
      expect(field().value).to.equal(code);
      await inState(login, 'verified');
      expect(await shop.requests('createOtp')).to.have.length(1);
    });

    it('takes no code while it sends a new one, and says so', async () => {
      await shop.fault({ operation: 'createOtp', fault: 'latency', ms: 200 });
      link('new code').click();
      await inState(login, 'sending');
      expect(button()).to.have.attribute('aria-disabled', 'true');
      expect(message()).to.equal('Sending…');
      fill('123456');
      await inState(login, 'code');
      expect(await shop.requests('verifyOtp')).to.deep.equal([]);
    });

    it('keeps its step when the element is moved, and lets the request go on', async () => {
      await shop.fault({ operation: 'verifyOtp', fault: 'latency', ms: 200 });
      fill(await shop.mailedCode(email));
      const box = document.createElement('div');
      document.body.append(box);
      box.append(login);
      await oneEvent(login, 'otp-login-success');
      box.remove();
    });

    it('ends the request without an event when the element is taken out', async () => {
      await shop.fault({ operation: 'verifyOtp', fault: 'latency', ms: 200 });
      fill('123456');
      login.remove();
      await login.updateComplete;
      document.body.append(login);
      await inState(login, 'code');
      expect(names()).to.deep.equal(['otp-login-code-sent']);
    });
  });

  for (const width of [320, 390, 800])
    it(`keeps its height through every step, ${width} px wide`, async () => {
      const box = document.createElement('div');
      box.style.width = `${width - 72}px`;
      document.body.append(box);
      box.append(login);
      const heights = new Map<string, number>();
      const measure = (step: string) => heights.set(step, login.offsetHeight);
      const long = `a.rather.long.name.of.a.shopper.${Math.random().toString(36).slice(2, 8)}@example.com`;
      measure('start');
      fill('nope');
      await login.updateComplete;
      measure('invalid address');
      fill(long);
      await inState(login, 'code');
      measure('code');
      fill('wrong');
      await oneEvent(login, 'otp-login-error');
      await login.updateComplete;
      measure('wrong code');
      link('new code').click();
      await oneEvent(login, 'otp-login-code-sent');
      await login.updateComplete;
      measure('new code');
      fill(await shop.mailedCode(long));
      await inState(login, 'verified');
      measure('verified');
      expect(new Set(heights.values()).size, JSON.stringify([...heights])).to.equal(1);
      box.remove();
    });

  describe('set up wrongly', () => {
    for (const [attributes, words] of [
      [{ 'base-url': '' }, '<otp-login> base-url must be an http(s) URL'],
      [{ 'base-url': 'javascript:alert(1)' }, '<otp-login> base-url must be an http(s) URL'],
      [{ 'api-key': 'k€y' }, '<otp-login> api-key must be a string that an HTTP header can carry'],
      [{ expires: 'soon' }, '<otp-login> expires must be a number'],
    ] as const)
      it(`says so once in the console and does not break: ${JSON.stringify(attributes)}`, async () => {
        let broken!: OtpLogin;
        const messages = await consoleOf('warn', async () => {
          broken = await place('otp-login', shop, attributes);
          broken.requestUpdate();
          await broken.updateComplete;
        });
        expect(messages).to.have.length(1);
        expect(messages[0]).to.contain(words);
        expect(messages[0]).not.to.contain('k€y');
        expect(broken.dataset['state']).to.equal('misconfigured');
        await expect(broken).to.be.accessible();
        broken.setAttribute('base-url', shop.url);
        broken.setAttribute('api-key', shop.key);
        broken.removeAttribute('expires');
        await inState(broken, 'email');
      });
  });
});
