/** Words that an element shows only after the shopper has acted. */
export const commonLater = {
  rateLimitedSoon: 'Too many attempts. Please wait a moment and try again.',
};
