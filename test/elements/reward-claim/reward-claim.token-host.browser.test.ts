import { configure } from '../../../src/elements/shared/settings.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newShop,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { restore } from '../../helpers/undo.ts';
import { claimNow, fail, reload } from './support.ts';

describe('The token of <reward-claim> from a link, where an attribute names a host that the page has not named', () => {
  let shop: TestShop;
  let token: string;
  const address = location.href;
  beforeEach(async () => {
    shop = await newShop();
    ({ token } = await shop.grant());
    configure({ baseUrl: shop.url });
  });
  afterEach(() => {
    restore();
    history.replaceState(null, '', address);
  });

  const visit = (rest: string, state: unknown = null) => history.replaceState(state, '', rest);
  const open = (attributes: Record<string, string> = {}) =>
    place('reward-claim', shop, { 'token-param': 'reward', ...attributes });
  const addressBar = () => location.pathname + location.search + location.hash;

  const allowed =
    'on the origin of the page, or the same as data-base-url of the script tag or baseUrl of configure(), ' +
    'because token-param takes the token from the address of the page';
  const warning = `<reward-claim> base-url must be ${allowed}.`;

  beforeEach(() => {
    visit(`/shop#reward=${token}`);
    configure({ baseUrl: '/apps/rewards' });
  });

  it('is sent nowhere, and the console says what to write', async () => {
    const messages = await consoleOf('warn', async () => {
      const claim = await open({ 'auto-claim': '' });
      await inState(claim, 'misconfigured');
      expect(part(claim, 'button') === null, 'nothing to press').to.equal(true);
      await waitUntil(() => claim.hasUpdated && addressBar() === '/shop');
    });
    expect(messages).to.deep.equal([warning]);
    expect(await shop.requests()).to.deep.equal([]);
  });

  it('is sent nowhere, even if the page names no host at all', async () => {
    configure({ baseUrl: '' });
    const messages = await consoleOf('warn', async () => {
      await inState(await open({ 'auto-claim': '' }), 'misconfigured');
    });
    expect(messages).to.deep.equal([warning]);
    expect(await shop.requests()).to.deep.equal([]);
  });

  it('is reported before any link has brought a token', async () => {
    const messages = await consoleOf('warn', async () => {
      const claim = await open({ 'token-param': 'missing' });
      await inState(claim, 'misconfigured');
    });
    expect(messages).to.deep.equal([warning]);
  });

  it('is still there for an element of the page’s own service', async () => {
    const messages = await consoleOf('warn', async () => {
      const stranger = await open({ 'auto-claim': '', 'base-url': 'https://evil.example' });
      await inState(stranger, 'misconfigured');
      configure({ baseUrl: shop.url, apiKey: shop.key });
      await inState(stranger, 'misconfigured');
    });
    expect(messages).to.deep.equal([warning]);
    await claimNow(await open({ 'base-url': '', 'api-key': '' }));
    expect((await shop.grantRecord(token)).claims).to.equal(1);
  });

  for (const [what, name] of [
    ['configure()', () => configure({ baseUrl: shop.url })],
    ['configure(), with a slash at the end', () => configure({ baseUrl: `${shop.url}/` })],
  ] as const)
    it(`is sent once the page names that host: ${what}`, async () => {
      name();
      await claimNow(await open());
      expect((await shop.grantRecord(token)).claims).to.equal(1);
    });

  it('is sent no longer after the page names another host, and a claimed reward comes back with the name', async () => {
    configure({ baseUrl: shop.url });
    const first = await open();
    await claimNow(first);
    const code = textOf(first, 'code');
    const messages = await consoleOf('warn', async () => {
      configure({ baseUrl: '/apps/rewards' });
      await first.updateComplete;
      expect(first.dataset['state'], 'what a shopper has stays').to.equal('claimed');
      const { claim: second } = await reload(first, shop);
      await inState(second, 'misconfigured');
      configure({ baseUrl: shop.url });
      await inState(second, 'claimed');
      expect(textOf(second, 'code')).to.equal(code);
    });
    expect(messages).to.deep.equal([warning, warning]);
    expect((await shop.grantRecord(token)).claims).to.equal(1);
  });

  it('may go to a path of the page’s own origin, whatever <base> says', async () => {
    const base = document.createElement('base');
    base.href = `${shop.url}/`;
    document.head.append(base);
    try {
      for (const baseUrl of ['/apps/rewards', `${location.origin}/apps`, location.origin.toUpperCase()]) {
        const claim = await open({ 'base-url': baseUrl, 'api-key': '' });
        expect(claim.dataset['state'], baseUrl).to.equal('ready');
        await fail(claim);
      }
    } finally {
      base.remove();
    }
    expect(await shop.requests()).to.deep.equal([]);
  });

  for (const baseUrl of [
    `${location.protocol}//${location.hostname}:1`,
    `${location.protocol}//${location.hostname}.evil.example`,
    `${location.protocol === 'http:' ? 'https' : 'http'}://${location.host}`,
    'https://evil.example/apps/rewards',
  ])
    it(`may not go to ${baseUrl.replace(location.host, 'HOST').replace(location.hostname, 'NAME')}`, async () => {
      const messages = await consoleOf('warn', async () => {
        await inState(await open({ 'base-url': baseUrl, 'api-key': '' }), 'misconfigured');
      });
      expect(messages).to.deep.equal([warning]);
    });
});
