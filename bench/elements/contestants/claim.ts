/** Claims: a reward and the button that gets it; and the buy buttons that shops have for a product. */
import { commerceLayer } from '../services/commercelayer.ts';
import { shopify } from '../services/shopify.ts';
import type { Contestant, Source, Use } from './contestant.ts';

const tokenOf = ({ token = 'bench-token-0123456789' }: Source) => token;
const place: Contestant['body'] = (source) => `<div id="claim" data-token="${tokenOf(source)}"></div>`;
const ours: Contestant['body'] = (source) =>
  `<reward-claim base-url="/apps/rewards" token="${tokenOf(source)}"></reward-claim>`;
const OURS_USE = { button: 'reward-claim >>> button[part=button]', next: 'reward-claim >>> [part~=code]' };

const useOf = (tag: string): Use => ({ button: `${tag} >>> .button`, next: `${tag} >>> code` });
const useOfKit = (kit: string): Use => ({ button: `#claim ${kit}-button`, next: '#claim code' });

export const claims: Contestant[] = [
  {
    name: 'vanilla-claim',
    group: 'claim',
    kind: 'floor',
    page: 'claim/vanilla.js',
    body: (source) => `<vanilla-claim token="${tokenOf(source)}"></vanilla-claim>`,
    seen: 'vanilla-claim >>> button',
    use: useOf('vanilla-claim'),
  },
  {
    name: 'lit-claim',
    group: 'claim',
    kind: 'lit-floor',
    page: 'claim/lit.js',
    body: (source) => `<lit-claim token="${tokenOf(source)}"></lit-claim>`,
    seen: 'lit-claim >>> button',
    use: useOf('lit-claim'),
    remark: 'what `vanilla-claim` shows and does, drawn by Lit',
  },
  {
    name: 'reward-claim',
    group: 'claim',
    kind: 'ours',
    script: '/cdn/reward-claim.js',
    body: ours,
    seen: 'reward-claim >>> button',
    use: OURS_USE,
  },
  {
    name: 'reward-claim-preloaded',
    group: 'claim',
    kind: 'variant',
    script: '/cdn/reward-claim.js',
    body: ours,
    seen: 'reward-claim >>> button',
    use: OURS_USE,
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
    use: useOfKit('wa'),
    isKit: true,
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
    use: useOfKit('sl'),
    isKit: true,
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
