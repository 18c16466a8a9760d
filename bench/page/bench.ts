/** What the elements do to a shop's page: `npm run bench:page`; see README.md here. */
import { parseArgs } from 'node:util';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import { busyWithOthers, describeMachine, warnIfBusy } from '../client/machine.ts';
import { printTargets, type Target } from '../client/report.ts';
import { openShop } from '../../test/helpers/control.ts';
import { openBrowser } from './browser.ts';
import { makeFifty } from './fifty.ts';
import { installLighthouse } from './install.ts';
import { type Form, forms, runLighthouse } from './lighthouse.ts';
import { type LongTasks, watchTasks } from './long-tasks.ts';
import { buildPages, type Files, plainPage } from './pages.ts';
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

async function compare(site: Site, form: Form, runs: number): Promise<Target[]> {
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

async function crowd(site: Site, files: Files, sandbox: Sandbox, runs: number): Promise<Target[]> {
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

async function bench(runs: number, wanted: Form[]): Promise<void> {
  const start = performance.now();
  if (wanted.length) installLighthouse();
  const files = await buildPages();
  const busyBefore = await busyWithOthers();
  console.table(describeMachine());
  const sandbox = await startSandbox();
  const site = await serveSite(files, sandbox.url);
  const targets: Target[] = [];
  try {
    for (const form of wanted) targets.push(...(await compare(site, form, runs)));
    targets.push(...(await crowd(site, files, sandbox, runs)));
  } finally {
    site.close();
    await sandbox.close();
  }
  printTargets(targets);
  warnIfBusy(busyBefore, await busyWithOthers());
  console.log(`\nIt took ${Math.round((performance.now() - start) / 1000)} s.`);
}

const USAGE = `npm run bench:page -- [options]
  --runs N        runs of each page (5)
  --forms A,B     Lighthouse as mobile, desktop or none (mobile,desktop)`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    forms: { type: 'string', default: forms.join() },
    help: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const wanted = values.forms.split(',').filter((form) => form !== 'none') as Form[];
if (values.help) console.log(USAGE);
else if (!Number.isInteger(runs) || runs < 1 || !wanted.every((form) => forms.includes(form)))
  throw new Error(USAGE);
else await bench(runs, wanted);
