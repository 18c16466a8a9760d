import { sendKeys } from '@web/test-runner-commands';
import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import { loginRecord } from '../../../src/elements/shared/login-record.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newEmail, newShop, oneEvent, waitUntil } from '../../helpers/fixture.ts';
import {
  askForCode,
  buttonOf,
  eventsOf,
  fieldOf,
  linkOf,
  logIn,
  messageOf,
  wrongFor,
  insertText,
} from '../../helpers/login.ts';

describe('<otp-login> in a form of the page', () => {
  let shop: TestShop;
  let email: string;
  let login: OtpLogin;
  let form: HTMLFormElement;
  let submitted: number;
  beforeEach(async () => {
    shop = await newShop();
    email = newEmail();
    form = document.createElement('form');
    form.innerHTML = '<input name="size" value="M"><button>Order</button>';
    submitted = 0;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted++;
    });
    document.body.append(form);
  });
  afterEach(() => form.remove());

  const data = () => Object.fromEntries(new FormData(form));
  const open = async (attributes: Record<string, string> = {}, inside = '') => {
    login = document.createElement('otp-login');
    login.innerHTML = inside;
    for (const [name, value] of Object.entries({ 'base-url': shop.url, 'api-key': shop.key, ...attributes }))
      login.setAttribute(name, value);
    form.prepend(login);
    await login.updateComplete;
  };

  it('gives it the proven address under its name, and nothing before the login or after it', async () => {
    await open({ name: 'customer' });
    expect(data()).to.deep.equal({ size: 'M' });
    await askForCode(login, email);
    expect(data()).to.deep.equal({ size: 'M' });
    const during: unknown[] = [];
    login.addEventListener('otp-login-success', () => during.push(data()['customer']));
    login.addEventListener('otp-login-logout', () => during.push(data()['customer']));
    fieldOf(login).value = await shop.mailedCode(email);
    buttonOf(login).click();
    await inState(login, 'verified');
    expect(data()).to.deep.equal({ customer: email, size: 'M' });
    linkOf(login, 'Log out').click();
    await inState(login, 'email');
    expect(data()).to.deep.equal({ size: 'M' });
    expect(during, 'a listener may send the form at once').to.deep.equal([email, undefined]);
  });

  it('gives it the address of before a reload, and none without a name', async () => {
    await open({ name: 'customer' });
    await logIn(login, shop, email);
    login.remove();
    await open({ name: 'customer' });
    expect(data()).to.deep.equal({ customer: email, size: 'M' });
    login.removeAttribute('name');
    expect(data()).to.deep.equal({ size: 'M' });
  });

  it('logs in by Enter in its fields, and never sends the form by that', async () => {
    await open({ name: 'customer' });
    login.focus();
    await login.updateComplete;
    await sendKeys({ type: email });
    await sendKeys({ press: 'Enter' });
    await inState(login, 'code');
    await sendKeys({ type: await shop.mailedCode(email) });
    await sendKeys({ press: 'Enter' });
    await inState(login, 'verified');
    expect(submitted).to.equal(0);
    expect(await shop.requests()).to.have.length(2);
  });

  it('does one thing for one press of Enter, however long it is held', async () => {
    await open({ 'resend-after': '0' });
    const events = eventsOf(login);
    // A test cannot hold a key in every browser.
    const repeat = async () => {
      const held = { key: 'Enter', repeat: true, bubbles: true, composed: true, cancelable: true };
      const event = new KeyboardEvent('keydown', held);
      login.shadowRoot!.activeElement!.dispatchEvent(event);
      await login.updateComplete;
      expect(event.defaultPrevented, 'the form is not submitted either').to.equal(true);
    };
    login.focus();
    await login.updateComplete;
    await sendKeys({ type: email });
    await sendKeys({ press: 'Enter' });
    await inState(login, 'code');
    await waitUntil(() => fieldOf(login).matches(':focus'));
    await repeat();
    expect(messageOf(login), 'the empty code is not sent').to.equal(`We sent a code to ${email}.`);
    await sendKeys({ type: wrongFor(await shop.mailedCode(email)) });
    const refused = oneEvent(login, 'otp-login-error');
    await sendKeys({ press: 'Enter' });
    await refused;
    await repeat();
    linkOf(login, 'Use another email').focus();
    await sendKeys({ press: 'Enter' });
    await inState(login, 'email');
    await waitUntil(() => fieldOf(login).matches(':focus'));
    await repeat();
    expect(events).to.deep.equal(['send-before', 'code-sent', 'verify-before', 'error', 'email-change']);
    expect(submitted).to.equal(0);
  });

  it('can be walked through with the keyboard alone', async () => {
    await open({ 'resend-after': '0' });
    const at = () => login.shadowRoot!.activeElement?.textContent.trim() ?? '';
    const tabTo = async (words: string) => {
      for (let steps = 0; steps < 8 && !at().includes(words); steps++) await sendKeys({ press: 'Tab' });
      expect(at()).to.contain(words);
    };
    login.focus();
    await login.updateComplete;
    await sendKeys({ type: email });
    await tabTo('Send code');
    await sendKeys({ press: ' ' });
    await inState(login, 'code');
    await tabTo('Use another email');
    await sendKeys({ press: 'Enter' });
    await inState(login, 'email');
    await sendKeys({ press: 'Enter' });
    await inState(login, 'code');
    await tabTo('Send a new code');
    const sent = oneEvent(login, 'otp-login-code-sent');
    await sendKeys({ press: ' ' });
    await sent;
    await login.updateComplete;
    await login.updateComplete;
    await sendKeys({ type: await shop.mailedCode(email) });
    await tabTo('Log in');
    await sendKeys({ press: 'Enter' });
    await inState(login, 'verified');
    await tabTo('Log out');
    await sendKeys({ press: 'Enter' });
    await inState(login, 'email');
    await login.updateComplete;
    expect(fieldOf(login).matches(':focus')).to.equal(true);
    expect(submitted).to.equal(0);
  });

  describe('with fields of the page', () => {
    const inputs = '<input slot="email-input" id="page-email"><input slot="code-input" id="page-code">';
    const field = (name: string) => login.querySelector<HTMLInputElement>(`#page-${name}`)!;

    it('makes them fields for an address and a code', async () => {
      await open({}, inputs);
      for (const [name, value] of [
        ['type', 'email'],
        ['autocomplete', 'email'],
        ['aria-label', 'Email address'],
        ['aria-invalid', 'false'],
        ['aria-description', 'We’ll email you a one-time code. No password needed.'],
      ] as const)
        expect(field('email').getAttribute(name), name).to.equal(value);
      await expect(login).to.be.accessible();
      await expect(form).to.be.accessible({ ignoredRules: ['label'] });
      field('email').value = email;
      buttonOf(login).click();
      await inState(login, 'code');
      for (const [name, value] of [
        ['type', null],
        ['autocomplete', 'one-time-code'],
        ['inputmode', 'text'],
        ['aria-label', 'Code from the email'],
        ['aria-invalid', 'false'],
      ] as const)
        expect(field('code').getAttribute(name), name).to.equal(value);
      expect(field('code').getAttribute('aria-description')).to.contain(email);
      await expect(login).to.be.accessible();
    });

    it('leaves what the page says of them', async () => {
      const own = {
        type: 'text',
        autocomplete: 'section-a email',
        dir: 'auto',
        'aria-label': 'Yours',
        'aria-description': 'Kept secret',
        'aria-invalid': 'grammar',
        value: 'page@example.com',
      };
      await open({ email }, '<input slot="email-input" id="page-email">');
      const input = document.createElement('input');
      for (const [name, value] of Object.entries({ ...own, slot: 'email-input', id: 'page-email' }))
        input.setAttribute(name, value);
      login.replaceChildren(input);
      await new Promise((resolve) => login.shadowRoot!.addEventListener('slotchange', resolve));
      buttonOf(login).click();
      await login.updateComplete;
      for (const [name, value] of Object.entries(own)) expect(input.getAttribute(name), name).to.equal(value);
    });

    it('leaves a field the name that the page’s own label gives it', async () => {
      form.insertAdjacentHTML('afterbegin', '<label for="page-email">Your email</label>');
      await open({}, inputs);
      expect(field('email').hasAttribute('aria-label')).to.equal(false);
    });

    it('tells them in words of another language when the page changes', async () => {
      await open({}, inputs);
      login.lang = 'de';
      await waitUntil(() => field('email').getAttribute('aria-label') === 'E-Mail-Adresse');
      expect(field('email').getAttribute('aria-description')).to.match(/^Wir senden dir/);
    });

    it('logs in by them alone, with Enter, and never sends the form by that', async () => {
      await open({ name: 'customer' }, inputs);
      const events = eventsOf(login);
      field('email').focus();
      await sendKeys({ type: 'nonsense' });
      await sendKeys({ press: 'Enter' });
      await login.updateComplete;
      expect(field('email').getAttribute('aria-invalid')).to.equal('true');
      expect(field('email').getAttribute('aria-description')).to.equal(
        'Enter an email address like name@example.com.',
      );
      field('email').select();
      await sendKeys({ type: email });
      await sendKeys({ press: 'Enter' });
      await inState(login, 'code');
      await login.updateComplete;
      expect(document.activeElement === field('code'), 'the focus goes on').to.equal(true);
      const code = await shop.mailedCode(email);
      await sendKeys({ type: wrongFor(code) });
      const refused = oneEvent(login, 'otp-login-error');
      await sendKeys({ press: 'Enter' });
      await refused;
      await login.updateComplete;
      await login.updateComplete;
      expect(field('code').getAttribute('aria-invalid')).to.equal('true');
      expect(messageOf(login)).to.match(/^That code is incorrect/);
      await sendKeys({ type: code });
      expect(field('code').value, 'the wrong one was selected').to.equal(code);
      await sendKeys({ press: 'Enter' });
      await inState(login, 'verified');
      expect(submitted).to.equal(0);
      expect(data()['customer']).to.equal(email);
      expect(field('code').value, 'nobody needs it any more').to.equal('');
      expect(events).to.deep.equal([
        'send-before',
        'code-sent',
        'verify-before',
        'error',
        'verify-before',
        'success',
      ]);
    });

    it('logs in at once when a code of known length is filled in', async () => {
      await open({ 'code-mode': 'numeric', 'code-length': '6' }, inputs);
      field('email').value = email;
      buttonOf(login).click();
      await inState(login, 'code');
      expect(field('code').getAttribute('inputmode')).to.equal('numeric');
      field('code').value = await shop.mailedCode(email);
      field('code').dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      await inState(login, 'verified');
    });

    it('prefills the address, and not again once the shopper has emptied it', async () => {
      await open({ email }, inputs);
      expect(field('email').value).to.equal(email);
      field('email').select();
      insertText('');
      buttonOf(login).click();
      await login.updateComplete;
      expect(messageOf(login)).to.equal('Enter your email address.');
      expect(field('email').value).to.equal('');
    });

    /** Logs in with the page's own fields. */
    const logInHere = async () => {
      field('email').value = email;
      buttonOf(login).click();
      await inState(login, 'code');
      field('code').value = await shop.mailedCode(email);
      buttonOf(login).click();
      await inState(login, 'verified');
    };

    for (const [place, slotted] of [
      ['slotted', '<input slot="email-input" id="page-email" name="email">'],
      ['within what is slotted', '<p slot="email-input"><input id="page-email" name="email"></p>'],
    ] as const)
      it(`keep no address after a logout: ${place}`, async () => {
        await open({}, `${slotted}<input slot="code-input" id="page-code">`);
        const edits: string[] = [];
        for (const type of ['input', 'change']) form.addEventListener(type, () => edits.push(type));
        await logInHere();
        expect(data(), 'the page may send it until then').to.deep.equal({ email, size: 'M' });
        let during: unknown;
        login.addEventListener('otp-login-logout', () => (during = data()['email']));
        linkOf(login, 'Log out').click();
        await inState(login, 'email');
        expect([during, field('email').value]).to.deep.equal(['', '']);
        // Nobody typed.
        expect(edits).to.deep.equal([]);
        // After a change of the address, the field had the old one as its default.
        field('email').value = email;
        buttonOf(login).click();
        await inState(login, 'code');
        linkOf(login, 'Use another email').click();
        await inState(login, 'email');
        await logInHere();
        login.logout();
        await inState(login, 'email');
        form.reset();
        expect(field('email').value).to.equal('');
      });

    it('keep no code after a login in another tab', async () => {
      await open({}, inputs);
      field('email').value = email;
      buttonOf(login).click();
      await inState(login, 'code');
      field('code').value = '12';
      loginRecord(shop.url, () => true).set({ email: newEmail(), verified: true });
      await inState(login, 'verified');
      expect(field('code').value).to.equal('');
    });

    it('have the address of the page again after a logout', async () => {
      const address = 'page@example.com';
      await open({ email: address }, inputs);
      await logInHere();
      login.logout();
      await inState(login, 'email');
      expect(field('email').value).to.equal(address);
    });

    it('may be inside of what is slotted', async () => {
      await open({}, '<div slot="email-input"><p>Ours:</p><input id="page-email"></div>');
      expect(field('email').type).to.equal('email');
      field('email').focus();
      await sendKeys({ type: email });
      await sendKeys({ press: 'Enter' });
      await inState(login, 'code');
      expect(submitted).to.equal(0);
    });
  });
});
