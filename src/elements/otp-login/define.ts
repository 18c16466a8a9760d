import { define } from '../base/define.ts';
import { OtpLogin } from './otp-login.ts';

define('otp-login', OtpLogin);
