/**
 * For any answer of the service, any stored record and any message from another tab: an element answers each action
 * with one event, draws itself, stays in a state that has a name, and the console stays silent.
 */
import * as fc from 'fast-check';
import type { OtpLogin, OtpLoginState } from '../../src/elements/otp-login/otp-login.ts';
import { claimProblems } from '../../src/elements/reward-claim/claim-problem.ts';
import type { RewardClaim, RewardClaimState } from '../../src/elements/reward-claim/reward-claim.ts';
import { isApiError } from '../../src/api/errors.ts';
import { expect, part, PATIENCE, textOf, waitUntil } from '../helpers/fixture.ts';

/** How many random cases there are. fast-check prints the seed and the smallest case that fails. */
interface Extent {
  seed: number;
  /** Batches of up to 24 answers, of up to 12 stored records, and of up to 20 messages. */
  answers: number;
  records: number;
  messages: number;
  /** The longest time for one test, in milliseconds. */
  timeout: number;
}

const TOKEN = 'grant-any-answer-0001';
const CODE = '482913';
const EMAIL = 'any@example.com';

// Every state by its name: the compiler says when one is missing here.
const loginStates: Record<OtpLoginState, true> = {
  email: true,
  sending: true,
  code: true,
  verifying: true,
  verified: true,
  'locked-out': true,
  offline: true,
  misconfigured: true,
};
const claimStates: Record<RewardClaimState, true> = {
  login: true,
  ready: true,
  claiming: true,
  claimed: true,
  applying: true,
  applied: true,
  'not-applied': true,
  reserved: true,
  'not-reserved': true,
  expired: true,
  unconfirmed: true,
  'locked-out': true,
  offline: true,
  error: true,
  'no-token': true,
  misconfigured: true,
};

// ── What is made up ──

const chosen = <T>(...values: T[]) => fc.constantFrom(...values);

/** A number that JSON can write and no double can hold. */
const INFINITE = '@1e999@';
const toWire = (value: unknown) => JSON.stringify(value).replaceAll(`"${INFINITE}"`, '1e999');

const inherited = chosen('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf');

const oddText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0xd7f0, max: 0xe00f }).map((unit) => String.fromCharCode(unit)) }),
  fc.string({
    unit: chosen('\u202e', '\u2066', '\u2069', '\u200f', 'א', 'ب', 'a', '1', '\0', '\n', '\ufeff'),
  }),
  fc.integer({ min: 1, max: 3000 }).map((length) => 'Ж'.repeat(length)),
  inherited,
  chosen(
    '',
    ' ',
    '\u200b',
    '$&$1',
    '{email}',
    '<img src=x onerror=alert(1)>',
    '${code}',
    'javascript:alert(1)',
  ),
  chosen(TOKEN, `It is ${TOKEN}.`, CODE),
);

const oddDate = fc.oneof(
  oddText,
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.integer({ min: -100, max: 400 }).map((seconds) => new Date(Date.now() + seconds * 1000).toISOString()),
  chosen('2026-13-45T99:99', '2026-02-30 12:00', '+275760-09-13T00:00', '9999-12-31T23:59:59Z', '1760000000'),
);

const oddNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  chosen<unknown>(0, -0, 1e308, -1e308, 5e-324, INFINITE),
);

const known = (...values: string[]) => fc.oneof(chosen(...values), oddText);

/** A record in which each field may be missing or null, and others may stand. */
const contractRecord = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(
      fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }),
      fc.record(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fc.option(value)])), {
        requiredKeys: [],
      }),
    )
    .map(([others, record]): unknown => ({
      ...Object.fromEntries(Object.entries(others).filter(([name]) => !Object.hasOwn(fields, name))),
      ...record,
    }));

const allowed = {
  createOtp: contractRecord({ id: fc.jsonValue(), message: oddText, email: oddText }),
  verifyOtp: contractRecord({ success: fc.boolean(), message: oddText }),
  claimRewardGrant: contractRecord({
    grantId: oddText,
    rewardId: oddText,
    discountCode: oddText,
    codeType: known('automatic', 'global_code', 'unique_codes'),
    valueType: known('percentage', 'fixed_amount', 'free_shipping', 'gated_content'),
    value: oddNumber,
    scope: known('sitewide', 'collection', 'product', 'variant'),
    externalIds: fc.array(contractRecord({ system: oddText, externalId: oddText, externalCodeId: oddText }), {
      maxLength: 2,
    }),
  }),
  reserveRewardCode: fc.option(
    contractRecord({
      id: oddText,
      rewardId: oddText,
      code: oddText,
      status: known('available', 'reserved', 'redeemed', 'expired', 'revoked'),
      reservedFor: oddText,
      redeemedBy: oddText,
      redeemedAt: oddDate,
      orderId: oddText,
      externalOrderId: oddText,
      createdAt: oddDate,
      expiresAt: oddDate,
      updatedAt: oddDate,
      externalIds: fc.dictionary(
        fc.oneof(fc.string(), inherited),
        contractRecord({
          discountId: oddText,
          codeId: oddText,
          syncedAt: oddDate,
          syncStatus: oddText,
          error: oddText,
        }),
        { maxKeys: 2 },
      ),
    }),
  ),
};
type Operation = keyof typeof allowed;

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whether the contract allows the answer, so that the element must accept it. */
  isAllowed: boolean;
}

