/** The program's log: one line of JSON per entry. */
import { type Logger, pino } from 'pino';
import type { LogEntry } from './options.ts';

export interface Log {
  readonly write: (entry: LogEntry) => void;
  readonly logger: Logger;
}

/** Creates a log. The gateway has redacted its entries already, see redaction.ts. */
export function createLog(level: string): Log {
  const logger = pino({
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
  return {
    logger,
    write: ({ level: severity, event, ...rest }) => logger[severity](rest, event),
  };
}
