/** The words of the elements in English. Every other language is typed after this file. */

export interface ErrorTerms {
  rateLimited: (seconds: number) => string;
  offline: string;
  slow: string;
  general: string;
  unavailable: string;
  retry: string;
}

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** As coarse as a person would say it. */
const duration = (seconds: number) =>
  seconds <= 90
    ? many(seconds, 'second')
    : seconds <= 5400
      ? many(Math.ceil(seconds / 60), 'minute')
      : many(Math.ceil(seconds / 3600), 'hour');

export const errors: ErrorTerms = {
  rateLimited: (seconds) =>
    `Too many attempts. Please wait ${seconds > 0 ? duration(seconds) : 'a moment'} and try again.`,
  offline: 'No connection. Please check your internet and try again.',
  slow: 'This is taking too long. Please try again.',
  general: 'Something went wrong. Please try again.',
  unavailable: 'This is not available at the moment.',
  retry: 'Try again',
};

export const otpLogin = {
  heading: 'Log in with your e-mail',
  headingVerified: 'Logged in',
  email: 'E-mail address',
  emailHint: 'We will e-mail you a one-time code. No password needed.',
  emailMissing: 'Enter your e-mail address.',
  emailInvalid: 'Enter an e-mail address like name@example.com.',
  send: 'Send me a code',
  sending: 'Sending…',
  sentTo: (email: string) => `We sent a code to ${email}.`,
  resent: (email: string) => `We sent a new code to ${email}. Use the newest one.`,
  code: 'Code from the e-mail',
  codeMissing: 'Enter the code from the e-mail.',
  codeWrong: 'That code is not right or no longer valid. Check it, or ask for a new one.',
  verify: 'Log in',
  verifying: 'Checking…',
  resend: 'Send a new code',
  changeEmail: 'Use another e-mail',
  verified: (email: string) => `You are logged in as ${email}.`,
};

export const rewardClaim = {
  heading: 'Your reward is waiting',
  intro: 'Claim it to get your discount.',
  claim: 'Claim reward',
  claiming: 'Claiming…',
  headingFailed: 'This reward cannot be claimed',
  claimed: 'Claimed',
  percentage: (value: string) => `${value} off`,
  freeShipping: 'Free shipping',
  gatedContent: 'Access unlocked',
  reward: 'Your reward',
  /** By `scope` as the service sends it. */
  scopes: new Map([
    ['sitewide', 'on your whole order'],
    ['collection', 'on a selected collection'],
    ['product', 'on a selected product'],
    ['variant', 'on a selected product variant'],
  ]),
  automatic: 'It is applied by itself at checkout. There is no code to enter.',
  noCode: 'There is no code to enter.',
  code: 'Your discount code',
  copy: 'Copy code',
  copied: 'Copied.',
  copyFailed: 'The code is selected. Copy it with your device’s own copy command.',
  unconfirmed: 'We could not confirm whether your reward was claimed. Please try again.',
  perhapsYours:
    'It may be your own earlier try that was counted. Please contact the shop if you have no code.',
};

export const collectionTimeline = {
  label: 'Timeline',
  loading: 'Loading the timeline…',
  empty: 'There is nothing here yet.',
  more: 'Show more',
  loadingMore: 'Loading…',
  shown: (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'} shown.`,
  end: 'That is the whole story.',
  image: 'Picture',
  video: 'Video',
  attachment: (name: string) => `Attachment: ${name}`,
  /** One picture or video of several. */
  galleryItem: (title: string, index: number, count: number) => `${title}, ${index} of ${count}`,
};
