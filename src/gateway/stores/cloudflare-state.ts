import { type HitResult, type HitRule, secondsUntil } from './store.ts';

/** A request to the object of one key. */
export type Call =
  | { do: 'get' | 'forgive' }
  /** With an owner: only while that owner holds the lock. */
  | { do: 'set'; text: string; ttl: number; owner?: string }
  | { do: 'delete'; owner?: string }
  | { do: 'lock'; owner: string; ttl: number }
  | { do: 'release'; owner: string }
  | { do: 'hit'; rule: HitRule };

export interface Answer {
  text?: string | undefined;
  /** False if nothing was done because the caller does not hold the lock. */
  held?: boolean;
  hit?: HitResult;
}

/** The parts of an object's storage. Each expires at `end`, in milliseconds since the epoch. */
interface Kept {
  value: { text: string; end: number };
  lock: { owner: string; end: number };
  hits: { count: number; end: number };
}

type Part = keyof Kept;

/** A Durable Object's storage (the parts that are used). */
export interface StateStorage {
  get<T>(key: string): Promise<T | undefined>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<unknown>;
  list(): Promise<Map<string, unknown>>;
  deleteAll(): Promise<void>;
  getAlarm(): Promise<number | null>;
  setAlarm(time: number): Promise<void>;
}

/**
 * The Durable Object of one key: its value, its lock and its hits. All requests for the key, from every instance,
 * come to this one object. While it waits for its storage the runtime delivers no other request, so a read followed
 * by a write is atomic. Its answers wait until its writes are durable.
 */
export class GatewayState {
  readonly #storage: StateStorage;

  constructor(state: { storage: StateStorage }) {
    this.#storage = state.storage;
  }

  async fetch(request: Request): Promise<Response> {
    return Response.json(await this.#answer((await request.json()) as Call));
  }

  /** Deletes expired parts, and sets the alarm for the others. */
  async alarm(): Promise<void> {
    const kept = (await this.#storage.list()) as Map<Part, { end: number }>;
    const now = Date.now();
    const ends: number[] = [];
    for (const [part, { end }] of kept) {
      if (end > now) ends.push(end);
      else await this.#storage.delete(part);
    }
    // An empty object costs nothing, but only once its storage is deleted.
    if (ends.length === 0) await this.#storage.deleteAll();
    else await this.#storage.setAlarm(Math.min(...ends));
  }

  async #answer(call: Call): Promise<Answer> {
    const now = Date.now();
    if ((call.do === 'set' || call.do === 'delete') && call.owner !== undefined) {
      if ((await this.#read('lock', now))?.owner !== call.owner) return { held: false };
    }
    switch (call.do) {
      case 'get':
        return { text: (await this.#read('value', now))?.text };
      case 'set':
        await this.#write('value', { text: call.text, end: now + call.ttl * 1000 });
        return { held: true };
      case 'delete':
        await this.#storage.delete('value');
        return { held: true };
      case 'lock': {
        if (await this.#read('lock', now)) return { held: false };
        await this.#write('lock', { owner: call.owner, end: now + call.ttl });
        return { held: true };
      }
      case 'release':
        if ((await this.#storage.get<Kept['lock']>('lock'))?.owner === call.owner)
          await this.#storage.delete('lock');
        return {};
      case 'hit':
        return { hit: await this.#hit(call.rule, now) };
      case 'forgive':
        await this.#storage.delete('hits');
        return {};
    }
  }

  async #hit({ points, duration }: HitRule, now: number): Promise<HitResult> {
    const hits = (await this.#read('hits', now)) ?? { count: 0, end: now + duration * 1000 };
    if (hits.count >= points) return { allowed: false, retryAfter: secondsUntil(hits.end - now) };
    await this.#write('hits', { count: hits.count + 1, end: hits.end });
    return { allowed: true, retryAfter: 0 };
  }

  async #read<P extends Part>(part: P, now: number): Promise<Kept[P] | undefined> {
    const kept = await this.#storage.get<Kept[P]>(part);
    return kept && kept.end > now ? kept : undefined;
  }

  async #write<P extends Part>(part: P, kept: Kept[P]): Promise<void> {
    await this.#storage.put(part, kept);
    const alarm = await this.#storage.getAlarm();
    if (alarm === null || alarm > kept.end) await this.#storage.setAlarm(kept.end);
  }
}
