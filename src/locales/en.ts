/**
 * The words of the elements in English. Their type is the type of every other language. `{name}` is a placeholder. No word
 * depends on a number: `Intl` formats times and amounts as a whole ("2 minutes", "15%").
 */

export const common = {
  rateLimited: 'Too many attempts. Please wait {time} and try again.',
  offline: 'No connection. Please check your internet and try again.',
  slow: 'This is taking too long. Please try again.',
  general: 'Something went wrong. Please try again.',
  unavailable: 'This is not available at the moment.',
  retry: 'Try again',
};

/** Shared words that no element needs for its first rendering. */
export const commonLater = {
  rateLimitedSoon: 'Too many attempts. Please wait a moment and try again.',
};

/** Words for the first rendering of `<otp-login>`, and for reserving the space of its later steps. */
export const otpLogin = {
  heading: 'Log in with your e-mail',
  headingVerified: 'Logged in',
  email: 'E-mail address',
  emailHint: 'We will e-mail you a one-time code. No password needed.',
  send: 'Send me a code',
  sending: 'Sending…',
  resent: 'We sent a new code to {email}. Only the newest one works.',
  validFor: 'It is valid for {time}.',
  codeWrong: 'That code is not right or no longer valid. Check it, or ask for a new one.',
  resend: 'Send a new code',
  /** A placeholder that reserves the width of the countdown beside `resend`. */
  seconds: '{count}s',
  changeEmail: 'Use another e-mail',
  verified: 'You are logged in as {email}.',
};

export const otpLoginLater = {
  code: 'Code from the e-mail',
  verify: 'Log in',
  emailMissing: 'Enter your e-mail address.',
  emailInvalid: 'Enter an e-mail address like name@example.com.',
  sentTo: 'We sent a code to {email}.',
  codeMissing: 'Enter the code from the e-mail.',
  codeLength: 'Enter all {count} characters of the code.',
  verifying: 'Checking…',
  resendWait: 'You can ask for a new code in {time}.',
  logout: 'Log out',
};

/** Words for the first rendering of `<reward-claim>`, and for reserving the space of its later steps. */
export const rewardClaim = {
  heading: 'Your reward is waiting',
  intro: 'Claim it to get your discount.',
  claim: 'Claim reward',
  claiming: 'Claiming…',
  loginFirst: 'Log in first. Your reward follows by itself.',
  claimed: 'Claimed',
  percentage: '{value} off',
  amount: '{value} off',
  freeShipping: 'Free shipping',
  sitewide: 'For your whole order',
  collection: 'For a selected collection',
  product: 'For a selected product',
  variant: 'For a selected product variant',
  copy: 'Copy code',
  copied: 'Copied.',
  copyFailed: 'The code is selected. Copy it with your device’s own copy command.',
  apply: 'Use it now',
  applyLink: 'Use a link instead',
  expiresOn: 'Valid until {date}',
  headingFailed: 'This reward cannot be claimed',
  headingUnconfirmed: 'Was your reward claimed?',
  unconfirmed: 'We could not confirm whether your reward was claimed. Please try again.',
  perhapsYours: 'Did you claim it yourself and never saw the code? The shop can help you.',
  contact: 'Need help? Please contact the shop.',
  offlineUnsent: 'No connection. Nothing was sent; your reward is still there.',
  alreadyClaimed: 'This reward has already been claimed.',
  wrongAccount: 'This reward belongs to another account. Log in with the e-mail address that it was sent to.',
  unknownToken: 'We do not know this reward. Please check the link that you were sent.',
};

export const rewardClaimLater = {
  gatedContent: 'Access unlocked',
  reward: 'Your reward',
  automatic: 'It is applied by itself at checkout. There is no code to enter.',
  noCode: 'There is no code to enter.',
  code: 'Your discount code',
  share: 'Share',
  applying: 'Adding to your cart…',
  applied: 'In your cart',
  cart: 'View cart',
  cartEmpty: 'Your cart is empty. Put something in first; your code stays here.',
  cartRefused: 'The shop did not accept this code for your cart.',
  cartTaken: 'This code cannot be combined with the one already in your cart.',
  cartUnfit: 'Your cart cannot take a code like this one.',
  cartFailed: 'The code could not be added to your cart. Please try again.',
  reserve: 'Reserve my code',
  reserveIntro: 'We keep a discount code for {email}.',
  reserving: 'Reserving…',
  reserved: 'Reserved for {email}',
  redeemed: 'This code has already been used.',
  revoked: 'The shop has withdrawn this code.',
  expires: 'Valid for another {time}',
  notReserved: 'No code could be reserved for {email}.',
  headingExpired: 'This code has expired',
  expired: 'This reward has expired.',
  notStarted: 'This reward cannot be claimed yet.',
  usedUp: 'This reward is no longer available.',
  otherAccount: 'Log in with another e-mail',
  loginNeeded: 'Please log in to claim this reward.',
};

/** Words for a timeline that is still loading. */
export const timelineStart = {
  loading: 'Loading the timeline…',
};

export const collectionTimeline = {
  ...timelineStart,
  label: 'Timeline',
  empty: 'There is nothing here yet.',
  more: 'Show more',
  loadingMore: 'Loading…',
  shown: 'Entries shown: {count}',
  end: 'That is the whole story.',
  /** Entries that were added after the timeline was loaded. */
  fresh: 'New entries: {count}',
  /** The heading over entries whose date cannot be read. */
  undated: 'Without a date',
  scrubber: 'Go to a month',
  launch: 'Launch: {date}',
  /** The text of a link that shows the location on a map. */
  map: '{location} (map)',
  copyLink: 'Copy the link to “{title}”',
  copied: 'Link copied.',
  copyFailed: 'The link is in the address bar.',
  image: 'Picture',
  video: 'Video',
  attachment: 'Attachment: {name}',
  /** The label of one picture or video in a gallery. */
  galleryItem: '{title}, {index} of {count}',
  enlarge: 'Enlarge: {title}',
  previous: 'Previous',
  next: 'Next',
  close: 'Close',
};

type Texts<T> = { readonly [K in keyof T]: string };

/** All words of all elements in one language. */
export interface Words {
  common: Texts<typeof common & typeof commonLater>;
  otpLogin: Texts<typeof otpLogin & typeof otpLoginLater>;
  rewardClaim: Texts<typeof rewardClaim & typeof rewardClaimLater>;
  collectionTimeline: Texts<typeof collectionTimeline>;
}