const hasNoBody = (status: number) => [204, 205, 304].includes(status);
const success = fc.integer({ min: 200, max: 299 }).filter((status) => !hasNoBody(status));
const anyStatus = fc.oneof(
  fc.integer({ min: 200, max: 599 }),
  chosen(200, 201, 204, 301, 307, 400, 401, 403, 404, 408, 409, 410, 422, 429, 429, 500, 503),
);
const failure = anyStatus.filter((status) => status >= 300);

/** Text that an HTTP header can carry. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((unit) => unit !== 0x7f)
    .map((unit) => String.fromCharCode(unit)),
});
const oddHeaders = fc
  .record(
    {
      'retry-after': fc.oneof(
        headerText,
        fc.integer().map(String),
        chosen('0', '1', '-5', '1e3', '9'.repeat(400), '86400', 'soon', '0x10', ' 7 ', 'NaN', 'Infinity'),
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      ),
      date: fc.oneof(
        headerText,
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      ),
      'content-type': fc.oneof(headerText, chosen('text/html', 'application/json;charset=utf-16', '')),
    },
    { requiredKeys: [] },
  )
  .map((headers) => headers as Record<string, string>);

const errorCode = fc.oneof(
  chosen(...claimProblems.map((name) => `map_${name}`)),
  chosen('text'),
  inherited,
  oddText,
);
const errorBody = fc.oneof(
  fc.record({ message: oddText, code: errorCode, details: fc.jsonValue() }),
  fc.record({
    message: oddText,
    code: errorCode,
    details: fc.dictionary(fc.oneof(inherited, oddText), fc.jsonValue()),
  }),
  fc.record({ message: fc.jsonValue(), code: fc.jsonValue(), details: fc.jsonValue() }, { requiredKeys: [] }),
);

const answerOf = (status: fc.Arbitrary<number>, body: fc.Arbitrary<string>, isAllowed = false) =>
  fc.record({ status, headers: oddHeaders, body, isAllowed: fc.constant(isAllowed) });

/** A body of the contract in which one field has a wrong type. */
const withWrongField = (operation: Operation) =>
  fc.tuple(allowed[operation], fc.nat(), fc.jsonValue()).map(([body, index, value]) => {
    const names = Object.keys(body ?? {});
    return { ...(body as object), [names[index % names.length] ?? 'code']: value };
  });

const answerTo = (operation: Operation): fc.Arbitrary<Answer> =>
  fc.oneof(
    { weight: 4, arbitrary: answerOf(success, allowed[operation].map(toWire), true) },
    { weight: 2, arbitrary: answerOf(success, withWrongField(operation).map(toWire)) },
    { weight: 4, arbitrary: answerOf(failure, errorBody.map(toWire)) },
    { weight: 2, arbitrary: answerOf(anyStatus, fc.jsonValue().map(toWire)) },
    { weight: 1, arbitrary: answerOf(anyStatus, oddText) },
  );

/** Settings of a merchant. */
const settings = fc.record(
  {
    lang: chosen('en', 'de', 'ar', 'he', 'ja', 'zh-CN', 'fr-CA', 'xx'),
    currency: chosen('EUR', 'JPY', 'XXX'),
    'minor-units': fc.constant(''),
    'apply-url': chosen('/discount/{code}?redirect={path}', '/cart#{code}'),
    'error-messages': fc.constant('{ "text": "Words of the shop" }'),
    'error-map': fc.constant(
      JSON.stringify(Object.fromEntries(claimProblems.map((name) => [`map_${name}`, name]))),
    ),
    'no-storage': fc.constant(''),
  },
  { requiredKeys: [] },
);
type Settings = Record<string, string>;

// ── The elements, and what they complain about ──

