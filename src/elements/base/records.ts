/**
 * Records that outlive the page: kept in a storage of the browser, versioned, with an end, and told to every element on
 * the page, to other copies of this library, and to other tabs. Where storage is full, blocked or switched off they
 * live in memory.
 */
import { toJson } from './json.ts';
import { isPreview } from './preview.ts';

const PREFIX = 'storefront-elements:';
const VERSION = 1;

type Area = 'localStorage' | 'sessionStorage';

export interface RecordOptions<T> {
  name: string;
  area: Area;
  /** What was stored may be of another version, or anybody's. */
  isValid: (data: unknown) => data is T;
  /** Whether other tabs may know. */
  isShared: (data: T) => boolean;
  /** Whether it may be stored; asked at each use. Undefined while that is not known: then it is only read. */
  isStored: () => boolean | undefined;
}

/** What tabs tell each other: a record's text, '' for one that was deleted; without a text it is a question. */
type Message = [name: string, text?: string, area?: Area];

/** The text of each record that was set or heard of since the page came. */
const memory = new Map<string, string>();
const ends = new Map<string, number>();
/** The records that are not in storage, because it did not take them or should not. */
const unstored = new Set<string>();
/** What a no took out of storage. */
const withdrawn = new Map<string, { area: Area; text: string }>();
const watchers = new Map<
  () => void,
  Pick<SharedRecord<unknown>, 'name' | 'isStored' | 'read' | 'ask' | 'tell' | 'storeAgain'>
