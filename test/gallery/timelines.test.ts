/** Each theme, direction, width and layout; timelines.soak.test.ts has all combinations. */
import { describeTimelines } from './timelines.ts';

describeTimelines(
  [
    { theme: 'light', lang: 'en', width: 320 },
    { theme: 'dark', lang: 'en', width: 800 },
    { theme: 'light', lang: 'ar', width: 800 },
    { theme: 'dark', lang: 'ar', width: 320 },
  ],
  [
    { layout: 'feed', width: 320 },
    { layout: 'compact', width: 320 },
    { layout: 'alternating', width: 320 },
    { layout: 'cards', width: 320 },
    { layout: 'cards', width: 800 },
  ],
);
