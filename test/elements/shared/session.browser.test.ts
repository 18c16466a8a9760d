/** The elements with the session of a gateway. The tests define the gateway's answers. */
import type { OtpLogin } from '../../../src/elements/otp-login/otp-login.ts';
import { loginRecord } from '../../../src/elements/shared/login-record.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newEmail,
  oneEvent,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { buttonOf, enter, linkOf, messageOf, passTime, stopTime, storedText } from '../../helpers/login.ts';
import { override } from '../../helpers/undo.ts';
import { claimNow, fail, loginIn, openTab, press } from '../reward-claim/support.ts';

const TOKEN = 'header.payload.signature-of-a-session';
const GRANT = 'grant-of-a-test-with-a-gateway';
const granted = { grantId: 'g', discountCode: 'CODE-15', codeType: 'unique_codes' };

const shop = { url: 'https://gateway.invalid', key: '' } as TestShop;

interface Sent {
  path: string;
  body: Record<string, unknown> | undefined;
  init: RequestInit;
}

type Answer = [body?: unknown, status?: number, headers?: Record<string, string>];

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const refusal = (code: string, status: number, headers = {}): Answer => [
  { message: 'No.', code, details: {} },
  status,
  headers,
];

/** The requests, in order. */
let sent: Sent[];
/** Answers that replace the usual ones, by the end of the path. The last of several is repeated. */
let answers: Record<string, Answer[]>;

const usual = (path: string): Answer =>
  path.endsWith('/verify')
    ? [{ success: true, message: 'ok', session: { token: TOKEN, expires_at: inAnHour() } }]
    : path.endsWith('/otp')
      ? [{ id: 1, message: 'sent', email: '' }, 201]
      : path.endsWith('/logout')
        ? [undefined, 204]
        : path.endsWith('/reserve')
          ? [{ id: 'c', code: 'KEEP-15', status: 'reserved' }]
          : [granted];

function gateway(input: string, init: RequestInit = {}): Promise<Response> {
  const { pathname: path } = new URL(input);
  sent.push({
    path,
    body: init.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : undefined,
    init,
  });
  const planted = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1] ?? [];
  const [body, status = 200, headers = {}] =
    (planted.length > 1 ? planted.shift() : planted[0]) ?? usual(path);
  return Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status, headers }));
}

const bodies = (end: string) => sent.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);

beforeEach(() => {
  sent = [];
  answers = {};
  override(globalThis, 'fetch', { value: gateway, writable: true });
});
// The page's memory besides its storage must not reach the next test.
afterEach(() => loginRecord(shop.url, () => true).set(undefined));

const placeLogin = (attributes = {}) => place('otp-login', shop, attributes);
/** A new token for each claim, because the page remembers claimed rewards by their token. */
const newToken = () => `${GRANT}-${crypto.randomUUID()}`;
const placeClaim = (attributes: Record<string, string> = {}) =>
  place('reward-claim', shop, { token: newToken(), ...attributes });
const placeReservation = () =>
  place('reward-claim', shop, { 'reward-id': 'r', 'code-id': crypto.randomUUID() });

async function logIn(login: OtpLogin, email = newEmail()): Promise<string> {
  await login.updateComplete;
  enter(login, email);
  await inState(login, 'code');
  enter(login, '123456');
  await inState(login, 'verified');
  return email;
}

/** All that a page can read of its elements and their events. */
function watchPage(): () => string {
  const heard: Event[] = [];
  const names = ['success', 'restore', 'logout', 'error', 'code-sent', 'verify-before', 'claim-before'];
  for (const name of names)
    for (const tag of ['otp-login', 'reward-claim'])
      document.addEventListener(`${tag}-${name}`, (event) => heard.push(event));
  return () => {
    const events = heard.flatMap((event) =>
      Object.values(event).map((value: unknown) =>
        value instanceof Error ? `${value.message} ${JSON.stringify(value)}` : JSON.stringify(value),
      ),
    );
    return [...events, document.documentElement.outerHTML, location.href].join(' ');
  };
}

