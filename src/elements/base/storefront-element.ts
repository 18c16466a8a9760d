import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from './decorators.ts';
import { ifDefined } from 'lit/directives/if-defined.js';
import { type Client, createClient } from '../../api/client.ts';
import { isInvalidArgumentError } from '../../api/errors.ts';
import { common, type Words } from '../../locales/en.ts';
import { version } from './define.ts';
import { formatDuration, loadWords, type Locale, localeOf, wordsFor } from './locale.ts';
import { isServer } from './server.ts';

/** One client per service and key, so that elements with the same source share their requests. */
const clients = new Map<string, Client>();

/** What is wrong with an attribute: its name and what it must be. */
export interface AttributeProblem {
  attribute: string;
  allowed: string;
  /** Whether the element works without it. */
  isMinor?: boolean;
}

/** An attribute that was removed is `null`; a framework that has no value sets `undefined`. */
export type Maybe<T> = T | null | undefined;

/** Texts by name. From an attribute that is no JSON it is that attribute's text, which is reported. */
export type Texts = Maybe<Readonly<Record<string, string>>>;

/** Reads a JSON object; what is no JSON stays as it is, for the check of the attributes to name. */
export const jsonAttribute = {
  fromAttribute: (value: string | null): unknown => {
    try {
      return value?.trim() ? JSON.parse(value) : undefined;
    } catch {
      return value;
    }
  },
};

/** Reads an attribute that a theme left empty as none, where `Number` would make it 0. */
export const numberAttribute = {
  fromAttribute: (value: string | null) => (value?.trim() ? Number(value) : undefined),
};

export const areTexts = (value: unknown): value is Texts =>
  (typeof value === 'object' || value === undefined) &&
  Object.values(value ?? {}).every((text) => typeof text === 'string');

const connected = new Set<StorefrontElement>();
let observer: MutationObserver | undefined;

const drawAll = () => connected.forEach((each) => each.requestUpdate());

/** The language around an element may change at any time, and no event tells it. */
function watchLanguage(element: StorefrontElement): void {
  connected.add(element);
  observer ??= new MutationObserver(drawAll);
  observer.observe(document, { subtree: true, attributeFilter: ['lang', 'dir'] });
}

type Group = Exclude<keyof Words, 'common'>;

/**
 * What every element stands on: where the service is, the words and their language, what is wrong with the attributes,
 * the state on the host, and focus that follows the shopper.
 */
export abstract class StorefrontElement<G extends Group = Group> extends LitElement {
  static readonly version: string = version;

  /** Where the service or a gateway to it is: an http(s) URL, or a same-origin path like `/apps/rewards`. */
  @property({ attribute: 'base-url' }) baseUrl: Maybe<string> = '';

  /** The service's API key, sent as `x-api-key`. Everybody can read it in the page; leave it out behind a gateway. */
  @property({ attribute: 'api-key' }) apiKey: Maybe<string> = '';

  /** Words in place of the element's own, by their names in `locales/en.ts`; as an attribute a JSON object. */
  @property({ converter: jsonAttribute }) words: Texts;

  /** What to tell a shopper by the service's error `code`; as an attribute a JSON object. */
  @property({ attribute: 'error-messages', converter: jsonAttribute }) errorMessages: Texts;

  /** The client for the attributes as they are; undefined while they are wrong, and then nothing is sent. */
  protected client: Client | undefined;

  /** The words as they are shown now. */
  protected t!: Words['common'] & Words[G];
  protected locale!: Locale;

  /**
   * Whether what is shown came with the page, drawn by a server. The first drawing in the browser then has to come to
   * the same: in English, and without waiting.
   */
  protected isFromServer: boolean = isServer;

  #reported = '';
  /** What was set when the first drawing was prepared; and whether more was by then. */
  #early: unknown[] | undefined;
  #isLate = false;
  /** What had the focus before the last drawing, and whether that drawing took it away. */
  #focused: Element | null = null;
  #lostFocus = false;
  #nextSecond: ReturnType<typeof setTimeout> | undefined;

  /** The state a shopper sees; also on the host as `data-state`, for the theme. */
  abstract get state(): string;

  /** The element's own words in English, and under which name other languages have them. */
  protected abstract readonly english: readonly [G, Words[G]];

  /** Whether it has all it shows from the page, and needs no service. */
  protected isAlone(): boolean {
    return false;
  }

  /** What is wrong with the element's own attributes. */
  protected checkAttributes(): AttributeProblem | undefined {
    return undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    watchLanguage(this);
    // Time went on, and the language around may be another.
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    connected.delete(this);
    if (!connected.size) observer?.disconnect();
    // An element that is only moved is connected again by now, and its requests go on.
    queueMicrotask(() => {
      if (!this.isConnected) this.abort();
    });
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.isFromServer = this.shadowRoot !== null;
    const root = super.createRenderRoot();
    // Lit sets it where nothing takes over what the server drew; then it would be there twice.
    if (this.isFromServer && this.renderOptions.renderBefore !== undefined) {
      this.isFromServer = false;
      root.replaceChildren();
      this.renderOptions.renderBefore = null;
    }
    return root;
  }

  /** Ends the requests that nobody will see the answer of. */
  protected abstract abort(): void;

  /** What must be known before a drawing. */
  protected prepare(): Promise<unknown> | undefined {
    return undefined;
  }

