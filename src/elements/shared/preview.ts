/** Sample data in Shopify's theme editor. */
import { shopifyGlobal } from '../../platforms/shopify-global.ts';
import { lazy } from './lazy.ts';

/**
 * Whether a merchant sees the page in the theme editor. There the elements show sample data and send nothing. Only `true`
 * counts, because an element of the page can have the id `Shopify`.
 * https://shopify.dev/docs/storefronts/themes/best-practices/editor/integrate-sections-and-blocks#detect-the-theme-editor
 */
export const isPreview = (): boolean => shopifyGlobal()?.designMode === true;

/** Loaded in the editor only. */
export const preview = lazy('preview', () => import('../preview/preview.ts'));

/** Answers every request in the editor with sample data. */
export const sampleFetch: typeof fetch = async (url, init) => (await preview.load()).answer(url, init);
