/** The end-to-end tests through a gateway in workerd: a file for each, so that they run side by side. */
import { goThroughEverything } from './flows.ts';
import { inWorkerd } from './ways.ts';

goThroughEverything(inWorkerd);
