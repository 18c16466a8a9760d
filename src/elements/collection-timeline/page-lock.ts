/** The viewport takes over the body's overflow if the root element has none of its own. */
function scrollingSelector(): 'html' | 'body' {
  const { body, documentElement } = document;
  const isVisible = (element: Element) => getComputedStyle(element).overflow === 'visible';
  return isVisible(documentElement) && !isVisible(body) ? 'body' : 'html';
}

/**
 * Keeps the page from scrolling, and keeps the space of its scrollbar. Returns a function that ends this. Its own style
 * sheet does not affect the page's styles, nor another lock's.
 */
export function lockPage(): () => void {
  const sheet = new CSSStyleSheet();
  const hasScrollbar = innerWidth > document.documentElement.clientWidth;
  sheet.replaceSync(`
    ${scrollingSelector()} { overflow: hidden !important; }
    ${hasScrollbar ? ':where(html) { scrollbar-gutter: stable; }' : ''}
  `);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
