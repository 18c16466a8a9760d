import { timelineShifts } from './timeline-shifts.ts';
import { direct } from './way.ts';

// The soak tests go through all of them, by each gateway.
timelineShifts(direct, [
  ['feed', 390],
  ['cards', 1280],
  ['alternating', 390],
  ['alternating', 1280],
]);
