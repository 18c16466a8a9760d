/** The first step of `<otp-login>`, and the texts that reserve the height of the later ones. */
export const otpLogin = {
  heading: 'Log in with your email',
  headingVerified: 'Logged in',
  email: 'Email address',
  code: 'Code from the email',
  emailHint: 'We’ll email you a one-time code. No password needed.',
  send: 'Send code',
  sending: 'Sending…',
  sentTo: 'We sent a code to {email}.',
  resent: 'We sent a new code to {email}. Use this one; earlier codes no longer work.',
  validFor: 'It is valid for {time}.',
  /** Follows `sentTo` if a complete code is sent automatically. */
  checkedAtOnce: 'It is checked as soon as you enter the last digit.',
  codeWrong: 'That code is incorrect or has expired. Check it or request a new one.',
  resend: 'Send a new code',
  /** A placeholder that reserves the width of the countdown beside `resend`. */
  seconds: '{count}s',
  changeEmail: 'Use another email',
  verified: 'You are logged in as {email}.',
};