>();
let channel: BroadcastChannel | undefined;

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

  /** Whether it outlives the page: storage may be full, blocked or switched off. */
  get isLasting(): boolean {
    return !unstored.has(this.name);
  }

  get(): T | undefined {
    try {
      return this.read(this.#text());
    } catch {
      // Blocked.
      return undefined;
    }
  }

  /** When it is over, in milliseconds since the epoch. */
  get until(): number | undefined {
    return this.get() && parse(this.#text()).until;
  }

  /** What a record's text says; undefined when it is over, corrupt, or of another version. */
  read(text: string): T | undefined {
    try {
      const { version, until, at, data } = parse(text);
      const isOver = (until ?? Infinity) <= Date.now() || (at ?? 0) <= endedAt(this.name);
      return version === VERSION && !isOver && this.#options.isValid(data) ? data : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps the data until then (milliseconds since the epoch; forever without it); undefined deletes the record. */
  set(data: T | undefined, until?: number): void {
    const { name, area, isShared } = this.#options;
    const at = Date.now();
    const text = data ? toJson({ version: VERSION, until, at, stored: this.isStored, data }) : '';
    // That something ended which the others never knew of is not theirs to know either.
    const known = data ?? this.get();
    keep(name, text, area, this.isStored);
    if (known && isShared(known)) {
      if (!data) end(name, at, area, this.isStored);
      leaveWord(name, area, data && this.isStored ? (until ?? Infinity) : 0);
      channel?.postMessage([name, text, area] satisfies Message);
    }
    notify(name);
  }

  /** Calls back whenever the record may have changed, until the returned function is called. */
  watch(changed: () => void): () => void {
    if (!watchers.size) listen();
    watchers.set(changed, this);
    forgetWord(this.name);
    this.ask();
    return () => {
      watchers.delete(changed);
      if (!watchers.size) stopListening();
    };
  }

  /** A tab that was opened later, or could not hear for a while, asks those that know. */
  ask(): void {
    if (!this.get()) channel?.postMessage([this.name] satisfies Message);
  }

  /** Tells the other tabs, if there is something that they may know. */
  tell(): void {
    const { name, area, isShared } = this.#options;
    const data = this.get();
    if (data && isShared(data)) channel?.postMessage([name, this.#text(), area] satisfies Message);
  }

  /** Stores what lives in memory only, where that may be stored by now. */
  storeAgain(): void {
    const data = this.get();
    if (data && this.isStored && unstored.has(this.name)) this.set(data, this.until);
  }

  #text(): string {
    const { name, area, isStored } = this.#options;
    const isRead = isStored() !== false && !unstored.has(name);
    return (isRead ? globalThis[area].getItem(PREFIX + name) : memory.get(name)) ?? '';
  }
}

interface Stored {
  version?: number;
  /** When it is over, and when it was set. */
  until?: number;
  at?: number;
  /** Whether it may be stored elsewhere. */
  stored?: boolean;
  data?: unknown;
}

const parse = (text: string) => JSON.parse(text) as Stored;

const END = `${PREFIX}end:`;

/**
 * Notes the end of a record that each tab stores by itself: a tab that cannot hear just now, because it is kept for the
 * way back or shows another page, must not bring a login back that is over.
 */
function end(name: string, at: number, area: Area, isStored: boolean): void {
  if (area !== 'sessionStorage') return;
  ends.set(name, at);
  try {
    if (isStored) localStorage.setItem(END + name, String(at));
  } catch {
    // Full or blocked: then it holds for this page.
  }
}

const THERE = `${PREFIX}there:`;

/**
 * Notes until when there is a record that each tab stores by itself, and nothing of what it says. It wakes tabs that do
 * not listen yet, because their shopper has not turned to an element, and has those listen that are opened later.
 */
function leaveWord(name: string, area: Area, until: number): void {
  if (area !== 'sessionStorage') return;
  try {
    if (until) localStorage.setItem(THERE + name, String(until));
    else localStorage.removeItem(THERE + name);
  } catch {
    // Full or blocked: then they hear of it when they listen.
  }
}

/** Of a record that is over: without it the next page need not listen. */
function forgetWord(name: string): void {
  try {
    if (Number(localStorage.getItem(THERE + name)) <= Date.now()) localStorage.removeItem(THERE + name);
  } catch {
    // Blocked.
  }
}

function endedAt(name: string): number {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(END + name);
  } catch {
    // Blocked.
  }
  return Math.max(ends.get(name) ?? -1, Number(stored ?? -1));
}

function keep(name: string, text: string, area: Area, isStored: boolean): void {
  memory.set(name, text);
  unstored.add(name);
  try {
    // In one step: a page that dies now must find the old or the new, so nothing is removed before it is replaced.
    if (isStored && text) globalThis[area].setItem(PREFIX + name, text);
    else if (!text || area === 'sessionStorage') globalThis[area].removeItem(PREFIX + name);
    if (isStored || !text) unstored.delete(name);
  } catch {
    // Full or blocked. A login of before must not come back; a claim of before is better than none.
    if (text && area === 'sessionStorage') keep(name, '', area, false);
    memory.set(name, text);
    unstored.add(name);
  }
}

/** Takes all records of a kind (`login`, `claim`) out of storage: they live on in the memory of the page. */
export function withdraw(kind: string): void {
  const names = new RegExp(`^${PREFIX}(there:|end:)?(${kind}:.*)`);
  for (const area of ['localStorage', 'sessionStorage'] as const)
    try {
      for (const key of Object.keys(globalThis[area])) {
        const [, word, name] = names.exec(key) ?? [];
        if (!name) continue;
        if (!word && !unstored.has(name)) {
          const text = globalThis[area].getItem(key)!;
          memory.set(name, text);
          withdrawn.set(name, { area, text });
        }
        if (!word) unstored.add(name);
        globalThis[area].removeItem(key);
      }
    } catch {
      // Blocked: then nothing is stored.
    }
}

/**
 * Stores the records of a kind that somebody on the page watches, and the others that a no took out: many pages say no
 * until they have asked, and a code of another link is not known anywhere else.
 */
export function storeAgain(kind: string): void {
  const isOne = (name: string) => name.startsWith(`${kind}:`);
  for (const record of [...watchers.values()]) if (isOne(record.name)) record.storeAgain();
  for (const [name, { area, text }] of [...withdrawn].filter(([each]) => isOne(each))) {
    withdrawn.delete(name);
    if (unstored.has(name) && memory.get(name) === text) keep(name, text, area, true);
  }
}

const notify = (name?: string) => {
  for (const [changed, record] of [...watchers]) if (!name || record.name === name) changed();
};

function hear({ data: message }: MessageEvent<Message>): void {
  // Anybody on the page may speak here.
  if (!Array.isArray(message)) return;
  const [name, text, area = 'localStorage'] = message;
  const record = [...watchers.values()].find((each) => each.name === name);
  if (text === undefined) record?.tell();
  // Where nobody asks for a record, only its end is kept.
  else if (text !== memory.get(name) && (text === '' || record?.read(text))) {
    if (!text) end(name, Date.now(), area, false);
    // What shall end with the page of the one does not outlive that of another.
    keep(name, text, area, Boolean(text && record?.isStored && parse(text).stored));
    notify(name);
  }
}

function openChannel(): void {
  // What a theme editor shows is nobody's login.
  if (channel || isPreview() || !('BroadcastChannel' in globalThis)) return;
  channel = new BroadcastChannel(PREFIX);
  channel.onmessage = hear;
}

/** An open channel keeps some browsers from keeping the page for the way back. */
function closeChannel(): void {
  channel?.close();
  channel = undefined;
}

/** Back from elsewhere: what happened meanwhile was not heard, and what was valid may be over. */
function lookAgain(): void {
  if (document.visibilityState === 'hidden') return;
  openChannel();
  notify();
  for (const record of watchers.values()) record.ask();
}

function listen(): void {
  openChannel();
  addEventListener('pagehide', closeChannel);
  addEventListener('pageshow', lookAgain);
  document.addEventListener('visibilitychange', lookAgain);
}

function stopListening(): void {
  closeChannel();
  removeEventListener('pagehide', closeChannel);
  removeEventListener('pageshow', lookAgain);
  document.removeEventListener('visibilitychange', lookAgain);
}
