export const shopifyGlobal = () => (globalThis as { Shopify?: { locale?: string; designMode?: boolean } }).Shopify;
