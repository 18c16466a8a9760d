/** CSS that a page sets around the elements, and that its texts inherit. */
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, newEmail, newShop, part, place } from '../../helpers/fixture.ts';
import { enter, logIn } from '../../helpers/login.ts';
import { show } from '../collection-timeline/support.ts';
import { grantCode, newCode } from '../reward-claim/apply-support.ts';
import { box } from '../../helpers/undo.ts';
import { claimNow, openGrant } from '../reward-claim/support.ts';

/** Values that templates and layouts are not made for. */
const layouts = [
  ['white-space', 'nowrap'],
  ['white-space', 'pre-line'],
  ['white-space', 'pre-wrap'],
  ['white-space', 'break-spaces'],
  ['text-indent', '2em'],
  ['text-align-last', 'right'],
] as const;

/** The places of all boxes and texts of an element. */
function placesIn(element: Element): string[] {
  const places: string[] = [];
  const note = (name: string, { x, y, width, height }: DOMRect) =>
    places.push(`${name}: ${[x, y, width, height].map(Math.round).join(' ')}`);
  const look = (root: ParentNode) => {
    for (const each of root.querySelectorAll('*')) {
      note(each.getAttribute('class') ?? each.localName, each.getBoundingClientRect());
      for (const node of each.childNodes)
        if (node instanceof Text && node.data.trim()) {
          const range = new Range();
          range.selectNodeContents(node);
          note(node.data.trim(), range.getBoundingClientRect());
        }
      if (each.shadowRoot) look(each.shadowRoot);
    }
  };
  look(element.shadowRoot!);
  return places;
}

describe('What a page says about texts around an element', () => {
  let shop: TestShop;
  let inside: HTMLElement;
  beforeEach(async () => {
    shop = await newShop();
    inside = box({ style: 'inline-size: 358px' });
  });

  const expectSamePlaces = (element: HTMLElement, state: string) => {
    const before = placesIn(element);
    for (const [name, value] of layouts) {
      inside.style.setProperty(name, value);
      expect(placesIn(element), `${state} in ${name}: ${value}`).to.deep.equal(before);
      expect(inside.scrollWidth, `${state} in ${name}: ${value}`).to.equal(inside.clientWidth);
      inside.style.removeProperty(name);
    }
    // Where the icon of an error is drawn cannot be measured.
    inside.style.textIndent = '2em';
    for (const each of element.shadowRoot!.querySelectorAll('.message.error'))
      expect(getComputedStyle(each, '::before').textIndent).to.equal('0px');
    inside.style.textIndent = '';
  };

  it('moves nothing in a login', async () => {
    const login = await place('otp-login', shop, { reserve: '' }, inside);
    expectSamePlaces(login, 'email');
    enter(login, 'nonsense');
    await login.updateComplete;
    expectSamePlaces(login, 'wrong address');
    await logIn(login, shop);
    expectSamePlaces(login, 'verified');
  });

  it('moves nothing in a claim', async () => {
    const { claim } = await openGrant(shop, {}, { reserve: '', 'apply-url': '/d/{code}' }, inside);
    expectSamePlaces(claim, 'ready');
    await claimNow(claim);
    expectSamePlaces(claim, 'claimed');
  });

  it('moves nothing in a timeline', async () => {
    const entries = [
      {
        title: 'A word',
        content: 'Two\nlines of text',
        created_at: '2026-01-01T00:00:00Z',
        location: 'Here',
      },
      { title: 'Papers', gallery: [{ url: 'https://files.example/b.pdf' }], created_at: 'once' },
    ];
    const timeline = await show(shop, entries, { 'group-by': 'day' }, inside);
    expectSamePlaces(timeline, 'ready');
  });

  it('makes no text invisible, where the page makes letters transparent', async () => {
    inside.style.setProperty('-webkit-text-fill-color', 'transparent');
    inside.style.color = 'rgb(1, 2, 3)';
    const login = await place('otp-login', shop, {}, inside);
    const { claim } = await openGrant(shop, {}, {}, inside);
    const timeline = await show(shop, [{ title: 'Gift' }], {}, inside);
    for (const element of [login, claim, timeline])
      for (const each of element.shadowRoot!.querySelectorAll('h2, h3, p, label, input'))
        expect(getComputedStyle(each).webkitTextFillColor, each.outerHTML).to.not.equal('rgba(0, 0, 0, 0)');
  });

  describe('in capitals or small letters changes', () => {
    const seen = (element: Element, selector: string) =>
      element.shadowRoot!.querySelector<HTMLElement>(selector)!.innerText.trim();

    it('no address, but headings, labels and buttons', async () => {
      inside.style.textTransform = 'uppercase';
      const email = newEmail();
      const login = await place('otp-login', shop, {}, inside);
      expect(seen(login, 'h2')).to.equal('LOG IN WITH YOUR EMAIL');
      expect(seen(login, 'label')).to.equal('EMAIL ADDRESS');
      expect(seen(login, 'button[type=submit]')).to.equal('SEND CODE');
      enter(login, email);
      await inState(login, 'code');
      expect(getComputedStyle(part(login, 'input')!).textTransform).to.equal('none');
      expect(seen(login, '[role=status]')).to.contain(email);
      enter(login, await shop.mailedCode(email));
      await inState(login, 'verified');
      expect(seen(login, '.verified')).to.contain(email);
    });

    it('no code, neither shown nor copied by hand', async () => {
      const code = newCode('Spring-abc');
      await grantCode(shop, code);
      const { claim } = await openGrant(shop, {}, {}, inside);
      await claimNow(claim);
      for (const letters of ['uppercase', 'lowercase', 'capitalize', 'full-width']) {
        inside.style.textTransform = letters;
        expect(seen(claim, '.code'), letters).to.equal(code);
      }
      inside.style.textTransform = 'uppercase';
      expect(seen(claim, '[part=copy]')).to.match(/^COPY CODE/);
      inside.style.hyphens = 'auto';
      expect(getComputedStyle(part(claim, 'code')!).hyphens, 'no hyphens that are not in it').to.equal(
        'manual',
      );
    });

    it('no text of an entry, but its title', async () => {
      inside.style.textTransform = 'uppercase';
      const content = 'Use the code Spring-abc-10';
      const timeline = await show(shop, [{ title: 'Gift', content }], {}, inside);
      expect(seen(timeline, '.content')).to.equal(content);
      expect(seen(timeline, 'h3')).to.equal('GIFT');
    });
  });
});
