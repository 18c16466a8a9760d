/** Claims: a reward and the button that gets it; and the buy buttons that shops have for a product. */
import { commerceLayer } from '../services/commercelayer.ts';
import { shopify } from '../services/shopify.ts';
import type { Contestant } from './contestant.ts';

const place: Contestant['body'] = () => '<div id="claim"></div>';

export const claims: Contestant[] = [
  {
    name: 'vanilla-claim',
    group: 'claim',
    kind: 'floor',
    page: 'claim/vanilla.js',
    body: () => '<vanilla-claim token="bench-token-0123456789"></vanilla-claim>',
    seen: 'vanilla-claim >>> button',
  },
  {
    name: 'lit-claim',
    group: 'claim',
    kind: 'lit-floor',
    page: 'claim/lit.js',
    body: () => '<lit-claim token="bench-token-0123456789"></lit-claim>',
    seen: 'lit-claim >>> button',
    remark: 'what `vanilla-claim` shows and does, drawn by Lit',
  },
  {
    name: 'reward-claim',
    group: 'claim',
    kind: 'ours',
    script: '/cdn/reward-claim.js',
    body: () => '<reward-claim base-url="/apps/rewards" token="bench-token-0123456789"></reward-claim>',
    seen: 'reward-claim >>> button',
  },
  {
    name: 'reward-claim-preloaded',
    group: 'claim',
    kind: 'variant',
    script: '/cdn/reward-claim.js',
    body: () => '<reward-claim base-url="/apps/rewards" token="bench-token-0123456789"></reward-claim>',
    seen: 'reward-claim >>> button',
    isPreloaded: true,
    remark: 'the same element with the quick start’s preload lines',
  },
  {
    name: 'webawesome-claim',
    group: 'claim',
    kind: 'peer',
    page: 'claim/webawesome.js',
    body: place,
    seen: '#claim wa-button >>> button',
    packages: ['@awesome.me/webawesome'],
    remark: 'built from its card, button and button that copies',
  },
  {
    name: 'shoelace-claim',
    group: 'claim',
    kind: 'peer',
    page: 'claim/shoelace.js',
    body: place,
    seen: '#claim sl-button >>> button',
    packages: ['@shoelace-style/shoelace'],
    remark: 'built from its card, button and button that copies',
  },
  {
    name: 'commercelayer',
    group: 'claim',
    kind: 'peer',
    page: 'claim/commercelayer.js',
    body: () =>
      '<cl-price code="BENCH"><cl-price-amount></cl-price-amount></cl-price><cl-add-to-cart code="BENCH">Add to cart</cl-add-to-cart>',
    seen: 'cl-add-to-cart[role=button]:not([aria-disabled])',
    packages: ['@commercelayer/drop-in.js'],
    service: commerceLayer,
  },
  {
    name: 'buy-button-js',
    group: 'claim',
    kind: 'peer',
    page: 'claim/buy-button.js',
    body: place,
    seen: '#claim iframe >>> button',
    packages: ['@shopify/buy-button-js'],
    service: shopify,
  },
];
