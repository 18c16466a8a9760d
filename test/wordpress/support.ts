/** A WordPress site's pages in a browser: what the plugin prints, with its files and the service behind a gateway. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { openPage, type PageOptions, setStage, type Stage, type Visit } from '../cdn/support.ts';
import { builtFiles } from '../helpers/built.ts';
import { plugin, type PrintedPage } from './php.ts';

const folder = '/wp-content/plugins/storefront-elements';

export const setSite = (): Stage => setStage('loader');

/** Puts the plugin's files where WordPress has them. */
async function mount({ merchant }: Stage): Promise<void> {
  const read = (file: string) => readFileSync(join(plugin, file), 'utf8');
  for (const [file, { code }] of await builtFiles())
    merchant.scripts[`${folder}/assets/${manifest.version}/${file}`] = code;
  merchant.scripts[`${folder}/consent.js`] = read('consent.js');
  merchant.styles[`${folder}/style.css`] = read('style.css');
}

/** As a classic theme prints it: the styles in the head, the modules below the content. */
export async function openPost(
  stage: Stage,
  { head, body, scripts }: PrintedPage,
  options: PageOptions = {},
): Promise<Visit> {
  await mount(stage);
  return openPage(stage, body + scripts, { ...options, head: (options.head ?? '') + head });
}
