/**
 * Whether a merchant looks at the page in Shopify's theme editor. There the elements show sample data and send nothing.
 * Nothing but `true` counts: elements of the page can have such names, too.
 * https://shopify.dev/docs/storefronts/themes/best-practices/editor/integrate-sections-and-blocks#detect-the-theme-editor
 */
export const isPreview = (): boolean =>
  (globalThis as { Shopify?: { designMode?: boolean } }).Shopify?.designMode === true;
