/** The log of the program: one line of JSON for each entry. */
import { type Logger, pino } from 'pino';
import type { LogEntry } from './options.ts';

/** Names that the gateway itself gives to no entry; here in case that somebody adds one by mistake. */
const personal = ['email', 'token', 'otp', 'apiKey', 'api_key', 'authorization', 'cookie', 'session', 'body'];

export interface Log {
  readonly write: (entry: LogEntry) => void;
  readonly logger: Logger;
}

/** A shorter text is likely a part of something else, and no secret in any case. */
const SHORTEST_SECRET = 6;

/** Whatever is logged, none of `secrets` is in a line. */
export function createLog(level: string, secrets: readonly string[]): Log {
  // As they stand in JSON, the longest first: one may be a part of another.
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
