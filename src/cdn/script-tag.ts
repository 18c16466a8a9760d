/** The tag that loads the script, and its settings for all elements. */
import { configureFolder, type Defaults } from '../elements/shared/settings.ts';

/** A classic script knows its URL only while it first runs. */
export const scriptUrl: string = import.meta.url;
// jQuery runs a script of the same origin as inline text.
if (!scriptUrl) throw new Error('storefront-elements must be loaded by <script src>, not as inline text.');

interface TagData extends Defaults {
  /** When the loader loads: `visible`, `idle` or `interaction`; otherwise at once. */
  when?: string | undefined;
}

const SETTINGS = ['baseUrl', 'apiKey', 'language', 'currency', 'consent', 'when', 'to'];

/**
 * The script's tag: the first one with settings, because a page may have a copy without them. Undefined if another script
 * imports this one.
 */
export function findTag(): HTMLScriptElement | undefined {
  // A module has no `document.currentScript`.
  // Not document.scripts, which markup with that name can replace.
  const tags = [...document.querySelectorAll('script')].filter(({ src }) => src === scriptUrl);
  return tags.find(({ dataset }) => SETTINGS.some((name) => name in dataset)) ?? tags[0];
}

/**
 * Reads the page's defaults from the `data-*` of the script's tag, and returns them. They apply to all scripts in the same
 * folder: one tag is enough, also for elements that the loader loads.
 */
export function readTag(): TagData {
  return configureFolder(scriptUrl, findTag()?.dataset);
}
