/** Makes pages of a site from Markdown that is written for the repository. */
import { existsSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definePlugin } from '@astrojs/starlight/expressive-code';
import { select } from '@astrojs/starlight/expressive-code/hast';
import { defineHastPlugin, defineMdastPlugin } from 'satteri';
import { docs, slugOf } from './pages.ts';

/** The page that a file belongs to, as a path in `docs/`. */
const pageOf = (url: URL | undefined) => relative(docs, fileURLToPath(url!)).replaceAll('\\', '/');

/** The folder of a page on the site: every page is the `index.html` of its own. */
const folderOf = (slug: string) => (slug === 'index' ? '.' : slug);

/** From one page to another file of the site. Relative, so that the site works in any folder. */
const linkTo = (page: string, target: string) => posix.relative(folderOf(slugOf(page)), target) || '.';

/**
 * A page's own heading is its title, and its links lead to files: those to other pages become links of the site, those to
 * other files go to the repository.
 */
export const pagePlugin = (repository: string) =>
  defineMdastPlugin({
    name: 'page',
    heading(node, context) {
      if (node.depth === 1) context.removeNode(node);
    },
    link(node, context) {
      if (/^(\w+:|#|\/)/.test(node.url)) return;
      const page = pageOf(context.fileURL);
      const [path = '', anchor] = node.url.split('#', 2);
      const target = posix.join(posix.dirname(page), decodeURI(path));
      const isPage = !target.startsWith('..') && target.endsWith('.md');
      if (!existsSync(posix.join(docs, target)))
        throw new Error(`${page} links to ${node.url}, which is missing.`);
      if (isPage) {
        const url = `${linkTo(page, folderOf(slugOf(target)))}/${anchor ? `#${anchor}` : ''}`;
        context.setProperty(node, 'url', url);
      } else context.setProperty(node, 'url', `${repository}/${posix.join('docs', target)}`);
    },
  });

/** An example with `<!-- live -->` above it is also shown as what it is, with sample data. */
export const livePlugin = () => {
  let isNext = false;
  let count = 0;
  return defineMdastPlugin({
    name: 'live',
    html(node) {
      if (node.value.trim() === '<!-- live -->') isNext = true;
    },
    code(node, context) {
      if (!isNext) return;
      isNext = false;
      const scripts = count++ ? '' : scriptsOf(linkTo(pageOf(context.fileURL), 'cdn'));
      context.insertBefore(node, {
        type: 'html',
        value: `${scripts}<div class="example not-content" id="example-${count}" data-pagefind-ignore>${node.value}</div>`,
      });
    },
  });
};

/** As in Shopify's theme editor, the elements show sample data and send nothing. */
const scriptsOf = (cdn: string) =>
  `<script>window.Shopify = { designMode: true };</script><script type="module" src="${cdn}/storefront-elements.js"></script>`;

/** A wide table scrolls in a box of its own, by keyboard too, and stays a table to screen readers. */
export const tablePlugin = defineHastPlugin({
  name: 'table',
  element: {
    filter: ['table'],
    visit(node, context) {
      context.wrapNode(node, {
        type: 'element',
        tagName: 'div',
        properties: { className: ['wide'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
        children: [],
      });
    },
  },
});

/** Wide code too. Its own script would make each block a landmark, and removes this where nothing scrolls. */
export const codePlugin = definePlugin({
  name: 'Code that scrolls by keyboard',
  hooks: {
    postprocessRenderedBlock: ({ renderData }) => {
      const code = select('pre', renderData.blockAst);
      if (code) code.properties.tabIndex = 0;
    },
  },
});
