// Every state of the elements that a shopper can meet, and how a shopper gets there. Those of the timeline are in
// gallery-timelines.ts.
import { timelines } from './gallery-timelines.ts';

export interface Fault {
  operation:
    | 'createOtp'
    | 'verifyOtp'
    | 'claimRewardGrant'
    | 'reserveRewardCode'
    | 'getCollection'
    | 'listTimeline';
  fault: 'latency' | 'status' | 'drop-before' | 'wrong-shape' | 'rate-limited';
  times?: number;
  ms?: number;
  status?: number;
  body?: unknown;
  retryAfter?: number;
}

/** A shopper's actions in a tile's element. `part` is looked up in the element or in the login within it. */
export interface Shopper {
  type(part: string, text: string): Promise<void>;
  click(part: string, index?: number): Promise<void>;
  /** Waits for a `data-state` of the element. */
  reach(state: string): Promise<void>;
  mailedCode(email: string): Promise<string>;
  /** Adds a fault or a delay from now on. */
  spoil(fault: Fault): Promise<void>;
  /** Waits for something in the element's shadow tree. */
  see(selector: string): Promise<void>;
  /** Calls a timeline's `refresh()`, as a page's own script may do. */
  refresh(): Promise<void>;
  /** Opens the link to the newest entry. */
  follow(): Promise<void>;
}

export interface Tile {
  name: string;
  title: string;
  tag: 'otp-login' | 'reward-claim' | 'collection-timeline';
  /** The element's `data-state` once it has arrived. */
  state: string;
  /** A selector that must also match in its shadow tree then. */
  has?: string;
  attributes?: Record<string, string>;
  /** Light DOM: text by slot. */
  slots?: Record<string, string>;
  /** The line of an icon by type of entry. */
  icons?: Record<string, string>;
  /** A grant to make for it; its token becomes the attribute. */
  grant?: Record<string, unknown>;
  /** A reward code to make for it; `reward-id` and `code-id` become attributes. */
  code?: Record<string, unknown>;
  /** A timeline to make for it; its slug becomes the attribute, or with `hasHeader` the collection's id. */
  timeline?: { entries: Record<string, unknown>[]; collection?: Record<string, unknown> };
  hasHeader?: boolean;
  faults?: Fault[];
  /** The address with which a shopper has logged in elsewhere on the page before this tile's element is added. */
  login?: string;
  act?: (shopper: Shopper) => Promise<void>;
  /** It covers the page, and is shown only when it is asked for. */
  isModal?: boolean;
  /**
   * The browser conditions during `act`. Such tiles, and busy ones, act one after the other, when all other tiles have
   * arrived.
   */
  browser?: 'offline' | 'clipboard' | 'no-clipboard';
  /** The request that never ends. When the client stops waiting, the tile starts it again. */
  busy?: Fault['operation'] | 'cart';
  /**
   * Whether it is opened before all other tiles: elements that are already on the page would follow its change of the
   * address.
   */
  comesFirst?: boolean;
  /** Like `busy`, for a tile that becomes busy during `act`. */
  staysBusy?: boolean;
}

// The tiles: the log-in.

const emailTo = (email: string) => async (shopper: Shopper) => {
  await shopper.type('input', email);
  await shopper.click('button');
};

export const codeFor = (email: string, code?: string) => async (shopper: Shopper) => {
  await emailTo(email)(shopper);
  await shopper.reach('code');
  await shopper.type('input', code ?? (await shopper.mailedCode(email)));
  await shopper.click('button');
};

