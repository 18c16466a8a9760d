/** The later steps of `<reward-claim>`. */
export const rewardClaimLater = {
  gatedContent: 'Access unlocked',
  automatic: 'Applied automatically at checkout. No code needed.',
  noCode: 'No code needed.',
  cartUnfit: 'This code can’t be added here. Try entering it at checkout.',
  reserve: 'Reserve my code',
  reserveIntro: 'We’ll reserve a discount code for {email}.',
  reserving: 'Reserving…',
  redeemed: 'This code has already been used.',
  revoked: 'The shop has cancelled this code.',
  expires: 'Expires in {time}',
  headingExpired: 'This code has expired',
  expired: 'This reward has expired.',
  notStarted: 'This reward cannot be claimed yet. Please come back later.',
  usedUp: 'This reward is no longer available.',
  loginNeeded: 'Please log in to claim this reward.',
};
