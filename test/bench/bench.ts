/** Compares the elements with a list written by hand and with what npm has: `npm run bench`; see README.md here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { startSandbox } from '../../demo/sandbox/sandbox.ts';
import { findBrowser } from '../helpers/browser.ts';
import { openShop } from '../helpers/control.ts';
import { buildOurs, buildPages, type Files } from './build.ts';
import { contestants } from './contestants.ts';
import { fillSandbox } from './entries.ts';
import { installPeers, versionOf } from './install.ts';
import { busyWithOthers, describeMachine, warnIfBusy } from './machine.ts';
import { type Options, readOptions } from './options.ts';
import { printCases, printOddities, printTargets } from './report.ts';
import { Results } from './results.ts';
import { runRounds } from './rounds.ts';
import { servePages } from './server.ts';
import { checkTargets } from './targets.ts';

async function openBrowser(capSeconds: number): Promise<Browser> {
  const found = await findBrowser();
  // Whoever asks another host shall not wait for it either.
  found.args.push('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
  return puppeteer.launch({ ...found, headless: 'shell', protocolTimeout: (capSeconds + 60) * 1000 });
}

async function bench(options: Options): Promise<void> {
  const start = performance.now();
  const busyBefore = await busyWithOthers();
  const taking = contestants.filter(({ name }) => options.only.includes(name));
  if (taking.some((contestant) => contestant.package)) installPeers();
  const files: Files = new Map();
  if (taking.some(({ kind }) => kind === 'ours')) await buildOurs(files, options.bundle);
  await buildPages(files, taking);

  const folder = mkdtempSync(join(tmpdir(), 'storefront-bench-'));
  const file = join(folder, 'sandbox.sqlite');
  const sandbox = await startSandbox({ file, seed: false });
  const pages = await servePages(taking, files);
  const browser = await openBrowser(options.capSeconds);
  const machine = describeMachine(await browser.version());
  const results = new Results();
  try {
    const shop = await openShop(sandbox.url, 'publishable');
    const slugs = await fillSandbox(shop, file, options.counts);
    const sourceOf = (count: number) => ({
      sandbox: sandbox.url,
      key: shop.key,
      slug: slugs.get(count)!,
      limit: options.limit,
    });
    const versions = taking.map((one) => [one.name, one.package ? versionOf(one.package) : 'of this folder']);
    console.table({ ...machine, ...Object.fromEntries(versions) });
    for (const count of options.counts)
      for (const cpu of options.cpus) for (const contestant of taking) results.add(contestant, count, cpu);
    await runRounds({ browser, pages, sourceOf }, results, options);
  } finally {
    await browser.close();
    pages.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }

  for (const count of options.counts) for (const cpu of options.cpus) printCases(results, count, cpu);
  printOddities(results);
  const targets = checkTargets(results, options.counts, options.cpus);
  printTargets(targets);
  const busyAfter = await busyWithOthers();
  warnIfBusy(busyBefore, busyAfter);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`\nIt took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  const record = { machine, busyBefore, busyAfter, options, seconds, cases: results.cases, targets };
  if (options.json) writeFileSync(options.json, JSON.stringify(record, undefined, 1));
}

const options = readOptions(process.argv.slice(2));
if (options) await bench(options);
