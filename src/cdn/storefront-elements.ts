/** All three elements, for a script tag of `type="module"`. */
import '../define.ts';
import { readTag } from './script-tag.ts';

readTag();

export { configure } from '../elements/shared/settings.ts';
