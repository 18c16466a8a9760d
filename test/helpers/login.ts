/** A shopper's actions in the tests of `<otp-login>`, and the visible results. */
import { loginRecord } from '../../src/elements/shared/login-record.ts';
import type { OtpLogin } from '../../src/elements/otp-login/otp-login.ts';
import type { TestShop } from './control.ts';
import { inState, newEmail, oneEvent, part, textOf } from './fixture.ts';

// The page's memory of a login must not reach the next test either. fixture.ts clears the storage itself.
afterEach(() => loginRecord(globalThis.sandboxUrl, () => true).set(undefined));

export const fieldOf = (login: OtpLogin) => part(login, 'input')!;
export const buttonOf = (login: OtpLogin) => part(login, 'button')!;
export const messageOf = (login: OtpLogin) => textOf(login, 'message');

export const linkOf = (login: OtpLogin, words: string) =>
  [...login.shadowRoot!.querySelectorAll<HTMLButtonElement>('button[part=link]')].find((each) =>
    each.textContent.includes(words),
  )!;

/** Puts a text into the field, as a password manager does, and presses the button. */
export function enter(login: OtpLogin, text: string): void {
  fieldOf(login).value = text;
  buttonOf(login).click();
}

export async function askForCode(login: OtpLogin, email = newEmail()): Promise<string> {
  // The login within a claim is drawn after the claim.
  await login.updateComplete;
  enter(login, email);
  await inState(login, 'code');
  return email;
}

export async function logIn(login: OtpLogin, shop: TestShop, email = newEmail()): Promise<string> {
  await askForCode(login, email);
  enter(login, await shop.mailedCode(email));
  await inState(login, 'verified');
  return email;
}

/** Submits something that the element rejects, and waits until it shows the error. */
export async function failWith(login: OtpLogin, text: string) {
  enter(login, text);
  const event = await oneEvent(login, 'otp-login-error');
  await login.updateComplete;
  return event;
}

export const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111');

export const press = (target: HTMLElement, key: string) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }),
  );

/** The names of the events that an element fires from now on, the errors with their reason. */
export function eventsOf(login: OtpLogin): string[] {
  const seen: string[] = [];
  for (const name of eventNames)
    login.addEventListener(name, (event) => {
      seen.push(name.replace('otp-login-', ''));
      if (!event.bubbles || !event.composed) seen.push(`${name} does not leave the element`);
    });
  return seen;
}

export const eventNames = [
  'otp-login-send-before',
  'otp-login-code-sent',
  'otp-login-email-change',
  'otp-login-verify-before',
  'otp-login-success',
  'otp-login-error',
  'otp-login-restore',
  'otp-login-logout-before',
  'otp-login-logout',
] as const;

const realNow = Date.now;
let now = realNow;
afterEach(() => {
  Date.now = now = realNow;
});

/** Sets the device's clock ahead by that many seconds, until the test ends. */
export function passTime(seconds: number): void {
  Date.now = () => now() + seconds * 1000;
}

/** Stops the device's clock until the test ends, so that countdowns are the same on a busy machine. */
export function stopTime(): void {
  const moment = realNow();
  Date.now = now = () => moment;
}

/** Reports whether the device has a connection, as the browser does. */
export function setOnline(isOnline: boolean): void {
  if (isOnline) Reflect.deleteProperty(navigator, 'onLine');
  else Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}
afterEach(() => setOnline(true));

/** Everything that the browser keeps for the page, as one text. */
export const storedText = () =>
  JSON.stringify([sessionStorage, localStorage].map((area) => Object.fromEntries(Object.entries(area))));

/** Inserts a text at the cursor, or in place of the selection, as typing and pasting do. */
export const insertText = (text: string) =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else in a page acts as a shopper does
  document.execCommand(text ? 'insertText' : 'delete', false, text);