const complaints: string[] = [];
const complain = (event: ErrorEvent | PromiseRejectionEvent) => {
  // Reported below, with the case that caused it.
  event.preventDefault();
  event.stopImmediatePropagation();
  complaints.push(String('reason' in event ? event.reason : event.message));
};

/** Uncaught errors are reported in tasks of their own. */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage('');
  });

async function settled<T>(work: Promise<T>[]): Promise<T[]> {
  try {
    return await Promise.all(work);
  } finally {
    await nextTask();
  }
}

const placed: Element[] = [];
function put<Tag extends 'otp-login' | 'reward-claim'>(
  tag: Tag,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  placed.push(element);
  document.body.append(element);
  return element;
}

function cleanUp(): void {
  for (const element of placed.splice(0)) element.remove();
  sessionStorage.clear();
  localStorage.clear();
}

let cases = 0;
/** A service of its own for each case; it is where its records get their names from. */
const newService = () => `${location.origin}/any/${++cases}`;

const answerWith = async (answers: [service: string, answer: Answer][]) =>
  fetch('/any', {
    method: 'PUT',
    body: JSON.stringify(
      Object.fromEntries(answers.map(([service, answer]) => [service.split('/').pop(), answer])),
    ),
  });

const store = (area: Storage, name: string, data: unknown) =>
  area.setItem(`storefront-elements:${name}`, JSON.stringify({ version: 1, data }));

const outcomes = {
  createOtp: ['otp-login-code-sent', 'otp-login-error'],
  verifyOtp: ['otp-login-success', 'otp-login-error'],
  claimRewardGrant: ['reward-claim-success', 'reward-claim-error'],
  reserveRewardCode: ['reward-claim-reserve', 'reward-claim-error'],
} as const;