const logins: Omit<Tile, 'tag'>[] = [
  { name: 'otp-email', title: 'Email', state: 'email' },
  {
    name: 'otp-invalid-email',
    title: 'Not an email address',
    state: 'email',
    has: '[part=input][aria-invalid=true]',
    act: emailTo('ada.example.com'),
  },
  {
    name: 'otp-sending',
    title: 'Sending',
    state: 'sending',
    busy: 'createOtp',
    act: emailTo('ada@example.com'),
  },
  { name: 'otp-code', title: 'Code', state: 'code', act: emailTo('grace@example.com') },
  {
    name: 'otp-wrong-code',
    title: 'Wrong code',
    state: 'code',
    has: '[part=input][aria-invalid=true]',
    act: codeFor('alan@example.com', 'ABC123'),
  },
  {
    name: 'otp-resent',
    title: 'New code, long address, told how long it is valid',
    state: 'code',
    attributes: { 'resend-after': '0', expires: '600', 'expires-unit': 'seconds' },
    act: async (shopper) => {
      await emailTo('somebody.with.a.rather.long.address@mail.shopping.example.com')(shopper);
      await shopper.reach('code');
      await shopper.click('link');
      await shopper.reach('sending');
      await shopper.reach('code');
    },
  },
  {
    name: 'otp-verifying',
    title: 'Verifying',
    state: 'verifying',
    busy: 'verifyOtp',
    act: codeFor('katherine@example.com', '204518'),
  },
  { name: 'otp-verified', title: 'Verified', state: 'verified', act: codeFor('barbara@example.com') },
  {
    name: 'otp-locked-out',
    title: 'Locked out',
    state: 'locked-out',
    faults: [{ operation: 'createOtp', fault: 'rate-limited', retryAfter: 600 }],
    act: emailTo('edsger@example.com'),
  },
  {
    name: 'otp-offline',
    title: 'Connection lost',
    state: 'offline',
    // For all requests: browsers themselves retry on a connection that was used before.
    faults: [{ operation: 'createOtp', fault: 'drop-before', times: 0 }],
    act: emailTo('radia@example.com'),
  },
  {
    name: 'otp-misconfigured',
    title: 'Misconfigured',
    state: 'misconfigured',
    attributes: { 'base-url': '' },
  },
];

// The tiles: the claim.

const claim = (shopper: Shopper) => shopper.click('button');

const claimAndUse = async (shopper: Shopper) => {
  await claim(shopper);
  await shopper.click('apply');
};

/** The sandbox draws codes at random; these pictures repeat. Despite the fault's name, the shape is the right one. */
const grants = (body: Record<string, unknown>): Fault => ({
  operation: 'claimRewardGrant',
  fault: 'wrong-shape',
  body: { grantId: '5f0c1d2e-0000-4000-8000-000000000001', rewardId: null, externalIds: [], ...body },
});

const welcome = grants({
  discountCode: 'WELCOME-7Q4K-15',
  codeType: 'unique_codes',
  valueType: 'percentage',
  value: 15,
  scope: 'sitewide',
});

const refuses = (status: number, code: string, message: string): Fault => ({
  operation: 'claimRewardGrant',
  fault: 'status',
  status,
  body: { message, code, details: {} },
});

/** Does not use `Date.now`, which the screenshot test stops. */
const hoursAhead = (hours: number) =>
  new Date(performance.timeOrigin + performance.now() + hours * 3_600_000).toISOString();

const reserves = (body: Record<string, unknown>): Fault => ({
  operation: 'reserveRewardCode',
  fault: 'wrong-shape',
  body: {
    id: '5f0c1d2e-0000-4000-8000-000000000002',
    code: 'KEEP-ME-2026',
    status: 'reserved',
    externalIds: {},
    ...body,
  },
});

