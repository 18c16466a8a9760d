import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newShop,
  part,
  place,
  runsToTheRight,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { fewLetterSpacings } from '../../helpers/letter-spacing.ts';
import { testReservedHeights } from './reserved-heights.ts';
import { box, override, restore, withhold } from '../../helpers/undo.ts';
import { newCart } from '../../platforms/support.ts';
import { newCode, openClaimed } from './apply-support.ts';
import { claimNow, fail, languageCases, loginIn, openGrant } from './support.ts';

const languages = {
  ar: 'احصل على المكافأة',
  de: 'Prämie sichern',
  en: 'Claim reward',
  es: '',
  fr: '',
  he: '',
  it: '',
  ja: '',
  nl: '',
  'pt-BR': '',
  'zh-CN': '',
};

testReservedHeights(languageCases, fewLetterSpacings);

describe('The words of <reward-claim>', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
  });
  afterEach(restore);

  for (const language of Object.keys(languages))
    it(`are those of the page: ${language}`, async () => {
      const inside = box({ lang: language });
      const { claim } = await openGrant(shop, { value: 15 }, { 'apply-url': '/d/{code}' }, inside);
      const english = [
        'Your reward is waiting',
        'Claim reward',
        'Reward claimed',
        '15% off',
        'Copy code',
        'Use it now',
      ];
      const shown = [textOf(claim, 'heading'), textOf(claim, 'button')];
      await claimNow(claim);
      const stack = claim.shadowRoot!.querySelector('.stack')!;
      shown.push(
        stack.querySelector('p')!.textContent.trim(),
        textOf(claim, 'value'),
        textOf(claim, 'copy'),
        textOf(claim, 'apply'),
      );
      for (const [index, words] of english.entries())
        expect(shown[index]!.startsWith(words), `${words} / ${shown[index]}`).to.equal(language === 'en');
      const isRtl = language === 'ar' || language === 'he';
      expect(getComputedStyle(stack).direction).to.equal(isRtl ? 'rtl' : 'ltr');
      expect(runsToTheRight(part(claim, 'code')!), 'the code').to.equal(true);
      if (/^(ar|de|en)$/.test(language)) await expect(claim).to.be.accessible();
    });

  it('change with the language of the page', async () => {
    const inside = box({ lang: 'de' });
    const { claim } = await openGrant(shop, {}, {}, inside);
    expect(textOf(claim, 'button')).to.equal('Prämie sichern');
    inside.lang = 'nl';
    await waitUntil(() => textOf(claim, 'button') !== 'Prämie sichern');
    expect(claim.shadowRoot!.querySelector('.container')).to.have.attribute('lang', 'nl');
  });

  it('change with the language of the page in the login of a claim, too', async () => {
    const inside = box({ lang: 'de' });
    const { claim } = await openGrant(shop, {}, { 'requires-login': '' }, inside);
    const login = loginIn(claim);
    await login.updateComplete;
    expect(textOf(login, 'button')).to.equal('Code anfordern');
    // No other test has loaded these words.
    inside.lang = 'sv';
    const languageOf = (element: Element) =>
      element.shadowRoot!.querySelector<HTMLElement>('.container')!.lang;
    await waitUntil(() => languageOf(claim) === 'sv', 'the claim has changed');
    await waitUntil(() => languageOf(login) === 'sv', 'the login has changed');
    expect(textOf(login, 'button')).not.to.equal('Code anfordern');
  });

  it('end with their ellipsis on a busy button of a right-to-left shop that has no words', async () => {
    const cart = await newCart('shopify');
    await cart.fill('101');
    const { claim } = await openClaimed(shop, newCode(), { platform: 'shopify', lang: 'fa' });
    part(claim, 'apply')!.click();
    await claim.updateComplete;
    expect(textOf(claim, 'apply')).to.equal('Applying to your cart…');
    expect(runsToTheRight(part(claim, 'apply')!.querySelector('.cells > span')!)).to.equal(true);
    await inState(claim, 'applied');
  });

  it('can be the shop’s own, one by one', async () => {
    const words = { claim: 'Her damit!', claimed: 'Deins', copied: 'Sitzt.', perhapsYours: 'Ruf an!' };
    override(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } });
    const { claim } = await openGrant(shop, {}, { words: JSON.stringify(words) });
    expect(textOf(claim, 'button')).to.equal('Her damit!');
    expect(textOf(claim, 'heading')).to.equal('Your reward is waiting');
    await claimNow(claim);
    expect(claim.shadowRoot!.querySelector('.stack')!.textContent).to.contain('Deins');
    part(claim, 'copy')!.click();
    await waitUntil(() => textOf(claim, 'message') === 'Sitzt.');
  });

  it('can be set wrongly, which is said once and costs nothing', async () => {
    const messages = await consoleOf('warn', async () => {
      const { claim } = await openGrant(shop, {}, { words: '{ "claim": 5 }' });
      await claimNow(claim);
    });
    expect(messages).to.deep.equal(['<reward-claim> words must be a JSON object of texts.']);
  });

  describe('in slots', () => {
    const fill = (claim: RewardClaim, ...names: string[]) =>
      names.map((name) => {
        const own = document.createElement('span');
        own.slot = name;
        own.textContent = `our ${name}`;
        claim.append(own);
        return own;
      });
    const isSeen = (element?: HTMLElement) => element!.checkVisibility() && element!.offsetHeight > 0;
    const seenIn = (own: HTMLElement[]) => own.filter(isSeen).map(({ slot }) => slot);
    const all = [
      'heading',
      'intro',
      'claim',
      'reserve',
      'retry',
      'claimed',
      'gated',
      'automatic',
      'copy',
      'share',
      'apply',
      'contact',
      'no-token',
      'unavailable',
    ];

    it('stand where the shop puts them before, during and after a claim', async () => {
      override(navigator, 'share', { value: () => Promise.resolve() });
      const { claim } = await openGrant(shop, {}, { 'apply-url': '/d/{code}' });
      const own = fill(claim, ...all);
      expect(seenIn(own)).to.deep.equal(['heading', 'intro', 'claim']);
      await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
      await fail(claim);
      expect(seenIn(own)).to.deep.equal(['retry', 'contact']);
      await claimNow(claim);
      expect(seenIn(own)).to.deep.equal(['claimed', 'copy', 'share', 'apply']);
      await expect(claim).to.be.accessible();
    });

    it('stand where there is no code, or content behind it', async () => {
      const automatic = await openGrant(shop, { codeType: 'automatic' });
      const own = fill(automatic.claim, ...all);
      await claimNow(automatic.claim);
      expect(seenIn(own)).to.deep.equal(['claimed', 'automatic']);
      withhold(Navigator.prototype, 'share');
      const gated = await openGrant(shop, { codeType: 'global_code', valueType: 'gated_content' });
      const content = fill(gated.claim, ...all);
      await claimNow(gated.claim);
      expect(seenIn(content)).to.deep.equal(['claimed', 'gated', 'copy']);
    });

    it('stand where a reward is refused', async () => {
      const { claim } = await openGrant(shop, { state: 'expired' });
      const own = fill(claim, ...all);
      await fail(claim);
      expect(seenIn(own)).to.deep.equal(['contact']);
      expect(claim.shadowRoot!.querySelector('[part~=message]')!.textContent).to.contain('expired');
    });

    it('stand where the attributes are wrong', async () => {
      await consoleOf('warn', async () => {
        const claim = await place('reward-claim', shop);
        const own = fill(claim, ...all);
        expect(claim.dataset['state']).to.equal('misconfigured');
        expect(seenIn(own)).to.deep.equal(['unavailable']);
        await expect(claim).to.be.accessible();
      });
    });
  });
});
