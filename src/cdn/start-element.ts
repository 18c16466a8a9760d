import type { ModuleLoader } from '../elements/shared/lazy.ts';
import { hasModule, loadModule } from './modules.ts';

/** Milliseconds before each further attempt. */
const PAUSES = [2000, 8000];

interface ElementModule {
  start: (loader: ModuleLoader) => void;
}

const moduleOf = (tag: string) => `${tag}-element`;

/** Whether the build has an element with this tag. */
export const hasElement = (tag: string): boolean => hasModule(moduleOf(tag));

/** Loads and registers an element; whether that succeeded. A failure is reported once, at the first attempt. */
export async function startElement(tag: string): Promise<boolean> {
  for (let attempt = 0; attempt <= PAUSES.length; attempt++)
    try {
      const module = (await loadModule(moduleOf(tag))) as ElementModule;
      module.start(loadModule);
      return true;
    } catch (error) {
      if (!attempt) console.error(`<${tag}> could not be loaded.`, error);
      await new Promise((resolve) => setTimeout(resolve, PAUSES[attempt]));
    }
  return false;
}
