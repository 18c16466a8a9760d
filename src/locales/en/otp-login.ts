/** The first step of `<otp-login>`, and the texts that reserve the height of the later ones. */
export const otpLogin = {
  heading: 'Log in with your e-mail',
  headingVerified: 'Logged in',
  email: 'E-mail address',
  code: 'Code from the e-mail',
  emailHint: 'We will e-mail you a one-time code. No password needed.',
  send: 'Send me a code',
  sending: 'Sending…',
  sentTo: 'We sent a code to {email}.',
  resent: 'We sent a new code to {email}. Only the newest one works.',
  validFor: 'It is valid for {time}.',
  codeWrong: 'That code is not right or no longer valid. Check it, or ask for a new one.',
  resend: 'Send a new code',
  /** A placeholder that reserves the width of the countdown beside `resend`. */
  seconds: '{count}s',
  changeEmail: 'Use another e-mail',
  verified: 'You are logged in as {email}.',
};
