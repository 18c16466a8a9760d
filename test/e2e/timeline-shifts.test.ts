import { timelineShifts } from './timeline-shifts.ts';
import { direct } from './way.ts';

timelineShifts(direct);
