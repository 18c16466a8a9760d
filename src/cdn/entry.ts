/** A script tag of `type="module"` for one element or all three. The build names them in `__ELEMENTS__`. */
import { startElements } from './start-elements.ts';
import { readTag } from './script-tag.ts';

declare const __ELEMENTS__: readonly string[];

readTag();

// Awaited, so that a script that imports this one finds the elements defined.
await startElements(__ELEMENTS__);

export { configure } from '../elements/shared/settings.ts';
