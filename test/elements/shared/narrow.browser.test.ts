/** The words of every language in every state, on the narrowest phone: they stay inside, and no label is cut off. */
import type { StorefrontElement } from '../../../src/elements/shared/storefront-element.ts';
import { languages, loadWords } from '../../../src/elements/shared/words.ts';
import { openShop, type TestShop } from '../../helpers/control.ts';
import {
  expect,
  inState,
  loadLanguage,
  newEmail,
  newShop,
  oneEvent,
  part,
  place,
  SPACE_AT_LINE_END,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { askForCode, enter, failWith, logIn, passTime, setOnline } from '../../helpers/login.ts';
import { newCart } from '../../platforms/support.ts';
import { show } from '../collection-timeline/support.ts';
import { grantCode, newCode } from '../reward-claim/apply-support.ts';
import { box, override } from '../../helpers/undo.ts';
import { claimNow, fail, openGrant, press } from '../reward-claim/support.ts';

/** 320 px without a theme's margins of 16 px. */
const WIDTH = 288;

/** Everything that is seen, also of elements within elements, but for galleries: their slides wait outside. */
function* seenIn(root: ParentNode): Generator<HTMLElement> {
  for (const each of root.querySelectorAll<HTMLElement>('*')) {
    if (
      each.closest('[aria-hidden=true], .unseen, .skip, .slides') ||
      !each.checkVisibility({ visibilityProperty: true })
    )
      continue;
    yield each;
    if (each.shadowRoot) yield* seenIn(each.shadowRoot);
  }
}

/** The parts that stand out of the card, and the labels that are wider or higher than what they are on. */
function problemsOf(element: HTMLElement, inside: HTMLElement): string[] {
  const card = inside.getBoundingClientRect();
  const problems: string[] = [];
  for (const each of seenIn(element.shadowRoot!)) {
    const name = each.part.value || each.className || each.localName;
    const { left, right, top, bottom, width } = each.getBoundingClientRect();
    const margin = each.closest('.message') ? SPACE_AT_LINE_END : 1;
    if (width && (left < card.left - margin || right > card.right + margin))
      problems.push(`${name} stands out`);
    if (!each.matches('button, a, label, h2, [part~=message]') || !each.textContent.trim()) continue;
    const text = new Range();
    text.selectNodeContents(each);
    const label = text.getBoundingClientRect();
    // Letters may be higher than their line.
    const isCut =
      label.left < left - margin ||
      label.right > right + margin ||
      label.top < top - 8 ||
      label.bottom > bottom + 8;
    if (isCut) problems.push(`${name} is cut: ${each.textContent.trim()}`);
  }
  return problems;
}

/** How far each line of a button's text begins from the button's own beginning. */
function lineStarts(button: HTMLElement): number[] {
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const starts: number[] = [];
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement!.closest('.seconds')) continue;
    const range = new Range();
    range.selectNodeContents(texts.currentNode);
    for (const { left, width } of range.getClientRects())
      if (width) starts.push(Math.round(left - button.getBoundingClientRect().left));
  }
  return starts;
}

describe('On a very narrow page, small actions that take several lines', () => {
  it('begin all of them at the same side', async () => {
    const shop = await newShop();
    const inside = box({ style: 'inline-size: 5.5em' });
    const login = await place('otp-login', shop, {}, inside);
    await askForCode(login);
    override(navigator, 'share', { value: () => Promise.resolve() });
    const words = JSON.stringify({ share: 'Share this code with all of your friends' });
    const { claim } = await openGrant(shop, {}, { words }, inside);
    await claimNow(claim);
    const links = [login, claim].flatMap(({ shadowRoot }) => [
      ...shadowRoot!.querySelectorAll<HTMLElement>('button.link'),
    ]);
    expect(links).to.have.length(3);
    for (const link of links) {
      const starts = lineStarts(link);
      expect(starts.length, link.innerText).to.be.above(1);
      expect([...new Set(starts)], link.innerText).to.deep.equal([0]);
    }
  });
});

