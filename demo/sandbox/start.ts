import { startSandbox, type Sandbox } from './sandbox.ts';
import { MAX_PORT, UsageError, refuse, type Settings } from './settings.ts';
import { SchemaVersionError } from './store/database.ts';

/** Tries the next port if one is taken, so that a second sandbox can start too. */
export async function startOnFreePort(settings: Settings): Promise<Sandbox> {
  for (let port = settings.port; ; port += 1) {
    try {
      return await startSandbox({ ...settings, port });
    } catch (error) {
      if (hasCode(error, 'ERR_SQLITE_ERROR')) {
        throw refuse('SANDBOX_FILE', settings.file, `It cannot be used as an SQLite file: ${error.message}.`);
      }
      if (hasCode(error, 'EACCES')) {
        throw refuse('SANDBOX_PORT', String(port), 'The system reserves this port; choose one from 1024 on.');
      }
      if (!hasCode(error, 'EADDRINUSE')) throw error;
      if (port >= MAX_PORT) {
        throw refuse(
          'SANDBOX_PORT',
          String(settings.port),
          'It and all higher ports are taken; choose a lower one.',
        );
      }
      console.log(`Port ${port} is taken, trying ${port + 1}.`);
    }
  }
}

function hasCode(error: unknown, code: string): error is Error {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Whether the error's message is all that the user needs. */
export const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError || error instanceof SchemaVersionError;
