/** Finds text that a shopper cannot read: clipped, covered by other text, or outside of its element. */
import type { Page } from 'puppeteer-core';

/** The spacing that a shopper may set (WCAG 1.4.12), for every shadow root. */
export const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Adds styles inside of every element of ours, as a browser extension does. */
export const styleInside = (page: Page, css: string): Promise<void> =>
  page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    const style = (root: Document | ShadowRoot): void => {
      for (const { shadowRoot } of root.querySelectorAll('*')) {
        if (!shadowRoot) continue;
        shadowRoot.adoptedStyleSheets.push(sheet);
        style(shadowRoot);
      }
    };
    style(document);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  }, css);

/** One line for each fault, and for a page that scrolls sideways. */
export const textFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>();
    if (document.documentElement.scrollWidth > innerWidth)
      faults.add(`the page is ${document.documentElement.scrollWidth} px wide`);

    const rootsIn = (root: ShadowRoot): ShadowRoot[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
    ];
    /** Visible to the shopper, and not floating above the rest on purpose. */
    const counts = (element: Element) =>
      element.getClientRects().length > 0 &&
      getComputedStyle(element).visibility === 'visible' &&
      !element.closest('.unseen, .skip, .notice, .slides > li + li, .full > li + li');

    for (const host of document.querySelectorAll('otp-login, reward-claim, collection-timeline')) {
      const edges = host.getBoundingClientRect();
      const dialog = host.shadowRoot!.querySelector('dialog[open]');
      const texts: { words: string; rect: DOMRect }[] = [];
      const elements = rootsIn(host.shadowRoot!).flatMap((root) => [...root.querySelectorAll('*')]);
      for (const element of elements.filter(counts)) {
        // A lightbox covers the rest.
        if (dialog && !dialog.contains(element)) continue;
        const name = `${host.localName} ${element.localName}.${element.className}`;
        const { right } = element.getBoundingClientRect();
        if (!dialog && right > edges.right + 2 && !element.closest('.slides'))
          faults.add(`${name} is ${Math.round(right - edges.right)} px too wide`);
        const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element;
        const isClipped = scrollHeight > clientHeight + 2 || scrollWidth > clientWidth + 2;
        const { overflowX, overflowY } = getComputedStyle(element);
        const hides = [overflowX, overflowY].some((each) => each === 'hidden' || each === 'clip');
        if (hides && isClipped && !element.matches('.slides, .full') && element.textContent.trim())
          faults.add(`${name} hides a part of its text`);
        for (const node of element.childNodes) {
          if (!(node instanceof Text) || !node.data.trim()) continue;
          const range = new Range();
          range.selectNodeContents(node);
          for (const rect of range.getClientRects()) texts.push({ words: node.data.trim(), rect });
        }
      }
      texts.forEach(({ words, rect: a }, index) => {
        for (const { words: others, rect: b } of texts.slice(index + 1)) {
          const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          // Lines are higher than their letters.
          if (words !== others && width > 2 && height > 0.3 * Math.min(a.height, b.height))
            faults.add(`${host.localName}: "${words}" and "${others}" overlap`);
        }
      });
    }
    return [...faults];
  });
