import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SandboxOptions } from './sandbox.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DEFAULT_PORT = 8787;
export const MAX_PORT = 65_535;

/** A mistake of the user, who needs to see only its message. */
export class UsageError extends Error {}

export type Settings = Required<Pick<SandboxOptions, 'port' | 'file'>> & Pick<SandboxOptions, 'smtpUrl'>;

/**
 * Reads the settings from the environment. Throws a UsageError that names the variable, its value and the allowed
 * values.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  // An empty variable counts as unset.
  const smtpUrl = readSmtpUrl(env['SMTP_URL'] || undefined);
  return {
    port: readPort(env['SANDBOX_PORT'] || undefined),
    file: readFile(env['SANDBOX_FILE'] || undefined),
    ...(smtpUrl && { smtpUrl }),
  };
}

export function refuse(name: string, value: string, allowed: string): UsageError {
  return new UsageError(`${name}=${JSON.stringify(value)} is not allowed. ${allowed}`);
}

function readPort(value: string | undefined): number {
  if (value === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : NaN;
  if (!(port <= MAX_PORT)) {
    throw refuse(
      'SANDBOX_PORT',
      value,
      `Allowed: a whole number from 0 to ${MAX_PORT}; 0 takes any free port.`,
    );
  }
  return port;
}

function readFile(value: string | undefined): string {
  const file = value ?? 'sandbox.sqlite';
  if (file === ':memory:') return file;
  const path = resolve(HERE, file);
  if (!existsSync(dirname(path))) {
    throw refuse(
      'SANDBOX_FILE',
      file,
      `Allowed: ":memory:" or a file in a folder that exists; relative paths start in ${HERE}.`,
    );
  }
  return path;
}

function readSmtpUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url?.hostname || !['smtp:', 'smtps:'].includes(url.protocol)) {
    // Without the user name and password: terminal output ends up in bug reports.
    throw refuse(
      'SMTP_URL',
      value.replace(/\/\/.*@/, '//…@'),
      'Allowed: smtp://host:port or smtps://host:port.',
    );
  }
  return value;
}
