import { startSandbox, type Sandbox } from './sandbox.ts';
import { MAX_PORT, UsageError, readSettings, refuse, type Settings } from './settings.ts';
import { SchemaVersionError } from './store/database.ts';

// The sandbox as a program. Everything it can be told comes from the environment.

/** A second sandbox on a busy machine should start too, so a taken port only moves it along. */
async function startOnFreePort(settings: Settings): Promise<Sandbox> {
  for (let port = settings.port; ; port += 1) {
    try {
      return await startSandbox({ ...settings, port });
    } catch (error) {
      if (hasCode(error, 'ERR_SQLITE_ERROR')) {
        throw refuse('SANDBOX_FILE', settings.file, `It cannot be used as an SQLite file: ${error.message}.`);
      }
      if (hasCode(error, 'EACCES')) {
        throw refuse('PORT', String(port), 'The system reserves this port; choose one from 1024 on.');
      }
      if (!hasCode(error, 'EADDRINUSE')) throw error;
      if (port >= MAX_PORT) {
        throw refuse('PORT', String(settings.port), 'It and all higher ports are taken; choose a lower one.');
      }
      console.log(`Port ${port} is taken, trying ${port + 1}.`);
    }
  }
}

function hasCode(error: unknown, code: string): error is Error {
  return error instanceof Error && 'code' in error && error.code === code;
}

function stopOn(sandbox: Sandbox): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Once: whoever presses Ctrl+C again does not want to wait.
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
  const expected = error instanceof UsageError || error instanceof SchemaVersionError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
