/** Commerce Layer's tokens and its API, as far as one product with a price and in stock. */
import { json, type Service } from './service.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signed by nobody; the page only reads it. */
const accessToken = [
  { alg: 'none' },
  {
    organization: { id: 'bench', slug: 'bench' },
    application: { id: 'bench', kind: 'sales_channel', public: true },
    iss: 'https://auth.commercelayer.io',
    exp: 4_102_444_800,
    iat: 1_750_000_000,
  },
]
  .map(encode)
  .concat('bench')
  .join('.');

const token = {
  access_token: accessToken,
  token_type: 'bearer',
  expires_in: 7200,
  scope: 'market:code:bench',
  created_at: 1_750_000_000,
};

const inventory = { available: true, quantity: 9, levels: [] };
const sku = { id: 'sku1', type: 'skus', attributes: { code: 'BENCH', name: 'A jumper', inventory } };
const price = {
  id: 'price1',
  type: 'prices',
  attributes: {
    sku_code: 'BENCH',
    currency_code: 'EUR',
    amount_cents: 4900,
    formatted_amount: '€49,00',
    compare_at_amount_cents: 4900,
    formatted_compare_at_amount: '€49,00',
  },
};

/** As JSON:API writes a list. */
const list = (record: unknown) => json({ data: [record], meta: { record_count: 1, page_count: 1 } });

export const commerceLayer: Service = {
  hosts: ['https://*.commercelayer.io/*'],
  answer: ({ url: { pathname } }) => {
    if (pathname === '/oauth/token') return json(token);
    if (pathname === '/api/skus') return list(sku);
    if (pathname === '/api/prices') return list(price);
    return pathname === '/api/skus/sku1' ? json({ data: sku }) : undefined;
  },
};
