import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newEmail,
  newShop,
  oneEvent,
  place,
  textOf,
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
  insertText,
} from '../../helpers/login.ts';

const wrongCode = 'That code is incorrect or has expired. Check it or request a new one.';

describe('What a page can settle about <otp-login>', () => {
  let shop: TestShop;
  let email: string;
  let login: OtpLogin;
  beforeEach(async () => {
    shop = await newShop();
    email = newEmail();
  });

  const open = async (attributes: Record<string, string> = {}) => {
    login = await place('otp-login', shop, { 'resend-after': '0', ...attributes });
  };
  const refuse = (operation: string, code: string, status = 404) =>
    shop.fault({
      operation,
      fault: 'status',
      status,
      body: { message: `It says ${code}`, code, details: {} },
    });

  it('may come as the text of HTML in a property, as frameworks set it', async () => {
    await open();
    Object.assign(login, { expires: '10', expiresUnit: 'minutes', words: '{"send":"Go"}' });
    await login.updateComplete;
    expect(login.dataset['state']).to.equal('email');
    expect(textOf(login, 'button')).to.equal('Go');
    await askForCode(login, email);
    expect(messageOf(login)).to.contain('It is valid for 10 minutes.');
  });

  it('is not the version of the service in its URL, and the console says so', async () => {
    const messages = await consoleOf('warn', async () => {
      await open({ 'base-url': `${shop.url}/v1` });
      await inState(login, 'misconfigured');
    });
    expect(messages).to.deep.equal([`<otp-login> base-url must be without /v1: ${shop.url}.`]);
  });

  describe('is the address to begin with', () => {
    it('which the shopper can change, and which the page changes only before that', async () => {
      await open({ email: 'page@example.com' });
      expect(fieldOf(login).value).to.equal('page@example.com');
      login.email = 'customer@example.com';
      await login.updateComplete;
      expect(fieldOf(login).value).to.equal('customer@example.com');
      fieldOf(login).select();
      fieldOf(login).focus();
      insertText('typed@');
      login.email = 'late@example.com';
      await login.updateComplete;
      expect(fieldOf(login).value).to.equal('typed@');
    });

    it('and spaces around a pasted one do no harm', async () => {
      await open();
      fieldOf(login).focus();
      insertText(`  ${email} `);
      buttonOf(login).click();
      await inState(login, 'code');
      expect(messageOf(login)).to.equal(`We sent a code to ${email}.`);
    });
  });

  describe('is what the service’s errors mean:', () => {
    const map = { 'error-map': '{"no_user":"unknown-address","bad":"wrong-code","stop":"locked-out"}' };

    it('an unknown address looks like any other, in words, events and storage', async () => {
      const seen: unknown[] = [];
      for (const isKnown of [true, false]) {
        await open(map);
        const events = eventsOf(login);
        const heard: string[] = [];
        login.addEventListener('otp-login-error', ({ step, kind, reason, error }) =>
          heard.push(JSON.stringify([step, kind, reason, error])),
        );
        if (!isKnown) await refuse('createOtp', 'no_user');
        await askForCode(login, email);
        const words = [messageOf(login)];
        const stored = Object.keys(JSON.parse(sessionStorage[`storefront-elements:login:${shop.url}`]));
        if (!isKnown) await refuse('verifyOtp', 'no_user');
        await failWith(login, '1');
        words.push(messageOf(login));
        expect(fieldOf(login)).to.have.attribute('aria-invalid', 'true');
        seen.push({ events, heard, words, stored });
        linkOf(login, 'another email').click();
        login.remove();
      }
      expect(seen[1]).to.deep.equal(seen[0]);
      expect(JSON.stringify(seen[0])).to.contain(wrongCode);
    });

    it('a wrong code', async () => {
      await open(map);
      await askForCode(login, email);
      await refuse('verifyOtp', 'bad', 409);
      const event = await failWith(login, '123456');
      expect(event.kind).to.equal('wrong-code');
      expect(event.reason).to.equal('bad');
      expect(messageOf(login)).to.equal(wrongCode);
      expect(fieldOf(login)).to.have.attribute('aria-invalid', 'true');
    });

    it('a lock, which passes', async () => {
      await open(map);
      await refuse('createOtp', 'stop', 403);
      enter(login, email);
      const event = await oneEvent(login, 'otp-login-error');
      await inState(login, 'locked-out');
      expect(event.kind).to.equal('locked-out');
      expect(messageOf(login)).to.equal('Too many attempts. Please wait a moment and try again.');
      expect(buttonOf(login)).to.have.attribute('aria-disabled', 'true');
    });

    it('and what shoppers are told of them', async () => {
      await open({
        ...map,
        'error-messages': '{"bad":"Try the other one.","odd":"That was odd.","network_error":"No wire."}',
      });
      await refuse('createOtp', 'odd', 500);
      await failWith(login, email);
      expect(messageOf(login)).to.equal('That was odd.');
      await refuse('createOtp', 'other', 400);
      await failWith(login, email);
      expect(messageOf(login), 'else the service’s own').to.equal('It says other');
      await refuse('createOtp', 'other', 500);
      await failWith(login, email);
      expect(messageOf(login), 'unless it is for the merchant').to.equal(
        'Something went wrong. Please try again.',
      );
      await shop.fault({ operation: 'createOtp', fault: 'drop-before' });
      await failWith(login, email);
      expect(messageOf(login)).to.equal('No wire.');
      await askForCode(login, email);
      await refuse('verifyOtp', 'bad');
      await failWith(login, '1');
      expect(messageOf(login)).to.equal('Try the other one.');
    });
  });

  it('is whether a step happens at all: what was typed stays, and nothing is sent', async () => {
    await open();
    const events = eventsOf(login);
    const refused = (name: 'send' | 'verify' | 'logout', act: () => void) => {
      const before: string[] = [];
      const veto = (event: Event & { email?: string }) => {
        event.preventDefault();
        before.push(event.email!);
      };
      login.addEventListener(`otp-login-${name}-before`, veto);
      act();
      login.removeEventListener(`otp-login-${name}-before`, veto);
      expect(before).to.deep.equal([email]);
      events.splice(0);
    };
    refused('send', () => enter(login, email));
    await login.updateComplete;
    expect(login.dataset['state']).to.equal('email');
    expect(fieldOf(login).value).to.equal(email);
    await askForCode(login, email);
    refused('verify', () => enter(login, '123 456'));
    refused('send', () => linkOf(login, 'Send a new code').click());
    await login.updateComplete;
    expect(login.dataset['state']).to.equal('code');
    expect(fieldOf(login).value).to.equal('123 456');
    expect(await shop.requests()).to.have.length(1);
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
    refused('logout', () => linkOf(login, 'Log out').click());
    await login.updateComplete;
    expect(login.verifiedEmail).to.equal(email);
    expect(events).to.deep.equal([]);
    linkOf(login, 'Log out').click();
    expect(events).to.deep.equal(['logout-before', 'logout']);
  });

  it('is what stands in each of its slots', async () => {
    login = document.createElement('otp-login');
    const slots = {
      email: ['heading', 'email-label', 'send'],
      code: ['heading', 'code-label', 'verify', 'resend', 'change-email'],
      verified: ['heading', 'verified', 'logout'],
      misconfigured: ['unavailable'],
    };
    for (const slot of new Set(Object.values(slots).flat())) {
      const span = document.createElement('span');
      span.slot = slot;
      span.textContent = `own ${slot}`;
      login.append(span);
    }
    login.setAttribute('base-url', shop.url);
    login.setAttribute('api-key', shop.key);
    document.body.append(login);
    const seen = () =>
      [...login.children]
        .filter((each) => each.checkVisibility())
        .map(({ slot }) => slot)
        .sort();
    await login.updateComplete;
    expect(seen()).to.deep.equal(slots.email.toSorted());
    await askForCode(login, email);
    expect(seen()).to.deep.equal(slots.code.toSorted());
    await expect(login).to.be.accessible();
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
    expect(seen()).to.deep.equal(slots.verified.toSorted());
    login.logout();
    await consoleOf('warn', async () => {
      login.setAttribute('base-url', 'nowhere');
      await inState(login, 'misconfigured');
    });
    expect(seen()).to.deep.equal(slots.misconfigured);
    login.remove();
  });

  describe('and a mistake in it', () => {
    for (const [attributes, words] of [
      [{ 'base-url': '' }, '<otp-login> base-url must be an http(s) URL'],
      [{ 'base-url': 'javascript:alert(1)' }, '<otp-login> base-url must be an http(s) URL'],
      [{ 'api-key': 'k€y' }, '<otp-login> api-key must be a string that an HTTP header can carry'],
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
        await inState(broken, 'email');
      });
    for (const [attribute, value, allowed] of [
      ['expires', 'soon', 'a number'],
      ['expires-unit', 'fortnights', 'one of milliseconds, seconds, minutes, hours, days'],
      ['code-mode', 'digits', 'text or numeric'],
      ['code-length', 'six', 'a whole number above 0'],
      ['code-length', '0', 'a whole number above 0'],
      ['code-length', '-6', 'a whole number above 0'],
      ['code-length', '6.5', 'a whole number above 0'],
      ['resend-after', 'soon', 'seconds, 0 or more'],
      ['remember-for', '-1', 'seconds, 0 or more'],
      ['remember-for', 'ever', 'seconds, 0 or more'],
      ['error-map', '{"bad":"worse"}', 'a JSON object of wrong-code, locked-out, unknown-address'],
      ['error-map', 'bad', 'a JSON object of wrong-code, locked-out, unknown-address'],
      ['error-map', '7', 'a JSON object of wrong-code, locked-out, unknown-address'],
    ] as const)
      it(`is told once, and the login works: ${attribute}="${value}"`, async () => {
        const messages = await consoleOf('warn', async () => {
          login = await place('otp-login', shop, { expires: '600', [attribute]: value });
          await logIn(login, shop, email);
          login.remove();
          login = await place('otp-login', shop);
        });
        expect(messages).to.deep.equal([`<otp-login> ${attribute} must be ${allowed}.`]);
        expect(login.verifiedEmail).to.equal(email);
      });

    it('that comes later takes nothing from who is logged in', async () => {
      await open();
      await logIn(login, shop, email);
      await consoleOf('warn', async () => {
        login.setAttribute('base-url', 'nowhere');
        await login.updateComplete;
      });
      expect(login.dataset['state']).to.equal('verified');
      expect(textOf(login, 'message')).to.equal(`You are logged in as ${email}.`);
    });
  });
});
