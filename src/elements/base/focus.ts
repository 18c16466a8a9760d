import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Safari does not focus a button that is clicked, and without a focus an element would not know later whether the
 * shopper is still here.
 */
export function focusActed(element: HTMLElement, { currentTarget }: Event): void {
  if (!hasFocus(element) && currentTarget instanceof HTMLElement)
    (currentTarget.querySelector<HTMLElement>('[type=submit]') ?? currentTarget).focus({
      preventScroll: true,
    });
}

/** Also in what the page put into its slots. */
const hasFocus = (element: Element) => element.matches(':focus-within');

/** Moves the focus within an element with the shopper. */
export class Focus implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #find: (selector: string) => HTMLElement | null | undefined;
  /** What had the focus before the last drawing, and whether that drawing took it away. */
  #focused: Element | null = null;
  #isLost = false;

  /** @param find what a name means that is no selector */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    find: (selector: string) => HTMLElement | null | undefined = () => undefined,
  ) {
    this.#host = host;
    this.#find = find;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement ?? null;
  }

  hostUpdated(): void {
    if (this.#focused && !this.#focused.isConnected) this.#isLost = true;
  }

  /** Marks that the shopper acts in the element. */
  acted(): void {
    this.#isLost = false;
  }

  /**
   * Moves it to the first of several selectors that fits anything, but only if the shopper is in the element, or was in
   * what has just been replaced.
   */
  async move(selectors: string): Promise<void> {
    await this.#host.updateComplete;
    if (hasFocus(this.#host) || (this.#isLost && isNowhere(this.#host))) this.target(selectors)?.focus();
    this.#isLost = false;
  }

  target(selectors: string): HTMLElement | null {
    const find = (each: string) =>
      this.#find(each) ?? this.#host.shadowRoot?.querySelector<HTMLElement>(each) ?? null;
    return selectors.split(', ').map(find).find(Boolean) ?? null;
  }
}

/** Whether nothing has the focus but the page itself or what stands around the element. */
function isNowhere(element: Element): boolean {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (!active || active === document.body) return true;
  let around: Node | null = element;
  while (around && around !== active)
    around = around.parentNode ?? (around as Partial<ShadowRoot>).host ?? null;
  return around === active;
}