describe('The session of a gateway', () => {
  it('goes with claims and reservations, and into nothing that a page hears or shows', async () => {
    const seen = watchPage();
    const login = await placeLogin();
    const email = await logIn(login);
    const claim = await placeClaim();
    await claimNow(claim);
    expect(bodies('/claim')).to.deep.equal([{ session: TOKEN }]);
    const reserve = await placeReservation();
    press(reserve);
    await inState(reserve, 'reserved');
    expect(bodies('/reserve')).to.deep.equal([{ reservedFor: email, session: TOKEN }]);
    expect(seen().includes(TOKEN)).to.equal(false);
    expect(sent.every(({ path }) => !path.includes(TOKEN))).to.equal(true);
    expect(storedText().includes(TOKEN)).to.equal(true, 'it outlives a reload');
    login.logout();
    await inState(login, 'email');
    expect(storedText().includes(TOKEN)).to.equal(false, 'and no logout');
  });

  it('is struck out where an answer repeats it', async () => {
    const seen = watchPage();
    await logIn(await placeLogin());
    const message = `What is ${TOKEN}?`;
    answers['/claim'] = [[{ message, code: TOKEN, details: { token: [TOKEN] } }, 409]];
    const claim = await placeClaim();
    const { error } = await fail(claim);
    expect(error!.message).to.equal('What is …?');
    expect(JSON.stringify(error).includes(TOKEN)).to.equal(false);
    expect(seen().includes(TOKEN)).to.equal(false);
    expect(textOf(claim, 'message')).to.equal('What is …?');
  });

  it('ends the login at the latest', async () => {
    const login = await placeLogin();
    stopTime();
    await logIn(login);
    passTime(3599);
    login.requestUpdate();
    await login.updateComplete;
    expect(login.dataset['state']).to.equal('verified');
    passTime(3601);
    const gone = oneEvent(login, 'otp-login-logout');
    login.requestUpdate();
    await gone;
    expect(bodies('/logout')).to.deep.equal([], 'what is over needs no logout');
  });

  it('does not lengthen the login', async () => {
    const login = await placeLogin({ 'remember-for': '60' });
    await logIn(login);
    passTime(61);
    login.requestUpdate();
    await inState(login, 'email');
  });

  it('may seem over on a device whose clock is wrong: the login begins all the same', async () => {
    const expires_at = new Date(Date.now() - 1000).toISOString();
    answers['/verify'] = [[{ success: true, session: { token: TOKEN, expires_at } }]];
    await logIn(await placeLogin());
    await claimNow(await placeClaim());
    expect(bodies('/claim')).to.deep.equal([{ session: TOKEN }]);
  });

  for (const [what, session] of Object.entries({
    'is absent': undefined,
    'is null': null,
    'is a text': TOKEN,
    'has a token that is no text': { token: 5, expires_at: inAnHour() },
    'has no end': { token: TOKEN },
    'has an end that is no date': { token: TOKEN, expires_at: 'soon' },
    'has an end that is no text': { token: TOKEN, expires_at: 2_000_000_000 },
  }))
    it(`${what}: a login as without a gateway`, async () => {
      answers['/verify'] = [[{ success: true, message: 'ok', session }]];
      const login = await placeLogin();
      await logIn(login);
      await claimNow(await placeClaim());
      expect(bodies('/claim')).to.deep.equal([undefined]);
      login.logout();
      await inState(login, 'email');
      expect(bodies('/logout')).to.deep.equal([]);
    });

  it('that comes with a code that was wrong is none', async () => {
    answers['/verify'] = [[{ success: false, session: { token: TOKEN, expires_at: inAnHour() } }]];
    const login = await placeLogin();
    enter(login, newEmail());
    await inState(login, 'code');
    enter(login, '123456');
    await oneEvent(login, 'otp-login-error');
    expect(storedText().includes(TOKEN)).to.equal(false);
  });

  it('is known in another tab', async () => {
    const tab = await openTab();
    const token = newToken();
    const claim = await tab.open(shop, { token, 'requires-login': '' });
    const other: string[] = [];
    override(tab.window, 'fetch', {
      value: (_: string, { body }: RequestInit) => {
        other.push(body as string);
        return Promise.resolve(Response.json(granted));
      },
    });
    await inState(claim, 'login');
    await logIn(await placeLogin());
    await inState(claim, 'ready');
    press(claim);
    await inState(claim, 'claimed');
    expect(other).to.deep.equal([JSON.stringify({ session: TOKEN })]);
  });

  it('stays out of storage with no-storage', async () => {
    await logIn(await placeLogin({ 'no-storage': '' }));
    expect(storedText().includes(TOKEN)).to.equal(false);
    await claimNow(await placeClaim({ 'no-storage': '' }));
    expect(bodies('/claim')).to.deep.equal([{ session: TOKEN }]);
  });

  describe('that another page of the shop has stored', () => {
    // The page's memory of a login belongs to an address, so each test has one of its own.
    let other: TestShop;
    const key = () => `storefront-elements:login:${other.url}`;
    beforeEach(() => {
      other = { ...shop, url: `https://${crypto.randomUUID()}.invalid` };
      const data = { email: newEmail(), verified: true, session: { token: TOKEN } };
      sessionStorage.setItem(key(), JSON.stringify({ version: 1, at: Date.now(), stored: true, data }));
    });

    it('is known to a claim with no-storage, which leaves it there', async () => {
      const attributes = { token: newToken(), 'requires-login': '', 'no-storage': '' };
      const claim = await place('reward-claim', other, attributes);
      expect(claim.dataset['state']).to.equal('ready');
      await claimNow(claim);
      expect(bodies('/claim')).to.deep.equal([{ session: TOKEN }]);
      expect(sessionStorage.getItem(key())).to.contain(TOKEN);
    });

    it('is no logout when the page sets no-storage later', async () => {
      const login = await place('otp-login', other);
      await inState(login, 'verified');
      login.addEventListener(
        'otp-login-logout',
        () => void sent.push({ path: 'logout', body: undefined, init: {} }),
      );
      login.noStorage = true;
      await login.updateComplete;
      expect(login.dataset['state']).to.equal('verified');
      expect(sent).to.deep.equal([]);
    });
  });

  it('in a cookie is sent by the browser alone, to another host where the page says so', async () => {
    answers['/verify'] = [[{ success: true, session: { expires_at: inAnHour() } }]];
    const login = await placeLogin({ credentials: 'include' });
    await logIn(login);
    await claimNow(await placeClaim({ credentials: 'include' }));
    expect(bodies('/claim')).to.deep.equal([undefined]);
    login.logout();
    await inState(login, 'email');
    expect(sent.map(({ init }) => init.credentials)).to.deep.equal(sent.map(() => 'include'));
    expect(bodies('/logout')).to.have.length(1);
  });

  it('needs no cookies of another host: without credentials the browser’s own rule holds', async () => {
    await logIn(await placeLogin());
    expect(sent.map(({ init }) => init.credentials)).to.deep.equal([undefined, undefined]);
  });

  it('in a cookie works with the login inside a claim, too', async () => {
    const claim = await placeClaim({ 'requires-login': '', credentials: 'include' });
    await logIn(loginIn(claim));
    await inState(claim, 'claimed');
    expect(sent.map(({ init }) => init.credentials)).to.deep.equal(sent.map(() => 'include'));
  });

  it('a value of credentials that there is not is named once', async () => {
    const said = await consoleOf('warn', () => placeLogin({ credentials: 'always' }));
    expect(said).to.deep.equal(['<otp-login> credentials must be include.']);
  });
});

