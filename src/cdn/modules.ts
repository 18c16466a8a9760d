/**
 * Loads the modules that stand beside the script, and runs only files that it was built with: the hash of this script covers
 * them all.
 */
import { scriptUrl } from './script-tag.ts';

/** Files with the SHA-256 of their contents, in base64 without the last `=`. */
type Files = readonly (readonly [file: string, hash: string])[];

/** The files of a build, and which of them each module needs. */
export interface Build {
  files: Files;
  /** The indexes of each module's files: its own first, then all that it imports. */
  modules: Readonly<Record<string, readonly number[]>>;
}

/** The build puts it here. */
declare const __BUILD__: Build;
const { files, modules } = __BUILD__;

/** How often each file could not be loaded, and the checks by address. */
const failures = new Map<string, number>();
const checks = new Map<string, Promise<void>>();

/** Whether the build has a module of that name. */
export const hasModule = (name: string): boolean => Object.hasOwn(modules, name);

/**
 * Imports a module by its name; undefined if the build has none of that name. It rejects if a file is missing, altered or
 * broken. The next call tries again, under addresses that the browser has not failed to load: it requests none of those a
 * second time.
 */
export function loadModule(name: string): Promise<unknown> | undefined {
  return hasModule(name) ? importChecked(modules[name]!.map((index) => files[index]!)) : undefined;
}

async function importChecked([own, ...imports]: Files): Promise<unknown> {
  const retries = failures.get(own![0]);
  // A query would not reach the module's own imports, but the folder does.
  const folder = spellFolder(Math.max(0, ...imports.map(([file]) => failures.get(file) ?? 0)));
  const address = folder + own![0] + (retries ? `?retry=${retries}` : '');
  await Promise.all([check(address, own!), ...imports.map((each) => check(folder + each[0], each))]);
  try {
    return await import(/* @vite-ignore */ address);
  } catch (error) {
    countFailure(own![0]);
    throw error;
  }
}

/**
 * The script's folder with the first letters of its name percent-encoded: another address for the browser, and the same
 * folder for the server (RFC 3986, section 2.3). A folder without a name has no other spelling.
 */
function spellFolder(encoded: number): string {
  const { origin, pathname } = new URL('.', scriptUrl);
  const encode = (letter: string, index: number) =>
    index < encoded ? `%${letter.charCodeAt(0).toString(16)}` : letter;
  return origin + pathname.replace(/[\w.~-]+(?=\/$)/, (name) => name.replace(/./g, encode));
}

const countFailure = (file: string) => failures.set(file, (failures.get(file) ?? 0) + 1);

/**
 * Preloads a file with its hash. `import()` takes none, but runs the preloaded response. Browsers that cannot preload modules
 * (Safari before 17, Firefox before 115) run the file unchecked.
 */
function check(href: string, [file, hash]: Files[number]): Promise<void> {
  let checked = checks.get(href);
  if (!checked) {
    checked = new Promise((resolve, reject) => {
      const link = document.createElement('link');
      // For pages that allow scripts by a nonce.
      const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
      Object.assign(link, { rel: 'modulepreload', integrity: `sha256-${hash}=`, href, nonce });
      if (!link.relList.supports(link.rel)) return resolve();
      link.onload = () => resolve();
      link.onerror = () => {
        countFailure(file);
        reject(new Error(`${href} is missing or was altered.`));
      };
      document.head.append(link);
    });
    checks.set(href, checked);
  }
  return checked;
}
