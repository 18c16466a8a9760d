/** The client at size: `npm run bench:client`; see README.md here. */
import { parseArgs } from 'node:util';
import { startSandbox } from '../../demo/sandbox/sandbox.ts';
import { openShop } from '../../test/helpers/control.ts';
import { MARKS, measureHeap } from './heap.ts';
import { busyWithOthers, describeMachine, warnIfBusy } from './machine.ts';
import { type Export, FLOOR, OURS, type ReaderName, readers } from './readers.ts';
import { describeSpread, printTargets, spread, table, type Target } from './report.ts';
import { startServer } from './server.ts';
import { ask, assertSameShape } from './shape.ts';
import { readInParallel, type Shared } from './shared.ts';

const RATIO_LIMIT = 0.8;
const HEAP_LIMIT = 1.1;
const CALLERS = 1000;

interface Pass {
  rowsPerSecond: number;
  /** Milliseconds of processor time of this process. */
  processor: number;
}

/** The passes of every reader, one for each round. */
type Passes = Record<ReaderName, Pass[]>;

const names = Object.keys(readers) as ReaderName[];

async function pass(name: ReaderName, source: Export, rows: number): Promise<Pass> {
  let count = 0;
  let length = 0;
  const processor = process.cpuUsage();
  const start = performance.now();
  await readers[name](source, ({ payload }) => {
    count++;
    length += payload?.length ?? 0;
  });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(processor);
  if (count !== rows || !length) throw new Error(`${name} read ${count} rows of ${rows}.`);
  return { rowsPerSecond: rows / seconds, processor: (user + system) / 1000 };
}

async function runRounds(source: Export, rows: number, rounds: number): Promise<Passes> {
  const passes: Passes = {
    'fetch + JSON.parse': [],
    'rawEvents()': [],
    'exportRawEvents(), page by page': [],
  };
  // The round before the first warms up, because code that has just begun is slower for everybody.
  for (let round = -1; round < rounds; round++) {
    const by = (round + 1) % names.length;
    // Each round begins with a different reader, so that none always runs after the same one.
    for (const name of [...names.slice(by), ...names.slice(0, by)]) {
      const found = await pass(name, source, rows);
      if (round >= 0) passes[name].push(found);
    }
    console.log(round < 0 ? 'Warmed up' : `Round ${round + 1} of ${rounds}`);
  }
  return passes;
}

/** Against the floor of the same round, so that what slows a whole round down does not count. */
const ratios = (passes: Passes, name: ReaderName, key: keyof Pass) =>
  spread(passes[name].map((each, round) => each[key] / passes[FLOOR][round]![key]));

function printPasses(passes: Passes, rows: number, limit: number): void {
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  const times = (value: number) => value.toFixed(2);
  console.log(`\n## ${rows.toLocaleString('en')} rows, ${limit.toLocaleString('en')} to a page\n`);
  console.log(
    table(
      ['reader', 'rows/s on this machine', 'rows/s, times floor', 'processor time, times floor'],
      names.map((name) => [
        name,
        describeSpread(spread(passes[name].map(({ rowsPerSecond }) => rowsPerSecond)), whole),
        name === FLOOR ? '' : describeSpread(ratios(passes, name, 'rowsPerSecond'), times),
        name === FLOOR ? '' : describeSpread(ratios(passes, name, 'processor'), times),
      ]),
    ),
  );
}

function printHeap(heaps: Map<ReaderName, number[]>): void {
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  console.log('\n## Memory that is still used after a collection\n');
  console.log(
    table(
      ['reader', ...MARKS.map((part) => `MB at ${part * 100} % of the rows`), 'last to first'],
      [...heaps].map(([name, found]) => [name, ...found.map(megabytes), growth(found).toFixed(2)]),
    ),
  );
}

const growth = (found: number[]) => found.at(-1)! / found[0]!;

function checkTargets(passes: Passes, heap: number[], shared: Shared): Target[] {
  const { median, min, max } = ratios(passes, OURS, 'rowsPerSecond');
  return [
    {
      name: `rows/s of ${OURS} >= ${RATIO_LIMIT} x ${FLOOR}`,
      measured: `${median.toFixed(2)} x (${min.toFixed(2)}–${max.toFixed(2)})`,
      met: median >= RATIO_LIMIT,
    },
    {
      name: `memory at the last row <= ${HEAP_LIMIT} x at ${MARKS[0]! * 100} % of the rows`,
      measured: `${growth(heap).toFixed(2)} x`,
      met: growth(heap) <= HEAP_LIMIT,
    },
    {
      name: `${shared.callers.toLocaleString('en')} parallel GETs of one source: one request, one result`,
      measured: `requests: ${shared.requests}, results: ${shared.results}; one GET later: ${shared.later}`,
      met: shared.requests === 1 && shared.results === 1 && shared.later === 1,
    },
  ];
}

async function bench(rows: number, limit: number, rounds: number): Promise<void> {
  const start = performance.now();
  const busyBefore = await busyWithOthers();
  console.table(describeMachine());
  const sandbox = await startSandbox();
  const shop = await openShop(sandbox.url);
  const example: Export = { url: sandbox.url, apiKey: shop.key, limit: 10_000 };
  const { body: sample } = await ask(example);
  const server = await startServer({ sample, rows, limit });
  const source: Export = { url: server.url, apiKey: shop.key, limit };
  let passes: Passes;
  let shared: Shared;
  const heaps = new Map<ReaderName, number[]>();
  try {
    const [last, lastOfSandbox] = [await lastCursor(source), sample.data!.at(-1)!.cursor!];
    await assertSameShape([source, ''], [example, '']);
    await assertSameShape([source, last], [example, lastOfSandbox]);
    passes = await runRounds(source, rows, rounds);
    for (const reader of [FLOOR, OURS] as const)
      heaps.set(reader, await measureHeap({ reader, source, rows }));
    shared = await readInParallel(shop, CALLERS);
  } finally {
    server.close();
    await sandbox.close();
  }
  printPasses(passes, rows, limit);
  printHeap(heaps);
  printTargets(checkTargets(passes, heaps.get(OURS)!, shared));
  warnIfBusy(busyBefore, await busyWithOthers());
  console.log(`\nIt took ${Math.round((performance.now() - start) / 1000)} s.`);
}

async function lastCursor(source: Export): Promise<string> {
  let last = '';
  await readers[FLOOR](source, ({ cursor }) => (last = cursor!));
  return last;
}

const USAGE = `npm run bench:client -- [options]
  --rows N     rows of the export (1000000)
  --limit N    rows of a page, 1 to 10000 (10000)
  --rounds N   how often everybody reads it (5)`;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    limit: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
});
const [rows, limit, rounds] = [values.rows, values.limit, values.rounds].map(Number) as [
  number,
  number,
  number,
];
if (values.help) console.log(USAGE);
else if (![rows, limit, rounds].every((value) => Number.isInteger(value) && value > 0) || limit > 10_000)
  throw new Error(USAGE);
else await bench(rows, limit, rounds);