describe('A logout', () => {
  it('is told to the gateway once, whatever it answers, and reaches it when the page is left', async () => {
    answers['/logout'] = [refusal('service_unavailable', 503)];
    const login = await placeLogin();
    const second = await placeLogin();
    await logIn(login);
    linkOf(login, 'Log out').click();
    await inState(login, 'email');
    await inState(second, 'email');
    await logIn(login);
    const logouts = sent.filter(({ path }) => path.endsWith('/v1/access/logout'));
    expect(logouts.map(({ body }) => body)).to.deep.equal([{ session: TOKEN }]);
    expect(logouts[0]!.init.keepalive).to.equal(true);
  });

  it('in a tab that has not heard of the login is told to a gateway whose sessions are cookies', async () => {
    const [plain, login] = [await placeLogin(), await placeLogin({ credentials: 'include' })];
    for (const each of [plain, login]) {
      // As written by the tab that has the login.
      localStorage.setItem(`storefront-elements:there:login:${shop.url}`, String(Date.now() + 60_000));
      each.logout();
    }
    login.logout();
    await waitUntil(() => sent.length, 'it is sent');
    const told = sent.map(({ path, init }) => [path, init.credentials]);
    expect(told).to.deep.equal([['/v1/access/logout', 'include']]);
  });

  it('for another account is one, too', async () => {
    answers['/claim'] = [refusal('wrong_account', 403)];
    await logIn(await placeLogin());
    const claim = await placeClaim();
    await fail(claim);
    expect(claim.dataset['problem']).to.equal('wrong-account');
    expect(textOf(claim, 'message')).to.match(/another account/);
    press(claim);
    await inState(claim, 'login');
    expect(bodies('/logout')).to.deep.equal([{ session: TOKEN }]);
    claim.token = newToken();
    await inState(claim, 'ready');
  });
});

