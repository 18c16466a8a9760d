/** The elements' end-to-end tests through a gateway in workerd; those of the demo are behind one anyway. */
import { fiftyElements } from '../e2e/fifty-elements.ts';
import { keyboardInClaim } from '../e2e/keyboard.ts';
import { killedClaim } from '../e2e/killed-claim.ts';
import { lateFiles } from '../e2e/late-files.ts';
import { timelinePlace } from '../e2e/timeline-place.ts';
import { timelineShifts } from '../e2e/timeline-shifts.ts';
import { timeline } from '../e2e/timeline.ts';
import { inWorkerd } from './ways.ts';

for (const goThrough of [
  fiftyElements,
  keyboardInClaim,
  killedClaim,
  lateFiles,
  timelinePlace,
  timelineShifts,
  timeline,
])
  goThrough(inWorkerd);
