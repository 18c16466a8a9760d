/** The badge that marks sample data. */
import { preview } from '../../locales/en/preview.ts';
import { wordsFor } from '../shared/words.ts';

const css = `
:host {
  position: relative;
}
.badge {
  position: absolute;
  z-index: 3;
  inset-block-end: calc(100% + 4px);
  /* Its own button leaves the middle of a button above free. */
  inset-inline-end: 0;
  display: flex;
  gap: 8px;
  align-items: center;
  max-inline-size: 100%;
  margin: 0;
  padding: 3px 10px;
  border: 1px solid rgb(255 255 255 / 35%);
  border-radius: 12px;
  color: #fff;
  background: #1f2328;
  font: 500 12px/1.5 system-ui, sans-serif;
  letter-spacing: normal;
  text-align: start;
  text-transform: none;
  /* It may lie over the button of the element above. */
  pointer-events: none;
}
.badge.below {
  inset-block: calc(100% + 4px) auto;
}
.badge::before {
  content: '';
  flex: none;
  inline-size: 7px;
  block-size: 7px;
  border-radius: 50%;
  background: #ffc453;
}
.badge button {
  flex: none;
  padding: 0;
  border: 0;
  color: inherit;
  background: none;
  pointer-events: auto;
  font: inherit;
  text-decoration: underline;
  text-underline-offset: 2px;
  cursor: pointer;
}
.badge button:focus-visible {
  outline: 2px solid #fff;
  outline-offset: 1px;
}
@media print {
  .badge {
    display: none;
  }
}`;

let sheet: CSSStyleSheet | undefined;

function createSheet(): CSSStyleSheet {
  const created = new CSSStyleSheet();
  created.replaceSync(css);
  return created;
}

/**
 * Adds the badge to an element, or updates it. It floats outside the element's box, so that nothing on the page moves, and
 * comes after the element's own nodes, where Lit does not touch it.
 *
 * @param restart resets the sample; without it the badge has no button
 */
export function showBadge(root: ShadowRoot, restart: (() => void) | undefined): void {
  sheet ??= createSheet();
  // An element replaces its styles when more of them have loaded.
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  let badge = root.querySelector<HTMLElement>('.badge');
  if (!badge) {
    root.append((badge = document.createElement('p')));
    badge.className = 'badge';
    badge.part.add('badge');
    badge.append(document.createElement('span'));
    if (restart) {
      const button = document.createElement('button');
      button.type = 'button';
      button.addEventListener('click', restart);
      badge.append(button);
    }
  }
  // Above the upper edge of the page it would be invisible.
  const { top } = badge.getBoundingClientRect();
  if (top + scrollY < 0) badge.classList.add('below');
  const { lang, dir } = root.querySelector<HTMLElement>('.container')!;
  // Each change of a language on the page redraws all elements.
  if (badge.lang !== lang) badge.lang = lang;
  if (badge.dir !== dir) badge.dir = dir;
  const words = wordsFor(lang)?.preview ?? preview;
  [words.sample, words.restart].forEach((text, index) => {
    const part = badge.children[index];
    if (part && part.textContent !== text) part.textContent = text;
  });
}
