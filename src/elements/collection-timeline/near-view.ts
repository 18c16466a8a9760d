/**
 * The options of an `IntersectionObserver` for elements within a distance of the view, also in a box that scrolls. Browsers
 * that know `scrollMargin` apply it to the page as well, and `rootMargin` would be added to it.
 */
export const nearView = (distance: string): IntersectionObserverInit & { scrollMargin?: string } =>
  'scrollMargin' in IntersectionObserver.prototype ? { scrollMargin: distance } : { rootMargin: distance };
