import { shopifyGlobal } from '../../platforms/shopify-global.ts';

/**
 * Whether a merchant sees the page in the theme editor. There the elements show sample data and send nothing. Only `true`
 * counts, because an element of the page can have the id `Shopify`.
 * https://shopify.dev/docs/storefronts/themes/best-practices/editor/integrate-sections-and-blocks#detect-the-theme-editor
 */
export const isPreview = (): boolean => shopifyGlobal()?.designMode === true;
