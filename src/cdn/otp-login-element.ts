/** Registers `<otp-login>` for the script tag whose loader it gets. */
import { OtpLogin } from '../elements/otp-login/otp-login.ts';
import { define } from '../elements/shared/define.ts';
import { addLoader } from '../elements/shared/lazy.ts';
import type { ModuleLoader } from '../elements/shared/settings.ts';

export function start(loader: ModuleLoader): void {
  // First: an element that is already on the page may load a module as soon as it is defined.
  addLoader(loader);
  define('otp-login', OtpLogin);
}
