/** Loads the files that stand beside the script, and runs none but the one that it was built with. */

/** The script's own address. A classic script knows it only while it begins. */
export const here: string = import.meta.url;

/** What makes another address of a file that could not be loaded, by its path. */
const again: Record<string, string> = {};

/**
 * Imports a module by its name from the script's own folder, such as `links.js`. One with another SHA-256 (in base64
 * without its last `=`) is not run. It rejects where the file is missing, altered or broken; the next call tries again,
 * under another address, because browsers remember that a module failed.
 */
export async function loadPart<T>(path: string, hash: string): Promise<T> {
  const { href } = new URL(path + (again[path] ?? ''), here);
  try {
    await check(href, `sha256-${hash}=`);
    return (await import(/* @vite-ignore */ href)) as T;
  } catch (error) {
    // Not the time: another script of ours on the page may have failed at the same moment, and remembers another address.
    again[path] = `?${Math.random()}`;
    throw error;
  }
}

/**
 * `import()` takes no hash. But what a preload has fetched and checked is what it runs then, without asking again.
 * Browsers that cannot preload modules (Safari before 17, Firefox before 115) run the file unchecked.
 */
async function check(href: string, integrity: string): Promise<void> {
  // Where the page allows scripts by a nonce.
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', integrity, href, nonce });
  if (!link.relList.supports(link.rel)) return;
  document.head.append(link);
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(href));
  });
}
