/**
 * Records that outlive the page. They are kept in the browser's storage, have a version and an end, and are shared with
 * every element on the page, with other copies of this library, and with other tabs. If storage is full, blocked or not
 * allowed, they live in memory.
 */
import { toJson } from './json.ts';
import { listen, post, type RecordMessage, stopListening } from './record-channel.ts';
import {
  type Area,
  endedAt,
  existsElsewhere,
  inMemory,
  isInStorage,
  noteEnd,
  noteExistence,
  readText,
  removeStaleNote,
  restoreWithdrawn,
  writeText,
} from './record-store.ts';

const VERSION = 1;

export interface RecordOptions<T> {
  name: string;
  area: Area;
  /** Checks stored data, which another version or script may have written. */
  isValid: (data: unknown) => data is T;
  /** Whether other tabs may have the data. */
  isShared: (data: T) => boolean;
  /** Whether the browser may store it; called at each use. Undefined while unknown: then it is only read. */
  isStored: () => boolean | undefined;
  /** Whether that is by the consent of the element itself, which a refusal of the page does not end. */
  hasOwnConsent?: () => boolean;
}

interface Stored {
  version?: number;
  /** Its end and when it was set, in milliseconds since the epoch. */
  until?: number;
  at?: number;
  /** Whether other tabs may store it. */
  stored?: boolean;
  /** Whether it was stored with the consent of its element, which a refusal of the page does not end. */
  own?: boolean;
  data?: unknown;
}

type Watched = Pick<
  SharedRecord<unknown>,
  'name' | 'isStored' | 'isPrivate' | 'setAt' | 'parse' | 'request' | 'announce' | 'storeAgain'
>;

const watchers = new Map<() => void, Watched>();

export class SharedRecord<T> {
  readonly #options: RecordOptions<T>;

  constructor(options: RecordOptions<T>) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get isStored(): boolean {
    return Boolean(this.#options.isStored());
  }

  /** Whether the record outlives the page. */
  get isLasting(): boolean {
    return isInStorage(this.name);
  }

  get(): T | undefined {
    try {
      const text = this.#text();
      const data = this.parse(text);
      if (!data) this.#removeExpired(text);
      return data;
    } catch {
      // Storage is blocked, or the text is not a record's.
      return undefined;
    }
  }

  /** Its end, in milliseconds since the epoch. */
  get until(): number | undefined {
    return this.get() && parseStored(this.#text()).until;
  }

  /** The data in a record's text; undefined if it is expired, corrupt, or of another version. */
  parse(text: string): T | undefined {
    try {
      const { version, until, at, data } = parseStored(text);
      if (version !== VERSION || (until ?? Infinity) <= Date.now() || !this.#options.isValid(data))
        return undefined;
      // If another tab ended a login or a claim, that applies only to data that tabs share.
      return this.#options.isShared(data) && (at ?? 0) <= endedAt(this.name) ? undefined : data;
    } catch {
      return undefined;
    }
  }

  /** When the record was set, in milliseconds since the epoch; -1 if there is none. */
  get setAt(): number {
    return timeOf(() => this.#text());
  }

  /** Keeps the data until a time in milliseconds since the epoch, or without one forever; undefined deletes it. */
  set(data: T | undefined, until?: number): void {
    const { name, area, isShared, hasOwnConsent } = this.#options;
    // After the last change, even if the device's clock has been set back since.
    const at = Math.max(Date.now(), this.setAt + 1, endedAt(this.name) + 1);
    const own = hasOwnConsent?.() ? true : undefined;
    const text = data ? toJson({ version: VERSION, until, at, stored: this.isStored, own, data }) : '';
    // Don't announce the end of a record that was never shared.
    const known = data ?? this.get();
    writeText(name, text, area, this.#options.isStored());
    if (known && isShared(known)) {
      if (!data) noteEnd(name, at, area, this.isStored);
      noteExistence(name, area, data && this.isStored ? (until ?? Infinity) : 0);
      if (data) post(name, text, area);
      else post(name, '', area, at);
    }
    notify(name);
  }

  /** Deletes the record in every tab, even if this one has not received it. Data that is not shared stays. */
  end(): void {
    const { name, area, isShared } = this.#options;
    const data = this.get();
    if (data && isShared(data)) return this.set(undefined);
    const at = Math.max(Date.now(), endedAt(name) + 1);
    if (!data) noteEnd(name, at, area, this.isStored && existsElsewhere(name));
    noteExistence(name, area, 0);
    post(name, '', area, at);
    notify(name);
  }

  /** Calls back whenever the record may have changed, until the returned function is called. */
  watch(changed: () => void): () => void {
    if (!watchers.size) listen({ heard, returned });
    watchers.set(changed, this);
    removeStaleNote(this.name);
    this.request();
    return () => {
      watchers.delete(changed);
      if (!watchers.size) stopListening();
    };
  }

  /** Asks the other tabs for a record that this one does not have. */
  request(): void {
    if (!this.get()) post(this.name);
  }

  /** Sends the record to the other tabs, if they may have it. */
  announce(): void {
    const { name, area, isShared } = this.#options;
    const data = this.get();
    if (data && isShared(data)) post(name, this.#text(), area);
  }

  /** Whether there is data that other tabs must not have, and cannot end. */
  get isPrivate(): boolean {
    const data = this.get();
    return Boolean(data && !this.#options.isShared(data));
  }

  /** Stores a record that is only in memory, if that is now allowed. */
  storeAgain(): void {
    const data = this.get();
    if (data && this.isStored && !this.isLasting) this.set(data, this.until);
  }

  #removeExpired(text: string): void {
    if (text && (parseStored(text).until ?? Infinity) <= Date.now())
      writeText(this.name, '', this.#options.area, undefined);
  }

  #text(): string {
    const { name, area, isStored } = this.#options;
    return readText(name, area, isStored() !== false);
  }
}

const parseStored = (text: string) => JSON.parse(text) as Stored;

/** When a text was set, in milliseconds since the epoch; -1 if there is none, or if storage is blocked. */
function timeOf(read: () => string): number {
  try {
    return parseStored(read()).at ?? 0;
  } catch {
    return -1;
  }
}

/**
 * Stores the records of a kind (`login`, `claim`) after the shopper agreed: those in use on the page, and those that an
 * earlier refusal removed from storage. Many pages deny storage until they have asked the shopper.
 */
export function storeAgain(kind: string): void {
  for (const record of [...watchers.values()]) if (record.name.startsWith(`${kind}:`)) record.storeAgain();
  restoreWithdrawn(kind);
}

function notify(name?: string): void {
  for (const [changed, record] of [...watchers]) if (!name || record.name === name) changed();
}

function heard([name, text, area = 'localStorage', deletedAt]: RecordMessage): void {
  const record = [...watchers.values()].find((each) => each.name === name);
  if (text === undefined) return record?.announce();
  // A page that does not watch the record applies only its end.
  if (text === inMemory(name) || (text && !record?.parse(text))) return;
  // Earlier versions send no time with an end.
  const at = text ? timeOf(() => text) : typeof deletedAt === 'number' ? deletedAt : Date.now();
  if (!text && record?.isPrivate) return;
  if (!text) noteEnd(name, at, area, false);
  // A page in the background may receive a message after a newer change was stored.
  if (at > (record?.setAt ?? timeOf(() => readText(name, area, true))))
    // A record that ends with the sender's page must not outlive it here.
    writeText(name, text, area, Boolean(text && record?.isStored && parseStored(text).stored));
  notify(name);
}

function returned(): void {
  notify();
  for (const record of watchers.values()) record.request();
}