const claims: Omit<Tile, 'tag'>[] = [
  { name: 'claim-ready', title: 'Ready', state: 'ready', grant: {} },
  {
    name: 'claim-login',
    title: 'Login first',
    state: 'login',
    attributes: { 'requires-login': '' },
    grant: {},
  },
  {
    name: 'claim-claiming',
    title: 'Claiming',
    state: 'claiming',
    grant: {},
    busy: 'claimRewardGrant',
    act: claim,
  },
  {
    name: 'claim-percentage',
    title: 'Claimed: percentage, unique code, link that applies it',
    state: 'claimed',
    attributes: { 'apply-url': '/discount/{code}?redirect={path}' },
    grant: {},
    faults: [welcome],
    act: claim,
  },
  {
    name: 'claim-fixed-amount',
    title: 'Claimed: fixed amount, shared code',
    state: 'claimed',
    attributes: { currency: 'EUR' },
    grant: {},
    faults: [
      grants({
        discountCode: 'NORDLICHT15',
        codeType: 'global_code',
        valueType: 'fixed_amount',
        value: 15,
        scope: 'collection',
      }),
    ],
    act: claim,
  },
  {
    name: 'claim-long-code',
    title: 'Claimed: a very long code',
    state: 'claimed',
    attributes: { 'apply-url': '/discount/{code}' },
    grant: {},
    faults: [
      grants({
        discountCode: 'MEMBERS-ONLY-AUTUMN-WINTER-2026-8F3K-22QX-71PD',
        codeType: 'unique_codes',
        valueType: 'percentage',
        value: 12.5,
        scope: 'variant',
      }),
    ],
    act: claim,
  },
  {
    name: 'claim-free-shipping',
    title: 'Claimed: free shipping, automatic',
    state: 'claimed',
    grant: { codeType: 'automatic', valueType: 'free_shipping', value: 0, scope: 'sitewide' },
    act: claim,
  },
  {
    name: 'claim-gated',
    title: 'Claimed: gated content',
    state: 'claimed',
    slots: { gated: 'The lookbook, the patterns and the film are yours now.' },
    grant: { codeType: 'automatic', valueType: 'gated_content', value: null, scope: 'product' },
    act: claim,
  },
  {
    name: 'claim-unknown-kinds',
    title: 'Claimed: kinds that no document lists',
    state: 'claimed',
    grant: {},
    faults: [
      grants({
        discountCode: 'LUCKY-DIP',
        codeType: 'lottery',
        valueType: 'mystery_box',
        value: 7,
        scope: 'galaxy',
      }),
    ],
    act: claim,
  },
  {
    name: 'claim-copied',
    title: 'Copied',
    state: 'claimed',
    has: '[part~=message]:not(:empty)',
    grant: {},
    faults: [welcome],
    act: async (shopper) => {
      await claim(shopper);
      await shopper.click('copy');
    },
    browser: 'clipboard',
  },
  {
    name: 'claim-copy-failed',
    title: 'Copying not allowed',
    state: 'claimed',
    has: '[part~=message]:not(:empty)',
    grant: {},
    faults: [welcome],
    act: async (shopper) => {
      await claim(shopper);
      await shopper.click('copy');
    },
    browser: 'no-clipboard',
  },
  {
    name: 'claim-cart',
    title: 'Claimed: a code for the cart',
    state: 'claimed',
    has: 'button[part=apply]',
    attributes: { platform: 'woocommerce' },
    grant: {},
    faults: [welcome],
    act: claim,
  },
  {
    name: 'claim-applying',
    title: 'On its way into the cart',
    state: 'applying',
    attributes: { platform: 'bigcommerce' },
    grant: {},
    faults: [welcome],
    busy: 'cart',
    act: claimAndUse,
  },
  {
    name: 'claim-applied',
    title: 'In the cart',
    state: 'applied',
    attributes: { platform: 'shopify' },
    grant: {},
    faults: [
      grants({ discountCode: 'OTHER-10', codeType: 'unique_codes', valueType: 'percentage', value: 10 }),
    ],
    act: claimAndUse,
  },
  {
    name: 'claim-applied-reserved',
    title: 'In the cart, reserved, ends today',
    state: 'applied',
    attributes: { platform: 'shopify' },
    code: {},
    faults: [reserves({ code: 'HAT-5', reservedFor: 'dorothy@example.com', expiresAt: hoursAhead(4.5) })],
    act: async (shopper) => {
      await codeFor('dorothy@example.com')(shopper);
      await shopper.click('apply');
    },
  },
  {
    name: 'claim-cart-empty',
    title: 'Not in the cart: it is empty',
    state: 'not-applied',
    attributes: { platform: 'bigcommerce', 'apply-url': '/discount/{code}' },
    grant: {},
    faults: [welcome],
    act: claimAndUse,
  },
  {
    name: 'claim-cart-refused',
    title: 'Not in the cart: the shop system’s own words',
    state: 'not-applied',
    attributes: { platform: 'woocommerce', 'apply-url': '/discount/{code}' },
    grant: {},
    faults: [welcome],
    act: claimAndUse,
  },
  {
    name: 'claim-reserve',
    title: 'Ready to reserve a code',
    state: 'ready',
    code: {},
    login: 'lise.with.an.equally.long.address@mail.shopping.example.com',
  },
  {
    name: 'claim-reserved',
    title: 'Reserved, ends today',
    state: 'reserved',
    attributes: { 'apply-url': '/discount/{code}' },
    code: {},
    faults: [reserves({ reservedFor: 'hedy@example.com', expiresAt: hoursAhead(4.5) })],
    act: codeFor('hedy@example.com'),
  },
  {
    name: 'claim-reserved-long',
    title: 'Reserved, ends next week',
    state: 'reserved',
    code: {},
    faults: [reserves({ reservedFor: 'joan@example.com', expiresAt: hoursAhead(24 * 7) })],
    act: codeFor('joan@example.com'),
  },
  {
    name: 'claim-not-reserved',
    title: 'Not reserved',
    state: 'not-reserved',
    code: { status: 'reserved', reservedFor: 'somebody.else@example.com' },
    act: codeFor('frances@example.com'),
  },
  {
    name: 'claim-expired',
    title: 'Reserved, and the time is up',
    state: 'expired',
    code: {},
    faults: [reserves({ reservedFor: 'mary@example.com', expiresAt: hoursAhead(-1) })],
    act: codeFor('mary@example.com'),
  },
  {
    name: 'claim-unconfirmed',
    title: 'Unconfirmed',
    state: 'unconfirmed',
    grant: {},
    faults: [{ operation: 'claimRewardGrant', fault: 'status', status: 503 }],
    act: claim,
  },
  {
    name: 'claim-locked-out',
    title: 'Locked out',
    state: 'locked-out',
    grant: {},
    faults: [{ operation: 'claimRewardGrant', fault: 'rate-limited', retryAfter: 600 }],
    act: claim,
  },
  {
    name: 'claim-offline',
    title: 'No connection',
    state: 'offline',
    grant: {},
    act: claim,
    browser: 'offline',
  },
  {
    name: 'claim-already-claimed',
    title: 'Already claimed',
    state: 'error',
    grant: { state: 'claimed' },
    act: claim,
  },
  {
    name: 'claim-expired-grant',
    title: 'Expired grant',
    state: 'error',
    grant: { state: 'expired' },
    act: claim,
  },
  {
    name: 'claim-not-started',
    title: 'Not started',
    state: 'error',
    grant: { state: 'not_started' },
    act: claim,
  },
  { name: 'claim-used-up', title: 'Used up', state: 'error', grant: { state: 'used_up' }, act: claim },
  {
    name: 'claim-wrong-account',
    title: 'Wrong account',
    state: 'error',
    grant: {},
    faults: [refuses(403, 'grant_of_somebody_else', 'This grant was issued to another customer.')],
    act: claim,
  },
  {
    name: 'claim-unknown-token',
    title: 'Unknown token',
    state: 'error',
    attributes: { token: 'grant-nobody-knows-this' },
    act: claim,
  },
  {
    name: 'claim-own-words',
    title: 'The service’s own words',
    state: 'error',
    grant: {},
    faults: [
      refuses(
        409,
        'region_closed',
        'Rewards of the autumn drop are only for customers in Norway and Iceland.',
      ),
    ],
    act: claim,
  },
  {
    name: 'claim-contact',
    title: 'Refused, with the shop’s own contact',
    state: 'error',
    slots: { contact: 'Write to help@nordlicht.example, we answer within a day.' },
    grant: { state: 'revoked' },
    act: claim,
  },
  {
    name: 'claim-no-token',
    title: 'No token in the address',
    state: 'no-token',
    attributes: { 'token-param': 'reward' },
    slots: { 'no-token': 'Members find their reward in the newsletter.' },
  },
  {
    name: 'claim-misconfigured',
    title: 'Misconfigured',
    state: 'misconfigured',
    attributes: { token: 'short' },
  },
];

export const tiles: Tile[] = [
  ...logins.map((tile) => ({ ...tile, tag: 'otp-login' as const })),
  ...claims.map((tile) => ({ ...tile, tag: 'reward-claim' as const })),
  ...timelines.map((tile) => ({ ...tile, tag: 'collection-timeline' as const })),
];

/** The meaning of the sandbox's error codes, as a merchant of this service would write it. */
export const errorMap = JSON.stringify({
  grant_already_claimed: 'already-claimed',
  grant_expired: 'expired',
  grant_not_started: 'not-started',
  reward_used_up: 'used-up',
  grant_not_found: 'unknown-token',
  grant_of_somebody_else: 'wrong-account',
});
