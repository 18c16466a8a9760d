/** The program's log: one line of JSON per entry. */
import { pino } from 'pino';
import type { LogEntry } from './options.ts';

export type Log = ReturnType<typeof createLog>;

/** Creates a log. The gateway has already redacted its entries: see redaction.ts. */
export function createLog(level: string) {
  const logger = pino({
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
  return {
    logger,
    write: ({ level: severity, event, ...rest }: LogEntry) => logger[severity](rest, event),
  };
}
