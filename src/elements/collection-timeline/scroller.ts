/** The element that scrolls another one: a box around it, or the page. */
export function scrollerOf(element: Element): Element {
  let at: Element | null = element;
  while (at) {
    // The body's `overflow` applies to the page, unless the root element has its own.
    if (at === document.body && getComputedStyle(document.documentElement).overflowY === 'visible') break;
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    at = at.assignedSlot ?? at.parentElement ?? (at.getRootNode() as Partial<ShadowRoot>).host ?? null;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** The upper edge of the view in which an element scrolls, in pixels from the top of the window. */
export function upperEdge(element: Element): number {
  const scroller = scrollerOf(element);
  return scroller === document.scrollingElement ? 0 : Math.max(0, scroller.getBoundingClientRect().top);
}
