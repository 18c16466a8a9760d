/** The program's log: one line of JSON per entry. */
import { type Logger, pino } from 'pino';
import type { LogEntry } from './options.ts';

/** Names that no entry contains today, redacted in case one is added by mistake. */
const personal = ['email', 'token', 'otp', 'apiKey', 'api_key', 'authorization', 'cookie', 'session', 'body'];

export interface Log {
  readonly write: (entry: LogEntry) => void;
  readonly logger: Logger;
}

/** Shorter texts are too likely to be part of something else, and not worth protecting as secrets. */
const SHORTEST_SECRET = 6;

/** Creates a log that never writes any of `secrets`. */
export function createLog(level: string, secrets: readonly string[]): Log {
  // As they appear in JSON, the longest first, because one may contain another.
  const forms = secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .map((secret) => JSON.stringify(secret).slice(1, -1))
    .toSorted((a, b) => b.length - a.length);
  const logger = pino({
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: personal.flatMap((name) => [name, `*.${name}`]), censor: '[left out]' },
    hooks: {
      streamWrite: (line) => forms.reduce((text, form) => text.replaceAll(form, '[left out]'), line),
    },
  });
  return {
    logger,
    write: ({ level: severity, event, ...rest }) => logger[severity](rest, event),
  };
}
