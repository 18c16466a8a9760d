/** All three elements by a classic script, for tag managers and platforms without `type="module"`. */
import './timelines.ts';
import { version } from '../elements/shared/define.ts';
import { configure } from '../elements/shared/settings.ts';
import { readTag } from './script-tag.ts';
import { startElements } from './start-elements.ts';

declare const __ELEMENTS__: readonly string[];

/** The global that a page uses instead of `import`. */
export interface StorefrontElements {
  version: string;
  configure: typeof configure;
}

declare global {
  var storefrontElements: StorefrontElements;
}

readTag();
// A second copy keeps the first copy's global, because the elements are also the first's. An element with this id is no copy.
if (!Object.hasOwn(globalThis, 'storefrontElements')) globalThis.storefrontElements = { version, configure };
void startElements(__ELEMENTS__);
