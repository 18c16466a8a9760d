import { define } from '../shared/define.ts';
import { OtpLogin } from './otp-login.ts';

define('otp-login', OtpLogin);

// Exports the types of the tag and its events.
export type * from './otp-login.ts';
