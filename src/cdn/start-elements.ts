import type { ModuleLoader } from '../elements/shared/settings.ts';
import { hasModule, loadModule } from './modules.ts';

/** Milliseconds before each further attempt. */
const PAUSES = [2000, 8000];

interface ElementModule {
  start: (loader: ModuleLoader) => void;
}

const moduleOf = (tag: string) => `${tag}-element`;

/** Whether the build has an element with this tag. */
export const hasElement = (tag: string): boolean => hasModule(moduleOf(tag));

/**
 * Loads and registers elements. Returns whether all succeeded. Each failure is reported once, at the first attempt. Loaded
 * elements are registered together, so that the first one to draw knows about the others.
 */
export async function startElements(tags: readonly string[]): Promise<boolean> {
  let missing = tags;
  for (let attempt = 0; attempt <= PAUSES.length; attempt++) {
    const results = await Promise.allSettled(missing.map(async (tag) => loadModule(moduleOf(tag))));
    for (const result of results)
      if (result.status === 'fulfilled') (result.value as ElementModule).start(loadModule);
    results.forEach((result, index) => {
      if (result.status === 'rejected' && !attempt)
        console.error(`<${missing[index]}> could not be loaded.`, result.reason);
    });
    missing = missing.filter((_, index) => results[index]!.status === 'rejected');
    if (!missing.length) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSES[attempt]));
  }
  return false;
}