describe('What a gateway answers to a claim', () => {
  for (const code of ['login_required', 'session_expired', 'session_invalid'])
    for (const operation of ['claim', 'reserve'])
      it(`${code} to a ${operation}: the login is forgotten and shown again, and it goes on after that`, async () => {
        const login = await placeLogin();
        const email = await logIn(login);
        const claim = await (operation === 'claim' ? placeClaim() : placeReservation());
        answers[`/${operation}`] = [refusal(code, 401), usual(`/${operation}`)];
        part(claim, 'button')!.focus();
        const loggedOut = oneEvent(login, 'otp-login-logout');
        const { kind } = await fail(claim);
        expect(kind).to.equal('login-needed');
        await loggedOut;
        await inState(claim, 'login');
        expect(textOf(claim, 'message')).to.equal('Please log in to claim this reward.');
        await waitUntil(() => claim.shadowRoot!.activeElement === part(claim, 'message'), 'it has the focus');
        expect(bodies('/logout')).to.deep.equal([]);
        const again = { token: 'another.session.token', expires_at: inAnHour() };
        answers['/verify'] = [[{ success: true, session: again }]];
        await logIn(loginIn(claim), email);
        await inState(claim, operation === 'claim' ? 'claimed' : 'reserved');
        expect(bodies(`/${operation}`).map((body) => body!['session'])).to.deep.equal([TOKEN, again.token]);
      });

  for (const operation of ['claim', 'reserve'])
    it(`to a ${operation} about a session is past when the shopper has logged in elsewhere on the page`, async () => {
      const login = await placeLogin();
      const email = await logIn(login);
      const claim = await (operation === 'claim' ? placeClaim() : placeReservation());
      answers[`/${operation}`] = [refusal('session_expired', 401)];
      await fail(claim);
      await inState(claim, 'login');
      await logIn(login, email);
      await inState(claim, 'ready');
      expect(textOf(claim, 'message')).to.equal('');
    });

  it('about an account is past when the shopper has logged in with another one elsewhere on the page', async () => {
    const login = await placeLogin();
    const email = await logIn(login);
    const claim = await placeClaim();
    answers['/claim'] = [refusal('wrong_account', 403), usual('/claim')];
    expect((await fail(claim)).kind).to.equal('wrong-account');
    login.logout();
    await logIn(login, email);
    await claim.updateComplete;
    expect(claim.state).to.equal('error');
    login.logout();
    await logIn(login);
    await inState(claim, 'ready');
    expect(textOf(claim, 'message')).to.equal('');
    press(claim);
    await inState(claim, 'claimed');
  });

  it('about an account is shown by each element with the same reward', async () => {
    await logIn(await placeLogin());
    const claim = await placeClaim();
    const other = await placeClaim({ token: claim.token! });
    answers['/claim'] = [refusal('wrong_account', 403)];
    const failed = oneEvent(other, 'reward-claim-error');
    await fail(claim);
    await failed;
    await inState(claim, 'error');
    await inState(other, 'error');
  });

  it('about a session that was replaced meanwhile leaves the new one alone', async () => {
    const login = await placeLogin();
    await logIn(login);
    const claim = await placeClaim();
    let answer!: (response: Response) => void;
    override(globalThis, 'fetch', {
      value: () => new Promise<Response>((resolve) => (answer = resolve)),
      writable: true,
    });
    press(claim);
    await inState(claim, 'claiming');
    while (!(answer as unknown)) await new Promise(requestAnimationFrame);
    loginRecord(shop.url, () => true).set({
      email: login.verifiedEmail!,
      verified: true,
      session: { token: 'new' },
    });
    answer(Response.json({ message: 'No.', code: 'session_expired', details: {} }, { status: 401 }));
    await oneEvent(claim, 'reward-claim-error');
    expect(login.verifiedEmail === undefined).to.equal(false);
    expect(loginRecord(shop.url, () => true).get()?.session?.token).to.equal('new');
  });

  it('about a claim without a login leaves a login alone that was made meanwhile', async () => {
    answers['/verify'] = [[{ success: true, session: { expires_at: inAnHour() } }]];
    const login = await placeLogin();
    const claim = await placeClaim();
    let answer!: (response: Response) => void;
    override(globalThis, 'fetch', {
      value: (path: string, init: RequestInit) =>
        path.endsWith('/claim')
          ? new Promise<Response>((resolve) => (answer = resolve))
          : gateway(path, init),
      writable: true,
    });
    press(claim);
    await waitUntil(() => answer, 'the claim is sent');
    const email = await logIn(login);
    answer(Response.json({ message: 'No.', code: 'login_required', details: {} }, { status: 401 }));
    await oneEvent(claim, 'reward-claim-error');
    await inState(claim, 'ready');
    expect(login.verifiedEmail).to.equal(email);
    expect(loginRecord(shop.url, () => true).get()?.session).to.deep.equal({});
  });

  it('means what the error-map says, where it says something', async () => {
    const login = await placeLogin();
    await logIn(login);
    answers['/claim'] = [refusal('session_expired', 401)];
    const claim = await placeClaim({ 'error-map': '{ "session_expired": "used-up" }' });
    const { kind } = await fail(claim);
    expect(kind).to.equal('used-up');
    expect(login.dataset['state']).to.equal('verified');
  });

  it('claim_unconfirmed: nobody knows, and it may be tried again', async () => {
    answers['/claim'] = [refusal('claim_unconfirmed', 502), [granted]];
    const claim = await placeClaim();
    const { kind } = await fail(claim);
    expect(kind).to.equal('unconfirmed');
    expect(claim.dataset['state']).to.equal('unconfirmed');
    await claimNow(claim);
  });

  it('claim_in_progress: it waits as long as it is told, and asks again by itself', async () => {
    answers['/claim'] = [
      refusal('claim_in_progress', 503, { 'retry-after': '1' }),
      refusal('claim_in_progress', 503, { 'retry-after': '1' }),
      [granted],
    ];
    const claim = await placeClaim();
    const began = performance.now();
    press(claim);
    await inState(claim, 'claiming');
    await inState(claim, 'claimed');
    expect(performance.now() - began).to.be.above(1900);
    expect(bodies('/claim')).to.have.length(3);
  });

  it('claim_in_progress for ever: nobody knows', async () => {
    answers['/claim'] = [refusal('claim_in_progress', 503, { 'retry-after': '1' })];
    const claim = await placeClaim();
    press(claim);
    const { kind } = await oneEvent(claim, 'reward-claim-error');
    expect(kind).to.equal('unconfirmed');
    expect(bodies('/claim')).to.have.length(4);
  });

  it('claim_in_progress is not waited for where the page gives it a meaning', async () => {
    answers['/claim'] = [refusal('claim_in_progress', 503, { 'retry-after': '1' })];
    const { kind } = await fail(await placeClaim({ 'error-map': '{ "claim_in_progress": "not-started" }' }));
    expect(kind).to.equal('not-started');
    expect(bodies('/claim')).to.have.length(1);
  });

  it('claim_unavailable leaves nothing to confirm: the claim was not made', async () => {
    answers['/claim'] = [refusal('claim_unavailable', 503, { 'retry-after': '2' })];
    const claim = await placeClaim();
    const { kind } = await fail(claim);
    expect(kind).to.equal('other');
    expect(textOf(claim, 'message')).to.equal('Something went wrong. Please try again.');
    expect(Object.values(localStorage).join('')).not.to.contain('pending');
  });

  it('service_unavailable is no reason to ask again by itself', async () => {
    answers['/claim'] = [refusal('service_unavailable', 503, { 'retry-after': '1' })];
    const { kind } = await fail(await placeClaim());
    expect(kind).to.equal('unconfirmed');
    expect(bodies('/claim')).to.have.length(1);
  });
});

