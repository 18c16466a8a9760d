/** A timeline before its first entries. */
export const timelineStart = {
  loading: 'Loading the timeline…',
};
