/** The tag that loads the script, and what it says to all elements. */
import { type Defaults, useTag } from '../elements/shared/settings.ts';
import { here } from '../elements/shared/lazy.ts';

interface TagData extends Defaults {
  /** When the loader loads: `visible`, `idle` or `interaction`; else at once. */
  when?: string | undefined;
}

/**
 * Takes the defaults from the `data-*` of the script's tag, and gives them. They hold for all scripts of the same
 * folder, so that it is enough to say them once, and that what the loader loads has them too.
 */
export function readTag(): TagData {
  // A module is not told its tag.
  const tag = [...document.scripts].find(({ src }) => src === here);
  return useTag(new URL('.', here).href, tag?.dataset);
}
