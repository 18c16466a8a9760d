import { fiftyElements } from './fifty-elements.ts';
import { direct } from './way.ts';

fiftyElements(direct);
