import { html, type TemplateResult } from 'lit';

/**
 * The words of a live region. Screen readers announce new nodes: when `isOdd` changes, the same words become a new node,
 * because they come from another template.
 */
export const renderNews = (text: string, isOdd: boolean): TemplateResult =>
  isOdd ? html`<span>${text}</span>` : html`<span>${text}</span>`;
