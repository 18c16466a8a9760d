/** The program as an operator runs it: a process of its own, configured only by its environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bareEnvironment } from '../../helpers/environment.ts';

const main = join(import.meta.dirname, '../../../src/gateway/main.ts');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Program {
  url: string;
  child: ChildProcess;
  /** Everything it has written until now. */
  output(): string;
  entries(): Record<string, unknown>[];
  ended: Promise<Ended>;
}

function launch(env: Record<string, string>, args: readonly string[], timeout?: number) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...bareEnvironment, ...env },
    timeout,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      written[stream] += chunk.toString();
    });
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...written }));
  return { child, written, ended };
}

/** The longest time that a command may take, in milliseconds, so that a program that never ends fails its test. */
const LONGEST_RUN = 60_000;

/** Runs it to its end. */
export const runProgram = (env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  launch(env, args, LONGEST_RUN).ended;

/** Starts it on a free port; resolves when it listens. */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  const { child, written, ended } = launch({ PORT: '0', CODE_ANSWER_TIME: '0', ...env }, []);
  const entries = () =>
    written.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  let over: Ended | undefined;
  void ended.then((each) => {
    over = each;
  });
  const listening = () =>
    written.stdout.endsWith('\n') ? entries().find(({ event }) => event === 'listening') : undefined;
  while (!listening()) {
    if (over) throw new Error(`The program ended: ${over.stdout}${over.stderr}`);
    await Promise.race([once(child.stdout, 'data'), ended]);
  }
  return {
    url: listening()!['url'] as string,
    child,
    output: () => written.stdout + written.stderr,
    entries,
    ended,
  };
}
