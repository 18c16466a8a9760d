/** Fills the caches of the tests: the files of `dist/cdn/`, the packed package, and the unpacked browser. */
import { packPackage } from '../package/packed.ts';
import { findBrowser } from './browser.ts';
import { builtFiles } from './built.ts';

await findBrowser();
await builtFiles();
(await packPackage()).remove();
