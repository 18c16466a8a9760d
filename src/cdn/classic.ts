/** All three elements as a classic script, for tag managers and platforms that cannot say `type="module"`. */
import '../define.ts';
import { configure } from '../elements/shared/settings.ts';
import { version } from '../elements/shared/define.ts';
import { readTag } from './script-tag.ts';

readTag();

/** What a page gets at without `import`. */
export interface StorefrontElements {
  version: string;
  configure: typeof configure;
}

declare global {
  var storefrontElements: StorefrontElements;
}

// A second copy leaves it: the elements are those of the first. An element of the page with this id does not count.
if (!Object.hasOwn(globalThis, 'storefrontElements')) globalThis.storefrontElements = { version, configure };
