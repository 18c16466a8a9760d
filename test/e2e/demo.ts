/** `npm start` as a child process, the way a person runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFiles } from '../helpers/built.ts';

export interface Demo {
  shop: string;
  sandbox: string;
  output: () => string;
  process: ChildProcess;
  /** Ctrl-C. */
  stop(): Promise<number | null>;
}

export async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../demo/start.ts')], {
    env: { ...process.env, SHOP_PORT: '0', SANDBOX_PORT: '0', SANDBOX_FILE: ':memory:', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const addressAfter = (words: string) => new RegExp(`${words} +(http://\\S+)`).exec(output)?.[1];
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ctrl-C ends everything')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
  });
  // Where the rest of the preparation fails, nobody stops it.
  process.once('exit', () => child.kill());
  return {
    shop: addressAfter('The shop')!,
    sandbox: addressAfter('The sandbox')!.replace(/\/sandbox$/, ''),
    output: () => output,
    process: child,
    stop: async () => {
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGINT');
      const [code] = await ended;
      return code;
    },
  };
}

/** The same with the published files of the elements: their sources are a hundred requests a page. */
export async function startBuiltDemo(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-elements-'));
  for (const [name, { code }] of await builtFiles()) writeFileSync(join(folder, name), code);
  const demo = await startDemo({ ELEMENTS_FOLDER: folder });
  demo.process.once('exit', () => rmSync(folder, { recursive: true }));
  return demo;
}
