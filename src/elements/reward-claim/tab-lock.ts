/** Web Locks: work that only one tab of the browser does at a time. */

/** How long a tab waits for another one, in milliseconds. After that the service or the shop decides between them. */
const PATIENCE = 40_000;

const nameOf = (name: string) => `storefront-elements:${name}`;

/** Undefined in older browsers, and in pages that are not secure. */
const lockManager = () => (navigator as { locks?: LockManager }).locks;

/** For browsers without locks: the last work of each name on this page. */
const queues = new Map<string, Promise<unknown>>();

function enqueue<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(name) ?? Promise.resolve()).then(work);
  queues.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Runs work while no other element or tab runs any with the same name. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = lockManager();
  if (!locks) return enqueue(name, work);
  const options = { signal: AbortSignal.timeout(PATIENCE) };
  let begun: Promise<T> | undefined;
  const begin = () => (begun = Promise.resolve(work()));
  // Waiting may take too long, and some pages must not use locks.
  return locks
    .request(nameOf(name), options, begin)
    .catch((error: unknown) => (begun ? Promise.reject(error as Error) : begin()));
}

/** Whether another tab holds the lock. */
export async function isLocked(name: string): Promise<boolean> {
  const options = { ifAvailable: true };
  return Boolean(
    await lockManager()
      ?.request(nameOf(name), options, (lock) => !lock)
      .catch(() => false),
  );
}
