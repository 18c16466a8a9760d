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
} from '../../helpers/fixture.ts';
import { box } from '../../helpers/undo.ts';
import { claimNow, openGrant, press } from './support.ts';

const codeTypes = ['automatic', 'global_code', 'unique_codes'] as const;
const values = {
  percentage: [15, '15% off'],
  fixed_amount: [20, '€20 off'],
  free_shipping: [0, 'Free shipping'],
  gated_content: [null, 'Access unlocked'],
} as const;
const scopes = {
  sitewide: 'On your entire order',
  collection: 'On a selected collection',
  product: 'On a selected product',
  variant: 'On a selected version of a product',
} as const;

describe('What <reward-claim> shows of a reward', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
  });

  const claimed = async (
    grant: Record<string, unknown>,
    attributes: Record<string, string> = {},
    inside?: Element,
  ) => {
    const { claim } = await openGrant(shop, grant, attributes, inside);
    await claimNow(claim);
    return claim;
  };
  /** Claims a grant for which the service answers with this. */
  const answered = async (body: unknown, attributes: Record<string, string> = {}, inside?: Element) => {
    await shop.fault({ operation: 'claimRewardGrant', fault: 'wrong-shape', body });
    return claimed({}, attributes, inside);
  };
  const words = (claim: RewardClaim) => claim.shadowRoot!.querySelector('.stack')!.textContent;

  for (const codeType of codeTypes)
    for (const [valueType, [value, worth]] of Object.entries(values))
      for (const [scope, where] of Object.entries(scopes))
        it(`is what it is worth and how to get it: ${codeType}, ${valueType}, ${scope}`, async () => {
          const { claim, token } = await openGrant(
            shop,
            { codeType, valueType, scope, ...(value && { value }) },
            { currency: 'EUR' },
          );
          const content = document.createElement('p');
          content.slot = 'gated';
          content.textContent = 'The film';
          claim.append(content);
          expect(content.offsetHeight, 'not before').to.equal(0);
          await claimNow(claim);
          const isGated = valueType === 'gated_content';
          expect(textOf(claim, 'value')).to.equal(worth);
          expect(textOf(claim, 'scope')).to.equal(isGated ? '' : where);
          const { discountCode } = await shop.grantRecord(token);
          expect(textOf(claim, 'code')).to.equal(codeType === 'automatic' ? '' : discountCode);
          expect(part(claim, 'copy') === null).to.equal(codeType === 'automatic');
          const isApplied = words(claim).includes('Applied automatically at checkout.');
          expect(isApplied, 'content is not applied at a checkout').to.equal(
            codeType === 'automatic' && !isGated,
          );
          expect(content.offsetHeight > 0, 'the content').to.equal(isGated);
        });

  for (const valueType of Object.keys(values))
    it(`reads well for everybody: ${valueType}`, async () => {
      for (const codeType of codeTypes) {
        const claim = await claimed({ codeType, valueType }, { currency: 'EUR', 'apply-url': '/d/{code}' });
        await expect(claim).to.be.accessible();
        claim.remove();
      }
    });

  describe('with an amount', () => {
    for (const [value, attributes, shown] of [
      [15, { currency: 'EUR' }, '€15 off'],
      [12.5, { currency: 'eur' }, '€12.50 off'],
      [1250, { currency: 'EUR', 'minor-units': '' }, '€12.50 off'],
      [500, { currency: 'JPY' }, '¥500 off'],
      [500, { currency: 'JPY', 'minor-units': '' }, '¥500 off'],
      [5000, { currency: 'KWD', 'minor-units': '' }, 'KWD 5 off'],
      [15, {}, 'Your reward'],
    ] as const)
      it(`says it in the shop’s currency: ${value} ${JSON.stringify(attributes)}`, async () => {
        const claim = await claimed({ valueType: 'fixed_amount', value }, attributes);
        expect(textOf(claim, 'value').replaceAll('\u00a0', ' ')).to.equal(shown);
      });

    it('says once that a currency is none, and shows the code all the same', async () => {
      let claim: RewardClaim;
      const messages = await consoleOf('warn', async () => {
        claim = await claimed({ valueType: 'fixed_amount', value: 5 }, { currency: '€' });
      });
      expect(messages).to.deep.equal(['<reward-claim> currency must be an ISO 4217 code such as EUR.']);
      expect(textOf(claim!, 'value')).to.equal('Your reward');
      expect(textOf(claim!, 'code')).to.equal(claim!.result!.discountCode);
    });

    it('writes it as the language around does', async () => {
      const german = box({ lang: 'de' });
      const claim = await claimed({ value: 12.5 }, {}, german);
      expect(textOf(claim, 'value')).to.equal('12,5\u00a0% Rabatt');
      const amount = await claimed({ valueType: 'fixed_amount', value: 1234.5 }, { currency: 'EUR' }, german);
      expect(textOf(amount, 'value')).to.contain('1.234,50\u00a0€');
    });
  });

  describe('that no document lists', () => {
    for (const [body, value, hint] of [
      [
        { codeType: 'tattoo', valueType: 'hug', scope: 'constructor', discountCode: 'HUG-1' },
        'Your reward',
        '',
      ],
      [{ valueType: 'percentage', value: null, discountCode: 'HUG-1' }, 'Your reward', ''],
      [{ valueType: 'percentage', value: 10, scope: 'galaxy', discountCode: 'HUG-1' }, '10% off', ''],
      [{ valueType: 'toString', discountCode: 'HUG-1' }, 'Your reward', ''],
      [{ valueType: 'percentage', value: 5 }, '5% off', 'No code needed.'],
      [{ discountCode: '' }, 'Your reward', 'No code needed.'],
      [{}, 'Your reward', 'No code needed.'],
      [
        { codeType: 'unique_codes', valueType: 'percentage', value: 5 },
        '5% off',
        'Need help? Contact the shop.',
      ],
      [{ codeType: 'global_code', discountCode: '' }, 'Your reward', 'Need help? Contact the shop.'],
    ] as const)
      it(`has an honest general form: ${JSON.stringify(body)}`, async () => {
        const claim = await answered(body);
        expect(textOf(claim, 'value')).to.equal(value);
        expect(textOf(claim, 'code')).to.equal('discountCode' in body ? body.discountCode : '');
        expect(words(claim)).to.contain(hint);
        await expect(claim).to.be.accessible();
      });
  });

  describe('in its code', () => {
    it('is large, and one tap takes all of it', async () => {
      const claim = await claimed({});
      const style = getComputedStyle(part(claim, 'code')!);
      expect(parseFloat(style.fontSize)).to.be.greaterThan(parseFloat(getComputedStyle(claim).fontSize));
      // Safari only knows it with the prefix.
      expect(style.getPropertyValue('user-select') || style.getPropertyValue('-webkit-user-select')).to.equal(
        'all',
      );
    });

    it('breaks a long one rather than to stand out of a narrow page', async () => {
      const inside = box({ style: 'inline-size: 200px' });
      const code = 'LANGER-RABATTCODE-'.repeat(6);
      const claim = await answered({ codeType: 'global_code', discountCode: code }, {}, inside);
      expect(textOf(claim, 'code')).to.equal(code);
      expect(inside.scrollWidth).to.be.at.most(200);
    });

    it('runs from left to right in a shop that runs from right to left', async () => {
      const body = { codeType: 'global_code', discountCode: '15-OFF-2026!' };
      const claim = await answered(body, {}, box({ dir: 'rtl' }));
      expect(runsToTheRight(part(claim, 'code')!)).to.equal(true);
      expect(runsToTheRight(part(claim, 'value')!)).to.equal(true);
    });

    it('is text, whatever is in it', async () => {
      const code = '<img src=x onerror=alert(1)>';
      const claim = await answered({ codeType: 'global_code', discountCode: code });
      expect(textOf(claim, 'code')).to.equal(code);
    });
  });

  it('stays in sight when the page takes the token or the key away', async () => {
    const claim = await claimed({});
    const code = textOf(claim, 'code');
    claim.removeAttribute('token');
    await claim.updateComplete;
    expect(textOf(claim, 'code')).to.equal(code);
    const messages = await consoleOf('warn', async () => {
      claim.setAttribute('api-key', 'k€y');
      await claim.updateComplete;
    });
    expect(messages).to.have.length(1);
    expect(textOf(claim, 'code')).to.equal(code);
    expect(claim.dataset['state']).to.equal('claimed');
  });

  it('is another for another token', async () => {
    const claim = await claimed({});
    const { token } = await shop.grant();
    claim.token = token;
    await inState(claim, 'ready');
    expect(part(claim, 'code') === null).to.equal(true);
    await claimNow(claim);
    expect(textOf(claim, 'code')).to.equal((await shop.grantRecord(token)).discountCode);
  });

  it('is not that of a claim that was under way when the token changed', async () => {
    const { claim } = await openGrant(shop);
    const held = await shop.hold('claimRewardGrant');
    press(claim);
    await held.arrived();
    const first = claim.token!;
    claim.token = (await shop.grant()).token;
    await inState(claim, 'ready');
    const again = await place('reward-claim', shop, { token: first });
    await held.release();
    await inState(again, 'claimed');
    await claim.updateComplete;
    expect(claim.dataset['state']).to.equal('ready');
  });
});
