import { timelinePlace } from './timeline-place.ts';
import { direct } from './way.ts';

timelinePlace(direct);
