import { entryStyles } from './entry.styles.ts';
import { layoutStyles } from './layout.styles.ts';
import { mediaStyles } from './media.styles.ts';
import { preferenceStyles } from './preference.styles.ts';

/** The styles that the skeleton does not need. Later ones override earlier ones. */
export const storyStyles = [entryStyles, mediaStyles, layoutStyles, preferenceStyles];
