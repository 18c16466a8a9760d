/** Registers `<otp-login>` for the script tag whose loader it gets. */
import { OtpLogin } from '../elements/otp-login/otp-login.ts';
import { define } from '../elements/shared/define.ts';
import { addLoader, type ModuleLoader } from '../elements/shared/lazy.ts';

export function start(loader: ModuleLoader): void {
  // First: an element that is already on the page may load a module as soon as it is defined.
  addLoader(loader);
  define('otp-login', OtpLogin);
}
