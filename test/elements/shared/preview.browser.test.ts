/** The elements as a merchant sees them in Shopify's theme editor. */
import { sampleStories } from '../../../src/elements/preview/sample-story.ts';
import { languages, wordsFor } from '../../../src/elements/shared/words.ts';
import { preview } from '../../../src/locales/en.ts';
import type { TestShop } from '../../helpers/control.ts';

// Shopify sets this in the page's head, before the elements' scripts run.
Object.assign(globalThis, { Shopify: { designMode: true } });
const { expect, inState, part, place, textOf, waitUntil } = await import('../../helpers/fixture.ts');

/** The address of a service that must get no request. */
const shop = { url: 'https://service.invalid', key: 'pk_live_0123456789' } as TestShop;

const nothing = { url: '', key: '' } as TestShop;

const asked: unknown[] = [];
const { fetch: ask } = globalThis;
globalThis.fetch = (input, init) => {
  asked.push(input);
  return ask(input, init);
};

const badge = (element: Element) => element.shadowRoot!.querySelector('.badge');

/** Types into the field of a login and sends it. */
function enter(login: Element, text: string): void {
  part(login, 'input')!.value = text;
  part(login, 'button')!.click();
}

describe('In the theme editor', () => {
  beforeEach(() => {
    asked.length = 0;
  });

  afterEach(() => {
    expect(asked).to.deep.equal([]);
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).to.deep.equal([]);
    document.documentElement.lang = 'en';
  });

  for (const [tag, state] of [
    ['otp-login', 'email'],
    ['reward-claim', 'ready'],
    ['collection-timeline', 'ready'],
  ] as const) {
    it(`a block that was just added shows a sample, and says so: ${tag}`, async () => {
      const element = await place(tag, nothing);
      await inState(element, state);
      expect(textOf(element, 'badge')).to.contain('Preview with sample data. Nothing is sent.');
    });

    it(`the badge moves nothing on the page: ${tag}`, async () => {
      const element = await place(tag, nothing);
      await inState(element, state);
      const { offsetHeight, offsetWidth } = element;
      badge(element)!.remove();
      expect([element.offsetHeight, element.offsetWidth]).to.deep.equal([offsetHeight, offsetWidth]);
    });

    it(`the badge covers nothing of the element, and is seen: ${tag}`, async () => {
      for (const margin of ['0', '100px']) {
        const box = document.createElement('div');
        box.style.marginBlock = margin;
        document.body.append(box);
        const element = await place(tag, nothing, {}, box);
        await inState(element, state);
        const { top, bottom } = badge(element)!.getBoundingClientRect();
        const edges = element.getBoundingClientRect();
        expect(bottom <= edges.top || top >= edges.bottom).to.equal(true);
        expect(top + scrollY).to.be.at.least(0);
        box.remove();
      }
    });
  }

  for (const language of ['en', 'de', 'ar'])
    it(`a badge leaves the middle of the button above to the button: ${language}`, async () => {
      const box = document.createElement('div');
      box.lang = language;
      box.dir = language === 'ar' ? 'rtl' : 'ltr';
      document.body.append(box);
      const above = await place('reward-claim', nothing, {}, box);
      const below = await place('reward-claim', nothing, {}, box);
      await inState(above, 'ready');
      await inState(below, 'ready');
      for (let width = 320; width <= 720; width += 40) {
        box.style.inlineSize = `${width}px`;
        const button = part(above, 'button')!.getBoundingClientRect();
        const { left, right, top } = badge(below)!.querySelector('button')!.getBoundingClientRect();
        expect(top, 'they are at the same height').to.be.below(button.bottom);
        const middle = (button.left + button.right) / 2;
        expect(left > middle || right < middle, `${width} px`).to.equal(true);
      }
      box.remove();
    });

  for (const language of languages())
    it(`badge and story speak the merchant's language: ${language}`, async () => {
      document.documentElement.lang = language;
      const login = await place('otp-login', nothing);
      await inState(login, 'email');
      const { sample, restart } = wordsFor(language)?.preview ?? preview;
      expect(textOf(login, 'badge')).to.equal(sample + restart);
      expect(badge(login)!.getAttribute('lang')).to.equal(language);
      const story = await place('collection-timeline', nothing);
      await inState(story, 'ready');
      // Merchants whose language has no sample see the English one.
      const sampleStory = sampleStories[language] ?? sampleStories['en']!;
      expect(textOf(story, 'name')).to.equal(sampleStory.name);
      expect(story.entries.map(({ title, content }) => [title, content])).to.deep.equal(sampleStory.entries);
    });

  it('the badge changes its language with the page', async () => {
    const login = await place('otp-login', nothing);
    await inState(login, 'email');
    document.documentElement.lang = 'ja';
    await waitUntil(() => textOf(login, 'badge').includes('サンプルデータ'));
  });

  it('any address and any code log in, also where the service and its key are set', async () => {
    const login = await place('otp-login', shop, { credentials: 'include' });
    enter(login, 'anybody@example.com');
    await inState(login, 'code');
    enter(login, '000000');
    await inState(login, 'verified');
    expect(login.verifiedEmail).to.equal('anybody@example.com');
    login.logout();
    await inState(login, 'email');
  });

  it('a reward is claimed by a click and not by itself, whatever its token', async () => {
    for (const attributes of [
      {},
      { token: 'too-short' },
      { token: 'a-real-token-of-the-shop', 'auto-claim': '' },
      { 'token-param': 'reward', 'auto-claim': '' },
    ] as Record<string, string>[]) {
      const claim = await place('reward-claim', shop, attributes);
      await inState(claim, 'ready');
      part(claim, 'button')!.click();
      await inState(claim, 'claimed');
      expect(textOf(claim, 'code')).to.equal('SAMPLE-15');
      part(claim, 'badge')!.querySelector('button')!.click();
      await inState(claim, 'ready');
      claim.remove();
    }
  });

  it('what was tried is still there when the block is drawn anew, and each block has its own', async () => {
    const draw = async (id: string) => {
      const box = document.createElement('div');
      box.id = id;
      document.body.append(box);
      return place('reward-claim', nothing, {}, box);
    };
    const claim = await draw('shopify-block-1');
    part(claim, 'button')!.click();
    await inState(claim, 'claimed');
    claim.parentElement!.remove();
    await inState(await draw('shopify-block-1'), 'claimed');
    await inState(await draw('shopify-block-2'), 'ready');
    for (const box of document.querySelectorAll('[id^=shopify-block]')) box.remove();
  });

  it('a code is reserved after a login, under one badge', async () => {
    const claim = await place('reward-claim', nothing, { 'reward-id': 'r1' });
    await inState(claim, 'login');
    const login = claim.shadowRoot!.querySelector('otp-login')!;
    await inState(login, 'email');
    enter(login, 'anybody@example.com');
    await inState(login, 'code');
    enter(login, '000000');
    await inState(claim, 'reserved');
    expect(textOf(claim, 'code')).to.equal('SAMPLE-15');
    expect(badge(login) === null).to.equal(true);
    expect(badge(claim) === null).to.equal(false);
  });

  it('a login that the page puts into a claim has no badge of its own', async () => {
    const claim = await place('reward-claim', nothing, { 'requires-login': '' });
    const login = await place('otp-login', nothing, { slot: 'login' }, claim);
    expect(part(login, 'heading') === null).to.equal(false);
    expect(badge(login) === null).to.equal(true);
    login.remove();
    login.requestUpdate();
    await login.updateComplete;
    claim.append(login);
    await login.updateComplete;
    expect(badge(login) === null, 'nor after it was out of the page').to.equal(true);
  });

  it('a link of a claim leads nowhere', async () => {
    const claim = await place('reward-claim', nothing, { platform: 'none', 'apply-url': '#{code}' });
    await inState(claim, 'ready');
    part(claim, 'button')!.click();
    await inState(claim, 'claimed');
    let isFollowed: boolean | undefined;
    addEventListener('click', (event) => (isFollowed = !event.defaultPrevented), { once: true });
    claim.shadowRoot!.querySelector<HTMLElement>('[part~=apply]')!.click();
    expect(isFollowed).to.equal(false);
    const middle = new MouseEvent('auxclick', { button: 1, bubbles: true, composed: true, cancelable: true });
    claim.shadowRoot!.querySelector<HTMLElement>('[part~=apply]')!.dispatchEvent(middle);
    expect(middle.defaultPrevented).to.equal(true);
  });

  it('the story follows the settings of the block', async () => {
    const story = await place('collection-timeline', shop, { limit: '3', paging: 'button', order: 'asc' });
    await inState(story, 'ready');
    expect(story.entries.map(({ id }) => id)).to.deep.equal([1, 2, 3]);
    part(story, 'button')!.click();
    await inState(story, 'ready');
    expect(await story.refresh()).to.equal(0);
  });

  it('the story has its pictures', async () => {
    const story = await place('collection-timeline', nothing);
    await inState(story, 'ready');
    const images = [...story.shadowRoot!.querySelectorAll<HTMLImageElement>('[part=image]')];
    expect(images.length).to.be.above(2);
    for (const image of images) {
      image.scrollIntoView();
      await waitUntil(() => image.naturalWidth > 0, `${image.src} is there`);
    }
  });
});
