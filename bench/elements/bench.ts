/** Compares the elements with the same written by hand and with what npm has: `npm run bench`; see README.md here. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { formatText } from '../../build/format.ts';
import { findBrowser } from '../../test/helpers/browser.ts';
import { openShop } from '../../test/helpers/control.ts';
import { runPage } from '../page/run.ts';
import { spawnSandbox } from '../sandbox.ts';
import { buildOurs, buildPage, type Files, folderOf, type Head } from './build.ts';
import type { Contestant } from './contestants/contestant.ts';
import { installPeers, versionOf } from './install.ts';
import { LoadResults } from './load/results.ts';
import { findOut, runLoadRounds } from './load/rounds.ts';
import { checkLoadTargets } from './load/targets.ts';
import { traceVisits } from './load/trace.ts';
import { busyWithOthers, describeMachine } from './machine.ts';
import { type Options, readOptions } from './options.ts';
import { overviewChart, overviewRows } from './overview.ts';
import { type Report, writeReport } from './report.ts';
import { fillSandbox } from './scroll/entries.ts';
import { Results } from './scroll/results.ts';
import { runScrollRounds, type ScrollLab } from './scroll/rounds.ts';
import { checkScrollTargets } from './scroll/targets.ts';
import { servePages } from './server.ts';
import type { Target } from './targets.ts';

/** Of the timeline that a visit loads: as many as <collection-timeline> asks for at first by itself, in one answer. */
const VISIT_ENTRIES = 20;
const VISIT_LIMIT = 50;

async function openBrowser(capSeconds: number): Promise<Browser> {
  const found = await findBrowser();
  // A page that asks another host does not wait for it here, either.
  found.args.push('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
  return puppeteer.launch({ ...found, headless: 'shell', protocolTimeout: (capSeconds + 60) * 1000 });
}

async function buildAll(options: Options, files: Files): Promise<Map<string, Head>> {
  const { taking, cdn } = options;
  const heads = new Map<string, Head>();
  if (taking.some(({ packages }) => packages)) installPeers();
  const ours = await buildOurs(files, cdn);
  const isScrolled = options.parts.includes('scroll');
  for (const contestant of taking) {
    const { page, scrollPage, alias, script, isPreloaded } = contestant;
    const folder = folderOf(contestant);
    if (script && isPreloaded) heads.set(folder, ours.get(script)!);
    if (page) heads.set(folder, await buildPage(files, folder, page, alias));
    if (scrollPage && isScrolled) {
      const scrolled = folderOf(contestant, true);
      heads.set(scrolled, await buildPage(files, scrolled, scrollPage));
    }
  }
  return heads;
}

async function runLoad(lab: ScrollLab, options: Options): Promise<LoadResults> {
  const results = new LoadResults();
  const isTimed = options.parts.includes('load');
  for (const contestant of options.taking)
    for (const profile of options.profiles) results.add(contestant, profile);
  await findOut(lab, results, options.parts.includes('strict'));
  if (isTimed) await runLoadRounds(lab, results, options);
  return results;
}

async function runScroll(lab: ScrollLab, options: Options): Promise<Results> {
  const results = new Results();
  // Preload lines only concern the first look.
  const isScrolled = ({ group, isPreloaded }: Contestant) => group === 'timeline' && !isPreloaded;
  for (const count of options.counts)
    for (const cpu of options.cpus)
      for (const contestant of options.taking.filter(isScrolled)) results.add(contestant, count, cpu);
  if (results.cases.length) await runScrollRounds(lab, results, options);
  return results;
}

async function bench(options: Options, args: string[]): Promise<void> {
  const date = new Date();
  const start = performance.now();
  const busyBefore = await busyWithOthers();
  const { taking, parts, counts, cpus, groups, profiles } = options;
  const files: Files = new Map();
  const heads = await buildAll(options, files);

  const folder = mkdtempSync(join(tmpdir(), 'storefront-bench-'));
  const file = join(folder, 'sandbox.sqlite');
  const sandbox = await spawnSandbox(file);
  const pages = await servePages(taking, files, heads);
  const browser = await openBrowser(options.capSeconds);
  const names = [...new Set(taking.flatMap(({ packages = [] }) => packages))];
  const report: Report = {
    ...{ options, date, load: undefined, scroll: undefined, targets: [], seconds: 0 },
    machine: describeMachine(await browser.version()),
    commit: execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim(),
    command: `npm run bench${args.length ? ` -- ${args.join(' ')}` : ''}`,
    busy: [busyBefore, busyBefore],
    versions: names.map((name) => [name, versionOf(name)]),
  };
  // After each part, so that a run that breaks off loses only the part it was in.
  const save = async (targets: Target[]) => {
    report.targets.push(...targets);
    report.busy[1] = await busyWithOthers();
    report.seconds = Math.round((performance.now() - start) / 1000);
    await writeFiles(report);
  };
  try {
    const shop = await openShop(sandbox.url, 'publishable');
    const isScrolled = parts.includes('scroll') && groups.includes('timeline');
    const slugs = await fillSandbox(shop, file, [...new Set([VISIT_ENTRIES, ...(isScrolled ? counts : [])])]);
    const sourceOf = (count: number, limit = options.limit) => ({
      sandbox: sandbox.url,
      key: shop.key,
      slug: slugs.get(count)!,
      limit,
    });
    const lab = { browser, pages, source: sourceOf(VISIT_ENTRIES, VISIT_LIMIT), sourceOf };
    if (options.trace) {
      const { rounds, capSeconds, trace: into } = options;
      console.log(await traceVisits(lab, taking, profiles, { rounds, capSeconds, folder: into }));
      return;
    }
    if (parts.includes('load') || parts.includes('strict')) {
      report.load = await runLoad(lab, options);
      await save(checkLoadTargets(report.load, groups, profiles));
    }
    if (isScrolled) {
      report.scroll = await runScroll(lab, options);
      await save(checkScrollTargets(report.scroll, counts, cpus));
    }
  } finally {
    await browser.close();
    pages.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }

  if (parts.includes('page')) await save(await runPage({ runs: options.rounds }));

  console.log(`\n${writeReport(report)}`);
  for (const { name, met, measured } of report.targets) if (!met) console.log(`MISSED ${name}: ${measured}`);
}

async function writeFiles(report: Report): Promise<void> {
  const { markdown, json } = report.options;
  if (markdown) {
    writeFileSync(markdown, await formatText(markdown, writeReport(report)));
    const rows = overviewRows(report.load, report.scroll);
    if (rows) writeFileSync(join(dirname(markdown), 'benchmark.svg'), overviewChart(rows));
  }
  if (json) writeFileSync(json, JSON.stringify(record(report), undefined, 1));
}

/** Every sample; the pictures and what says only how a page is made are left out. */
function record({ load, scroll, ...rest }: Report): unknown {
  const name = (_: string, value: unknown) => (value instanceof Uint8Array ? undefined : value);
  const findings = [...(load?.findings ?? [])].map(([contestant, found]) => [contestant.name, found]);
  const value = { ...rest, options: undefined, findings, visits: load?.cases, lists: scroll?.cases };
  return JSON.parse(JSON.stringify(value, name)) as unknown;
}

const args = process.argv.slice(2);
const options = readOptions(args);
if (options) await bench(options, args);
