import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { type Client, createClient } from '../../api/client.ts';
import { isInvalidArgumentError } from '../../api/errors.ts';
import { version } from './define.ts';

/** One client per service and key, so that elements with the same source share their requests. */
const clients = new Map<string, Client>();

/** What is wrong with an attribute: its name and what it must be. */
export interface AttributeProblem {
  attribute: string;
  allowed: string;
}

/** An attribute that was removed is `null`; a framework that has no value sets `undefined`. */
export type Maybe<T> = T | null | undefined;

/**
 * What every element stands on: where the service is, what is wrong with the attributes, the state on the host, and
 * focus that follows the shopper.
 */
export abstract class StorefrontElement extends LitElement {
  static readonly version: string = version;

  /** Where the service or a gateway to it is: an http(s) URL, or a same-origin path like `/apps/rewards`. */
  @property({ attribute: 'base-url' }) baseUrl: Maybe<string> = '';

  /** The service's API key, sent as `x-api-key`. Everybody can read it in the page; leave it out behind a gateway. */
  @property({ attribute: 'api-key' }) apiKey: Maybe<string> = '';

  /** The client for the attributes as they are; undefined while they are wrong, and then nothing is sent. */
  protected client: Client | undefined;

  #reported = '';
  /** What had the focus before the last drawing, and whether that drawing took it away. */
  #focused: Element | null = null;
  #lostFocus = false;

  /** The state a shopper sees; also on the host as `data-state`, for the theme. */
  abstract get state(): string;

  /** What is wrong with the element's own attributes. */
  protected checkAttributes(): AttributeProblem | undefined {
    return undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is only moved is connected again by now, and its requests go on.
    queueMicrotask(() => {
      if (!this.isConnected) this.abort();
    });
  }

  /** Ends the requests that nobody will see the answer of. */
  protected abstract abort(): void;

  protected override willUpdate(_changed: PropertyValues): void {
    const problem = this.#configure();
    const message = problem ? `<${this.localName}> ${problem.attribute} must be ${problem.allowed}.` : '';
    if (message && message !== this.#reported) console.warn(message);
    this.#reported = message;
    this.#focused = this.shadowRoot?.activeElement ?? null;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    // Here and not in `updated`, because controllers tell what happened before that.
    this.dataset['state'] = this.state;
  }

  protected override updated(_changed: PropertyValues): void {
    if (this.#focused && !this.#focused.isConnected) this.#lostFocus = true;
  }

  /**
   * Marks that the shopper acts in this element. Safari does not focus a button that is clicked, and without a focus
   * the element would not know later whether the shopper is still here.
   */
  protected actedOn({ currentTarget }: Event): void {
    this.#lostFocus = false;
    if (!this.shadowRoot?.activeElement && currentTarget instanceof HTMLElement)
      (currentTarget.querySelector<HTMLElement>('[type=submit]') ?? currentTarget).focus({
        preventScroll: true,
      });
  }

  /** Moves the focus within the element, but only if the shopper is in it, or was in what has just been replaced. */
  protected async focusPart(selector: string): Promise<void> {
    await this.updateComplete;
    if (this.shadowRoot?.activeElement || (this.#lostFocus && isNowhere(this)))
      this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
    this.#lostFocus = false;
  }

  protected abstract renderContent(): TemplateResult;

  protected override render(): TemplateResult {
    return html`<div class="container">${this.renderContent()}</div>`;
  }

  #configure(): AttributeProblem | undefined {
    this.client = undefined;
    try {
      const baseUrl = this.baseUrl ?? '';
      const apiKey = this.apiKey ?? '';
      const key = `${baseUrl} ${apiKey}`;
      let client = clients.get(key);
      if (!client) {
        client = createClient({ baseUrl, apiKey });
        clients.set(key, client);
      }
      const problem = this.checkAttributes();
      if (!problem) this.client = client;
      return problem;
    } catch (error) {
      if (!isInvalidArgumentError(error)) throw error;
      return { attribute: error.argument === 'apiKey' ? 'api-key' : 'base-url', allowed: error.allowed };
    }
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

/** Reads an attribute that a theme left empty as none, where `Number` would make it 0. */
export const numberAttribute = {
  fromAttribute: (value: string | null) => (value?.trim() ? Number(value) : undefined),
};
