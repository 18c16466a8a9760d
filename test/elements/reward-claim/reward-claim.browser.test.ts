import type { RewardClaim } from '../../../src/elements/reward-claim/reward-claim.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newShop,
  oneEvent,
  part,
  place,
  textOf,
  waitUntil,
  runsToTheRight,
} from '../../helpers/fixture.ts';

describe('<reward-claim>', () => {
  let shop: TestShop;
  let claim: RewardClaim;
  let events: Event[];

  const open = async (grant: Record<string, unknown> = {}) => {
    const { token } = await shop.grant(grant);
    claim = await place('reward-claim', shop, { token });
    events = [];
    for (const name of ['reward-claim-success', 'reward-claim-error', 'reward-claim-copy'] as const)
      claim.addEventListener(name, (event) => events.push(event));
    return token;
  };
  const press = () => part(claim, 'button')!.click();
  const names = () => events.map(({ type }) => type);

  beforeEach(async () => {
    shop = await newShop();
  });

  it('claims nothing on load', async () => {
    const token = await open();
    expect(claim.dataset['state']).to.equal('ready');
    expect((await shop.grantRecord(token)).state).to.equal('open');
    expect(await shop.requests()).to.deep.equal([]);
    expect(document.activeElement).to.equal(document.body);
    await expect(claim).to.be.accessible();
  });

  it('claims once however often the button is pressed, and shows the code', async () => {
    const token = await open({
      codeType: 'unique_codes',
      valueType: 'percentage',
      value: 15,
      scope: 'sitewide',
    });
    part(claim, 'button')!.focus();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 200 });
    press();
    press();
    await inState(claim, 'claiming');
    await expect(claim).to.be.accessible();
    press();
    const event = await oneEvent(claim, 'reward-claim-success');
    await inState(claim, 'claimed');
    const record = await shop.grantRecord(token);
    expect(record.claims).to.equal(1);
    expect(event.result.discountCode).to.equal(record.discountCode);
    expect(claim.result).to.equal(event.result);
    expect(textOf(claim, 'code')).to.equal(record.discountCode);
    expect(textOf(claim, 'value')).to.equal('15% off on your whole order');
    expect(claim.shadowRoot!.activeElement).to.equal(part(claim, 'value'));
    expect(await shop.requests('claimRewardGrant')).to.have.length(1);
    expect(names()).to.deep.equal(['reward-claim-success']);
    await expect(claim).to.be.accessible();
  });

  it('keeps the token out of events, the page and the console', async () => {
    const token = await open();
    const messages = await consoleOf('warn', async () => {
      press();
      await oneEvent(claim, 'reward-claim-success');
      await claim.updateComplete;
    });
    expect(JSON.stringify(events.map((event) => Object.entries(event)))).not.to.contain(token);
    expect(claim.shadowRoot!.innerHTML).not.to.contain(token);
    expect(messages).to.deep.equal([]);
  });

  for (const [grant, value, code] of [
    [
      { codeType: 'global_code', valueType: 'percentage', value: 12.5, scope: 'collection' },
      '12.5% off on a selected collection',
      true,
    ],
    [
      { codeType: 'unique_codes', valueType: 'free_shipping', scope: 'product' },
      'Free shipping on a selected product',
      true,
    ],
    [
      { codeType: 'unique_codes', valueType: 'fixed_amount', value: 500, scope: 'variant' },
      'Your reward on a selected product variant',
      true,
    ],
    [
      { codeType: 'automatic', valueType: 'percentage', value: 10, scope: 'sitewide' },
      '10% off on your whole order',
      false,
    ],
    [{ codeType: 'global_code', valueType: 'gated_content', scope: 'sitewide' }, 'Access unlocked', true],
  ] as const)
    it(`says honestly what it is: ${JSON.stringify(grant)}`, async () => {
      await open(grant);
      press();
      await inState(claim, 'claimed');
      expect(textOf(claim, 'value')).to.equal(value);
      expect(Boolean(part(claim, 'code'))).to.equal(code);
      if (!code) expect(claim.shadowRoot!.textContent).to.contain('It is applied by itself at checkout.');
      expect(Boolean(claim.shadowRoot!.querySelector('slot[name=gated]'))).to.equal(
        grant.valueType === 'gated_content',
      );
      await expect(claim).to.be.accessible();
    });

  it('gives values that the document does not list a general form', async () => {
    for (const [body, value] of [
      [{ codeType: 'tattoo', valueType: 'hug', scope: 'constructor', discountCode: 'HUG-1' }, 'Your reward'],
      [{ valueType: 'percentage', value: null, discountCode: 'HUG-1' }, 'Your reward'],
    ] as const) {
      await open();
      await shop.fault({ operation: 'claimRewardGrant', fault: 'wrong-shape', body });
      press();
      await inState(claim, 'claimed');
      expect(textOf(claim, 'value')).to.equal(value);
      expect(textOf(claim, 'code')).to.equal('HUG-1');
    }
  });

  it('writes numbers in the language of the page around it', async () => {
    const box = document.createElement('div');
    box.lang = 'de';
    document.body.append(box);
    const { token } = await shop.grant({ valueType: 'percentage', value: 12.5, scope: 'sitewide' });
    claim = await place('reward-claim', shop, { token }, box);
    press();
    await inState(claim, 'claimed');
    expect(textOf(claim, 'value')).to.contain('12,5\u00a0%');
    box.remove();
  });

  describe('copying', () => {
    const clipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard')!;
    const useClipboard = (writeText: (text: string) => Promise<void>) =>
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    afterEach(() => Object.defineProperty(navigator, 'clipboard', clipboard));

    it('says copied when the clipboard took the code', async () => {
      const copied: string[] = [];
      useClipboard((text) => Promise.resolve(void copied.push(text)));
      await open();
      press();
      await inState(claim, 'claimed');
      part(claim, 'copy')!.click();
      await oneEvent(claim, 'reward-claim-copy');
      await claim.updateComplete;
      expect(copied).to.deep.equal([claim.result!.discountCode]);
      expect(textOf(claim, 'message')).to.equal('Copied.');
      await expect(claim).to.be.accessible();
    });

    it('selects the code when the clipboard refuses, and does not say copied', async () => {
      useClipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
      await open();
      press();
      await inState(claim, 'claimed');
      part(claim, 'copy')!.click();
      await claim.updateComplete;
      await Promise.resolve();
      await claim.updateComplete;
      expect(textOf(claim, 'message')).to.contain('The code is selected.');
      // What is selected inside a shadow root: https://developer.mozilla.org/docs/Web/API/Selection/getComposedRanges
      const [range] = getSelection()!.getComposedRanges({ shadowRoots: [claim.shadowRoot!] });
      const code = part(claim, 'code')!;
      expect([range!.startContainer, range!.startOffset]).to.deep.equal([code, 0]);
      expect([range!.endContainer, range!.endOffset]).to.deep.equal([code, code.childNodes.length]);
      expect(names()).to.deep.equal(['reward-claim-success']);
    });
  });

  describe('failing', () => {
    for (const state of ['claimed', 'expired', 'revoked', 'not_started', 'used_up'])
      it(`tells the service's reason for a grant that is ${state}, in one error event`, async () => {
        await open({ state });
        press();
        const event = await oneEvent(claim, 'reward-claim-error');
        await inState(claim, 'error');
        expect(textOf(claim, 'message')).to.equal(event.error!.message);
        expect(textOf(claim, 'heading')).to.equal('This reward cannot be claimed');
        expect(part(claim, 'button'), 'another try cannot help').to.equal(null);
        expect(event.reason).to.equal(event.error!.code);
        expect(event.error!.name).to.equal('ServiceError');
        expect(names()).to.deep.equal(['reward-claim-error']);
        await expect(claim).to.be.accessible();
      });

    it('does not claim to know what became of a claim whose answer was lost', async () => {
      for (const fault of [
        'drop-before',
        'drop-after',
        'truncated-body',
        'wrong-content-type',
        'wrong-shape',
      ] as const) {
        await open();
        await shop.fault({ operation: 'claimRewardGrant', fault });
        press();
        await inState(claim, 'unconfirmed');
        expect(textOf(claim, 'message'), fault).to.match(
          /^We could not confirm whether your reward was claimed/,
        );
        await expect(claim).to.be.accessible();
      }
    });

    it('does not claim to know it either when a server on the way is in trouble', async () => {
      for (const body of ['Bad gateway', { message: 'Oops', code: 'internal_error', details: {} }]) {
        await open();
        await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 502, body });
        press();
        await inState(claim, 'unconfirmed');
        expect(textOf(claim, 'message')).to.match(/^We could not confirm whether/);
      }
    });

    it('says that a refusal after a lost answer may be the echo of the shopper’s own try', async () => {
      const token = await open();
      await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-after' });
      press();
      await inState(claim, 'unconfirmed');
      expect((await shop.grantRecord(token)).state).to.equal('claimed');
      press();
      await oneEvent(claim, 'reward-claim-error');
      await claim.updateComplete;
      expect(textOf(claim, 'message')).to.contain('Did you claim it yourself and never saw the code?');
    });

    it('leaves keys and permissions out of what a shopper reads', async () => {
      const { token } = await shop.grant();
      claim = await place('reward-claim', shop, { token, 'api-key': 'unknown' });
      press();
      await inState(claim, 'error');
      expect(textOf(claim, 'message')).to.equal('Something went wrong. Please try again.');
      expect(textOf(claim, 'button'), 'the reward itself was not refused').to.equal('Try again');
    });

    it('leads the focus from the button to what is left', async () => {
      await open({ state: 'expired' });
      part(claim, 'button')!.focus();
      press();
      await oneEvent(claim, 'reward-claim-error');
      await claim.updateComplete;
      await claim.updateComplete;
      expect(claim.shadowRoot!.activeElement).to.equal(part(claim, 'message'));
    });

    it('can be tried again', async () => {
      const token = await open();
      await shop.fault({ operation: 'claimRewardGrant', fault: 'status', status: 503 });
      press();
      await inState(claim, 'unconfirmed');
      expect(textOf(claim, 'button')).to.equal('Try again');
      press();
      await inState(claim, 'claimed');
      expect((await shop.grantRecord(token)).claims).to.equal(1);
      expect(names()).to.deep.equal(['reward-claim-error', 'reward-claim-success']);
    });
  });

  it('goes on with the claim when it is taken out of the page, because its answer is the only way to the code', async () => {
    await open();
    await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 200 });
    press();
    claim.remove();
    await oneEvent(claim, 'reward-claim-success');
    document.body.append(claim);
    await inState(claim, 'claimed');
  });

  for (const width of [320, 390, 800])
    it(`keeps its height through every state, ${width} px wide`, async () => {
      const box = document.createElement('div');
      box.style.width = `${width - 72}px`;
      document.body.append(box);
      const { token } = await shop.grant({ codeType: 'unique_codes', valueType: 'percentage', value: 15 });
      claim = await place('reward-claim', shop, { token }, box);
      const heights = new Map<string, number>();
      const measure = (state: string) => heights.set(state, claim.offsetHeight);
      measure('ready');
      await shop.fault({ operation: 'claimRewardGrant', fault: 'drop-before' });
      press();
      await inState(claim, 'unconfirmed');
      measure('unconfirmed');
      await shop.fault({ operation: 'claimRewardGrant', fault: 'latency', ms: 100 });
      press();
      await inState(claim, 'claiming');
      measure('claiming');
      await inState(claim, 'claimed');
      measure('claimed');
      part(claim, 'copy')!.click();
      await waitUntil(() => textOf(claim, 'message'));
      measure('copied or selected');
      const expired = await shop.grant({ state: 'expired' });
      claim.token = expired.token;
      await inState(claim, 'ready');
      press();
      await inState(claim, 'error');
      measure('refused');
      expect(new Set(heights.values()).size, JSON.stringify([...heights])).to.equal(1);
      box.remove();
    });

  it('keeps the code in sight when the page takes the token or the key away', async () => {
    await open();
    press();
    await inState(claim, 'claimed');
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

  it('spells the code from left to right in a shop that runs from right to left', async () => {
    const box = document.createElement('div');
    box.dir = 'rtl';
    document.body.append(box);
    const { token } = await shop.grant();
    claim = await place('reward-claim', shop, { token }, box);
    const body = { codeType: 'global_code', discountCode: '15-OFF-2026!' };
    await shop.fault({ operation: 'claimRewardGrant', fault: 'wrong-shape', body });
    press();
    await inState(claim, 'claimed');
    expect(runsToTheRight(part(claim, 'code')!)).to.equal(true);
    expect(runsToTheRight(part(claim, 'value')!)).to.equal(true);
    box.remove();
  });

  it('starts anew for another token', async () => {
    await open();
    press();
    await inState(claim, 'claimed');
    const { token } = await shop.grant();
    claim.token = token;
    await inState(claim, 'ready');
    expect(part(claim, 'code')).to.equal(null);
    press();
    await inState(claim, 'claimed');
    expect(textOf(claim, 'code')).to.equal((await shop.grantRecord(token)).discountCode);
  });

  it('says once in the console when the token cannot be one, without quoting it', async () => {
    for (const [token, allowed] of [
      ['', 'given, or token-param, or reward-id with code-id'],
      ['too-short', 'a grant token of 16 to 200 characters'],
      ['x'.repeat(201), 'a grant token of 16 to 200 characters'],
    ] as const) {
      const messages = await consoleOf('warn', async () => {
        claim = await place('reward-claim', shop, { token });
      });
      expect(messages).to.deep.equal([`<reward-claim> token must be ${allowed}.`]);
      expect(claim.dataset['state']).to.equal('misconfigured');
    }
    await expect(claim).to.be.accessible();
  });
});
