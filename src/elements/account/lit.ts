/** Lit as the elements have it: what is loaded later must not bring a second one. */
import type { adoptStyles as AdoptStyles, css as Css, html as Html, nothing as Nothing } from 'lit';

export interface Lit {
  adoptStyles: typeof AdoptStyles;
  css: typeof Css;
  html: typeof Html;
  nothing: typeof Nothing;
}

export let adoptStyles: Lit['adoptStyles'];
export let css: Lit['css'];
export let html: Lit['html'];
export let nothing: Lit['nothing'];

/** Any copy's will do: templates carry nothing of it. */
export function useLit(lit: Lit): void {
  ({ adoptStyles, css, html, nothing } = lit);
}
