import type { TestShop } from '../../helpers/control.ts';
import { expect, newShop, part, place } from '../../helpers/fixture.ts';

/** The properties that each theme sets, with values as in its source. */
const dawn = {
  '--color-button': '51,79,180',
  '--color-button-text': '240,250,240',
  '--alpha-button-background': '1',
  '--buttons-radius': '40px',
  '--inputs-radius': '26px',
  '--inputs-border-width': '3px',
  '--font-body-weight': '400',
  '--font-heading-weight': '500',
};
const horizon = {
  '--color-primary-button-background': 'rgb(20 20 40 / 1.0)',
  '--color-primary-button-text': 'rgb(250 250 220 / 1.0)',
  '--color-primary-button-border': 'rgb(200 0 0 / 1.0)',
  '--style-border-width-primary': '2px',
  '--style-border-radius-buttons-primary': '14px',
  '--style-border-radius-inputs': '4px',
  '--style-border-width-inputs': '1px',
  '--button-text-case-primary': 'uppercase',
  '--font-paragraph--weight': '500',
  '--font-h3--weight': '700',
};
const wordPress = { '--wp--preset--color--primary': '#9dff20', '--wc-form-border-radius': '4px' };
const bootstrap = {
  '--bs-primary': '#0d6efd',
  '--bs-border-radius': '0.375rem',
  '--bs-border-width': '1px',
  '--bs-body-font-weight': '400',
  '--bs-danger': '#dc3545',
};

describe('In a theme', () => {
  let shop: TestShop;
  let section: HTMLElement;

  beforeEach(async () => {
    shop = await newShop();
    section = document.body.appendChild(document.createElement('section'));
    section.style.color = 'rgb(18 18 18 / 0.75)';
  });
  afterEach(() => section.remove());

  /** As a page draws it, whatever way the browser writes the colour. */
  const pixel = (color: string) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].join();
  };
  const dress = (properties: Record<string, string>) => {
    for (const [name, value] of Object.entries(properties)) section.style.setProperty(name, value);
  };
  const look = async () => {
    const login = await place('otp-login', shop, {}, section);
    const button = getComputedStyle(part(login, 'button')!);
    const field = getComputedStyle(part(login, 'input')!);
    return {
      fill: pixel(button.backgroundColor),
      text: pixel(getComputedStyle(part(login, 'button')!.querySelector('span')!).color),
      border: `${button.borderTopWidth} ${pixel(button.borderTopColor)}`,
      corners: button.borderTopLeftRadius,
      weight: button.fontWeight,
      letters: button.textTransform,
      field: `${field.borderTopLeftRadius} ${field.borderTopWidth}`,
      heading: getComputedStyle(part(login, 'heading')!).fontWeight,
    };
  };
  const white = pixel('#fff');
  const black = pixel('#000');

  it('like Dawn, buttons, fields and headings are those of the theme', async () => {
    dress(dawn);
    const found = await look();
    expect(found.fill).to.equal(pixel('rgb(51, 79, 180)'));
    // Without style queries, a browser writes in black or white.
    expect(found.text).to.be.oneOf([pixel('rgb(240, 250, 240)'), white]);
    expect([found.corners, found.weight, found.field, found.heading]).to.deep.equal([
      '40px',
      '400',
      '26px 3px',
      '500',
    ]);
  });

  it('like Horizon, also the border and the case of the buttons', async () => {
    dress(horizon);
    const found = await look();
    expect(found.fill).to.equal(pixel('rgb(20, 20, 40)'));
    expect(found.text).to.be.oneOf([pixel('rgb(250, 250, 220)'), white]);
    expect([found.corners, found.weight, found.letters]).to.deep.equal(['14px', '500', 'uppercase']);
    expect([found.field, found.heading]).to.deep.equal(['4px 1px', '700']);
  });

  it('like those of WordPress, the button has the primary colour, and text that can be read on it', async () => {
    dress(wordPress);
    const found = await look();
    expect([found.fill, found.text]).to.deep.equal([pixel('#9dff20'), black]);
    expect(found.field).to.equal('4px 2px');
  });

  it('like Bootstrap, the button is blue with white text', async () => {
    dress(bootstrap);
    const found = await look();
    expect([found.fill, found.text]).to.deep.equal([pixel('#0d6efd'), white]);
    expect([found.corners, found.weight, found.field]).to.deep.equal(['6px', '400', '6px 1px']);
  });

  it('without any of these properties, the button is opaque in the text colour', async () => {
    const found = await look();
    expect([found.fill, found.text]).to.deep.equal([pixel('rgb(18, 18, 18)'), white]);
    expect([found.corners, found.weight, found.field, found.heading]).to.deep.equal([
      '8px',
      '600',
      '8px 2px',
      '600',
    ]);
  });

  it('that has a --color-button of another kind, the button is in the text colour', async () => {
    dress({ '--color-button': '#eee', '--color-button-text': '#ddd' });
    const found = await look();
    expect([found.fill, found.text]).to.deep.equal([pixel('rgb(18, 18, 18)'), white]);
  });

  it('the merchant’s own properties win', async () => {
    dress({ ...dawn, ...horizon, ...bootstrap, '--storefront-accent': '#ff0', '--storefront-radius': '3px' });
    const found = await look();
    expect([found.fill, found.text]).to.deep.equal([pixel('#ff0'), black]);
    expect([found.corners, found.field]).to.deep.equal(['3px', '3px 3px']);
    section.style.setProperty('--storefront-on-accent', '#00f');
    expect((await look()).text).to.equal(pixel('#00f'));
  });

  it('another colour scheme of the section counts at once', async () => {
    dress(dawn);
    const login = await place('otp-login', shop, {}, section);
    const fill = () => pixel(getComputedStyle(part(login, 'button')!).backgroundColor);
    expect(fill()).to.equal(pixel('rgb(51, 79, 180)'));
    section.style.setProperty('--color-button', '255,255,255');
    expect(fill()).to.equal(white);
  });
});
