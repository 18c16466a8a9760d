/** All parts of the benchmark, for its command line and for others that print its targets. */
import { openShop } from '../../test/helpers/control.ts';
import type { Target } from '../client/report.ts';
import { type SandboxProcess, spawnSandbox } from '../sandbox.ts';
import { openBrowser } from './browser.ts';
import { makeFifty } from './fifty.ts';
import { installLighthouse } from './install.ts';
import { measureInteractions } from './interactions.ts';
import { type Form, forms, runLighthouse } from './lighthouse.ts';
import { measureVisit } from './long-visit.ts';
import { type LongTasks, watchTasks } from './long-tasks.ts';
import { buildElements, buildPages, type Files, plainPage } from './pages.ts';
import {
  fiftyTargets,
  kinds,
  printReports,
  printTasks,
  type Reports,
  type Requests,
  reportTargets,
} from './results.ts';
import { serveSite, type Site } from './server.ts';

export const parts = ['lighthouse', 'fifty', 'interactions', 'visit'] as const;
export type Part = (typeof parts)[number];

export interface PageOptions {
  /** Of each page. Default 5. */
  runs?: number;
  /** All by default; Lighthouse is left out if there is none. */
  forms?: readonly Form[];
  /** All by default. */
  parts?: readonly Part[];
}

/** Where the parts find their pages and the service. */
export interface Lab {
  site: Site;
  files: Files;
  sandbox: SandboxProcess;
}

async function compare({ site }: Lab, form: Form, runs: number): Promise<Target[]> {
  const reports: Reports = { without: [], with: [], loader: [] };
  // The run before the first pays for what the sandbox and the disk have not done yet.
  for (let run = -1; run < runs; run++) {
    // Each is first in turn.
    for (const kind of run % 2 ? kinds : kinds.toReversed()) {
      const report = await runLighthouse(`${site.origin}/${kind}.html`, form);
      if (run >= 0) reports[kind].push(report);
    }
    console.log(
      run < 0 ? `Lighthouse, ${form}: warmed up` : `Lighthouse, ${form}: run ${run + 1} of ${runs}`,
    );
  }
  printReports(form, reports);
  return reportTargets(form, reports);
}

async function crowd({ site, files, sandbox }: Lab, runs: number): Promise<Target[]> {
  const rounds: LongTasks[] = [];
  const counted: Requests[] = [];
  let expected: Requests = {};
  const browser = await openBrowser();
  try {
    const shop = await openShop(sandbox.url, 'publishable');
    const { markup, requests } = await makeFifty(shop);
    expected = requests;
    files.set('/fifty.html', plainPage(markup));
    let before = 0;
    for (let run = -1; run < runs; run++) {
      const found = await watchTasks(browser, `${site.origin}/fifty.html`);
      const made = (await shop.requests()).slice(before);
      before += made.length;
      if (run < 0) continue;
      rounds.push(found);
      const byOperation = Object.groupBy(made, ({ operation }) => operation);
      counted.push(
        Object.fromEntries(Object.entries(byOperation).map(([name, list]) => [name, list?.length ?? 0])),
      );
    }
  } finally {
    await browser.close();
  }
  printTasks(rounds);
  return fiftyTargets(rounds, counted, expected);
}

/** Prints the tables of the parts. The targets are left to the caller. */
export async function runPage(options: PageOptions = {}): Promise<Target[]> {
  const { runs = 5, forms: wanted = forms, parts: taking = parts } = options;
  const compared = taking.includes('lighthouse') ? wanted : [];
  if (compared.length) installLighthouse();
  const files = await (compared.length ? buildPages() : buildElements());
  const sandbox = await spawnSandbox();
  const site = await serveSite(files, sandbox.url);
  const lab: Lab = { site, files, sandbox };
  const targets: Target[] = [];
  try {
    for (const form of compared) targets.push(...(await compare(lab, form, runs)));
    if (taking.includes('fifty')) targets.push(...(await crowd(lab, runs)));
    if (taking.includes('interactions')) targets.push(...(await measureInteractions(lab, runs)));
    if (taking.includes('visit')) targets.push(...(await measureVisit(lab)));
  } finally {
    site.close();
    await sandbox.close();
  }
  return targets;
}