/** Collects every event that may end an action, and waits for the first. */
function watchOutcome(
  element: HTMLElement,
  operation: Operation,
): { events: Event[]; first: Promise<unknown> } {
  const events: Event[] = [];
  const first = new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${operation} ended in no event.`)), PATIENCE);
    for (const name of new Set(Object.values(outcomes).flat()))
      element.addEventListener(name, (event) => {
        clearTimeout(late);
        events.push(event);
        resolve(undefined);
      });
  });
  return { events, first };
}

const openers: Record<Operation, (service: string, settings: Settings) => OtpLogin | RewardClaim> = {
  createOtp: (service, { 'error-map': _, ...settings }) =>
    put('otp-login', { ...settings, 'base-url': service, email: EMAIL }),
  verifyOtp: (service, { 'no-storage': _, 'error-map': map, ...settings }) => {
    store(sessionStorage, `login:${service}`, { email: EMAIL, verified: false });
    return put('otp-login', {
      ...settings,
      ...(map && { 'error-map': '{ "text": "wrong-code", "map_used-up": "locked-out" }' }),
      'base-url': service,
    });
  },
  claimRewardGrant: (service, settings) =>
    put('reward-claim', { ...settings, 'base-url': service, token: TOKEN }),
  reserveRewardCode: (service, { 'no-storage': _, ...settings }) => {
    store(sessionStorage, `login:${service}`, { email: EMAIL, verified: true });
    return put('reward-claim', { ...settings, 'base-url': service, 'reward-id': 'r-1', 'code-id': 'c-1' });
  },
};

async function act(element: OtpLogin | RewardClaim, operation?: Operation): Promise<void> {
  // The built-in login, the steps after the first and the words of a language come in files of their own.
  const isDrawn = () =>
    part(element, 'button') && (operation !== 'verifyOtp' || element.dataset['state'] === 'code');
  await waitUntil(isDrawn, 'it is drawn');
  const input = part(element, 'input');
  if (input && element.dataset['state'] === 'code') input.value = CODE;
  part(element, 'button')!.click();
}

/** Checks the rules that hold after any answer. */
function check(
  operation: Operation,
  element: OtpLogin | RewardClaim,
  events: readonly Event[],
  { body, isAllowed }: Answer,
): void {
  const [done, failed] = outcomes[operation];
  const about = `${operation}: `;
  expect(events, `${about}one event for one action`).to.have.length(1);
  const [event] = events as [Event];
  expect([done, failed], about).to.contain(event.type);
  const state = element.dataset['state']!;
  expect(element.localName === 'otp-login' ? loginStates : claimStates, about).to.have.property(state);
  expect(['sending', 'verifying', 'claiming'], `${about}it is no longer busy`).not.to.contain(state);

  const { error, reason, kind } = event as Event & { error: unknown; reason: unknown; kind: unknown };
  const proof = operation === 'verifyOtp' ? '"success":true' : operation === 'reserveRewardCode' ? '{' : '';
  if (isAllowed && body.includes(proof))
    expect(event.type, `${about}the contract allows this (${String(error)})`).to.equal(done);
  if (event.type === done) return;

  expect(error === undefined || isApiError(error), `${about}${String(error)} is an error of the client`).to.be
    .true;
  expect([typeof reason, typeof kind], about).to.deep.equal(['string', 'string']);
  if (isApiError(error)) {
    const told = JSON.stringify([error.message, error.code, error.details, String(error.cause)]);
    if (operation === 'claimRewardGrant') expect(told, `${about}no token in an error`).not.to.contain(TOKEN);
    if (operation === 'verifyOtp') expect(told, `${about}no one-time code in an error`).not.to.contain(CODE);
  }
  // A rate limit that has ended shows no message.
  if (state !== 'ready' && state !== 'misconfigured' && state !== 'login')
    expect(textOf(element, 'message'), `${about}words for a shopper in ${state}`).to.match(/[\p{L}\p{N}]/u);
  expect(textOf(element, 'message'), about).not.to.contain('[native code]');
}

const claimName = async (service: string) => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${service} ${TOKEN}`));
  return `claim:${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
};

const grantOf = (discountCode: string): Answer => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ discountCode, codeType: 'unique_codes', valueType: 'percentage', value: 10 }),
  isAllowed: true,
});

// ── Records that the elements did not write ──

const oddMoment = fc.oneof(oddNumber, fc.jsonValue(), fc.constant(Date.now() + 60_000));

const strayData = {
  login: fc.record(
    {
      email: fc.oneof(oddText, fc.constant(EMAIL), fc.jsonValue()),
      verified: fc.oneof(fc.boolean(), fc.jsonValue()),
      resendAt: oddMoment,
    },
    { requiredKeys: [] },
  ),
  claim: fc.record(
    {
      pending: fc.oneof(fc.boolean(), fc.jsonValue()),
      grant: fc.oneof(allowed.claimRewardGrant, fc.jsonValue()),
      code: fc.oneof(allowed.reserveRewardCode, fc.jsonValue()),
      ahead: oddMoment,
    },
    { requiredKeys: [] },
  ),
  token: fc.oneof(oddText, fc.constant(TOKEN), fc.jsonValue()),
};

const recordText = (data: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 1, arbitrary: oddText },
    { weight: 1, arbitrary: fc.json() },
    {
      weight: 5,
      arbitrary: fc
        .record(
          {
            version: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.jsonValue()),
            until: oddMoment,
            data,
          },
          { requiredKeys: ['data', 'version'] },
        )
        .map(toWire),
    },
  );

const strayRecord = fc.oneof(
  ...(['login', 'claim'] as const).map((what) =>
    fc.record({ what: fc.constant(what), text: recordText(strayData[what]) }),
  ),
);

async function openWithRecord(what: 'login' | 'claim', service: string, text: string) {
  if (what === 'login') {
    sessionStorage.setItem(`storefront-elements:login:${service}`, text);
    return put('otp-login', { 'base-url': service });
  }
  localStorage.setItem(`storefront-elements:${await claimName(service)}`, text);
  return put('reward-claim', { 'base-url': service, token: TOKEN, 'apply-url': '/discount/{code}' });
}

/** Any message that a channel can carry, even if it is not JSON, and messages that look like the elements' own. */
const messageTo = (names: string[]) =>
  fc.oneof(
    fc.jsonValue(),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
    fc.tuple(
      fc.oneof(chosen(...names), fc.jsonValue()),
      fc.oneof(
        recordText(strayData.login),
        recordText(strayData.claim),
        recordText(strayData.token),
        fc.jsonValue(),
        fc.constant(undefined),
      ),
      fc.oneof(chosen<unknown>('localStorage', 'sessionStorage', 'constructor'), fc.jsonValue()),
      fc.oneof(fc.boolean(), fc.jsonValue()),
    ),
  );

/** A smaller example is not searched for: each attempt may wait for an event that does not come. */
const reporting = { endOnFailure: true, includeErrorInReport: true };

export function testAnyAnswers({ seed, answers, records, messages, timeout }: Extent): void {
  describe('Login and claim', function () {
    this.timeout(timeout);
    const consoles = { error: console.error, warn: console.warn };
    before(() => {
      addEventListener('error', complain, true);
      addEventListener('unhandledrejection', complain, true);
      for (const method of ['error', 'warn'] as const)
        console[method] = (...values: unknown[]) => void complaints.push(values.map(String).join(' '));
    });
    after(() => {
      removeEventListener('error', complain, true);
      removeEventListener('unhandledrejection', complain, true);
      Object.assign(console, consoles);
    });
    beforeEach(() => void complaints.splice(0));
    afterEach(cleanUp);

    it('end each action in one event, a drawn state and a silent console, whatever is answered', async () => {
      const answered = (operation: Operation) =>
        fc.record({ operation: fc.constant(operation), answer: answerTo(operation), settings });
      const operations = Object.keys(allowed) as Operation[];
      // Many at once, because an element waits most of its time for the browser and the server.
      const several = fc.array(fc.oneof(...operations.map(answered)), {
        minLength: 1,
        maxLength: 24,
        size: 'max',
      });
      let seen = 0;
      await fc.assert(
        fc.asyncProperty(several, async (several) => {
          const services = several.map(newService);
          await answerWith(several.map(({ answer }, index) => [services[index]!, answer]));
          const ends = await settled(
            several.map(async ({ operation, answer, settings }, index) => {
              const element = openers[operation](services[index]!, settings);
              const { events, first } = watchOutcome(element, operation);
              await act(element, operation);
              await first;
              await element.updateComplete;
              return [operation, element, events, answer] as const;
            }),
          );
          expect(complaints.splice(0).join('\n')).to.equal('');
          for (const end of ends) check(...end);
          seen += several.length;
          cleanUp();
        }),
        { ...reporting, numRuns: answers, seed },
      );
      expect(seen).to.be.at.least(10 * answers);
    });

    it('begin and work with anything in the storage, under the names of their own records', async () => {
      let seen = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(strayRecord, { minLength: 1, maxLength: 12, size: 'max' }),
          async (strays) => {
            const services = strays.map(newService);
            await answerWith(services.map((service) => [service, grantOf('FUZZ-1')]));
            await settled(
              strays.map(async ({ what, text }, index) => {
                const service = services[index]!;
                const element = await openWithRecord(what, service, text);
                await element.updateComplete;
                const states = element.localName === 'otp-login' ? loginStates : claimStates;
                expect(states, what).to.have.property(element.dataset['state']!);
                const input = part(element, 'input');
                if (what === 'login') {
                  expect(['email', 'code', 'verified']).to.contain(element.dataset['state']);
                  expect(Boolean(input)).to.equal(element.dataset['state'] !== 'verified');
                } else if (
                  element.dataset['state'] === 'ready' ||
                  element.dataset['state'] === 'unconfirmed'
                ) {
                  const { first } = watchOutcome(element, 'claimRewardGrant');
                  await act(element);
                  await first;
                  await element.updateComplete;
                  expect(textOf(element, 'code'), `${what}: the reward is not lost`).to.equal('FUZZ-1');
                } else expect(['claimed', 'reserved', 'expired'], what).to.contain(element.dataset['state']);
              }),
            );
            expect(complaints.splice(0).join('\n')).to.equal('');
            seen += strays.length;
            cleanUp();
          },
        ),
        { ...reporting, numRuns: records, seed },
      );
      expect(seen).to.be.at.least(4 * records);
    });

    it('are not disturbed by what other tabs and strangers on their channel say', async () => {
      const [stranger, ear] = [0, 1].map(() => new BroadcastChannel('storefront-elements:')) as [
        BroadcastChannel,
        BroadcastChannel,
      ];
      const service = newService();
      await answerWith([[service, grantOf('FUZZ-2')]]);
      const login = put('otp-login', { 'base-url': service });
      const claim = put('reward-claim', { 'base-url': service, token: TOKEN });
      await Promise.all([login.updateComplete, claim.updateComplete]);
      const names = [`login:${service}`, await claimName(service), 'token:reward'];
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(messageTo(names), { minLength: 1, maxLength: 20 }), async (messages) => {
            // Channels hear in the order in which they were opened: this one last.
            const heard = new Promise((resolve) => {
              ear.onmessage = ({ data }) => data === 'the last' && resolve(undefined);
            });
            for (const message of messages) stranger.postMessage(message);
            stranger.postMessage('the last');
            await heard;
            await nextTask();
            await Promise.all([login.updateComplete, claim.updateComplete]);
            expect(complaints.splice(0).join('\n')).to.equal('');
            expect(loginStates).to.have.property(login.dataset['state']!);
            expect(claimStates).to.have.property(claim.dataset['state']!);
          }),
          { ...reporting, numRuns: messages, seed },
        );
      } finally {
        stranger.close();
        ear.close();
      }
    });
  });
}
