/** The later steps of `<otp-login>`. */
export const otpLoginLater = {
  verify: 'Log in',
  emailMissing: 'Enter your e-mail address.',
  emailInvalid: 'Enter an e-mail address like name@example.com.',
  codeMissing: 'Enter the code from the e-mail.',
  codeLength: 'Enter all {count} characters of the code.',
  verifying: 'Checking…',
  resendWait: 'You can ask for a new code in {time}.',
  logout: 'Log out',
};
