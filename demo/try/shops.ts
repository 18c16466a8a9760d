// The shops that the live page can be, and the presets of the theme builder. A preset may come with a shop that suits it.
import boutique from '../themes/boutique.css?raw';
import plain from '../themes/plain.css?raw';
import street from '../themes/street.css?raw';

export type Scheme = 'light' | 'dark';

export interface Shop {
  title: string;
  /** Beside this file. */
  sheets?: string[];
  /** Rules that the shop's plugin prints. */
  css?: string;
  /** Of the body, always or by the colour scheme. */
  classes?: string;
  light?: string;
  dark?: string;
  /** It has one colour scheme only. */
  only?: Scheme;
  /** Whether the theme has a colour for buttons, which the elements take over. */
  hasButtonColor?: boolean;
}

const sheet = (name: string) => [`../themes/${name}.css`];

export const shops: Record<string, Shop> = {
  own: { title: 'A plain page', classes: 'plain-page' },
  dawn: {
    title: 'Dawn (Shopify)',
    sheets: sheet('dawn'),
    light: 'color-scheme-1',
    dark: 'color-scheme-3',
    hasButtonColor: true,
  },
  horizon: {
    title: 'Horizon (Shopify)',
    sheets: sheet('horizon'),
    light: 'color-scheme-1',
    dark: 'color-scheme-5',
    hasButtonColor: true,
  },
  wordpress: {
    title: 'Twenty Twenty-Five (WordPress)',
    sheets: sheet('wordpress'),
    css: `:where(otp-login, reward-claim, collection-timeline) {
      --buttons-radius: 9999px;
      --font-body-weight: 300;
      --font-heading-weight: 400;
    }`,
    dark: 'is-style-section-5',
  },
  bootstrap: {
    title: 'Bootstrap 5',
    sheets: sheet('bootstrap'),
    classes: 'bg-body text-body',
    hasButtonColor: true,
  },
  plain: { title: 'A quiet shop', sheets: sheet('plain-page'), only: 'light' },
  boutique: { title: 'A warm boutique', sheets: sheet('boutique-page'), only: 'light' },
  street: { title: 'A street-wear shop', sheets: sheet('street-page'), only: 'dark' },
};

export interface Preset {
  title: string;
  /** As a file to copy: first the rule with the custom properties, then rules for parts. */
  css: string;
  shop: string;
  /** The page's background, light and dark. */
  grounds?: [light: string, dark: string];
}

export const presets: Record<string, Preset> = {
  plain: { title: 'Plain', css: plain, shop: 'plain' },
  boutique: { title: 'Warm boutique', css: boutique, shop: 'boutique' },
  street: { title: 'Street-wear', css: street, shop: 'street' },
  nordlicht: {
    title: 'Nordlicht, the demo shop',
    css: `:root {
      --storefront-accent: light-dark(#14604f, #7fe0b4);
      --storefront-on-accent: light-dark(#ffffff, #06231b);
      --storefront-focus: light-dark(#14604f, #7fe0b4);
      --storefront-radius: 0.4rem;
    }`,
    shop: 'own',
    grounds: ['#f6f3ed', '#0d1a26'],
  },
};

/** The colour scheme that a shop has under a choice; without one, the system's. */
export function schemeOf(shop: Shop, choice: string): Scheme {
  if (shop.only) return shop.only;
  if (choice === 'light' || choice === 'dark') return choice;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Puts an element of the page, such as its body, into a colour scheme of the shop. */
export function dress(element: HTMLElement, shop: Shop, scheme: Scheme): void {
  element.className = [shop.classes, shop[scheme]].filter(Boolean).join(' ');
  element.dataset['bsTheme'] = scheme;
  element.style.colorScheme = scheme;
}
