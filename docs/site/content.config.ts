/** The pages of the site: the Markdown files in `docs/`, which have no front matter. */
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro/content/config';
import { glob, type Loader } from 'astro/loaders';
import { docs, pages, slugOf, titleAndDescription } from './pages.ts';

const files = glob({ base: docs, pattern: pages, generateId: ({ entry }) => slugOf(entry) });

const loader: Loader = {
  name: 'docs',
  load: (context) =>
    files.load({
      ...context,
      parseData: ({ data, ...rest }) =>
        context.parseData({ ...rest, data: { ...titleAndDescription(rest.filePath!), ...data } }),
    }),
};

export const collections = { docs: defineCollection({ loader, schema: docsSchema() }) };
