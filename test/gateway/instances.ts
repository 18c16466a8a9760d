import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onFreePort } from '../helpers/ports.ts';
import type { InstanceSettings } from './instance.ts';

/** An instance of the gateway in a process of its own. */
export interface Instance {
  readonly url: string;
  /** Everything that it wrote, in all of its lives. */
  output(): string;
  /** `kill -9`, and a new one on the same port. Resolves when the new one listens. */
  killAndRestart(): Promise<void>;
  /** Ends it as a deployment does; gives its exit code. */
  stop(): Promise<number | null>;
}

const PROGRAM = join(import.meta.dirname, 'instance.ts');

export async function startInstance(settings: Omit<InstanceSettings, 'port'>): Promise<Instance> {
  let output = '';
  const launched = await onFreePort(async (port) => ({ port, child: await launch(port) }));
  const { port } = launched;
  let { child } = launched;

  async function launch(port: number): Promise<ChildProcess> {
    const started = spawn(process.execPath, [PROGRAM, JSON.stringify({ ...settings, port })], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let own = '';
    const collect = (text: Buffer): void => {
      output += text.toString();
      own += text.toString();
    };
    started.stderr.on('data', collect);
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (text: Buffer) => {
        collect(text);
        if (own.includes('listening\n')) resolve();
      });
      started.once('exit', () => reject(new Error(`The instance ended before it listened:\n${own}`)));
    });
    return started;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async killAndRestart() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      child = await launch(port);
    },
    async stop() {
      const exit = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      const [code] = await exit;
      return code;
    },
  };
}
