import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import { common, otpLogin } from '../../../src/locales/en.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newEmail,
  newShop,
  part,
  place,
  runsToTheRight,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { fewLetterSpacings } from '../../helpers/letter-spacing.ts';
import { testReservedHeights } from './reserved-heights.ts';
import {
  askForCode,
  enter,
  failWith,
  linkOf,
  logIn,
  messageOf,
  passTime,
  stopTime,
} from '../../helpers/login.ts';

testReservedHeights(['en', 'de', 'fr', 'ar', 'ja'], fewLetterSpacings);

describe('The words of <otp-login>', () => {
  let shop: TestShop;
  let email: string;
  let login: OtpLogin;
  let box: HTMLElement;
  beforeEach(async () => {
    shop = await newShop();
    email = newEmail();
    box = document.createElement('div');
    document.body.append(box);
  });
  afterEach(() => box.remove());

  const open = async (attributes: Record<string, string> = {}) => {
    login = await place('otp-login', shop, attributes, box);
  };
  const container = () => login.shadowRoot!.querySelector<HTMLElement>('.container')!;
  const heading = () =>
    login.shadowRoot!.querySelector('[part~=heading] span:not([aria-hidden])')!.textContent;

  for (const [lang, words, direction] of [
    ['de', 'Mit E-Mail anmelden', 'ltr'],
    ['de-AT', 'Mit E-Mail anmelden', 'ltr'],
    ['ar', 'تسجيل الدخول بالبريد الإلكتروني', 'rtl'],
    ['ja', 'メールアドレスでログイン', 'ltr'],
  ] as const)
    it(`are those of a page in ${lang} from the first drawing on, and run as it does`, async () => {
      box.lang = lang;
      await open();
      expect(heading()).to.equal(words);
      expect(container().lang).to.equal(lang);
      expect(getComputedStyle(container()).direction).to.equal(direction);
      await expect(login).to.be.accessible();
    });

  it('are English, and say so, on a page in a language that there are no words for', async () => {
    box.lang = 'cy';
    await open();
    expect(heading()).to.equal('Log in with your email');
    expect(container().lang).to.equal('en');
  });

  it('have an English time to wait where they are English', async () => {
    box.lang = 'uk';
    await open();
    await shop.fault({ operation: 'createOtp', fault: 'rate-limited', retryAfter: 3540 });
    enter(login, email);
    await inState(login, 'locked-out');
    expect(messageOf(login)).to.contain('59 minutes');
  });

  it('are marked as the page’s, and have its durations, where the page brings all of them', async () => {
    const names = Object.keys({ ...common, ...otpLogin });
    const ownWords = (of: string[]) => Object.fromEntries(of.map((name) => [name, `${name}: {time}`]));
    box.lang = 'uk';
    await open({ words: JSON.stringify(ownWords(names)) });
    expect(container().lang).to.equal('uk');
    await shop.fault({ operation: 'createOtp', fault: 'rate-limited', retryAfter: 3540 });
    enter(login, email);
    await inState(login, 'locked-out');
    expect(messageOf(login)).to.equal('rateLimited: 59 хвилин');
    login.words = ownWords(names.slice(1));
    await login.updateComplete;
    expect(container().lang, 'one word is English').to.equal('en');
  });

  it('end with their ellipsis on a busy button of a right-to-left page that has no words', async () => {
    box.lang = 'fa';
    await open();
    const held = await shop.hold('createOtp');
    enter(login, email);
    await inState(login, 'sending');
    expect(textOf(login, 'button')).to.equal('Sending…');
    expect(runsToTheRight(part(login, 'button')!.querySelector('span')!)).to.equal(true);
    await held.release();
    await inState(login, 'code');
  });

  it('follow the page at run time, with what was typed and where the shopper was', async () => {
    await open();
    await askForCode(login, email);
    part(login, 'input')!.value = 'half';
    for (const [lang, words, direction] of [
      ['de', 'Anmelden', 'ltr'],
      ['ar', 'تسجيل الدخول', 'rtl'],
      ['en', 'Log in', 'ltr'],
    ] as const) {
      box.lang = lang;
      await waitUntil(() => textOf(login, 'button').startsWith(words));
      expect(getComputedStyle(container()).direction).to.equal(direction);
      expect(part(login, 'input')!.value).to.equal('half');
      expect(messageOf(login)).to.contain(email);
    }
  });

  it('follow the page also in what the element says of an empty field', async () => {
    await open();
    enter(login, '');
    await waitUntil(() => messageOf(login) === 'Enter your email address.');
    box.lang = 'de';
    await waitUntil(() => container().lang === 'de');
    expect(messageOf(login)).to.equal('Bitte gib deine E-Mail-Adresse ein.');
  });

  it('run as the page says, where it says so', async () => {
    box.lang = 'ar';
    box.dir = 'rtl';
    await open({ dir: 'ltr' });
    expect(getComputedStyle(container()).direction).to.equal('ltr');
    login.removeAttribute('dir');
    await waitUntil(() => getComputedStyle(container()).direction === 'rtl');
  });

  it('are each replaceable by an attribute and by a property', async () => {
    await open({ words: '{"heading": "Come in", "send": "Mail me"}' });
    expect(heading()).to.equal('Come in');
    expect(textOf(login, 'button')).to.equal('Mail me');
    expect(textOf(login, 'label'), 'the others stay').to.equal('Email address');
    login.words = { sentTo: 'Look into the mailbox of {email}!', offline: 'Alone' };
    await login.updateComplete;
    expect(heading()).to.equal('Log in with your email');
    await askForCode(login, email);
    expect(messageOf(login)).to.equal(`Look into the mailbox of ${email}!`);
    await shop.fault({ operation: 'verifyOtp', fault: 'drop-before' });
    await failWith(login, '1');
    expect(messageOf(login)).to.equal('Alone');
  });

  for (const [attribute, text] of [
    ['words', '{"heading": "Come'],
    ['words', '{"heading": 7}'],
    ['words', '"Come in"'],
    ['error-messages', 'Come in'],
  ] as const)
    it(`are the element’s own, and a theme developer is told once, with ${attribute}=${text}`, async () => {
      const messages = await consoleOf('warn', async () => {
        await open({ [attribute]: text });
        await logIn(login, shop, email);
      });
      expect(messages).to.deep.equal([`<otp-login> ${attribute} must be a JSON object of texts.`]);
    });

  it('say for how long a code is valid where the page knows the unit, and that a whole number is sent by itself', async () => {
    for (const [attributes, words] of [
      [{ expires: '600' }, ''],
      [{ expires: '600', 'expires-unit': 'seconds' }, ' It is valid for 10 minutes.'],
      [{ expires: '10', 'expires-unit': 'minutes' }, ' It is valid for 10 minutes.'],
      [{ expires: '91', 'expires-unit': 'minutes' }, ' It is valid for 91 minutes.'],
      [{ expires: '179', 'expires-unit': 'minutes' }, ' It is valid for 2 hours.'],
      [{ expires: '3', 'expires-unit': 'hours' }, ' It is valid for 3 hours.'],
      [{ expires: '600', 'expires-unit': '' }, ''],
      [{ 'expires-unit': 'minutes' }, ''],
      [{ 'code-mode': 'numeric' }, ''],
      [{ 'code-mode': 'numeric', 'code-length': '6' }, ' It is checked as soon as you enter the last digit.'],
    ] as const) {
      await open(attributes);
      await askForCode(login, email);
      expect(messageOf(login)).to.equal(`We sent a code to ${email}.${words}`);
      linkOf(login, 'another email').click();
      login.remove();
    }
  });

  it('are on targets that a thumb can hit, in every state', async () => {
    const check = (state: string) => {
      for (const target of login.shadowRoot!.querySelectorAll<HTMLElement>('button, input, a')) {
        const { width, height } = target.getBoundingClientRect();
        expect(Math.min(width, height), `${state}: ${target.textContent.trim()}`).to.be.at.least(24);
      }
    };
    box.style.fontSize = '12px';
    await open();
    check('email');
    await askForCode(login, email);
    check('code');
    stopTime();
    await shop.fault({ operation: 'verifyOtp', fault: 'rate-limited', retryAfter: 1 });
    await failWith(login, '1');
    await inState(login, 'locked-out');
    check('locked-out');
    passTime(2);
    await inState(login, 'code');
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
    check('verified');
  });
});
