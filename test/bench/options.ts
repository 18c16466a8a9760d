/** What is run, from the command line. */
import { parseArgs } from 'node:util';
import { contestants } from './contestants.ts';

export interface Options {
  rounds: number;
  counts: number[];
  /** How many times slower the processor shall be. */
  cpus: number[];
  /** Names of contestants. */
  only: string[];
  /** Entries per request. */
  limit: number;
  /** In how many steps a list is scrolled from one end to the other, one per frame. */
  frames: number;
  /** What needs longer to load did not finish. */
  capSeconds: number;
  /** A case that has taken longer in all its rounds gets no more of them, except for the least number. */
  budgetSeconds: number;
  /** Where the samples are written, too. */
  json: string | undefined;
  /** A built file of ours to measure in place of the working tree, for a comparison with another commit. */
  bundle: string | undefined;
}

const USAGE = `npm run bench -- [options]
  --rounds N      runs of each case (5)
  --counts A,B    entries (100,1000,10000)
  --cpu A,B       CPU slowdown (1,4)
  --only A,B      of ${contestants.map(({ name }) => name).join(', ')}
  --limit N       entries per request (1000)
  --frames N      steps in which a list is scrolled through (200)
  --cap N         seconds that loading may take, else it did not finish (60)
  --budget N      seconds after which a case gets no further round (15); ours and vanilla have at least 3, others 1
  --bundle FILE   measures this build of collection-timeline.js, not the working tree
  --json FILE     writes every sample`;

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const whole = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0.`);
  return value;
};

/** @throws Error for what cannot be run */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      counts: { type: 'string', default: '100,1000,10000' },
      cpu: { type: 'string', default: '1,4' },
      only: { type: 'string', default: contestants.map(({ name }) => name).join() },
      limit: { type: 'string', default: '1000' },
      frames: { type: 'string', default: '200' },
      cap: { type: 'string', default: '60' },
      budget: { type: 'string', default: '15' },
      json: { type: 'string' },
      bundle: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return undefined;
  }
  const only = list(values.only);
  const unknown = only.find((name) => !contestants.some((contestant) => contestant.name === name));
  if (unknown) throw new Error(`There is no contestant "${unknown}".\n${USAGE}`);
  return {
    rounds: whole('rounds', values.rounds),
    counts: list(values.counts).map((text) => whole('counts', text)),
    cpus: list(values.cpu).map((text) => whole('cpu', text)),
    only,
    limit: whole('limit', values.limit),
    frames: whole('frames', values.frames),
    capSeconds: whole('cap', values.cap),
    budgetSeconds: whole('budget', values.budget),
    json: values.json,
    bundle: values.bundle,
  };
}
