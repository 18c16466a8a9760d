import type { Sandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';
import { isUsageError, startOnFreePort } from './start.ts';

// The sandbox as a program. All its settings come from the environment.

function stopOn(sandbox: Sandbox): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Only once: a second Ctrl+C ends the process immediately.
    process.once(signal, () => {
      void sandbox.close().then(() => console.log('sandbox closed'));
    });
  }
}

try {
  const settings = readSettings(process.env);
  const sandbox = await startOnFreePort(settings);
  stopOn(sandbox);
  console.log(`sandbox listening on ${sandbox.url}`);
  console.log(`  overview         ${sandbox.url}/sandbox`);
  console.log(`  mailbox          ${sandbox.url}/sandbox/mailbox`);
  console.log(`  publishable key  ${sandbox.keys.publishable}`);
  console.log(`  secret key       ${sandbox.keys.secret}`);
  console.log(`  data             ${settings.file}`);
} catch (error) {
  console.error(isUsageError(error) ? error.message : error);
  process.exitCode = 1;
}
