/** The pages of the site: the Markdown files in `docs/`, which have no front matter. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro/content/config';
import { glob, type Loader } from 'astro/loaders';
import { pages, slugOf } from './pages.ts';

const docs = join(import.meta.dirname, '..');

/** The first heading and the first paragraph of a page, without Markdown. */
function titleAndDescription(file: string): { title: string; description: string } {
  const [heading = '', ...paragraphs] = readFileSync(file, 'utf8').split(/\n\s*\n/);
  const first = paragraphs.find((each) => /^[\p{L}[*`"]/u.test(each)) ?? '';
  const plain = (markdown: string) =>
    markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[`*]|^# /g, '');
  return { title: plain(heading), description: plain(first).replaceAll('\n', ' ') };
}

const files = glob({ base: docs, pattern: pages, generateId: ({ entry }) => slugOf(entry) });

const loader: Loader = {
  name: 'docs',
  load: (context) =>
    files.load({
      ...context,
      parseData: ({ data, ...rest }) =>
        context.parseData({
          ...rest,
          data: { ...titleAndDescription(rest.filePath!), ...data } as typeof data,
        }),
    }),
};

export const collections = { docs: defineCollection({ loader, schema: docsSchema() }) };
