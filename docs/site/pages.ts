/** Which files are pages, what they are called, and their order in the sidebar. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const docs = join(import.meta.dirname, '..');

/** Of the files in `docs/`. */
export const pages = ['**/*.md', '!site/**'];

/** A page's address: `elements/otp-login` for `elements/otp-login.md`. */
export const slugOf = (file: string): string => (file === 'README.md' ? 'index' : file.replace(/\.md$/, ''));

const plain = (markdown: string) => markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[`*]|^# /g, '');

/** The first heading and the first paragraph of a page. */
export function titleAndDescription(file: string): { title: string; description: string } {
  const [heading = '', ...blocks] = readFileSync(file, 'utf8').split(/\n\s*\n/);
  const paragraph = blocks.find((each) => /^[\p{L}[*`"]/u.test(each)) ?? '';
  return { title: plain(heading), description: plain(paragraph).replaceAll('\n', ' ') };
}

const groups: Record<string, string[]> = {
  'Start here': ['start-merchant', 'start-theme-developer', 'start-engineer', 'quick-start'],
  Elements: ['elements/otp-login', 'elements/reward-claim', 'elements/collection-timeline'],
  'In your shop': ['platforms', 'shopify', 'wordpress', 'bigcommerce', 'magento', 'wix', 'squarespace'],
  'Make it yours': ['themes', 'languages', 'events', 'frameworks'],
  'Service and gateway': ['client', 'gateway', 'gateway-settings'],
  Security: ['security', 'csp', 'browser-support'],
  'Privacy, accessibility and law': [
    'privacy',
    'legal/storage-statement',
    'legal/data-processing',
    'accessibility',
    'legal/accessibility-conformance',
  ],
  'When things change': ['troubleshooting', 'versioning', 'benchmark'],
};

const files = globSync('**/*.md', { cwd: docs, exclude: ['site'] }).sort();
const known = new Set(['index', ...Object.values(groups).flat()]);

/** `<otp-login>` of "Log in: <otp-login>", and "Privacy" of "Privacy: what is stored". */
function labelOf(slug: string): string {
  const [start, end] = titleAndDescription(join(docs, `${slug}.md`)).title.split(': ');
  return (slug.startsWith('elements/') ? end : start) ?? slug;
}

/** Pages that nobody has put in order come last. */
export const sidebar = Object.entries({
  ...groups,
  More: files.map(slugOf).filter((slug) => !known.has(slug)),
})
  .map(([label, slugs]) => ({
    label,
    items: slugs
      .filter((slug) => files.includes(`${slug}.md`))
      .map((slug) => ({ label: labelOf(slug), slug })),
  }))
  .filter(({ items }) => items.length);
