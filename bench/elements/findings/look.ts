/**
 * The files that a page loads and its effects on the page around it: they are the same in every visit, so one is
 * enough.
 */
import type { Contestant } from '../contestants/contestant.ts';
import type { Lab } from '../lab.ts';
import { addSizes, type Sizes } from '../sizes.ts';
import { profiles } from '../visit/profiles.ts';
import { visit } from '../visit/visit.ts';
import { installWatch, readWatch, type Touched } from './watch.ts';

export interface Looked extends Touched {
  shown: boolean;
  /** How many requests besides the page itself. */
  requests: number;
  /** The scripts, styles, fonts and pictures that it brings, without the page and the service's answers. */
  files: string[];
  bytes: Sizes;
  /** Cookies that the browser has afterwards, whoever set them. */
  cookies: string[];
  /** Hosts outside this machine. */
  hosts: string[];
  errors: string[];
  picture: Uint8Array;
}

/** A page that moves would never look the same twice. */
const STILL = [{ name: 'prefers-reduced-motion', value: 'reduce' }];

export function look({ browser, pages, source }: Lab, contestant: Contestant): Promise<Looked> {
  const errors = new Set<string>();
  const url = pages.url(contestant, source);
  return visit(
    browser,
    {
      url,
      seen: contestant.seen,
      service: contestant.service,
      profile: profiles[0]!,
      capMs: 30_000,
      prepare: async (page, session) => {
        await page.emulateMediaFeatures(STILL);
        await page.evaluateOnNewDocument(installWatch);
        session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) =>
          errors.add((exception?.description ?? text).split('\n')[0]!),
        );
      },
    },
    async ({ page, session, traffic, observed }) => {
      const touched = await page.evaluate(readWatch);
      const { cookies } = await session.send('Network.getCookies');
      const files = [...new Set(traffic.urls)].filter((each) => pages.sizesOf(each));
      return {
        ...touched,
        shown: observed.shown !== undefined,
        requests: traffic.urls.filter((each) => each !== url && !pages.isShop(each)).length,
        files: files.map((each) => new URL(each).pathname),
        bytes: addSizes(files.map((each) => pages.sizesOf(each)!)),
        cookies: cookies.map(({ name }) => name),
        hosts: traffic.hosts,
        errors: [...errors, ...traffic.failed],
        picture: await page.screenshot(),
      };
    },
  );
}
