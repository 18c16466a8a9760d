/** Instances of the claims alone, with everything that can break in reach of the test. */
import { createClient } from '../../src/api/index.ts';
import { createClaims, type Claims } from '../../src/gateway/claims.ts';
import type { LogEntry } from '../../src/gateway/options.ts';
import { memoryStore } from '../../src/gateway/stores/memory.ts';
import type { GatewayStore, Lease } from '../../src/gateway/stores/store.ts';
import { createVault } from '../../src/gateway/vault.ts';
import type { TestShop } from '../helpers/control.ts';
import { allOptions, type Replaced } from './options.ts';

export const SECRET = 'a secret of the gateway, 32 bytes and more';
export const MARA = { email: 'mara@shop.example' };
export const JONAS = { email: 'jonas@shop.example' };

/** A clock that only pauses move, so that a lease of half a minute runs out at once. */
export class TestClock {
  ms = 1_000_000;
  readonly now = (): number => this.ms;
  readonly watch = (): (() => number) => {
    const start = this.ms;
    return () => this.ms - start;
  };
  readonly pause = async (ms: number): Promise<void> => {
    this.ms += ms;
    // Lets real pending work (a request, a write) continue meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  };
}

/** A store whose leases write through these, as claims do. */
export function withLeases(
  store: GatewayStore,
  wrap: (lease: Lease, key: string) => Partial<Lease>,
): GatewayStore {
  return {
    ...store,
    async lock(key, ttl) {
      const lease = await store.lock(key, ttl);
      return lease && { ...lease, ...wrap(lease, key) };
    },
  };
}

type Step = 'get' | 'set' | 'delete' | 'lock' | 'release';
/** `dies`: before the call has an effect; `dies-after`: when it has. */
type Plan = 'works' | 'fails' | 'dies' | 'dies-after';

/** A store that fails, or hangs for good as in a process that was killed, at chosen calls. */
export function breakable(store: GatewayStore) {
  /** The plans for the next calls of each step. Without one, a call works. */
  const plans = new Map<Step, Plan[]>();
  const calls: Step[] = [];
  let dead = false;
  const { promise: never } = Promise.withResolvers<never>();
  const gone = (): boolean => dead;

  async function step<T>(name: Step, work: () => Promise<T>): Promise<T> {
    calls.push(name);
    const plan = plans.get(name)?.shift() ?? 'works';
    if (plan === 'dies') dead = true;
    if (gone()) return never;
    if (plan === 'fails') throw new Error(`The store failed at ${name}.`);
    const result = await work();
    if (plan === 'dies-after') dead = true;
    return gone() ? never : result;
  }

  return {
    calls,
    plan: (name: Step, ...what: Plan[]) => void plans.set(name, what),
    /** From now on, every call of this store hangs, as in a process that was killed. */
    die: () => {
      dead = true;
    },
    store: {
      ...store,
      get: (key) => step('get', () => store.get(key)),
      lock: (key, ttl) =>
        step('lock', async () => {
          const lease = await store.lock(key, ttl);
          return (
            lease && {
              set: (value, seconds) => step('set', () => lease.set(value, seconds)),
              delete: () => step('delete', () => lease.delete()),
              release: () => step('release', () => lease.release()),
            }
          );
        }),
    } satisfies GatewayStore,
  };
}

export interface Instance {
  logged: LogEntry[];
  /** The events that were logged. */
  events(): string[];
  claim: (token: string, session?: { email: string }) => ReturnType<Claims['claim']>;
  /** Resolves when the work that `waitUntil` has received is done. */
  idle(): Promise<void>;
}

/** One instance of the gateway's claims; those that share `store` are instances of one gateway. */
export function openClaims(
  shop: TestShop,
  { store = memoryStore(), clock, ...options }: Replaced & { store?: GatewayStore; clock?: TestClock } = {},
): Instance {
  const all = allOptions({ baseUrl: shop.url, apiKey: shop.key, secret: SECRET, ...options });
  const logged: LogEntry[] = [];
  const underWay = new Set<Promise<unknown>>();
  const claims = createClaims(
    {
      client: createClient(all),
      store,
      vault: createVault(all.secret, all.claims.keys),
      options: all,
      log: (entry) => logged.push(entry),
    },
    clock,
  );
  return {
    logged,
    events: () => logged.map(({ event }) => event),
    claim: (token, session) =>
      claims.claim(token, session, (done) => {
        underWay.add(done);
        void done.then(() => underWay.delete(done));
      }),
    async idle() {
      while (underWay.size) await Promise.all(underWay);
    },
  };
}
