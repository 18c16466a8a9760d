import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  listenTo,
  newShop,
  oneEvent,
  part,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { override, withhold } from '../../helpers/undo.ts';
import { claimNow, eventsOf, openGrant, outcomesOf } from './support.ts';

describe('What a shopper does with the code in <reward-claim>', () => {
  let shop: TestShop;
  let claim: RewardClaim;
  let events: Event[];
  beforeEach(async () => {
    shop = await newShop();
  });

  const open = async (grant: Record<string, unknown> = {}, attributes: Record<string, string> = {}) => {
    ({ claim } = await openGrant(shop, grant, attributes));
    await claimNow(claim);
    events = eventsOf(claim);
  };
  const answered = async (discountCode: string, attributes: Record<string, string>) => {
    const body = { codeType: 'global_code', discountCode };
    await shop.fault({ operation: 'claimRewardGrant', fault: 'wrong-shape', body });
    await open({}, attributes);
  };
  const prevent = (name: Parameters<typeof oneEvent>[1]) =>
    claim.addEventListener(name, (event) => event.preventDefault());

  describe('copying it', () => {
    const useClipboard = (writeText?: (text: string) => Promise<void>) =>
      override(navigator, 'clipboard', { value: writeText && { writeText } });

    it('says copied when the clipboard took it, each time anew', async () => {
      const copied: string[] = [];
      useClipboard((text) => Promise.resolve(void copied.push(text)));
      await open();
      for (const time of [1, 2]) {
        part(claim, 'copy')!.click();
        await oneEvent(claim, 'reward-claim-copy');
        await claim.updateComplete;
        expect(textOf(claim, 'message')).to.equal('Code copied');
        expect(copied).to.deep.equal(Array(time).fill(claim.result!.discountCode));
      }
      expect(part(claim, 'message')).to.have.attribute('role', 'status');
      await expect(claim).to.be.accessible();
    });

    for (const [why, clipboard] of Object.entries({
      'the clipboard refuses': () => Promise.reject(new DOMException('no', 'NotAllowedError')),
      'there is no clipboard': undefined,
    }))
      it(`selects it instead, and does not say copied: ${why}`, async () => {
        useClipboard(clipboard);
        await open();
        part(claim, 'copy')!.click();
        await waitUntil(() => textOf(claim, 'message') !== 'Reward claimed: 10% off');
        expect(textOf(claim, 'message')).to.contain('The code is selected');
        // Reads a selection inside a shadow root:
        // https://developer.mozilla.org/docs/Web/API/Selection/getComposedRanges
        const [range] = getSelection()!.getComposedRanges({ shadowRoots: [claim.shadowRoot!] });
        const code = part(claim, 'code')!;
        expect(range!.startContainer === code && range!.endContainer === code).to.equal(true);
        expect([range!.startOffset, range!.endOffset]).to.deep.equal([0, code.childNodes.length]);
        expect(outcomesOf(events)).to.deep.equal([]);
        await expect(claim).to.be.accessible();
      });

    for (const [words, clipboard] of Object.entries({
      'Code copied': () => Promise.resolve(),
      'Couldn’t copy. The code is selected: use your device’s copy command.': undefined,
    }))
      it(`is announced each time, without an older message in between: ${words}`, async () => {
        useClipboard(clipboard);
        await open();
        const heard = listenTo(part(claim, 'message')!);
        for (const times of [1, 2, 3]) {
          part(claim, 'copy')!.click();
          await waitUntil(() => heard.length >= times, 'it is announced');
          expect(heard).to.deep.equal(Array(times).fill(words));
        }
      });

    it('can be kept from it', async () => {
      useClipboard(() => Promise.reject(new Error('not to be asked')));
      await open();
      prevent('reward-claim-copy-before');
      part(claim, 'copy')!.click();
      await claim.updateComplete;
      expect(textOf(claim, 'message')).to.equal('Reward claimed: 10% off');
      expect(events.map(({ type }) => type)).to.deep.equal(['reward-claim-copy-before']);
    });
  });

  describe('sharing it', () => {
    const useShare = (share: (data: ShareData) => Promise<void>) =>
      override(navigator, 'share', { value: share });
    const address = location.href;
    afterEach(() => history.replaceState(null, '', address));

    it('shares the words and the address without its parameters', async () => {
      const shared: ShareData[] = [];
      useShare((data) => Promise.resolve(void shared.push(data)));
      history.replaceState(null, '', '/shop?customer=7&token=secret#mine');
      await open({ value: 15 });
      part(claim, 'share')!.click();
      await oneEvent(claim, 'reward-claim-share');
      const text = `15% off: ${claim.result!.discountCode}`;
      expect(shared).to.deep.equal([{ text, url: `${location.origin}/shop` }]);
      await expect(claim).to.be.accessible();
    });

    it('is quiet when the shopper thinks better of it', async () => {
      const asked: unknown[] = [];
      useShare((data) => {
        asked.push(data);
        return Promise.reject(new DOMException('closed', 'AbortError'));
      });
      await open();
      part(claim, 'share')!.click();
      await claim.updateComplete;
      expect(asked).to.have.length(1);
      expect(textOf(claim, 'message')).to.equal('Reward claimed: 10% off');
      expect(outcomesOf(events)).to.deep.equal([]);
    });

    it('is not offered where the browser cannot, or where there is nothing to share', async () => {
      withhold(Navigator.prototype, 'share');
      await open();
      expect(part(claim, 'share') === null).to.equal(true);
      useShare(() => Promise.resolve());
      await open({ codeType: 'automatic' });
      expect(part(claim, 'share') === null).to.equal(true);
    });

    it('can be kept from it', async () => {
      useShare(() => Promise.reject(new Error('not to be asked')));
      await open();
      prevent('reward-claim-share-before');
      part(claim, 'share')!.click();
      await claim.updateComplete;
      expect(events.map(({ type }) => type)).to.deep.equal(['reward-claim-share-before']);
    });
  });

  describe('using it', () => {
    const template = '/discount/{code}?redirect={path}';
    const href = () => part(claim, 'apply')?.getAttribute('href');

    for (const code of [
      'SUMMER-15',
      'a/b?c#d&e=f g+h%i',
      '15 % Rabatt für Zoë 🎁',
      '{path}$&',
      '../../admin',
    ])
      it(`leads to the address that the page gave, with the code in it as it is: ${code}`, async () => {
        await answered(code, { 'apply-url': template });
        const url = new URL(href()!);
        expect(url.origin).to.equal(location.origin);
        expect(url.pathname).to.equal(`/discount/${encodeURIComponent(code)}`);
        expect(url.searchParams.get('redirect')).to.equal(location.pathname + location.search);
        expect(url.hash).to.equal('');
        expect(textOf(claim, 'code')).to.equal(code);
      });

    it('survives half a character in the code', async () => {
      await answered('HALF-\ud83c', { 'apply-url': template });
      expect(href()).to.contain('/discount/HALF-');
      expect(textOf(claim, 'code')).to.contain('HALF-');
    });

    it('is told to the page, and leaves the code in sight', async () => {
      await open({}, { 'apply-url': '#{code}' });
      const address = location.href;
      part(claim, 'apply')!.click();
      expect(outcomesOf(events)).to.deep.equal(['apply']);
      await waitUntil(() => location.hash === `#${claim.result!.discountCode}`, 'the link is followed');
      expect(textOf(claim, 'code')).to.equal(claim.result!.discountCode);
      history.replaceState(null, '', address);
      await expect(claim).to.be.accessible();
    });

    it('can be kept from it', async () => {
      await open({}, { 'apply-url': '#{code}' });
      prevent('reward-claim-apply-before');
      part(claim, 'apply')!.click();
      expect(events.map(({ type }) => type)).to.deep.equal(['reward-claim-apply-before']);
      expect(location.hash).to.equal('');
    });

    it('leads to another host only where the page lists it', async () => {
      const elsewhere = 'https://checkout.example/cart?discount={code}';
      await open({}, { 'apply-url': elsewhere, 'apply-hosts': 'shop.example checkout.example' });
      expect(href()).to.equal(`https://checkout.example/cart?discount=${claim.result!.discountCode}`);
    });

    for (const url of [
      'javascript:alert("{code}")',
      'data:text/html,{code}',
      'https://evil.example/{code}',
      '//evil.example/{code}',
      'https://checkout.example.evil.example/{code}',
      'https://checkout.example:8443/{code}',
      'https://checkout.example@evil.example/{code}',
      'https://[',
    ])
      it(`leads nowhere else, says so once, and shows the code all the same: ${url}`, async () => {
        const messages = await consoleOf('warn', () =>
          open({}, { 'apply-url': url, 'apply-hosts': 'checkout.example' }),
        );
        expect(messages).to.deep.equal([
          '<reward-claim> apply-url must be an address of this site, or of a host in apply-hosts.',
        ]);
        expect(part(claim, 'apply') === null).to.equal(true);
        expect(textOf(claim, 'code')).to.equal(claim.result!.discountCode);
      });

    it('is offered for a discount without a code only where the address needs none', async () => {
      await open({ codeType: 'automatic' }, { 'apply-url': template });
      expect(part(claim, 'apply') === null).to.equal(true);
      await open({ codeType: 'automatic' }, { 'apply-url': '/cart' });
      expect(href()).to.equal(`${location.origin}/cart`);
    });
  });

  it('are targets that a thumb hits', async () => {
    override(navigator, 'share', { value: () => Promise.resolve() });
    await open({}, { 'apply-url': '/d/{code}' });
    for (const name of ['copy', 'apply', 'share']) {
      const { width, height } = part(claim, name)!.getBoundingClientRect();
      expect(Math.min(width, height), name).to.be.at.least(24);
    }
  });
});