describe('A code that was tried too often', () => {
  async function tryTooOften(attributes = {}): Promise<OtpLogin> {
    const login = await placeLogin({ 'resend-after': '0', ...attributes });
    enter(login, newEmail());
    await inState(login, 'code');
    answers['/verify'] = [refusal('too_many_tries', 429, { 'retry-after': '1800' })];
    enter(login, '111111');
    const { kind } = await oneEvent(login, 'otp-login-error');
    expect(kind).to.equal('locked-out');
    await inState(login, 'locked-out');
    return login;
  }

  it('is locked, and another one can be asked for at once', async () => {
    const login = await tryTooOften();
    expect(buttonOf(login).getAttribute('aria-disabled')).to.equal('true');
    expect(messageOf(login)).to.match(/has expired.*request a new one/);
    const before = sent.length;
    enter(login, '222222');
    await login.updateComplete;
    expect(sent.length).to.equal(before, 'the old one is not tried again');
    expect(messageOf(login)).to.match(/wait 30 minutes/);
    const resend = linkOf(login, 'Send a new code');
    expect(resend.getAttribute('aria-disabled')).to.equal('false');
    delete answers['/verify'];
    resend.click();
    await inState(login, 'code');
    enter(login, '333333');
    await inState(login, 'verified');
  });

  it('is no lock for another address', async () => {
    const login = await tryTooOften();
    linkOf(login, 'another email').click();
    await inState(login, 'email');
    enter(login, newEmail());
    await inState(login, 'code');
  });

  it('locks everything where the page says so', async () => {
    const login = await tryTooOften({ 'error-map': '{ "too_many_tries": "locked-out" }' });
    expect(linkOf(login, 'Send a new code').getAttribute('aria-disabled')).to.equal('true');
  });
});
