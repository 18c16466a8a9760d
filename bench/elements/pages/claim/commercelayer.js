/** Commerce Layer: its documentation's configuration, and the components that the page has, imported alone. */
import { defineCustomElement as defineAddToCart } from '@commercelayer/drop-in.js/dist/components/cl-add-to-cart.js';
import { defineCustomElement as definePriceAmount } from '@commercelayer/drop-in.js/dist/components/cl-price-amount.js';
import { defineCustomElement as definePrice } from '@commercelayer/drop-in.js/dist/components/cl-price.js';

globalThis.commercelayerConfig = { clientId: 'bench', scope: 'market:code:bench' };
definePrice();
definePriceAmount();
defineAddToCart();
