/** Sample data in Shopify's theme editor. */
import { lazy } from './lazy.ts';

export { isPreview } from './is-preview.ts';

/** Loaded in the editor only. */
export const preview = lazy('preview', () => import('../preview/preview.ts'));

/** Answers every request in the editor with sample data. */
export const sampleFetch: typeof fetch = async (url, init) => (await preview.load()).answer(url, init);
