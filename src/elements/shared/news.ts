import { html, type TemplateResult } from 'lit';

/**
 * The words of a live region. Screen readers announce nodes that are new: with the other `isOdd`, the same words are
 * another node, because they come from another template.
 */
export const renderNews = (text: string, isOdd: boolean): TemplateResult =>
  isOdd ? html`<span>${text}</span>` : html`<span>${text}</span>`;
