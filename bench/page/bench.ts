/** The elements' effect on a shop's page: `npm run bench:page`; see README.md here. */
import { parseArgs } from 'node:util';
import { busyWithOthers, describeMachine, warnIfBusy } from '../client/machine.ts';
import { printTargets } from '../client/report.ts';
import { type Form, forms } from './lighthouse.ts';
import { type PageOptions, type Part, parts, runPage } from './run.ts';

async function bench(options: PageOptions): Promise<void> {
  const start = performance.now();
  const busyBefore = await busyWithOthers();
  console.table(describeMachine());
  printTargets(await runPage(options));
  warnIfBusy(busyBefore, await busyWithOthers());
  console.log(`\nIt took ${Math.round((performance.now() - start) / 1000)} s.`);
}

const USAGE = `npm run bench:page -- [options]
  --parts A,B     lighthouse, fifty, interactions, visit (all)
  --runs N        runs of each page (5)
  --forms A,B     Lighthouse as mobile, desktop or none (mobile,desktop)`;

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: parts.join() },
    runs: { type: 'string', default: '5' },
    forms: { type: 'string', default: forms.join() },
    help: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const wantedParts = values.parts.split(',') as Part[];
const wantedForms = values.forms.split(',').filter((form) => form !== 'none') as Form[];
const isKnown =
  wantedParts.every((part) => parts.includes(part)) && wantedForms.every((form) => forms.includes(form));
if (values.help) console.log(USAGE);
else if (!Number.isInteger(runs) || runs < 1 || !isKnown) throw new Error(USAGE);
else await bench({ runs, forms: wantedForms, parts: wantedParts });
