/** The later steps of `<otp-login>`. */
export const otpLoginLater = {
  verify: 'Log in',
  emailMissing: 'Enter your email address.',
  emailInvalid: 'Enter an email address like name@example.com.',
  codeMissing: 'Enter the code from the email.',
  codeLength: 'Enter all {count} characters of the code.',
  verifying: 'Checking…',
  resendWait: 'You can request a new code in {time}.',
  logout: 'Log out',
  loginEnds: 'Your login ends in {time}.',
};
