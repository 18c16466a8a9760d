import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & HTMLElement;

/** Also true if the focus is in slotted content. */
const hasFocus = (element: Element) => element.matches(':focus-within');

/**
 * Focuses the button that the shopper pressed. Safari does not focus a clicked button, and without the focus an element
 * could not tell later whether the shopper is still here.
 */
export function focusPressed(element: HTMLElement, { currentTarget }: Event): void {
  if (!hasFocus(element) && currentTarget instanceof HTMLElement)
    (currentTarget.querySelector<HTMLElement>('[type=submit]') ?? currentTarget).focus({
      preventScroll: true,
    });
}

/** Moves the focus within an element as the shopper proceeds. */
export class FocusKeeper implements ReactiveController {
  readonly #host: Host;
  readonly #resolve: (name: string) => HTMLElement | null | undefined;
  /** The focused element before the last drawing, and whether that drawing removed it. */
  #focused: Element | null = null;
  #isLost = false;

  /** @param resolve finds the element for a name that is not a selector */
  constructor(host: Host, resolve: (name: string) => HTMLElement | null | undefined = () => undefined) {
    this.#host = host;
    this.#resolve = resolve;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement ?? null;
  }

  hostUpdated(): void {
    if (this.#focused && !this.#focused.isConnected) this.#isLost = true;
  }

  /** The shopper started an action in the element: an earlier loss of focus no longer matters. */
  reset(): void {
    this.#isLost = false;
  }

  /**
   * Moves the focus to the first match of a list of selectors, but only if the shopper is in the element, or was in the
   * part that has just been replaced.
   */
  async move(selectors: string): Promise<void> {
    await this.#host.updateComplete;
    if (hasFocus(this.#host) || (this.#isLost && isFocusNowhere(this.#host))) this.find(selectors)?.focus();
    this.#isLost = false;
  }

  /** The first match of a list of selectors, separated by `, `. */
  find(selectors: string): HTMLElement | null {
    const match = (selector: string) =>
      this.#resolve(selector) ?? this.#host.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
    return selectors.split(', ').map(match).find(Boolean) ?? null;
  }
}

/** Whether the focus is on the page itself, or on an ancestor of the element. */
function isFocusNowhere(element: Element): boolean {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (!active || active === document.body) return true;
  let ancestor: Node | null = element;
  while (ancestor && ancestor !== active)
    ancestor = ancestor.parentNode ?? (ancestor as Partial<ShadowRoot>).host ?? null;
  return ancestor === active;
}
