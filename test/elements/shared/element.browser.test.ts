import type { StorefrontElement } from '../../../src/elements/shared/storefront-element.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newEmail,
  newShop,
  oneEvent,
  part,
  place,
  textOf,
  waitUntil,
} from '../../helpers/fixture.ts';
import { box } from '../../helpers/undo.ts';

describe('Every element', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
  });

  const tags = ['otp-login', 'reward-claim', 'collection-timeline'] as const;
  const attributesOf = async (tag: (typeof tags)[number]): Promise<Record<string, string>> =>
    tag === 'reward-claim'
      ? { token: (await shop.grant()).token }
      : tag === 'collection-timeline'
        ? { 'collection-slug': 'nordlicht-aw26', limit: '2' }
        : { expires: '600' };

  it('follows a change of the language in the shadow roots around it', async () => {
    const outer = box({});
    const host = document.createElement('div');
    outer.attachShadow({ mode: 'open' }).append(host);
    const root = host.attachShadow({ mode: 'open' });
    const login = await place('otp-login', shop, {}, root);
    const container = login.shadowRoot!.querySelector<HTMLElement>('.container')!;
    expect(container.lang).to.equal('en');
    login.lang = 'fr';
    await waitUntil(() => container.lang === 'fr');
    login.removeAttribute('lang');
    await waitUntil(() => container.lang === 'en');
    host.lang = 'de';
    await waitUntil(() => container.lang === 'de');
  });

  it('is a landmark also beside a claim whose own login has the same name', async () => {
    const claim = await place('reward-claim', shop, { 'reward-id': 'r-1', 'code-id': 'c-1' });
    await inState(claim, 'login');
    const inner = claim.shadowRoot!.querySelector('otp-login')!;
    await inner.updateComplete;
    const login = await place('otp-login', shop);
    const roleOf = ({ shadowRoot }: Element) => shadowRoot!.querySelector('.container')!.role;
    expect([claim, inner, login].map(roleOf)).to.deep.equal(['region', 'group', 'region']);
  });

  for (const tag of tags) {
    it(`is a named landmark, and none while it cannot work: ${tag}`, async () => {
      const element = await place(tag, shop, await attributesOf(tag));
      const region = () => element.shadowRoot!.querySelector('[role=region]');
      const names = {
        'otp-login': 'Log in with your email',
        'reward-claim': 'Your reward',
        'collection-timeline': 'Timeline',
      };
      await waitUntil(() => region()?.ariaLabel === names[tag], 'it has its name');
      const other = await place(tag, shop, await attributesOf(tag));
      await waitUntil(() => other.shadowRoot!.querySelector(`[role=group][aria-label="${names[tag]}"]`));
      expect(other.shadowRoot!.querySelector('[role=region]') === null, 'landmarks differ').to.equal(true);
      await consoleOf('warn', async () => {
        element.setAttribute('base-url', 'ftp://example.com');
        await inState(element, 'misconfigured');
      });
      expect(region() === null).to.equal(true);
    });

    it(`keeps its state on the host, though a script that morphs the page removes or changes it: ${tag}`, async () => {
      const element = await place(tag, shop, await attributesOf(tag));
      await waitUntil(() => ['email', 'ready'].includes(element.state));
      await element.updateComplete;
      element.removeAttribute('data-state');
      expect(element.dataset['state']).to.equal(element.state);
      element.dataset['state'] = 'other';
      expect(element.dataset['state']).to.equal(element.state);
    });

    it(`is wide enough to use where its container shrinks to fit: ${tag}`, async () => {
      for (const style of [
        'display: flex',
        'display: inline-block',
        'position: absolute',
        'display: grid; grid-template-columns: auto 1fr',
        'display: flex; flex-direction: column; align-items: center',
      ]) {
        const box = document.createElement('div');
        box.style.cssText = style;
        document.body.append(box);
        const element = await place(tag, shop, await attributesOf(tag), box);
        expect(element.offsetWidth, style).to.be.at.least(200);
        element.remove();
        box.remove();
      }
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      const element = await place(tag, shop, await attributesOf(tag), dialog);
      dialog.showModal();
      expect(element.offsetWidth, 'dialog').to.be.at.least(200);
      dialog.remove();
    });

    it(`begins at the heading level that the page gives it: ${tag}`, async () => {
      const element = await place(tag, shop, await attributesOf(tag));
      const first = () => element.shadowRoot!.querySelector('h2, h3')?.getAttribute('aria-level');
      await waitUntil(() => first() === '2', 'the default is 2');
      for (const level of [1, 3, 6]) {
        element.headingLevel = level;
        await element.updateComplete;
        expect(first()).to.equal(String(level));
      }
      element.headingLevel = undefined;
      await element.updateComplete;
      expect(first()).to.equal('2');
    });

    it(`never stands out of a narrow page: ${tag}`, async () => {
      for (const [outer, inner] of [
        ['display: block', ''],
        ['display: grid', ''],
        ['display: grid; grid-template-columns: 1fr', 'display: block'],
        ['display: flex', 'flex: 1'],
        ['display: flex; flex-direction: column', ''],
        ['display: table', ''],
      ] as const) {
        const box = document.createElement('div');
        box.style.cssText = `inline-size: 200px; ${outer}`;
        const wrapper = document.createElement('div');
        wrapper.style.cssText = inner;
        box.append(wrapper);
        document.body.append(box);
        const element = await place(tag, shop, await attributesOf(tag), inner ? wrapper : box);
        expect(element.offsetWidth, `${outer} / ${inner}`).to.be.at.most(200);
        element.remove();
        box.remove();
      }
    });

    it(`survives that each of its attributes is taken away or set to undefined: ${tag}`, async () => {
      const own = await attributesOf(tag);
      const optional = ['api-key', 'expires', 'limit'];
      for (const name of ['base-url', 'api-key', ...Object.keys(own)]) {
        const element: StorefrontElement = await place(tag, shop, own);
        const messages = await consoleOf('warn', async () => {
          element.removeAttribute(name);
          await element.updateComplete;
          Reflect.set(
            element,
            name.replace(/-./g, (dash) => dash[1]!.toUpperCase()),
            undefined,
          );
          await element.updateComplete;
        });
        expect(messages, name).to.have.length(optional.includes(name) ? 0 : 1);
        expect(element.state === 'misconfigured', name).to.equal(!optional.includes(name));
        expect(element.dataset['state'], name).to.equal(element.state);
        element.remove();
      }
    });
  }

  for (const tag of tags)
    it(`a copy of it has its room, and no state, until it is drawn: ${tag}`, async () => {
      const element = await place(tag, shop, await attributesOf(tag));
      expect(element.hasAttribute('data-state')).to.equal(true);
      const copy = element.cloneNode(true) as typeof element;
      element.after(copy);
      expect(copy.hasAttribute('data-state')).to.equal(false);
      await waitUntil(() => copy.hasAttribute('data-state'));
      copy.remove();
    });

  it('reads an attribute that a theme left empty as none', async () => {
    const email = newEmail();
    const login = await place('otp-login', shop, { expires: '' });
    part(login, 'input')!.value = email;
    part(login, 'button')!.click();
    await inState(login, 'code');
    const timeline = await place('collection-timeline', shop, {
      'token-id': '',
      limit: '',
      'collection-slug': 'nordlicht-aw26',
    });
    await inState(timeline, 'ready');
    expect(timeline.entries).to.have.length(20);
  });

  it('replaces the entries of a token with those of a collection', async () => {
    const { slug } = await shop.timeline({ entries: [{ title: 'Only in the collection' }] });
    const timeline = await place('collection-timeline', shop, { 'token-id': '4711' });
    await inState(timeline, 'ready');
    expect([...new Set(timeline.entries.map((entry) => entry.token_id))]).to.deep.equal([4711]);
    timeline.removeAttribute('token-id');
    timeline.setAttribute('collection-slug', slug);
    await waitUntil(() => textOf(timeline, 'title') === 'Only in the collection');
    await inState(timeline, 'ready');
    expect(timeline.shadowRoot!.querySelectorAll('[part~=title]')).to.have.length(1);
  });

  it('writes on a button of any colour what can be read on it', async () => {
    const luminance = (color: string) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')!;
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data]
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const login = await place('otp-login', shop);
    const button = part(login, 'button')!;
    const accents =
      '#000 #fff #e8590c #8a8a8a #d9774a #f03e3e #228be6 #ff5722 #777 #767676 #0a7 #f0f #ff0 #00f #14604f #7ee2b3 #c62a2f #808000 #663399 #ffa500';
    for (const accent of accents.split(' ')) {
      login.style.setProperty('--storefront-accent', accent);
      const [under, over] = [
        luminance(getComputedStyle(button).backgroundColor),
        luminance(getComputedStyle(button.querySelector('span')!).color),
      ].sort((a, b) => a - b);
      expect((over! + 0.05) / (under! + 0.05), accent).to.be.at.least(4.5);
    }
  });

  describe('and the focus', () => {
    it('does not pull back a shopper who has left for nowhere in particular', async () => {
      const login = await place('otp-login', shop);
      const held = await shop.hold('createOtp');
      part(login, 'input')!.focus();
      part(login, 'input')!.value = newEmail();
      part(login, 'button')!.click();
      await held.arrived();
      (login.shadowRoot!.activeElement as HTMLElement).blur();
      await held.release();
      await inState(login, 'code');
      await login.updateComplete;
      expect(document.activeElement).to.equal(document.body);
    });

    it('stays with a shopper who types elsewhere, also when the element is in a shadow root', async () => {
      const host = document.createElement('div');
      const search = document.createElement('input');
      document.body.append(host, search);
      await shop.fault({ operation: 'listTimeline', fault: 'wrong-shape' });
      const timeline = await place(
        'collection-timeline',
        shop,
        { 'collection-slug': 'nordlicht-aw26' },
        host.attachShadow({ mode: 'open' }),
      );
      await inState(timeline, 'error');
      const held = await shop.hold('listTimeline');
      part(timeline, 'button')!.focus();
      part(timeline, 'button')!.click();
      await inState(timeline, 'loading');
      await held.arrived();
      search.focus();
      await held.release();
      await inState(timeline, 'ready');
      await timeline.updateComplete;
      expect(document.activeElement).to.equal(search);
      host.remove();
      search.remove();
    });

    it('follows also inside another component’s shadow root', async () => {
      const host = document.createElement('div');
      document.body.append(host);
      const login = await place('otp-login', shop, {}, host.attachShadow({ mode: 'open' }));
      part(login, 'input')!.focus();
      part(login, 'input')!.value = newEmail();
      part(login, 'button')!.click();
      await oneEvent(login, 'otp-login-code-sent');
      await login.updateComplete;
      await login.updateComplete;
      expect(login.shadowRoot!.activeElement).to.equal(part(login, 'input'));
      host.remove();
    });

    it('follows a click that the browser does not count as focus, as Safari does not', async () => {
      const login = await place('otp-login', shop);
      part(login, 'input')!.value = newEmail();
      part(login, 'button')!.click();
      await inState(login, 'code');
      await login.updateComplete;
      expect(login.shadowRoot!.activeElement).to.equal(part(login, 'input'));
    });
  });
});
