/** Words that an element shows only after a shopper acted. */
export const commonLater = {
  rateLimitedSoon: 'Too many attempts. Please wait a moment and try again.',
};
