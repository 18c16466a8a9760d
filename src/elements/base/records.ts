/**
 * Records that outlive the page: kept in a storage of the browser, versioned, with an end, and told to every element on
 * the page, to other copies of this library, and to other tabs. Where storage is full, blocked or switched off they
 * live in memory.
 */

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
  /** Whether it may be stored; asked at each use. */
  isStored: () => boolean;
}

/** What tabs tell each other: a record's text, '' for one that was deleted; without a text it is a question. */
type Message = [name: string, text?: string, area?: Area, isStored?: boolean];

/** The text of each record that was set or heard of since the page came. */
const memory = new Map<string, string>();
/** The records that storage did not take. */
const unstored = new Set<string>();
const watchers = new Map<() => void, Pick<SharedRecord<unknown>, 'name' | 'tell'>>();
let channel: BroadcastChannel | undefined;

export class SharedRecord<T> {
  readonly #options: RecordOptions<T>;

  constructor(options: RecordOptions<T>) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get(): T | undefined {
    try {
      const { version, until, data } = JSON.parse(this.#text()) as Record<string, unknown>;
      const isOver = typeof until === 'number' && until <= Date.now();
      return version === VERSION && !isOver && this.#options.isValid(data) ? data : undefined;
    } catch {
      // None, blocked or corrupt.
      return undefined;
    }
  }

  /** Keeps the data until then (milliseconds since the epoch; forever without it); undefined deletes the record. */
  set(data: T | undefined, until?: number): void {
    const { name, area, isShared, isStored } = this.#options;
    const message: Message = [
      name,
      data ? JSON.stringify({ version: VERSION, until, data }) : '',
      area,
      isStored(),
    ];
    keep(message);
    if (!data || isShared(data)) channel?.postMessage(message);
    notify(name);
  }

  /** Calls back whenever the record may have changed, until the returned function is called. */
  watch(changed: () => void): () => void {
    if (!watchers.size) listen();
    watchers.set(changed, this);
    // A tab that was opened later asks those that know.
    if (!this.get()) channel?.postMessage([this.name] satisfies Message);
    return () => {
      watchers.delete(changed);
      if (!watchers.size) stopListening();
    };
  }

  /** Tells the other tabs, if there is something that they may know. */
  tell(): void {
    const { name, area, isShared, isStored } = this.#options;
    const data = this.get();
    if (data && isShared(data))
      channel?.postMessage([name, this.#text(), area, isStored()] satisfies Message);
  }

  #text(): string {
    const { name, area, isStored } = this.#options;
    return (
      (isStored() && !unstored.has(name) ? globalThis[area].getItem(PREFIX + name) : memory.get(name)) ?? ''
    );
  }
}

function keep([name, text = '', area = 'localStorage', isStored]: Message): void {
  memory.set(name, text);
  unstored.delete(name);
  if (!isStored) return;
  try {
    if (text) globalThis[area].setItem(PREFIX + name, text);
    else globalThis[area].removeItem(PREFIX + name);
  } catch {
    unstored.add(name);
  }
}

const notify = (name?: string) => {
  for (const [changed, record] of [...watchers]) if (!name || record.name === name) changed();
};

function hear({ data: message }: MessageEvent<Message>): void {
  const [name, text] = message;
  if (text === undefined) [...watchers.values()].find((record) => record.name === name)?.tell();
  else if (text !== memory.get(name)) {
    keep(message);
    notify(name);
  }
}

function openChannel(): void {
  if (channel || !('BroadcastChannel' in globalThis)) return;
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
