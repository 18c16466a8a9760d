/**
 * Loads each element when its tag appears in the page, and with `data-when`, on the script's tag or on the element, not
 * before it is near the view (`visible`), the browser has time (`idle`) or the shopper turns to it (`interaction`).
 */
import { loadPart } from '../elements/shared/lazy.ts';
import { readTag } from './script-tag.ts';

export { configure } from '../elements/shared/settings.ts';

/** The files of the elements with their hashes; the build puts them here. */
declare const __FILES__: Record<string, string>;
const files = __FILES__;

const fileOf = (element: Element) => `${element.localName}.js`;
const isDefined = (element: Element) => element.matches(':defined');

const tag = readTag();
const underWay: Record<string, Promise<unknown> | undefined> = {};

/** Once for all elements of a tag. What failed is tried again when the tag, or the shopper, comes again. */
async function load(element: Element & { updateComplete?: unknown }): Promise<void> {
  if (isDefined(element)) return;
  const file = fileOf(element);
  await (underWay[file] ??= loadPart(file, files[file]!).catch((error: unknown) => {
    underWay[file] = undefined;
    console.error(`<${element.localName}> could not be loaded.`, error);
  }));
  // A shopper who was in what stood in for the element goes on in the element.
  const left = element.querySelector(':focus');
  await element.updateComplete;
  // What the page put into a slot is still to be seen.
  if (!left || left.getClientRects().length || (document.querySelector(':focus') ?? left) !== left) return;
  const root = element.shadowRoot!;
  for (const field of root.querySelectorAll<HTMLElement>('input, button'))
    if (!root.activeElement) field.focus();
}

const view = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) void load(target);
  },
  // A little before, so that it is there when the shopper comes to it.
  { rootMargin: '200px' },
);

function look(element: Element): void {
  const enter = () => element.shadowRoot && scan(element.shadowRoot);
  enter();
  if (isDefined(element)) return;
  // One whose script comes later has its shadow root later. Names that no element can have are refused.
  customElements.whenDefined(element.localName).then(enter, () => undefined);
  if (!(fileOf(element) in files)) return;
  // The login of a claim has an empty one: it is needed as soon as it is there.
  const when = (element as HTMLElement).dataset['when'] ?? tag.when;
  const now = () => void load(element);
  if (when === 'visible') view.observe(element);
  else if (when === 'idle')
    // Safari has no idle callbacks.
    ((window as Partial<typeof window>).requestIdleCallback ?? setTimeout)(now);
  else if (when === 'interaction') {
    // The first is also a touch, the last a screen reader's.
    for (const type of ['pointerover', 'focusin', 'click']) element.addEventListener(type, now);
    // Nobody gets by keyboard to what is not there yet, so it comes with the first step on the page.
    document.addEventListener('keydown', ({ key }) => key === 'Tab' && now());
  } else now();
}

const lookIn = (root: ParentNode) => root.querySelectorAll('*').forEach(look);

const watcher = new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node instanceof Element) {
        look(node);
        lookIn(node);
      }
});

/**
 * Looks for elements in a part of the page, and watches it. The document and its open shadow roots are watched anyway,
 * but there are two of which nothing tells: a closed shadow root, and one that a script attaches to what has been
 * standing in the page already, and is no custom element that has just been defined.
 */
export function scan(root: Node & ParentNode = document): void {
  watcher.observe(root, { childList: true, subtree: true });
  lookIn(root);
}

scan();
// What a script of the page has attached meanwhile.
addEventListener('load', () => scan());
