/** Loads what a theme editor shows, once for all elements of the page. */
import type * as Preview from '../preview/preview.ts';

/** Undefined where no editor asked for it, and until it is there. */
export let preview: typeof Preview | undefined;

let loading: Promise<typeof Preview> | undefined;

/** Without its file nothing is shown, and nothing sent: it is not tried again, the merchant loads the editor anew. */
export const loadPreview = (): Promise<typeof Preview> =>
  (loading ??= import('../preview/preview.ts').then((file) => (preview = file)));

/** In place of the browser's own in a theme editor. */
export const sampleFetch: typeof fetch = async (url, init) => (await loadPreview()).answer(url, init);