  // A first drawing in English, or without what is stored, would be seen and read out before the right one.
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    // Before the first drawing Lit still keeps back what the page has set before the script came.
    if (!this.hasUpdated) this.#early = this.#values;
    this.#configure(this.hasUpdated);
    if (this.isFromServer) return super.scheduleUpdate() as undefined;
    const [words, rest] = [loadWords(this.locale.language, drawAll), this.prepare()];
    if (words ?? rest) return Promise.all([words, rest]).then(() => super.scheduleUpdate());
    return super.scheduleUpdate() as undefined;
  }

  /** All attributes and properties as they are. */
  get #values(): unknown[] {
    const { elementProperties } = this.constructor as typeof LitElement;
    return [...elementProperties.keys()].map((name) => this[name as keyof this]);
  }

  protected override willUpdate(_changed: PropertyValues): void {
    this.#configure();
    const values = this.#early && this.#values;
    this.#isLate = Boolean(values?.some((value, index) => value !== this.#early![index]));
    this.#early = undefined;
    const [group, english] = this.english;
    const words = this.isFromServer ? undefined : wordsFor(this.locale.language);
    this.t = {
      ...common,
      ...english,
      ...words?.common,
      ...words?.[group],
      ...(areTexts(this.words) ? this.words : {}),
    };
    this.#focused = this.shadowRoot?.activeElement ?? null;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    // Here and not in `updated`, because controllers tell what happened before that.
    this.dataset['state'] = this.state;
  }

  protected override updated(_changed: PropertyValues): void {
    if (this.#focused && !this.#focused.isConnected) this.#lostFocus = true;
    if (!this.isFromServer && !this.#isLate) return;
    this.isFromServer = this.#isLate = false;
    this.requestUpdate();
  }

  /** The seconds until a moment, and a new drawing while they pass. */
  protected countDown(until: number): number {
    const left = until - Date.now();
    if (left > 0 && this.isConnected)
      this.#nextSecond ??= setTimeout(
        () => {
          this.#nextSecond = undefined;
          this.requestUpdate();
        },
        // What is days away is told in hours at most.
        left > 7_200_000 ? 60_000 : left % 1000 || 1000,
      );
    return Math.max(0, Math.ceil(left / 1000));
  }

  /** Seconds that go on beside the words of a button; the message says them to those who do not see. */
  protected renderSeconds(seconds: number): TemplateResult | typeof nothing {
    if (!seconds) return nothing;
    const text = formatDuration(this.locale.language, seconds, 'narrow');
    return html`<span class="seconds" aria-hidden="true">${text}</span>`;
  }

  /**
   * Marks that the shopper acts in this element. Safari does not focus a button that is clicked, and without a focus
   * the element would not know later whether the shopper is still here.
   */
  protected actedOn({ currentTarget }: Event): void {
    this.#lostFocus = false;
    if (!this.#hasFocus && currentTarget instanceof HTMLElement)
      (currentTarget.querySelector<HTMLElement>('[type=submit]') ?? currentTarget).focus({
        preventScroll: true,
      });
  }

  /** Moves the focus within the element, but only if the shopper is in it, or was in what has just been replaced. */
  protected async focusPart(selector: string): Promise<void> {
    await this.updateComplete;
    if (this.#hasFocus || (this.#lostFocus && isNowhere(this))) this.focusTarget(selector)?.focus();
    this.#lostFocus = false;
  }

  /** The first of several selectors that fits anything. */
  protected focusTarget(selectors: string): HTMLElement | null {
    const found = selectors.split(', ').map((each) => this.renderRoot.querySelector<HTMLElement>(each));
    return found.find(Boolean) ?? null;
  }

  /** Also in what the page put into its slots. */
  get #hasFocus(): boolean {
    return this.matches(':focus-within');
  }

  protected abstract renderContent(): TemplateResult;

  protected override render(): TemplateResult {
    const { language, direction } = this.locale;
    return html`<div
      class="container"
      lang=${!this.isFromServer && wordsFor(language) ? language : 'en'}
      dir=${ifDefined(direction)}
    >
      ${this.renderContent()}
    </div>`;
  }

  /** What is wrong is said once, not at every drawing. */
  #configure(isSaid = true): void {
    this.locale = localeOf(this, this.isFromServer);
    const problem = this.#findProblem();
    const message = problem ? `<${this.localName}> ${problem.attribute} must be ${problem.allowed}.` : '';
    if (!isSaid) return;
    if (message && message !== this.#reported) console.warn(message);
    this.#reported = message;
  }

  #findProblem(): AttributeProblem | undefined {
    this.client = undefined;
    if (this.isAlone()) return this.checkAttributes() ?? this.#checkTexts();
    try {
      // A server that draws asks nobody, and knows no page for a path to be on.
      const baseUrl = isServer ? 'https://page.invalid' : (this.baseUrl ?? '');
      const apiKey = this.apiKey ?? '';
      const key = `${baseUrl} ${apiKey}`;
      let client = clients.get(key);
      if (!client) {
        client = createClient({ baseUrl, apiKey });
        clients.set(key, client);
      }
      this.client = client;
      const problem = this.checkAttributes();
      if (problem && !problem.isMinor) this.client = undefined;
      return problem ?? this.#checkTexts();
    } catch (error) {
      if (!isInvalidArgumentError(error)) throw error;
      return { attribute: error.argument === 'apiKey' ? 'api-key' : 'base-url', allowed: error.allowed };
    }
  }

  #checkTexts(): AttributeProblem | undefined {
    const attribute = !areTexts(this.words) ? 'words' : !areTexts(this.errorMessages) ? 'error-messages' : '';
    return attribute ? { attribute, allowed: 'a JSON object of texts', isMinor: true } : undefined;
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
