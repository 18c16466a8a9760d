// Contrast as WCAG 2 defines it, of colours as the live page understands them.
import { dress, type Scheme, type Shop } from './shops.ts';

type Rgb = [red: number, green: number, blue: number];

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** Paints colours above each other; any CSS colour without variables, opaque in the end. */
function paint(...colors: string[]): Rgb {
  canvas.fillStyle = '#fff';
  canvas.fillRect(0, 0, 1, 1);
  for (const color of colors) {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

export const toHex = (color: string): string =>
  `#${paint(color)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;

export interface Contrast {
  name: string;
  scheme: Scheme;
  ratio: number;
  needed: number;
}

/** Colours by the names of the custom properties without their beginning; empty where none is set. */
export type Colors = Readonly<Record<string, string | undefined>>;

/** Every contrast that the colours of a theme decide. */
export function contrasts(page: Document, shop: Shop, colors: Colors): Contrast[] {
  const schemes: Scheme[] = shop.only ? [shop.only] : ['light', 'dark'];
  return schemes.flatMap((scheme) => {
    const probe = page.createElement('div');
    probe.hidden = true;
    dress(probe, shop, scheme);
    page.body.append(probe);
    const view = page.defaultView!;
    const style = view.getComputedStyle(probe);
    const text = style.color;
    const ground = [view.getComputedStyle(page.body).backgroundColor, style.backgroundColor];
    const resolve = (color: string) => {
      probe.style.color = color;
      const resolved = style.color;
      probe.style.color = '';
      return resolved;
    };
    const on = (name: string, color: string, below: string[], needed: number): Contrast => ({
      name,
      scheme,
      needed,
      ratio: ratio(paint(...ground, ...below, color), paint(...ground, ...below)),
    });
    const { accent, danger, focus, field } = colors;
    const found: Contrast[] = [];
    // The theme is responsible for its own button colour.
    if (accent || !shop.hasButtonColor) {
      const button = resolve(accent || text);
      const onAccent = colors['on-accent'];
      const own = luminance(paint(...ground, button)) > 0.18333 ? '#000' : '#fff';
      found.push(
        on('Words on the button', onAccent ? resolve(onAccent) : own, [button], 4.5),
        on('Button on the page', button, [], 3),
      );
    }
    found.push(
      on('Mark of an error on the page', resolve(danger || 'var(--bs-danger, #d5202a)'), [], 3),
      on('Focus ring on the page', resolve(focus || text), [], 3),
      on('Words in a field', text, field ? [resolve(field)] : [], 4.5),
    );
    probe.remove();
    return found;
  });
}
