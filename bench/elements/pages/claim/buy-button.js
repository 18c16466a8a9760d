/** Shopify's Buy Button: its documentation's set-up for one product. */
import ShopifyBuy from '@shopify/buy-button-js';

const client = ShopifyBuy.buildClient({
  domain: 'bench.myshopify.com',
  storefrontAccessToken: 'bench',
});

ShopifyBuy.UI.init(client).createComponent('product', {
  id: '1',
  node: document.getElementById('claim'),
});
