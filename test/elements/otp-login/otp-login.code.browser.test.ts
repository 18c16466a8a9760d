import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newEmail, newShop, oneEvent, place, waitUntil } from '../../helpers/fixture.ts';
import {
  askForCode,
  buttonOf,
  enter,
  eventsOf,
  failWith,
  fieldOf,
  linkOf,
  messageOf,
  press,
  wrongFor,
  insertText,
} from '../../helpers/login.ts';

/** The zero of some scripts. The last one follows other digits without a gap. */
const zeros = [
  ['Arabic', 0x660],
  ['Persian', 0x6f0],
  ['Thai', 0xe50],
  ['Japanese full-width', 0xff10],
  ['mathematical', 0x1d7d8],
] as const;
const inDigits = (zero: number, code: string) =>
  code.replace(/./g, (digit) => String.fromCodePoint(zero + Number(digit)));

describe('The code field of <otp-login>', () => {
  let shop: TestShop;
  let email: string;
  let login: OtpLogin;
  beforeEach(async () => {
    shop = await newShop();
    email = newEmail();
  });

  const open = async (attributes: Record<string, string> = {}) => {
    login = await place('otp-login', shop, attributes);
    await askForCode(login, email);
  };
  /** The code that the service receives when this text is entered. */
  const sentCode = async (text: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const original = globalThis.fetch;
    globalThis.fetch = (address, init) => {
      globalThis.fetch = original;
      resolve((JSON.parse(init?.body as string) as { code: string }).code);
      return original(address, init);
    };
    await failWith(login, text);
    return promise;
  };

  it('is one field that any code fits in, and that phones and password managers fill', async () => {
    await open();
    expect(login.shadowRoot!.querySelectorAll('input')).to.have.length(1);
    const field = fieldOf(login);
    expect(field).to.have.attribute('autocomplete', 'one-time-code');
    expect(field).to.have.attribute('inputmode', 'text');
    expect(field).to.have.attribute('autocapitalize', 'off');
    expect(field).to.have.attribute('spellcheck', 'false');
    expect(field.type).to.equal('text');
    expect(field.maxLength).to.equal(-1);
    expect(field.pattern).to.equal('');
  });

  it('keeps letters as they are, and drops spaces, dashes and what cannot be seen', async () => {
    await open();
    expect(await sentCode('aB-c é٣')).to.equal('aBcé3');
    expect(await sentCode('\u00a0A\u2009B\u3000C\t\n')).to.equal('ABC');
    expect(await sentCode('1‐2‑3–4—5−6')).to.equal('123456');
    expect(await sentCode('\u200b1\ufeff2\u200e3\u2066\u20694\u00ad5\ufe0f6\u034f7')).to.equal('1234567');
    const long = 'Xy9'.repeat(40);
    expect(await sentCode(long)).to.equal(long);
    expect(await sentCode('7')).to.equal('7');
  });

  it('reads the full-width letters and digits of Japanese keyboards as the usual ones', async () => {
    await open();
    expect(await sentCode('Ａｂ－９　＃~～')).to.equal('Ab9#~~');
  });

  for (const [name, zero] of zeros)
    it(`reads ${name} digits as the usual ones`, async () => {
      await open();
      expect(await sentCode(`x${inDigits(zero, '0123456789')}`)).to.equal('x0123456789');
      enter(login, inDigits(zero, await shop.mailedCode(email)));
      await inState(login, 'verified');
    });

  it('logs in with a code that is pasted and confirmed with Enter', async () => {
    await open();
    const code = await shop.mailedCode(email);
    fieldOf(login).focus();
    insertText(` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(fieldOf(login).value).to.contain(code.slice(3));
    press(fieldOf(login), 'Enter');
    await inState(login, 'verified');
  });

  it('logs in with a code that the browser filled in', async () => {
    await open();
    fieldOf(login).setRangeText(await shop.mailedCode(email));
    fieldOf(login).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    expect(login.state).to.equal('code');
    buttonOf(login).click();
    await inState(login, 'verified');
  });

  it('does not take the Enter that ends a word of an input method for a login', async () => {
    await open();
    const events = eventsOf(login);
    fieldOf(login).value = '123456';
    // Safari ends the composition first, and only the key code tells.
    for (const signs of [{ isComposing: true }, { keyCode: 229 }]) {
      fieldOf(login).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...signs }));
      await login.updateComplete;
    }
    expect(events).to.deep.equal([]);
  });

  it('asks for the rest of a code whose length it knows, before anything is sent', async () => {
    await open({ 'code-length': '6' });
    for (const text of ['12345', '1234567', '12 34-5']) {
      enter(login, text);
      await login.updateComplete;
      expect(messageOf(login)).to.equal('Enter all 6 characters of the code.');
      expect(fieldOf(login)).to.have.attribute('aria-invalid', 'true');
      expect(fieldOf(login).value).to.equal(text);
    }
    await expect(login).to.be.accessible();
    expect(await shop.requests('verifyOtp')).to.deep.equal([]);
    enter(login, await shop.mailedCode(email));
    await inState(login, 'verified');
  });

  describe('of digits', () => {
    const digits = { 'code-mode': 'numeric', 'code-length': '6' };
    const typeIn = (text: string) => {
      fieldOf(login).focus();
      fieldOf(login).select();
      insertText(text);
    };

    it('brings up their keypad, and logs in as soon as all are there', async () => {
      await open(digits);
      expect(fieldOf(login)).to.have.attribute('inputmode', 'numeric');
      const events = eventsOf(login);
      const code = await shop.mailedCode(email);
      for (const digit of code.slice(0, 5)) insertText(digit);
      await login.updateComplete;
      expect(login.state).to.equal('code');
      expect(events).to.deep.equal([]);
      insertText(code.slice(5));
      await inState(login, 'verified');
      expect(events).to.deep.equal(['verify-before', 'success']);
      expect(await shop.requests('verifyOtp')).to.have.length(1);
    });

    it('logs in at once when they are pasted in groups', async () => {
      await open(digits);
      const code = await shop.mailedCode(email);
      typeIn(`${code.slice(0, 3)}-${code.slice(3)}`);
      await inState(login, 'verified');
    });

    it('logs in at once when the browser fills them in', async () => {
      await open(digits);
      fieldOf(login).value = await shop.mailedCode(email);
      fieldOf(login).dispatchEvent(new Event('input', { bubbles: true }));
      await inState(login, 'verified');
    });

    it('takes the next ones after a wrong code as soon as they replace it', async () => {
      await open(digits);
      const code = await shop.mailedCode(email);
      typeIn(wrongFor(code));
      await oneEvent(login, 'otp-login-error');
      await login.updateComplete;
      await waitUntil(() => {
        const { selectionStart, selectionEnd } = fieldOf(login);
        return selectionStart === 0 && selectionEnd === 6;
      });
      insertText(code);
      await inState(login, 'verified');
    });

    it('sends a refused code by itself again only after it changed, and when the shopper asks for it', async () => {
      await open({ ...digits, 'resend-after': '0' });
      const wrong = wrongFor(await shop.mailedCode(email));
      const events = eventsOf(login);
      const refused = async (act: () => unknown) => {
        const answer = oneEvent(login, 'otp-login-error');
        act();
        await answer;
        await waitUntil(() => fieldOf(login).selectionEnd! > fieldOf(login).selectionStart!);
        expect(events.splice(0)).to.deep.equal(['verify-before', 'error']);
      };
      await refused(() => typeIn(inDigits(0xff10, wrong)));
      // As after the conversion by an input method, and as by a shopper who types spaces.
      typeIn(wrong);
      insertText(' ');
      insertText(' ');
      expect(events).to.deep.equal([]);
      await refused(() => press(fieldOf(login), 'Enter'));
      fieldOf(login).setSelectionRange(8, 8);
      insertText(' ');
      expect(events).to.deep.equal([]);
      fieldOf(login).setSelectionRange(5, 8);
      insertText('');
      await refused(() => insertText(wrong.slice(5)));
      linkOf(login, 'Send a new code').click();
      await oneEvent(login, 'otp-login-code-sent');
      await login.updateComplete;
      events.splice(0);
      await refused(() => typeIn(wrong));
    });

    for (const [name, zero] of zeros)
      it(`understands the digits of ${name} keyboards`, async () => {
        await open(digits);
        typeIn(inDigits(zero, await shop.mailedCode(email)));
        await inState(login, 'verified');
      });

    it('does not log in by itself while the length is not known', async () => {
      await open({ 'code-mode': 'numeric' });
      typeIn(await shop.mailedCode(email));
      await login.updateComplete;
      expect(login.state).to.equal('code');
      press(fieldOf(login), 'Enter');
      await inState(login, 'verified');
    });
  });

  it('gets the focus back after a wrong code, with all of it selected for the next one', async () => {
    await open();
    const wrong = wrongFor(await shop.mailedCode(email));
    buttonOf(login).focus();
    await failWith(login, wrong);
    await waitUntil(() => fieldOf(login).matches(':focus'));
    expect(fieldOf(login).value).to.equal(wrong);
    expect([fieldOf(login).selectionStart, fieldOf(login).selectionEnd]).to.deep.equal([0, wrong.length]);
  });

  it('is left alone after a wrong code by a shopper who has gone elsewhere', async () => {
    await open();
    const held = await shop.hold('verifyOtp');
    const elsewhere = document.createElement('input');
    document.body.append(elsewhere);
    enter(login, '1');
    await inState(login, 'verifying');
    await held.arrived();
    elsewhere.focus();
    await held.release();
    await inState(login, 'code');
    await login.updateComplete;
    expect(document.activeElement === elsewhere).to.equal(true);
    elsewhere.remove();
  });

  it('keeps what was typed when a new code cannot be sent', async () => {
    await open({ 'resend-after': '0' });
    fieldOf(login).value = 'half a co';
    await shop.fault({ operation: 'createOtp', fault: 'status', status: 500 });
    login.shadowRoot!.querySelector<HTMLButtonElement>('button[part=link]')!.click();
    await oneEvent(login, 'otp-login-error');
    await login.updateComplete;
    expect(fieldOf(login).value).to.equal('half a co');
    login.shadowRoot!.querySelector<HTMLButtonElement>('button[part=link]')!.click();
    await oneEvent(login, 'otp-login-code-sent');
    await login.updateComplete;
    expect(fieldOf(login).value, 'a new code needs an empty field').to.equal('');
  });
});
