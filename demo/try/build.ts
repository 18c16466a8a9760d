// A worker that builds the files for script tags. Vite's server sets NODE_ENV, and a build beside it would have Lit's
// development warnings.
import { parentPort } from 'node:worker_threads';
import { buildCdn } from '../../build/cdn.ts';

parentPort!.postMessage(await buildCdn());
