import { describeTimelines } from './timelines.ts';

const widths = [320, 800];

describeTimelines(
  (['light', 'dark'] as const).flatMap((theme) =>
    (['en', 'ar'] as const).flatMap((lang) => widths.map((width) => ({ theme, lang, width }))),
  ),
  (['feed', 'compact', 'alternating', 'cards'] as const).flatMap((layout) =>
    widths.map((width) => ({ layout, width })),
  ),
);
