/** `reserve` keeps the height of a login through all of its states. */
import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, place, SPACE_AT_LINE_END } from '../../helpers/fixture.ts';
import { heightsOf } from '../../helpers/letter-spacing.ts';
import { askForCode, enter, failWith, passTime } from '../../helpers/login.ts';

/** @param spacings see letter-spacing.ts */
export function testReservedHeights(languages: string[], spacings: string[]): void {
  describe('<otp-login reserve>', () => {
    let shop: TestShop;
    let login: OtpLogin;
    let box: HTMLElement;
    beforeEach(async () => {
      shop = await newShop();
      box = document.createElement('div');
      document.body.append(box);
    });
    afterEach(() => box.remove());

    for (const lang of languages)
      it(`keeps the height in every state on the narrowest page: ${lang}`, async () => {
        box.lang = lang;
        box.style.width = '288px';
        const open = async () => {
          login = await place('otp-login', shop, { reserve: '' }, box);
        };
        const long = `a.rather.long.name.${Math.random().toString(36).slice(2, 8)}@example.com`;
        const heights: Record<string, string> = {};
        const measure = async (state: string) => {
          await login.updateComplete;
          expect(login.scrollWidth - login.offsetWidth, `${state} fits in`).to.be.at.most(SPACE_AT_LINE_END);
          heights[state] = heightsOf(login, spacings);
        };
        const links = () => [...login.shadowRoot!.querySelectorAll<HTMLElement>('button[part=link]')];
        const lock = async (text: string) => {
          const operation = login.state === 'email' ? 'createOtp' : 'verifyOtp';
          await shop.fault({ operation, fault: 'rate-limited', retryAfter: 3540 });
          await failWith(login, text);
          await inState(login, 'locked-out');
        };
        await open();
        await measure('email');
        await lock(long);
        await measure('email, locked-out');
        login.remove();
        await open();
        enter(login, 'nonsense');
        await measure('wrong address');
        await askForCode(login, long);
        await measure('code');
        await failWith(login, '1');
        await measure('wrong code');
        passTime(31);
        links()[0]!.click();
        await oneEvent(login, 'otp-login-code-sent');
        await measure('resent');
        links()[0]!.click();
        await measure('too early');
        await lock('1');
        await measure('locked-out');
        login.remove();
        await open();
        enter(login, await shop.mailedCode(long));
        await inState(login, 'verified');
        await measure('verified');
        expect(new Set(Object.values(heights)).size, JSON.stringify(heights)).to.equal(1);
      });
  });
}
