import type { StorefrontElement } from '../../../src/elements/shared/storefront-element.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newShop, oneEvent, part, place } from '../../helpers/fixture.ts';
import { askForCode } from '../../helpers/login.ts';
import { emulateMedia } from '../../helpers/media.ts';
import { nextFrame } from '../collection-timeline/media-support.ts';
import { override } from '../../helpers/undo.ts';
import { claimNow, openGrant, reload } from '../reward-claim/support.ts';

/** The parts of an element that start to fade from now on. */
function motionOf(element: StorefrontElement): Element[] {
  const moving: Element[] = [];
  element.shadowRoot!.addEventListener('transitionrun', ({ target }) => moving.push(target as Element));
  return moving;
}

/** Waits until all motion has begun. */
async function calm(element: StorefrontElement): Promise<Animation[]> {
  await element.updateComplete;
  for (let frame = 0; frame < 3; frame++) await nextFrame();
  return element.shadowRoot!.getAnimations();
}

describe('A change of the state', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await newShop();
    override(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } });
  });

  it('after the shopper acted fades in, and can be pressed meanwhile', async () => {
    const { claim } = await openGrant(shop);
    const root = claim.shadowRoot!;
    const begun = new Promise<number>((resolve) => {
      root.addEventListener('transitionrun', ({ target }) => {
        if (!(target instanceof Element) || !target.matches('[part=card]')) return;
        const fading = root.getAnimations();
        // Also in the middle of it, and at its very first frame.
        part(claim, 'copy')!.click();
        resolve(fading.length);
      });
    });
    const copied = oneEvent(claim, 'reward-claim-copy');
    part(claim, 'button')!.click();
    expect(await begun).to.be.above(0);
    await copied;
    const durations = root.getAnimations().map(({ effect }) => Number(effect!.getComputedTiming().duration));
    expect(durations.every((duration) => duration <= 250)).to.equal(true);
  });

  it('moves nothing and keeps every place: only the opacity changes', async () => {
    const { claim } = await openGrant(shop);
    const properties = new Set<string>();
    claim.shadowRoot!.addEventListener('transitionrun', (event) => {
      properties.add((event as TransitionEvent).propertyName);
    });
    await claimNow(claim);
    await calm(claim);
    expect([...properties].filter((name) => !['opacity', 'stroke-dashoffset'].includes(name))).to.deep.equal(
      [],
    );
  });

  it('does not move for a shopper who wants less motion', async () => {
    const { claim } = await openGrant(shop);
    await emulateMedia(claim, { reducedMotion: 'reduce' });
    const moving = motionOf(claim);
    await claimNow(claim);
    expect(await calm(claim)).to.deep.equal([]);
    part(claim, 'copy')!.click();
    await oneEvent(claim, 'reward-claim-copy');
    expect(await calm(claim)).to.deep.equal([]);
    expect(moving).to.have.length(0);
    await emulateMedia(claim, { reducedMotion: 'no-preference' });
  });

  it('does not move at the first drawing, nor when a claim is restored', async () => {
    const { claim } = await openGrant(shop);
    const moving = motionOf(claim);
    expect(await calm(claim)).to.deep.equal([]);
    expect(moving).to.have.length(0);
    await claimNow(claim);
    const again = await reload(claim, shop);
    expect(again.claim.dataset['state']).to.equal('claimed');
    expect(await calm(again.claim)).to.deep.equal([]);
  });

  it('fades in a login too: the next step', async () => {
    const login = await place('otp-login', shop);
    const moving = motionOf(login);
    await askForCode(login);
    await inState(login, 'code');
    await calm(login);
    expect(moving.length).to.be.above(0);
  });

  it('fades in a timeline too: that a link is copied', async () => {
    const { slug } = await shop.timeline({ count: 2 });
    const timeline = await place('collection-timeline', shop, { 'collection-slug': slug });
    await inState(timeline, 'ready');
    const moving = motionOf(timeline);
    part(timeline, 'link')!.click();
    await oneEvent(timeline, 'collection-timeline-copy');
    await calm(timeline);
    expect(moving.map(({ className }) => className)).to.deep.equal(['note filled']);
  });
});
