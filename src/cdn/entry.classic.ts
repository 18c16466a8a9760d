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
// A second copy leaves the global of the first, which also registered the elements. `hasOwn` ignores a page's element whose id is
// `storefrontElements`.
if (!Object.hasOwn(globalThis, 'storefrontElements')) globalThis.storefrontElements = { version, configure };
void startElements(__ELEMENTS__);
