/**
 * Sends a timeline's first requests while its code loads, which saves a round trip. When the shopper returns to a page, keeps
 * the page long instead: see `return-room.ts`.
 */
import { firstRequests } from '../elements/collection-timeline/first-requests.ts';
import { isReturn, openRoom } from '../elements/collection-timeline/return-room.ts';
import { requestEarly } from '../elements/shared/early-requests.ts';
import { isPreview } from '../elements/shared/is-preview.ts';
import { findService } from '../elements/shared/service.ts';
import { preloadModule } from './modules.ts';

const ALL = 'otp-login, reward-claim, collection-timeline';

/** For a `<collection-timeline>` that is not defined yet. The other elements send nothing before the shopper acts. */
export function sendFirstRequests(element: Element): void {
  if (!element.matches('collection-timeline:not(:defined)')) return;
  // The story draws the entries; the element's own files draw before it. If the page parsed so far has other elements, the
  // story waits until the page has painted its own content.
  if (document.querySelectorAll(ALL).length < 2)
    for (const name of ['collection-timeline-element', 'story']) preloadModule(name);
  if (isPreview()) return;
  // A server-rendered timeline already has its height.
  if (!element.shadowRoot) openRoom();
  // A returning shopper may need as many entries as before.
  if (isReturn()) return;
  const service = findService({
    baseUrl: element.getAttribute('base-url'),
    apiKey: element.getAttribute('api-key'),
  });
  if ('baseUrl' in service) for (const path of firstRequests(element)) requestEarly(service, path);
}
