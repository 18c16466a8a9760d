// The page of themes: shops in windows of their own, because a theme's root font and properties hold for a whole page.
import { offer, offerLooks, options } from './options.ts';

/** By name: the title, and a file to copy where one dresses the elements. */
const shops: Record<string, { title: string; file?: string }> = {
  dawn: { title: 'Dawn' },
  horizon: { title: 'Horizon' },
  wordpress: { title: 'Twenty Twenty-Five' },
  bootstrap: { title: 'Bootstrap 5' },
  plain: { title: 'Dressed: plain', file: 'plain.css' },
  boutique: { title: 'Dressed: warm boutique', file: 'boutique.css' },
  street: { title: 'Dressed: street-wear', file: 'street.css' },
};

offerLooks(['', '320', '390', '768'], 'light and dark');
const only = offer('shop', ['', ...Object.keys(shops)], 'the first four, side by side');

document.querySelector('main')!.append(
  ...Object.entries(shops)
    .filter(([name, { file }]) => (only ? name === only : !file))
    .map(([name, { title, file }]) => {
      const section = document.createElement('section');
      const heading = document.createElement('h2');
      const links = document.createElement('p');
      const page = document.createElement('iframe');
      const query = new URLSearchParams(options);
      query.set('shop', name);
      page.src = `themes/${file ? 'dressed' : name}.html?${query}`;
      page.title = title;
      page.loading = 'lazy';
      heading.textContent = title;
      links.append(link('The page', page.src));
      if (file) links.append(' · ', link('The file to copy', `themes/${file}?direct`));
      section.append(heading, links, page);
      return section;
    }),
);

function link(text: string, href: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { textContent: text, href });
}
