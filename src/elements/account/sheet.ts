import type { CSSResult, CSSResultOrNative } from 'lit';
import { preview } from '../base/preview-part.ts';
import { adoptStyles } from './lit.ts';

/** Adds what only later steps look like to an element's styles; and in a theme editor, what is shown there. */
export function addStyles(element: Element, styles: CSSResult): void {
  const { elementStyles } = element.constructor as unknown as { elementStyles: CSSResultOrNative[] };
  adoptStyles(element.shadowRoot!, [...elementStyles, styles]);
  preview?.show(element);
}
