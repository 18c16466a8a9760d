/**
 * Loads each element when its tag appears in the page. With `data-when`, on the script's tag or on the element, it waits until
 * the element is near the view (`visible`), the browser is idle (`idle`) or the shopper uses the element (`interaction`).
 */
import { whenIdle } from '../elements/shared/draw-queue.ts';
import { sendFirstRequests } from './first-requests.ts';
import { readTag } from './script-tag.ts';
import { hasElement, startElements } from './start-elements.ts';

export { configure } from '../elements/shared/settings.ts';

type Drawn = Element & { updateComplete?: unknown };

/** A form's own methods can be replaced by the names of its fields. */
const matches = (element: Element, selector: string) => Element.prototype.matches.call(element, selector);

const isDefined = (element: Element) => matches(element, ':defined');

const tag = readTag();
const starting: Record<string, Promise<boolean> | undefined> = {};

/** Starts an element once for all its tags. After a failure, the next tag or the shopper's next action tries again. */
async function start(name: string): Promise<boolean> {
  const hasStarted = await (starting[name] ??= startElements([name]));
  if (!hasStarted) starting[name] = undefined;
  return hasStarted;
}

/** The claim waits for its login. */
function startLogin(element: Element): void {
  if (matches(element, 'reward-claim:is([requires-login], [reward-id])')) void start('otp-login');
}

async function load(element: Drawn): Promise<void> {
  if (isDefined(element)) return;
  sendFirstRequests(element);
  startLogin(element);
  if (!(await start(element.localName))) return;
  // Focus in the placeholder moves into the element.
  const left = element.querySelector(':focus');
  await element.updateComplete;
  // Slotted content stays visible, and keeps the focus.
  if (!left || left.getClientRects().length || (document.querySelector(':focus') ?? left) !== left) return;
  await focusWithin(element as HTMLElement);
}

async function focusWithin(element: HTMLElement): Promise<void> {
  const root = element.shadowRoot!;
  const login = root.querySelector<Drawn>('otp-login');
  await login?.updateComplete;
  for (const each of [root, login?.shadowRoot])
    for (const field of each?.querySelectorAll<HTMLElement>('input, button') ?? [])
      if (!root.activeElement) field.focus();
  if (root.activeElement) return;
  // A timeline that is still loading has nothing else to focus.
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}

const view = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) void load(target);
  },
  // Slightly early, so that the element is ready when the shopper arrives.
  { rootMargin: '200px' },
);

function inspect(element: Element): void {
  const enter = () => {
    if (isDefined(element)) startLogin(element);
    if (element.shadowRoot) scan(element.shadowRoot);
  };
  enter();
  if (isDefined(element)) return;
  // An element whose script runs later gets its shadow root later. `whenDefined` rejects names that no element can have.
  customElements.whenDefined(element.localName).then(enter, () => undefined);
  if (!hasElement(element.localName)) return;
  // The login in a claim has an empty value, because it is needed at once.
  const when = (element as HTMLElement).dataset['when'] ?? tag.when;
  const now = () => void load(element);
  if (when === 'visible') view.observe(element);
  else if (when === 'idle') whenIdle(now);
  else if (when === 'interaction') {
    // `pointerover` also covers touch, `click` also screen readers.
    for (const type of ['pointerover', 'focusin', 'click']) element.addEventListener(type, now);
    // The keyboard cannot reach an element that has not loaded, so it loads at the first Tab on the page.
    document.addEventListener('keydown', ({ key }) => key === 'Tab' && now());
  } else now();
}

const inspectAll = (root: ParentNode) => root.querySelectorAll('*').forEach(inspect);

const watcher = new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node instanceof Element) {
        inspect(node);
        inspectAll(node);
      }
});

/**
 * Looks for elements in a part of the page, and watches it. The document and its open shadow roots are watched automatically.
 * Two kinds of roots must be passed in: closed ones, and those that a script attaches to an element that is already on the
 * page and is not a custom element that was just defined.
 */
export function scan(root: Node & ParentNode = document): void {
  watcher.observe(root, { childList: true, subtree: true });
  inspectAll(root);
}

scan();
// Shadow roots that scripts attached while the page was loading.
addEventListener('load', () => scan());
