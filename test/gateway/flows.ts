/** The elements' end-to-end tests that have a page of their own; those of the demo are behind a gateway anyway. */
import { fiftyElements } from '../e2e/fifty-elements.ts';
import { keyboardInClaim } from '../e2e/keyboard.ts';
import { killedClaim } from '../e2e/killed-claim.ts';
import { lateFiles } from '../e2e/late-files.ts';
import { randomKills } from '../e2e/random-kills.ts';
import { timelinePlace } from '../e2e/timeline-place.ts';
import { timelineShifts } from '../e2e/timeline-shifts.ts';
import { timeline } from '../e2e/timeline.ts';
import type { Way } from '../e2e/way.ts';

const flows = [
  fiftyElements,
  keyboardInClaim,
  killedClaim,
  lateFiles,
  randomKills,
  timelinePlace,
  timelineShifts,
  timeline,
];

/** All of them, through a gateway. */
export function goThroughEverything(way: Way): void {
  for (const goThrough of flows) goThrough(way);
}
