/** The demo's product page as a shop would publish it, with the elements and without them. */
import { join } from 'node:path';
import { build } from 'vite';
import { buildCdn } from '../../build/cdn.ts';

/** The files that the server serves, by path. */
export type Files = Map<string, string | Uint8Array>;

const SCRIPT_TAG = '<script type="module" src="/cdn/storefront-elements.js"></script>';
/** As the pages about shop systems have it, for a whole theme. */
const LOADER_TAG = '<script type="module" src="/cdn/loader.js" data-when="visible" async></script>';

const root = join(import.meta.dirname, '../../demo');

/** The demo's stand-in for the file of the CDN. */
const STAND_IN = /<script type="module" src="elements\.ts"><\/script>/g;
const TAGS = ['otp-login', 'reward-claim', 'collection-timeline'].map(
  (tag) => new RegExp(`<${tag}[\\s>][^]*?</${tag}>`, 'g'),
);

/** Takes out what must be there once. */
function cut(html: string, pattern: RegExp): string {
  const count = html.match(pattern)?.length ?? 0;
  if (count !== 1) throw new Error(`The page has ${count} of ${String(pattern)}, not one.`);
  return html.replace(pattern, '');
}

/** The elements' files alone. */
export async function buildElements(): Promise<Files> {
  const files: Files = new Map();
  for (const [path, { code }] of await buildCdn()) files.set(`/cdn/${path}`, code);
  return files;
}

/** A page for each kind, and all that they load. The page's own scripts and styles are the same. */
export async function buildPages(): Promise<Files> {
  const files = await buildElements();
  const [bundle] = [
    await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'warn',
      plugins: [
        {
          name: 'without-stand-in',
          transformIndexHtml: { order: 'pre', handler: (html) => cut(html, STAND_IN) },
        },
      ],
      build: { write: false, rolldownOptions: { input: join(root, 'index.html') } },
    }),
  ].flat();
  if (!bundle || !('output' in bundle)) throw new Error('The build of the demo page gave no output.');
  for (const file of bundle.output)
    files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
  const page = files.get('/index.html') as string;
  files.set('/with.html', page.replace('</head>', `${SCRIPT_TAG}</head>`));
  files.set('/loader.html', page.replace('</head>', `${LOADER_TAG}</head>`));
  files.set('/without.html', TAGS.reduce(cut, page));
  return files;
}

/** A page with these elements on it and nothing else. */
export const plainPage = (elements: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Elements</title>
    <link rel="icon" href="data:,">
    <style>
      body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 16px/1.5 sans-serif; }
    </style>
    ${SCRIPT_TAG}
  </head>
  <body>${elements}</body>
</html>`;
