// A shop that dresses the elements: `?shop=` names its style sheets, and each tells the story in another layout.
import { options } from '../options.ts';

const layouts: Record<string, string> = {
  plain: 'compact',
  boutique: 'alternating',
  street: 'cards',
  hostile: 'feed',
};

const asked = options.get('shop') ?? '';
const shop = asked in layouts ? asked : 'plain';
const timeline = document.querySelector('collection-timeline')!;
timeline.setAttribute('layout', layouts[shop]!);
// Few cards under each heading would leave holes.
if (shop !== 'street') timeline.setAttribute('group-by', 'month');

async function load(id: string, href: string): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(id)!;
  if (link.getAttribute('href') === href) return;
  const loaded = new Promise((resolve) => link.addEventListener('load', resolve, { once: true }));
  link.setAttribute('href', href);
  await loaded;
}
await load('#page-css', `${shop}-page.css`);
// The hostile shop is there for a test, and dresses nothing.
if (shop === 'hostile') document.querySelector('#theme-css')!.remove();
else await load('#theme-css', `${shop}.css`);
await import('./shop.ts');
