/** The end-to-end tests through a gateway on Node: a file for each, so that they run side by side. */
import { goThroughEverything } from './flows.ts';
import { onNode } from './ways.ts';

goThroughEverything(onNode);
