/** `<otp-login>` alone, for a script tag of `type="module"`. */
import '../elements/otp-login/define.ts';
import { readTag } from './script-tag.ts';

readTag();

export { configure } from '../elements/shared/settings.ts';
