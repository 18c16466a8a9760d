/**
 * The changes that a page makes to things it shares with the shop's other scripts: globals, built-ins, cookies,
 * storage. The functions run in the page's own world, are sent to the browser as text, and so use nothing of this
 * module but types.
 */

export interface Touched {
  /** Names that the page's scripts gave to `globalThis`, and marks that they made on the document and the like. */
  globals: string[];
  /** Built-in functions that are others now, and what was added to built-in classes and namespaces. */
  patched: string[];
  /** The reads from and writes to cookies and storage, in words. */
  reads: string[];
  writes: string[];
}

interface Watcher {
  touched: () => Touched;
}

/** Before anything of the page. */
export function installWatch(): void {
  if (self !== top) return;
  const reads = new Set<string>();
  const writes = new Set<string>();
  const WRITING = new Set([
    'setItem',
    'removeItem',
    'clear',
    'open',
    'deleteDatabase',
    'set',
    'delete',
    'cookie=',
  ]);

  const note = (place: string, what: string, args: unknown[] = []) => {
    // A database is opened by a name, a cookie is written as a whole.
    const name = typeof args[0] === 'string' ? args[0].split('=')[0]!.slice(0, 60) : '';
    (WRITING.has(what) ? writes : reads).add(`${place}.${what}${name && `(${name})`}`);
  };
  const placeOf = (storage: unknown) => (storage === sessionStorage ? 'sessionStorage' : 'localStorage');
  const wrapMethods = (prototype: object, place: (self: unknown) => string) => {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      const method = descriptor.value as unknown;
      if (name === 'constructor' || typeof method !== 'function') continue;
      Object.defineProperty(prototype, name, {
        ...descriptor,
        value(this: unknown, ...args: unknown[]): unknown {
          note(place(this), name, args);
          return Reflect.apply(method, this, args);
        },
      });
    }
  };
  wrapMethods(Storage.prototype, placeOf);
  wrapMethods(IDBFactory.prototype, () => 'indexedDB');
  if ('CacheStorage' in globalThis) wrapMethods(CacheStorage.prototype, () => 'caches');
  if ('CookieStore' in globalThis)
    wrapMethods(
      (globalThis as unknown as { CookieStore: { prototype: object } }).CookieStore.prototype,
      () => 'cookieStore',
    );
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!;
  Object.defineProperty(Document.prototype, 'cookie', {
    ...cookie,
    get(this: Document): unknown {
      note('document', 'cookie');
      return Reflect.apply(cookie.get!, this, []);
    },
    set(this: Document, value: string) {
      note('document', 'cookie=', [value]);
      Reflect.apply(cookie.set!, this, [value]);
    },
  });

  const KEY = Symbol.for('storefront-bench');

  /** Every built-in class, its prototype, and every namespace. */
  const builtIns = new Map<object, string>();
  const isObject = (value: unknown): value is object =>
    (typeof value === 'object' && value !== null) || typeof value === 'function';
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name)!;
    const value: unknown = 'value' in descriptor ? descriptor.value : undefined;
    if (!isObject(value) || value === globalThis) continue;
    builtIns.set(value, name);
    const { prototype } = value as { prototype?: unknown };
    if (typeof value === 'function' && isObject(prototype)) builtIns.set(prototype, `${name}.prototype`);
  }
  /** Of these there is one on the page, so a name on them is a global, too. */
  const singles = new Map<object, string>([
    [document, 'document'],
    [navigator, 'navigator'],
    [history, 'history'],
    [location, 'location'],
    [customElements, 'customElements'],
  ]);

  type Properties = Map<PropertyKey, PropertyDescriptor>;
  const propertiesOf = (object: object): Properties =>
    new Map(Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)!]));
  const before = new Map<object, Properties>(
    [...builtIns.keys(), ...singles.keys()].map((object) => [object, propertiesOf(object)]),
  );
  const globalDescriptors = propertiesOf(globalThis);

  const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor) =>
    a !== undefined &&
    a.get === b.get &&
    a.set === b.set &&
    (typeof b.value !== 'function' || a.value === b.value);
  /** React marks the document under a name that is another one every time. */
  const write = (key: PropertyKey) => String(key).replace(/^(_reactListening).*/, '$1…');

  const touched = (): Touched => {
    const patched: string[] = [];
    const marks: string[] = [];
    for (const [object, properties] of before) {
      const now = propertiesOf(object);
      const single = singles.get(object);
      const name = single ?? builtIns.get(object)!;
      for (const [key, descriptor] of properties)
        if (!isSame(now.get(key), descriptor)) patched.push(`${name}.${write(key)}`);
      const isHidden = (key: PropertyKey) => !single || key in Object.getPrototypeOf(object);
      // The document has its frames, forms and pictures by their names.
      const isNamed = (key: PropertyKey) =>
        single === 'document' && typeof key === 'string' && document.getElementsByName(key).length > 0;
      for (const key of now.keys())
        if (!properties.has(key) && !isNamed(key))
          (isHidden(key) ? patched : marks).push(`${name}.${write(key)}`);
    }
    for (const [key, descriptor] of globalDescriptors)
      if (!isSame(Object.getOwnPropertyDescriptor(globalThis, key), descriptor)) patched.push(write(key));
    const isOurs = (key: PropertyKey) => key === KEY || key === 'contestant';
    // Frames have numbers; `contestant` is what our own pages of the timelines tell the benchmark.
    const globals = Reflect.ownKeys(globalThis).filter(
      (key) => !globalDescriptors.has(key) && !isOurs(key) && !/^\d+$/.test(String(key)),
    );
    // Entries that were written by assignment, not by a method.
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage)) writes.add(`${placeOf(storage)} keeps ${name.slice(0, 60)}`);
    return {
      globals: [...globals.map(write), ...marks],
      patched: [...new Set(patched)],
      reads: [...reads],
      writes: [...writes],
    };
  };
  Object.defineProperty(globalThis, KEY, { value: { touched } satisfies Watcher });
}

export function readWatch(): Touched {
  const found = (globalThis as unknown as Record<symbol, Watcher>)[Symbol.for('storefront-bench')]!;
  return found.touched();
}
