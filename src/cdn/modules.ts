/**
 * Loads modules from the folder of the script, and runs only the files of its own build: the hash of this script covers
 * them all.
 */
import { pageState } from '../elements/shared/settings.ts';
import { scriptUrl } from './script-tag.ts';

/** Files with the SHA-256 of their contents, in base64 without the last `=`; empty in a build that checks nothing. */
type Files = readonly (readonly [file: string, hash: string])[];

/** The files of a build, and which of them each module needs. */
export interface Build {
  files: Files;
  /** The indexes of each module's files: its own first, then all its imports. */
  modules: Readonly<Record<string, readonly number[]>>;
}

/** Inserted by the build. */
declare const __BUILD__: Build;
const { files, modules } = __BUILD__;

const checks = new Map<string, Promise<void>>();
const failed = (pageState().failed ??= new Set());

/** The maximum number of URLs to try for a file. */
const ATTEMPTS = 200;

/** Whether the build has a module with that name. */
export const hasModule = (name: string): boolean => Object.hasOwn(modules, name);

/**
 * Imports a module by name; undefined if the build has none with that name. It rejects if a file is missing, altered or
 * broken. The next call tries again, with URLs that have not failed.
 */
export function loadModule(name: string): Promise<unknown> | undefined {
  return hasModule(name) ? importChecked(name) : undefined;
}

/** Requests a module's files ahead of `loadModule`, which reports failures. */
export function preloadModule(name: string): void {
  if (hasModule(name)) fetchFiles(name).loading.catch(() => undefined);
}

async function importChecked(name: string): Promise<unknown> {
  const { address, loading } = fetchFiles(name);
  await loading;
  try {
    return await import(/* @vite-ignore */ address);
  } catch (error) {
    failed.add(address);
    throw error;
  }
}

/** Requests a module's files from URLs that have not failed. `address` is the module's own, `loading` is for all files. */
function fetchFiles(name: string): { address: string; loading: Promise<unknown> } {
  const [own, ...imports] = modules[name]!.map((index) => files[index]!);
  const [file, hash] = own!;
  // A query would not reach the module's own imports, but the folder does.
  const folder = findUnfailed(spellFolder, (each) => imports.map(([imported]) => each + imported));
  const address = findUnfailed(
    (attempt) => folder + file + (attempt ? `?retry=${attempt}` : ''),
    (each) => [each],
  );
  const loading = Promise.all([
    check(address, hash),
    ...imports.map(([each, its]) => check(folder + each, its)),
  ]);
  return { address, loading };
}

/** The first attempt without a failed URL; the very first one if none is left. */
function findUnfailed(
  attemptOf: (attempt: number) => string,
  addressesOf: (each: string) => string[],
): string {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const each = attemptOf(attempt);
    if (!addressesOf(each).some((address) => failed.has(address))) return each;
  }
  return attemptOf(0);
}

/**
 * The script's folder with some letters of its name percent-encoded, different ones for each attempt: a new URL for the
 * browser, but the same folder for the server (RFC 3986, section 2.3). The root and names with other characters have no
 * other spelling.
 */
function spellFolder(attempt: number): string {
  const { origin, pathname } = new URL('.', scriptUrl);
  // One bit for each character; none for the slash before the name.
  const bits = attempt * 2;
  const encode = (letter: string, index: number) =>
    (bits >> index) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter;
  return origin + pathname.replace(/\/[\w.~-]+(?=\/$)/, (name) => name.replace(/./g, encode));
}

/**
 * Preloads a file with its hash. `import()` accepts no hash, but runs the preloaded response. Browsers that cannot preload
 * modules (Safari before 17, Firefox before 115) run the file unchecked.
 */
function check(href: string, hash: string): Promise<void> {
  let checked = checks.get(href);
  if (!checked) {
    checked = new Promise((resolve, reject) => {
      const link = document.createElement('link');
      // For pages that allow scripts by a nonce.
      const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
      Object.assign(link, { rel: 'modulepreload', integrity: hash && `sha256-${hash}=`, href, nonce });
      if (!link.relList.supports(link.rel)) return resolve();
      link.onload = () => resolve();
      link.onerror = () => {
        failed.add(href);
        reject(new Error(`${href} is missing or was altered.`));
      };
      // Not into the head: Turbo and others clear it, and Firefox and WebKit never tell whether a removed link has loaded.
      document.documentElement.append(link);
    });
    checks.set(href, checked);
  }
  return checked;
}
