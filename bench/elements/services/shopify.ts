/** Shopify's storefront API: one product without pictures. */
import { json, type Service } from './service.ts';

const price = { amount: '49.0', currencyCode: 'EUR' };
const noMore = { hasNextPage: false, hasPreviousPage: false };

const variant = {
  id: 'gid://shopify/ProductVariant/1',
  title: 'Default Title',
  price,
  priceV2: price,
  weight: 1,
  available: true,
  sku: 'BENCH',
  compareAtPrice: null,
  compareAtPriceV2: null,
  image: null,
  selectedOptions: [{ name: 'Title', value: 'Default Title' }],
  unitPrice: null,
  unitPriceMeasurement: null,
};

const product = {
  __typename: 'Product',
  id: 'gid://shopify/Product/1',
  availableForSale: true,
  createdAt: '2025-06-30T12:00:00Z',
  updatedAt: '2025-06-30T12:00:00Z',
  descriptionHtml: '',
  description: '',
  handle: 'bench',
  productType: '',
  title: 'A jumper',
  vendor: 'Bench',
  publishedAt: '2025-06-30T12:00:00Z',
  onlineStoreUrl: null,
  options: [{ id: 'gid://shopify/ProductOption/1', name: 'Title', values: ['Default Title'] }],
  images: { pageInfo: noMore, edges: [] },
  variants: { pageInfo: noMore, edges: [{ cursor: '1', node: variant }] },
};

export const shopify: Service = {
  hosts: ['https://bench.myshopify.com/*'],
  answer: ({ url: { pathname } }) =>
    pathname.endsWith('/graphql') ? json({ data: { node: product } }) : undefined,
};
