/** `<reward-claim>` alone, for a script tag of `type="module"`. */
import '../elements/reward-claim/define.ts';
import { readTag } from './script-tag.ts';

readTag();

export { configure } from '../elements/shared/settings.ts';