describe('At 320 px, no word of any language stands out or is cut', function () {
  // Each test draws the element hundreds of times.
  this.timeout(180_000);
  let shop: TestShop;
  let inside: HTMLElement;
  before(async () => {
    await Promise.all(languages().map(loadLanguage));
    await Promise.all(languages().map(async (language) => loadWords(language, () => undefined)));
  });
  beforeEach(async () => {
    shop = await newShop();
    inside = box({ style: `inline-size: ${WIDTH}px` });
  });

  /** Looks at the element's state in every language. */
  async function look(element: StorefrontElement, state: string) {
    const container = element.shadowRoot!.querySelector<HTMLElement>('.container')!;
    const problems: string[] = [];
    for (const language of languages()) {
      inside.lang = language;
      await waitUntil(() => container.lang === language, `${state} in ${language}`, { interval: 1 });
      await element.updateComplete;
      problems.push(...problemsOf(element, inside).map((problem) => `${language}, ${state}: ${problem}`));
    }
    expect(problems).to.deep.equal([]);
  }

  it('in a login', async () => {
    const long = `a.rather.long.name.${Math.random().toString(36).slice(2, 8)}@example.com`;
    let login = await place('otp-login', shop, { 'no-storage': '' }, inside);
    enter(login, long);
    await inState(login, 'code');
    enter(login, await shop.mailedCode(long));
    await inState(login, 'verified');
    await look(login, 'verified');
    login.logout();
    await inState(login, 'email');
    login.remove();
    login = await place('otp-login', shop, { expires: '59', 'expires-unit': 'minutes' }, inside);
    await look(login, 'email');
    enter(login, 'nonsense');
    await look(login, 'wrong address');
    await askForCode(login, long);
    await look(login, 'code');
    await failWith(login, '1');
    await look(login, 'wrong code');
    passTime(31);
    login.shadowRoot!.querySelector<HTMLElement>('button[part=link]')!.click();
    await oneEvent(login, 'otp-login-code-sent');
    await look(login, 'resent');
    await shop.fault({ operation: 'verifyOtp', fault: 'rate-limited', retryAfter: 3540 });
    await failWith(login, '1');
    await inState(login, 'locked-out');
    await look(login, 'locked-out');
  });

  it('in a claim that goes well', async () => {
    override(navigator, 'share', { value: () => Promise.resolve() });
    for (const [grant, state] of [
      [{ value: 12.5, scope: 'variant' }, 'percentage'],
      [{ valueType: 'fixed_amount', value: 1500, scope: 'collection' }, 'amount'],
      [{ valueType: 'free_shipping', scope: 'sitewide', codeType: 'automatic' }, 'free shipping'],
      [{ valueType: 'gated_content', codeType: 'global_code' }, 'content'],
    ] as const) {
      const { claim } = await openGrant(shop, grant, { currency: 'EUR', 'apply-url': '/d/{code}' }, inside);
      // Nothing of the grant is shown before.
      if (state === 'percentage') await look(claim, 'ready');
      await claimNow(claim);
      await look(claim, state);
      if (state === 'percentage') {
        override(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
        const before = textOf(claim, 'message');
        part(claim, 'copy')!.click();
        await waitUntil(() => textOf(claim, 'message') !== before);
        await look(claim, 'not copied');
      }
      claim.remove();
    }
  });

  it('in a claim that fails', async () => {
    const problems = [
      'already-claimed',
      'expired',
      'not-started',
      'used-up',
      'wrong-account',
      'unknown-token',
    ];
    const map = JSON.stringify(Object.fromEntries(problems.map((problem) => [problem, problem])));
    const attributes = { 'error-map': map, 'contact-url': '/contact' };
    const { claim } = await openGrant(shop, {}, attributes, inside);
    setOnline(false);
    await fail(claim);
    await look(claim, 'offline');
    setOnline(true);
    await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
    await fail(claim);
    await look(claim, 'unconfirmed');
    claim.remove();
    for (const code of problems) {
      const { claim: refused } = await openGrant(shop, {}, attributes, inside);
      const body = { code, message: 'No.', details: {} };
      await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 409, body });
      await fail(refused);
      await look(refused, code);
      refused.remove();
    }
  });

  it('with a code for the cart', async () => {
    const cart = await newCart('shopify');
    const code = newCode();
    await grantCode(shop, code);
    const { claim } = await openGrant(shop, {}, { platform: 'shopify' }, inside);
    await claimNow(claim);
    const apply = async (state: string) => {
      part(claim, 'apply')!.click();
      await inState(claim, 'applying');
      await inState(claim, state);
    };
    await apply('not-applied');
    await look(claim, 'empty cart');
    await cart.fill('101');
    await apply('applied');
    await look(claim, 'applied');
  });

  it('in a reservation', async () => {
    // In the sandbox this operation takes a secret key, which a shop's gateway would add.
    shop = await openShop(globalThis.sandboxUrl);
    const { rewardId, codeId } = await shop.rewardCode({});
    const ids = { 'reward-id': rewardId, 'code-id': codeId };
    const first = await place('reward-claim', shop, ids, inside);
    await look(first, 'log in first');
    first.remove();
    const login = await place('otp-login', shop);
    await logIn(login, shop, newEmail());
    const claim = await place('reward-claim', shop, ids, inside);
    await look(claim, 'ready');
    press(claim);
    await inState(claim, 'reserved');
    await look(claim, 'reserved');
  });

  it('in a timeline', async () => {
    const gallery = ['a.webp', 'b.pdf', 'c.webp'].map((file) => ({ url: `https://files.example/${file}` }));
    const entries = [
      { title: 'Papers', gallery, created_at: '2026-01-01T00:00:00Z' },
      { title: 'Long ago', created_at: 'once' },
    ];
    const timeline = await show(shop, entries, { 'group-by': 'day', scrubber: '' }, inside);
    await look(timeline, 'ready');
    timeline.remove();
    await look(await show(shop, [], {}, inside), 'empty');
  });
});
