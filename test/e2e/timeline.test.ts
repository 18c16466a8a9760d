import { timeline } from './timeline.ts';
import { direct } from './way.ts';

timeline(direct);
