/** Removes secrets, internal hosts and email addresses from texts for logs and error messages. */
import { redactor } from '../api/redact.ts';
import type { GatewayOptions, LogEntry } from './options.ts';

export type RedactText = (text: string) => string;

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}(?:@|%40)[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu;

const textOf = (secret: string | Uint8Array): string =>
  typeof secret === 'string' ? secret : new TextDecoder().decode(secret);

export function createRedaction(options: GatewayOptions): RedactText {
  const { apiKey, appProxy, baseUrl, claims, secret, sessions } = options;
  const keys = [...(sessions?.keys ?? []), ...(claims?.keys ?? [])];
  const secrets = [
    apiKey,
    secret,
    ...keys.map((key) => key.secret),
    ...(appProxy?.secrets ?? []),
    appProxy?.adminToken ?? '',
  ].filter((each) => each !== '');
  const { host, hostname } = new URL(baseUrl);
  const redact = redactor([
    ...secrets.map(textOf),
    baseUrl,
    ...[host, hostname].filter((name) => /[.:]/.test(name)),
  ]);
  // A name such as `rewards` may be part of ordinary words.
  const word = new RegExp(`(?<![\\w.-])${hostname.replace(/\W/g, '\\$&')}(?!\\.?[\\w-])`, 'gi');
  return (text) => redact(text).replace(word, '…').replace(EMAIL, '…');
}

/** Fields with the gateway's own words. Redacting them could remove words that match a host name, and would cost time. */
const OWN = new Set(['level', 'event', 'operation', 'cache', 'requestId']);

/** Wraps the log: entries are redacted, and an error in it cannot fail a request. */
export const redactedLog =
  (log: GatewayOptions['log'], redact: RedactText) =>
  (entry: LogEntry): void => {
    try {
      const copy = { ...entry };
      for (const [name, value] of Object.entries(entry))
        if (typeof value === 'string' && !OWN.has(name)) copy[name] = redact(value);
      log?.(copy);
    } catch {
      // There is nowhere left to report this.
    }
  };
