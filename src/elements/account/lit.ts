/** Lit as the elements have it: what is loaded later must not bring a second one. */
import type { adoptStyles as AdoptStyles, css as Css, html as Html, nothing as Nothing } from 'lit';
import { isPreview } from '../base/preview.ts';
import { loadPreview } from '../base/preview-part.ts';

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

/**
 * Any copy's will do: templates carry nothing of it. In a theme editor it is done when there is sample data to show; it
 * rejects where that does not come, so that nothing is done without it.
 */
export function useLit(lit: Lit): Promise<unknown> | undefined {
  ({ adoptStyles, css, html, nothing } = lit);
  return isPreview() ? loadPreview() : undefined;
}
