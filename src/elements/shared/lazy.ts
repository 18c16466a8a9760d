/** Modules that are loaded when a shopper needs them. */
import { type ModuleLoader, ownFolder, pageState } from './settings.ts';

/** One for each script tag of this folder; none in the npm package, where the bundler loads modules. */
const loaders = (): ModuleLoader[] => ((pageState().loaders ??= {})[ownFolder] ??= []);

/** Makes `loader` check and import every lazy module of this folder. */
export const addLoader = (loader: ModuleLoader): void => void loaders().push(loader);

/** A module that is loaded once for all elements of the page. */
export class LazyModule<T> {
  readonly #name: string;
  readonly #import: () => Promise<T>;
  #current: T | undefined;
  #loading: Promise<T> | undefined;
  #wasRequested = false;

  constructor(name: string, load: () => Promise<T>) {
    this.#name = name;
    this.#import = load;
  }

  /** The module, once it has loaded. */
  get current(): T | undefined {
    return this.#current;
  }

  /** The request in progress, or the one that succeeded. */
  get loading(): Promise<T> | undefined {
    return this.#loading;
  }

  /** Whether the module was ever requested, even if that failed. */
  get wasRequested(): boolean {
    return this.#wasRequested;
  }

  /** Sets a module that was imported statically, as on a server. */
  provide(module: T): void {
    this.#current = module;
    this.#loading = Promise.resolve(module);
  }

  /** Rejects if a file is missing or altered; the next call tries again. */
  load(): Promise<T> {
    this.#wasRequested = true;
    this.#loading ??= this.#request().then(
      (module) => (this.#current = module),
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  #request(): Promise<T> {
    if (!loaders().length) return this.#import();
    for (const loader of loaders()) {
      const module = loader(this.#name);
      if (module) return module as Promise<T>;
    }
    // Importing it anyway would run an unchecked file.
    return Promise.reject(new Error(`The script tag's build has no file for ${this.#name}.`));
  }
}

/**
 * @param name the name of the module's file in the CDN build, without hash and extension
 * @param load its `import()`, for the bundler
 */
export const lazy = <T>(name: string, load: () => Promise<T>): LazyModule<T> => new LazyModule(name, load);
