import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { OtpLoginErrorEvent } from '../../../src/elements/otp-login/otp-login.events.ts';
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
import { holdTimersOf } from '../../helpers/undo.ts';

describe('Checking a code with <otp-login>', () => {
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

  beforeEach(askForCode);

  it('logs in with the code that was mailed', async () => {
    field().focus();
    const code = await shop.mailedCode(email);
    holdTimersOf('src/api/timing.ts');
    const held = await shop.hold('verifyOtp');
    fill(code);
    await inState(login, 'verifying');
    await expect(login).to.be.accessible();
    expect(login.state).to.equal('verifying');
    const [event] = await Promise.all([oneEvent(login, 'otp-login-success'), held.release()]);
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
    expect(message()).to.match(/^That code is incorrect/);
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
    expect(message()).to.equal('Enter the code from the email.');
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
    expect(message()).to.equal(`We sent a new code to ${email}. Use this one; earlier codes no longer work.`);
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
    link('another email').click();
    await inState(login, 'email');
    expect(field().value).to.equal(email);
    expect(message()).to.equal('We’ll email you a one-time code. No password needed.');
    expect(login.shadowRoot!.activeElement).to.equal(field());
    const other = newEmail();
    fill(other);
    await inState(login, 'code');
    expect(message()).to.equal(`We sent a code to ${other}.`);
  });

  it('lets nothing typed get lost by presses while it is busy', async () => {
    const code = await shop.mailedCode(email);
    const held = await shop.hold('verifyOtp');
    fill(code);
    await inState(login, 'verifying');
    expect(link('new code')).to.have.attribute('aria-disabled', 'true');
    link('new code').click();
    expect(field().value).to.equal(code);
    await held.release();
    await inState(login, 'verified');
    expect(await shop.requests('createOtp')).to.have.length(1);
  });

  it('takes no code while it sends a new one, and says so', async () => {
    const held = await shop.hold('createOtp');
    link('new code').click();
    await inState(login, 'sending');
    expect(button()).to.have.attribute('aria-disabled', 'true');
    expect(message()).to.equal('Sending…');
    fill('123456');
    await held.release();
    await inState(login, 'code');
    expect(await shop.requests('verifyOtp')).to.deep.equal([]);
  });

  it('keeps its step when the element is moved, and lets the request go on', async () => {
    const held = await shop.hold('verifyOtp');
    fill(await shop.mailedCode(email));
    await held.arrived();
    const box = document.createElement('div');
    document.body.append(box);
    box.append(login);
    await Promise.all([oneEvent(login, 'otp-login-success'), held.release()]);
    expect(await shop.requests('verifyOtp')).to.have.length(1);
    box.remove();
  });

  it('ends the request without an event when the page logs the shopper out', async () => {
    const held = await shop.hold('verifyOtp');
    fill(await shop.mailedCode(email));
    await held.arrived();
    login.logout();
    await inState(login, 'code');
    await held.release();
    await allAnswered(shop);
    await login.updateComplete;
    expect(login.state).to.equal('code');
    expect(names()).to.deep.equal(['otp-login-code-sent']);
  });

  it('goes on while the element is taken out, and shows the login when it is back', async () => {
    const held = await shop.hold('verifyOtp');
    fill(await shop.mailedCode(email));
    await held.arrived();
    login.remove();
    await login.updateComplete;
    await held.release();
    await waitUntil(() => login.verifiedEmail);
    const other = await place('otp-login', shop);
    expect(other.verifiedEmail, 'the page has the login already').to.equal(email);
    const heard = oneEvent(document.body, 'otp-login-success');
    document.body.append(login);
    expect((await heard).email).to.equal(email);
    await inState(login, 'verified');
    expect(message()).to.equal(`You are logged in as ${email}.`);
    expect(names()).to.deep.equal(['otp-login-code-sent', 'otp-login-success']);
  });

  it('goes on when the element is back before the response', async () => {
    const held = await shop.hold('verifyOtp');
    fill(await shop.mailedCode(email));
    await held.arrived();
    login.remove();
    await login.updateComplete;
    document.body.append(login);
    await login.updateComplete;
    expect(login.state).to.equal('verifying');
    await Promise.all([oneEvent(document.body, 'otp-login-success'), held.release()]);
    expect(await shop.requests('verifyOtp')).to.have.length(1);
  });

  it('says that a code was wrong when the element is back', async () => {
    const held = await shop.hold('verifyOtp');
    fill('wrong');
    await held.arrived();
    login.remove();
    await login.updateComplete;
    await held.release();
    await waitUntil(() => login.state === 'code');
    const heard = oneEvent(document.body, 'otp-login-error');
    document.body.append(login);
    expect((await heard).reason).to.equal('wrong-code');
    await inState(login, 'code');
    expect(message()).to.match(/^That code is incorrect/);
  });

  it('ends the request for a new code without an event when the element is taken out', async () => {
    const held = await shop.hold('createOtp');
    link('new code').click();
    await held.arrived();
    login.remove();
    await login.updateComplete;
    document.body.append(login);
    await inState(login, 'code');
    await held.release();
    await allAnswered(shop);
    await login.updateComplete;
    expect(names()).to.deep.equal(['otp-login-code-sent']);
  });
});
