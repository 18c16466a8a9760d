/** The gateway beside other proxies: `npm run bench:gateway`; see README.md here. */
import { parseArgs } from 'node:util';
import type { Request } from 'autocannon';
import { busyWithOthers, describeMachine, warnIfBusy } from '../client/machine.ts';
import { printTargets } from '../client/report.ts';
import { recordAnswers } from './answers.ts';
import { type Child, start } from './child.ts';
import { installAutocannon } from './install.ts';
import { type Load, ORIGIN, type Pass, put, putAtRate, requestOf } from './load.ts';
import { type Mark, watchMemory } from './memory.ts';
import { startNginx } from './nginx.ts';
import { checkTargets, printMemory, printPasses, saturation } from './results.ts';

/** A server and the load that it gets. */
export interface Contestant {
  name: string;
  load: Load;
  url: string;
}

export type Passes = ReadonlyMap<Contestant, Pass[]>;

interface Settings {
  rounds: number;
  seconds: number;
  connections: number;
  requests: number;
}

const API_KEY = 'bench-key';

function* contestantsOf(urls: {
  service: string;
  proxy: string;
  gateway: string;
  nginx: { proxy: string; cache: string } | undefined;
}): Generator<Contestant> {
  for (const load of ['uncached timeline', 'claim'] as const) {
    yield { name: 'service', load, url: urls.service };
    yield { name: 'bare proxy', load, url: urls.proxy };
    if (urls.nginx) yield { name: 'nginx', load, url: urls.nginx.proxy };
    yield { name: 'gateway', load, url: urls.gateway };
  }
  yield { name: 'gateway', load: 'cached timeline', url: urls.gateway };
  if (urls.nginx) yield { name: 'nginx', load: 'cached timeline', url: urls.nginx.cache };
}

async function runRounds(
  contestants: Contestant[],
  rounds: number,
  measure: (url: string, request: Request) => Promise<Pass>,
): Promise<Passes> {
  const passes = new Map<Contestant, Pass[]>(contestants.map((contestant) => [contestant, []]));
  // The round before the first warms up, because code that has just begun is slower for everybody.
  for (let round = -1; round < rounds; round++) {
    const by = (round + 1) % contestants.length;
    // Each round begins with a different one, so that none always runs after the same neighbour.
    for (const contestant of [...contestants.slice(by), ...contestants.slice(0, by)]) {
      const { name, url, load } = contestant;
      const pass = await measure(url, requestOf(load, name === 'service' ? API_KEY : undefined));
      if (round >= 0) passes.get(contestant)!.push(pass);
    }
    console.log(round < 0 ? 'Warmed up' : `Round ${round + 1} of ${rounds}`);
  }
  return passes;
}

async function bench(settings: Settings): Promise<void> {
  const started = performance.now();
  installAutocannon();
  const busyBefore = await busyWithOthers();
  console.table(describeMachine());
  const answers = await recordAnswers();
  const children: { stop(): Promise<void> }[] = [];
  const keep = <T extends { stop(): Promise<void> }>(child: T): T => {
    children.unshift(child);
    return child;
  };
  let passes: Passes;
  let rate: number;
  let atRate: Passes;
  let marks: Mark[];
  try {
    const service = keep(await start('service.ts', { answers, apiKey: API_KEY }));
    const behind = { service: service.url, apiKey: API_KEY, origin: ORIGIN };
    const proxy = keep(await start('proxy.ts', behind));
    const gateway = keep(await start('gateway.ts', behind));
    const nginx = await startNginx(service.url, API_KEY);
    if (nginx) keep(nginx);
    console.log(nginx?.version ?? 'There is no nginx here: it is left out (apt-get install -y nginx).');
    console.log(`A timeline has ${Buffer.byteLength(answers.timeline).toLocaleString('en')} bytes.\n`);
    const urls = { service: service.url, proxy: proxy.url, gateway: gateway.url, nginx };
    const { rounds, seconds, connections } = settings;
    passes = await runRounds([...contestantsOf(urls)], rounds, (url, request) =>
      put(url, [request], { connections, duration: seconds }),
    );
    rate = Math.round(saturation(passes) / 2);
    console.log(`All of them at ${rate.toLocaleString('en')} requests/s`);
    const uncached = [...contestantsOf(urls)].filter(({ load }) => load === 'uncached timeline');
    atRate = await runRounds(uncached, rounds, (url, request) => putAtRate(url, request, rate, seconds));
    const another: Child = keep(await start('gateway.ts', behind));
    marks = await watchMemory(another, settings.requests, MARKS);
  } finally {
    for (const child of children) await child.stop();
  }
  printPasses('Requests as fast as they are answered', passes);
  printPasses(`Requests at a fixed rate of ${rate.toLocaleString('en')} per second`, atRate);
  printMemory(marks);
  printTargets(checkTargets(passes, atRate, marks));
  warnIfBusy(busyBefore, await busyWithOthers());
  console.log(`\nIt took ${Math.round((performance.now() - started) / 1000)} s.`);
}

const MARKS = 10;

const USAGE = `npm run bench:gateway -- [options]
  --rounds N       how often each of them gets each load (5)
  --seconds N      how long (4)
  --connections N  how many at a time (10)
  --requests N     for the memory (200000)`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '10' },
    requests: { type: 'string', default: '200000' },
    help: { type: 'boolean', default: false },
  },
});
const [rounds, seconds, connections, requests] = [
  values.rounds,
  values.seconds,
  values.connections,
  values.requests,
].map(Number) as [number, number, number, number];
if (values.help) console.log(USAGE);
else if (![rounds, seconds, connections, requests].every((value) => Number.isInteger(value) && value > 0))
  throw new Error(USAGE);
else await bench({ rounds, seconds, connections, requests });
