import { expect, inState, newShop, part, place, textOf } from '../../helpers/fixture.ts';
import { watchRequests } from '../../platforms/support.ts';
import { beShopify } from './apply-support.ts';
import { isNothingStored, press } from './support.ts';

describe('A code and a cart in the theme editor', () => {
  for (const apply of ['click', 'after-claim'])
    it(`are a sample: nothing is sent, and nothing is kept, apply="${apply}"`, async () => {
      const shop = await newShop();
      beShopify({ designMode: true });
      const requests = watchRequests();
      const claim = await place('reward-claim', shop, {
        // The page keeps the sample of each id.
        id: apply,
        token: 'a-token-of-the-merchant',
        apply,
        'auto-claim': '',
      });
      await inState(claim, 'ready');
      press(claim);
      if (apply === 'click') {
        await inState(claim, 'claimed');
        part(claim, 'apply')!.click();
      }
      await inState(claim, 'applied');
      expect(textOf(claim, 'applied')).to.equal('Applied to your cart');
      part(claim, 'cart')!.click();
      expect(claim.dataset['state']).to.equal('applied');
      requests.stop();
      expect(requests.asked).to.deep.equal([]);
      expect(isNothingStored()).to.equal(true);
      expect(await shop.requests()).to.deep.equal([]);
      await expect(claim).to.be.accessible();
    });
});
