/** Invisible texts that reserve height. */
import { html, type TemplateResult } from 'lit';

/** Longer than most addresses. */
export const LONG_ADDRESS = 'someone.with.a.long.name@shop.example.com';

/**
 * Draws the longest texts in one place, so that the tallest one sets the height. The number of characters does not show
 * which one that is, because it depends on the font and the width. Much shorter texts are left out: each takes time to
 * draw.
 */
export function renderLongest(texts: string[], renderText: (text: string) => TemplateResult): TemplateResult {
  const length = 0.7 * Math.max(...texts.map((text) => text.length));
  return html`<div class="cells">${texts.filter((text) => text.length >= length).map(renderText)}</div>`;
}
