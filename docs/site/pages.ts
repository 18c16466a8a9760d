/** Which files are pages, and their order in the sidebar. */
import { globSync } from 'node:fs';
import { join } from 'node:path';

export const docs = join(import.meta.dirname, '..');

/** Of the files in `docs/`. */
export const pages = ['**/*.md', '!site/**'];

/** A page's address: `elements/otp-login` for `elements/otp-login.md`. */
export const slugOf = (file: string): string => (file === 'README.md' ? 'index' : file.replace(/\.md$/, ''));

const groups: Record<string, string[]> = {
  'Start here': ['start-merchant', 'start-theme-developer', 'start-engineer', 'quick-start'],
  Elements: ['elements/otp-login', 'elements/reward-claim', 'elements/collection-timeline'],
  'In your shop': ['platforms', 'shopify', 'wordpress', 'bigcommerce', 'magento', 'wix', 'squarespace'],
  'Make it yours': ['themes', 'languages', 'events', 'frameworks'],
  'Service and gateway': ['client', 'gateway', 'gateway-settings'],
  'Safety and law': ['security', 'csp', 'privacy', 'legal', 'accessibility', 'browser-support'],
  'When things change': ['troubleshooting', 'versioning', 'upgrading', 'benchmark'],
};

const slugs = globSync('**/*.md', { cwd: docs, exclude: ['site'] })
  .map(slugOf)
  .sort();

const known = new Set(['index', ...Object.values(groups).flat()]);

/** Pages that nobody has put in order come last. */
export const sidebar = Object.entries({ ...groups, More: slugs.filter((slug) => !known.has(slug)) })
  .map(([label, items]) => ({ label, items: items.filter((slug) => slugs.includes(slug)) }))
  .filter(({ items }) => items.length);
