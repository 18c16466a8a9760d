/** Changes of the page that last until the end of a test. */
const undo: (() => void)[] = [];

/** Calls back when the test ends. */
export const onRestore = (callback: () => void): void => void undo.push(callback);

/** Undoes the changes. It runs after each test; a test may also call it earlier. */
export function restore(): void {
  for (const each of undo.splice(0).reverse()) each();
}
afterEach(restore);

/** Gives an object another property until the end of the test. */
export function override(object: object, name: string, property: PropertyDescriptor): void {
  const own = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, ...property });
  onRestore(() => {
    if (own) Object.defineProperty(object, name, own);
    else Reflect.deleteProperty(object, name);
  });
}

/** Removes a feature from the browser until the end of the test, such as `share` from `Navigator.prototype`. */
export function withhold(prototype: object, name: string): void {
  const own = Object.getOwnPropertyDescriptor(prototype, name);
  if (!own) return;
  Reflect.deleteProperty(prototype, name);
  onRestore(() => Object.defineProperty(prototype, name, own));
}

/**
 * Keeps the timers that a module starts from firing until the test ends: a slow test may take longer than they allow.
 *
 * @param path the end of the module's URL, such as `src/api/timing.ts`
 */
export function holdTimersOf(path: string): void {
  const { setTimeout: start } = globalThis;
  const value = (...timer: Parameters<typeof start>) =>
    new Error().stack!.includes(`/${path}`) ? 0 : start(...timer);
  override(globalThis, 'setTimeout', { value, writable: true });
}

/** A box in the page, until the end of the test. */
export function box(attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement('div');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  onRestore(() => element.remove());
  return element;
}
