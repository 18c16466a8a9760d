/** The badge that tells the merchant that what is shown is made up. */
import { badgeWords } from './words.ts';

const css = `
:host {
  position: relative;
}
.badge {
  position: absolute;
  z-index: 3;
  inset-block-end: calc(100% + 4px);
  inset-inline-start: 0;
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

function makeSheet(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

/**
 * Puts the badge above an element, outside of its box, so that nothing on the page stands elsewhere than in the shop; or
 * brings it up to date. Behind what the element draws itself it stays as it is.
 *
 * @param again what begins the sample anew; without it there is nothing to begin
 */
export function putBadge(root: ShadowRoot, again: (() => void) | undefined): void {
  sheet ??= makeSheet();
  // The element sets its own anew when later ones come.
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  let badge = root.querySelector<HTMLElement>('.badge');
  if (!badge) {
    root.append((badge = document.createElement('p')));
    badge.className = 'badge';
    badge.part.add('badge');
    badge.append(document.createElement('span'));
    if (again) {
      const button = document.createElement('button');
      button.type = 'button';
      button.addEventListener('click', again);
      badge.append(button);
    }
  }
  // At the upper edge of the page it would not be seen.
  const { top } = badge.getBoundingClientRect();
  if (top + scrollY < 0) badge.classList.add('below');
  const { lang, dir } = root.querySelector<HTMLElement>('.container')!;
  const language = lang.split('-')[0]!;
  badge.lang = Object.hasOwn(badgeWords, language) ? language : 'en';
  badge.dir = dir;
  const words = badgeWords[badge.lang]!;
  [...badge.children].forEach((child, index) => {
    if (child.textContent !== words[index]) child.textContent = words[index]!;
  });
}
