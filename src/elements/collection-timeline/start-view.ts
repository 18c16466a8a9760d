/** Draws a timeline that has no entries yet. */
import { html, nothing, type TemplateResult } from 'lit';
import type { TimelineHost } from './timeline-host.ts';

/** Entries of the placeholder, and of a long one. */
const [USUAL, LONG] = [5, 80];

/** The placeholder of a timeline. It keeps its height while the timeline is shown. */
export function renderSkeleton({
  collectionId,
  showHeader,
  noMedia,
  firstPage,
  isLong,
}: TimelineHost): TemplateResult {
  const hasHeader = collectionId && !showHeader?.includes('none');
  return html`<div
    class="skeleton ${firstPage.isLoading ? '' : 'space'} ${isLong ? 'long' : ''}"
    aria-hidden="true"
  >
    ${
      hasHeader
        ? html`<div class="header">
            <div class="bone frame"></div>
            <div class="bone title"></div>
            <div class="bone"></div>
          </div>`
        : nothing
    }
    <div class="list">
      ${new Array<TemplateResult>(isLong ? LONG : USUAL).fill(
        html`<div class="ghost">
          <div class="bone line"></div>
          <div class="bone title"></div>
          <div class="bone ${noMedia ? '' : 'frame'}"></div>
        </div>`,
      )}
    </div>
  </div>`;
}

/** Nothing yet, or an error with a button to try again. */
export function renderStart(
  words: { readonly retry: string },
  error: string | undefined,
  retry: (event: Event) => void,
): TemplateResult {
  const button = () =>
    html`<button part="button" class="button quiet" type="button" @click=${retry}>
      <span><slot name="retry">${words.retry}</slot></span>
    </button>`;
  return html`<div class="foot">
    <p part="message" class=${error ? 'message error' : 'unseen'} role="status">${error ?? nothing}</p>
    ${error ? button() : nothing}
  </div>`;
}
