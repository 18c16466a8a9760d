import { InvalidArgumentError } from './errors.ts';
import { isLoopback } from './loopback.ts';
import { API_KEY, isApiKey } from './service-address.ts';

export type ApiKey = string | (() => string | undefined | Promise<string | undefined>) | undefined;

interface Keyring {
  /** The key for a call with this end. */
  get(ended: AbortSignal): string | undefined | Promise<string | undefined>;
  /** Asks for the key again. Returns whether there is one that differs from this one. */
  hasAnother(key: string | undefined, ended: AbortSignal): Promise<boolean>;
}

/** Checks keys, asks for them, and warns once if a key is sent unencrypted. */
export function createKeyring(apiKey: ApiKey, baseUrl: string): Keyring {
  const { protocol, hostname } = new URL(baseUrl);
  let isReadable = protocol === 'http:' && !isLoopback(hostname);
  const check = (key: string | undefined) => {
    if (!isApiKey(key)) throw new InvalidArgumentError('apiKey', API_KEY);
    if (key && isReadable)
      console.warn(`The API key travels to ${hostname} without encryption. Use https: in the base URL.`);
    if (key) isReadable = false;
    return key;
  };
  if (typeof apiKey !== 'function') {
    check(apiKey);
    return { get: () => apiKey, hasAnother: () => Promise.resolve(false) };
  }
  let asked: Promise<string | undefined> | undefined;
  const ask = () => {
    const answer = (async () => check(await apiKey()))().catch((error: unknown) => {
      // The next request asks again.
      if (asked === answer) asked = undefined;
      throw error instanceof InvalidArgumentError
        ? error
        : new InvalidArgumentError('apiKey', 'a function that gives a key', { cause: error });
    });
    return (asked = answer);
  };
  /** Waits for an answer. If the call ends first, the answer may never come, so the next request asks again. */
  const wait = async (answer: typeof asked, ended: AbortSignal) => {
    const giveUp = () => {
      if (asked === answer) asked = undefined;
    };
    ended.addEventListener('abort', giveUp);
    try {
      return await answer;
    } finally {
      ended.removeEventListener('abort', giveUp);
    }
  };
  return {
    get: (ended) => wait(asked ?? ask(), ended),
    async hasAnother(key, ended) {
      try {
        // Another call may have asked already.
        const current = await wait(asked, ended);
        const next = current === key ? await wait(ask(), ended) : current;
        return next !== undefined && next !== key;
      } catch {
        // There is no other key, so the 401 is reported.
        return false;
      }
    },
  };
}
