/** Words that every element may show first. */
export const common = {
  rateLimited: 'Too many attempts. Please wait {time} and try again.',
  offline: 'No connection. Please check your internet and try again.',
  slow: 'This is taking too long. Please try again.',
  general: 'Something went wrong. Please try again.',
  unavailable: 'This is not available at the moment.',
  retry: 'Try again',
};
