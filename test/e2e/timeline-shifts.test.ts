import { timelineShifts } from './timeline-shifts.ts';
import { direct } from './way.ts';

// The soak tests run all cases, through each gateway.
timelineShifts(
  direct,
  [
    ['feed', 390],
    ['cards', 1280],
    ['alternating', 390],
  ],
  [
    ['cards', 1280],
    ['alternating', 390],
  ],
);
