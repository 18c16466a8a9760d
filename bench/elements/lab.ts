/** The equipment of every measurement. */
import type { Browser } from 'puppeteer-core';
import type { Source } from './contestants/contestant.ts';
import type { PageServer } from './server.ts';

export interface Lab {
  browser: Browser;
  pages: PageServer;
  /** The timeline of a visit. */
  source: Source;
}
