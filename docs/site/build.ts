/**
 * Builds the documentation into `dist/site/`; with `dev` serves it, and again after each change. It reads nothing from the
 * network. `dist/cdn/` must be there: the live examples run the built elements. `SITE_BASE` is the path of the built site, as
 * `/storefront-elements`; without it, the site opens at the root of a host.
 */
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { type AstroInlineConfig, build, dev } from 'astro';
import { passthroughImageService } from 'astro/config';
import manifest from '../../package.json' with { type: 'json' };
import { codePlugin, livePlugin, pagePlugin, tablePlugin } from './markdown.ts';
import { sidebar } from './pages.ts';

process.env['ASTRO_TELEMETRY_DISABLED'] = '1';

const root = join(import.meta.dirname, '../..');

/** The files of the repository, on the web. */
const repository = `${manifest.repository.url.replace(/^git\+|\.git$/g, '')}/blob/main`;

function configuration(cdn: string, outDir: string, base: string): AstroInlineConfig {
  const cache = `${outDir}-cache`;
  const publicDir = join(cache, 'public');
  // Astro keeps what it rendered, and does not notice that our plugins changed.
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(publicDir, { recursive: true });
  copyFileSync(join(import.meta.dirname, 'logo.svg'), join(publicDir, 'favicon.svg'));
  cpSync(cdn, join(publicDir, 'cdn'), { recursive: true, filter: (file) => !file.endsWith('.map') });
  return {
    configFile: false,
    root: import.meta.dirname,
    srcDir: import.meta.dirname,
    outDir,
    base,
    publicDir,
    cacheDir: join(cache, 'astro'),
    vite: { cacheDir: join(cache, 'vite') },
    logLevel: 'warn',
    devToolbar: { enabled: false },
    // No picture is changed.
    image: { service: passthroughImageService() },
    markdown: {
      processor: satteri({
        // Quotes and dashes stay as they are in the files.
        features: { smartPunctuation: false },
        mdastPlugins: [pagePlugin(repository), livePlugin],
        hastPlugins: [tablePlugin],
      }),
    },
    integrations: [
      starlight({
        title: 'storefront-elements',
        logo: { src: './logo.svg' },
        favicon: '/favicon.svg',
        customCss: ['./style.css'],
        markdown: { processedDirs: ['..'] },
        sidebar,
        expressiveCode: { defaultProps: { frame: 'none' }, plugins: [codePlugin] },
      }),
    ],
  };
}

/**
 * `cdn` is the folder of the built elements. `outDir` must be inside the working directory: otherwise Astro writes the modules
 * that render the pages into `.astro/` at its top. `base` is the path that the site is served at.
 */
export async function buildSite(cdn: string, outDir: string, base = '/'): Promise<void> {
  await build(configuration(cdn, outDir, base));
}

if (import.meta.main) {
  const cdn = join(root, 'dist/cdn');
  const outDir = join(root, 'dist/site');
  if (process.argv[2] === 'dev') {
    const { address } = await dev(configuration(cdn, outDir, '/'));
    console.log(`The documentation is at http://localhost:${address.port}`);
  } else await buildSite(cdn, outDir, process.env['SITE_BASE']);
}
