/** Words that every element may show first. */
export const common = {
  rateLimited: 'Too many attempts. Please wait {time} and try again.',
  offline: 'No connection. Please check your internet connection and try again.',
  slow: 'That took too long. Please try again.',
  general: 'Something went wrong. Please try again.',
  unavailable: 'Not available right now. Please try again later.',
  retry: 'Try again',
};
