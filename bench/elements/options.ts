/** The parts of a run, from the command line. */
import { parseArgs } from 'node:util';
import { OTHER_BUILD } from './build.ts';
import { contestants, isIn } from './contestants/all.ts';
import { type Contestant, type Group, groups } from './contestants/contestant.ts';
import { type Profile, profiles } from './visit/profiles.ts';

const parts = ['load', 'strict', 'scroll', 'page'] as const;

export type Part = (typeof parts)[number];

export interface Options {
  groups: Group[];
  parts: Part[];
  taking: Contestant[];
  /** Of timed visits, and of scrolling. */
  rounds: number;
  profiles: Profile[];
  seed: number;
  capSeconds: number;
  /** Entries of the timelines that are scrolled through, and of their requests. */
  counts: number[];
  limit: number;
  /** How many times slower the processor is for them. */
  cpus: number[];
  frames: number[];
  budgetSeconds: number;
  /** A folder with another build of ours, to be measured beside the working tree's. */
  cdn: string | undefined;
  /** Where the samples are written, too. */
  json: string | undefined;
  /** Where the report is written, too. */
  markdown: string | undefined;
  /** The folder for traces, which are written instead of a report. */
  trace: string | undefined;
}

const defaults = {
  group: groups.join(),
  part: parts.join(),
  profile: profiles.map(({ name }) => name).join(),
  rounds: '5',
  counts: '100,1000,10000',
  cpu: '1,4',
  limit: '1000',
  frames: '200,80,400',
  cap: '60',
  budget: '15',
};

const USAGE = `npm run bench -- [options]
  --group A,B      of ${groups.join(', ')}
  --part A,B       of load (bytes, times, what is touched), strict (policies), scroll (long timelines), page (see bench/page)
  --only A,B       of ${contestants.map(({ name }) => name).join(', ')}
  --profile A,B    of ${profiles.map(({ name, label }) => `${name} (${label})`).join(', ')}
  --rounds N       timed visits of each page and profile, and runs of each long timeline (${defaults.rounds})
  --seed N         another one visits the pages in another order
  --cap N          seconds that a page may take to show itself, else it did not finish (${defaults.cap})
  --cdn FOLDER     also measures the built files in it, such as those of another commit
  --json FILE      writes every sample
  --markdown FILE  writes the report
  --trace FOLDER   only writes the trace of each page's slowest visit, and prints how it has spent its time
 Long timelines:
  --counts A,B     entries (${defaults.counts})
  --cpu A,B        CPU slowdown (${defaults.cpu})
  --limit N        entries per request (${defaults.limit})
  --frames A,B     steps in which a list is scrolled through; all but ours, vanilla and virtual use the first (${defaults.frames})
  --budget N       seconds after which a case gets no further round (${defaults.budget}); ours and vanilla have at least 3, others 1`;

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

/** Those of the known ones that are named. */
function pick<T>(option: string, text: string, known: readonly T[], nameOf: (one: T) => string): T[] {
  const wanted = list(text);
  const unknown = wanted.find((name) => !known.some((one) => nameOf(one) === name));
  if (unknown) throw new Error(`--${option}: there is no "${unknown}".\n${USAGE}`);
  return known.filter((one) => wanted.includes(nameOf(one)));
}

/** Without an empty page, vanilla and Lit there would be nothing to compare with. */
const isNeeded = ({ kind }: Contestant) => ['empty', 'floor', 'lit-floor', 'virtual', 'lit'].includes(kind);

/** The same element from the files of `--cdn`. */
const otherBuildOf = (one: Contestant): Contestant[] =>
  one.kind === 'ours' && one.script
    ? [
        {
          ...one,
          name: `${one.name}-other-build`,
          kind: 'variant',
          script: one.script.replace('/cdn/', OTHER_BUILD),
          remark: 'the build of `--cdn`',
        },
      ]
    : [];

/** @throws Error for what cannot be run */
export function readOptions(args: string[]): Options | undefined {
  const text = (value?: string) => ({ type: 'string' as const, ...(value && { default: value }) });
  const { values } = parseArgs({
    args,
    options: {
      ...{
        group: text(defaults.group),
        part: text(defaults.part),
        only: text(),
        profile: text(defaults.profile),
      },
      ...{ rounds: text(defaults.rounds), seed: text('1'), cap: text(defaults.cap), cdn: text() },
      ...{
        json: text(),
        markdown: text(),
        trace: text(),
        counts: text(defaults.counts),
        cpu: text(defaults.cpu),
      },
      ...{ limit: text(defaults.limit), frames: text(defaults.frames), budget: text(defaults.budget) },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return undefined;
  }
  const same = (name: string) => name;
  const wanted = pick('group', values.group!, groups, same);
  const named = values.only ? pick('only', values.only, contestants, ({ name }) => name) : contestants;
  const isWanted = (one: Contestant) => wanted.some((group) => isIn(one, group));
  const taking = contestants.filter((one) => isWanted(one) && (named.includes(one) || isNeeded(one)));
  return {
    groups: wanted,
    parts: pick('part', values.part!, parts, same),
    taking: values.cdn ? taking.flatMap((one) => [one, ...otherBuildOf(one)]) : taking,
    rounds: whole('rounds', values.rounds!),
    profiles: pick('profile', values.profile!, profiles, ({ name }) => name),
    seed: whole('seed', values.seed!),
    capSeconds: whole('cap', values.cap!),
    counts: list(values.counts!).map((each) => whole('counts', each)),
    limit: whole('limit', values.limit!),
    cpus: list(values.cpu!).map((each) => whole('cpu', each)),
    frames: list(values.frames!).map((each) => whole('frames', each)),
    budgetSeconds: whole('budget', values.budget!),
    cdn: values.cdn,
    json: values.json,
    markdown: values.markdown,
    trace: values.trace,
  };
}
