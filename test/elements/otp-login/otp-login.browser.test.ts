import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  expect,
  inState,
  listenTo,
  newEmail,
  newShop,
  oneEvent,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { heightsOf } from '../../helpers/letter-spacing.ts';
import { stopTime } from '../../helpers/login.ts';
import { holdTimersOf } from '../../helpers/undo.ts';

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
      expect(field().labels[0]!.textContent).to.equal('Email address');
      await expect(login).to.be.accessible();
    });

    it('says what is missing or wrong before anything is sent, and moves to the field', async () => {
      for (const [text, words] of [
        ['', 'Enter your email address.'],
        ['not an address', 'Enter an email address like name@example.com.'],
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

    it('says it again when the shopper sends the same again', async () => {
      const heard = listenTo(login.shadowRoot!.querySelector('#message')!);
      for (const times of [1, 2, 3]) {
        fill('');
        await login.updateComplete;
        await waitUntil(() => heard.length >= times, 'it is announced');
        expect(heard).to.deep.equal(Array(times).fill('Enter your email address.'));
      }
    });

    it('does not take the focus on load', () => {
      expect(document.activeElement).to.equal(document.body);
    });
  });

  describe('sending the code', () => {
    it('sends it once however often the button is pressed, and says where to', async () => {
      field().focus();
      holdTimersOf('src/api/timing.ts');
      const held = await shop.hold('createOtp');
      fill(email);
      button().click();
      await inState(login, 'sending');
      expect(button()).to.have.attribute('aria-disabled', 'true');
      button().click();
      await expect(login).to.be.accessible();
      expect(login.state).to.equal('sending');
      await held.release();
      await inState(login, 'code');
      expect(message()).to.equal(`We sent a code to ${email}.`);
      expect(await shop.requests('createOtp')).to.have.length(1);
      expect(names()).to.deep.equal(['otp-login-code-sent']);
    });

    it('moves on to a field for the code that phones can fill', async () => {
      field().focus();
      await askForCode();
      expect(field()).to.have.attribute('autocomplete', 'one-time-code');
      expect(field().labels[0]!.textContent).to.equal('Code from the email');
      expect(login.shadowRoot!.activeElement).to.equal(field());
      await expect(login).to.be.accessible();
    });

    it('passes expires on as the number given, and nothing when there is none', async () => {
      login.setAttribute('expires', '7200');
      await askForCode();
      const [mail] = await shop.mails(email);
      expect(mail!.text).to.contain('2 hours');
      link('another email').click();
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
      expect(message()).to.equal('No connection. Please check your internet connection and try again.');
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
        stopTime();
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
      const wrong = 'That code is incorrect or has expired. Check it or request a new one.';
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

  for (const width of [390, 800])
    it(`keeps its height through every step with \`reserve\`, ${width} px wide`, async () => {
      login.reserve = true;
      const box = document.createElement('div');
      box.style.width = `${width - 72}px`;
      document.body.append(box);
      box.append(login);
      await login.updateComplete;
      const heights = new Map<string, string>();
      const measure = (step: string) => heights.set(step, heightsOf(login));
      const long = `a.longer.name.${Math.random().toString(36).slice(2, 8)}@example.com`;
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
});
