/** Registers `<collection-timeline>` with the loader of its script tag. */
import { CollectionTimeline } from '../elements/collection-timeline/collection-timeline.ts';
import { define } from '../elements/shared/define.ts';
import { addLoader } from '../elements/shared/lazy.ts';
import type { ModuleLoader } from '../elements/shared/settings.ts';

export function start(loader: ModuleLoader): void {
  // First, because an element that is already on the page may load a module as soon as it is defined.
  addLoader(loader);
  define('collection-timeline', CollectionTimeline);
}
