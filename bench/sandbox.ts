/** The sandbox as a process of its own, as a shop's service is: pages get their files while it works on an answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface SandboxProcess {
  url: string;
  close(): Promise<void>;
}

const program = join(import.meta.dirname, '../demo/sandbox/main.ts');

/**
 * @param file of its database; in memory by default
 * @throws Error with what it said, if it ends at once
 */
export async function spawnSandbox(file = ':memory:'): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_FILE: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, found] = /listening on (\S+)\n/.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', () => {
      reject(new Error(`The sandbox did not start: ${said}`));
    });
  });
  return {
    url,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
