/** The element around another one as it is drawn: through slots, and out of shadow roots. */
export const parentOf = (element: Element): Element | null =>
  element.assignedSlot ??
  element.parentElement ??
  (element.getRootNode() as Partial<ShadowRoot>).host ??
  null;

/** The element that scrolls another one: a box around it, or the page. */
export function scrollerOf(element: Element): Element {
  let at: Element | null = element;
  while (at) {
    // The body's `overflow` applies to the page, unless the root element has its own.
    if (at === document.body && getComputedStyle(document.documentElement).overflowY === 'visible') break;
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    at = parentOf(at);
  }
  return document.scrollingElement ?? document.documentElement;
}

/** The upper edge of the view in which an element scrolls, in pixels from the top of the window. */
export function upperEdge(element: Element): number {
  const scroller = scrollerOf(element);
  return scroller === document.scrollingElement ? 0 : Math.max(0, scroller.getBoundingClientRect().top);
}
