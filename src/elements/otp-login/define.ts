import { define } from '../shared/define.ts';
import { OtpLogin } from './otp-login.ts';

define('otp-login', OtpLogin);

// The types of the tag and of its events.
export type * from './otp-login.ts';
