import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from './decorators.ts';
import { isApiKey, resolveBaseUrl } from '../../api/request.ts';
import { common, type Words } from '../../locales/en.ts';
import { type AttributeProblem, areTexts, jsonAttribute, type Maybe, type Texts } from './attributes.ts';
import type { Service } from './clients.ts';
import { defaults, onConfigure } from './defaults.ts';
import { version } from './define.ts';
import { painted, pause } from './frames.ts';
import { loadWords, type Locale, localeOf, wordsFor } from './locale.ts';
import { isServer } from './server.ts';

export * from './attributes.ts';

/** More elements than these do not draw in one task. */
const CROWD = 4;

/** Milliseconds between two drawings that take long: a frame fits in, so that none has to lay out many. */
const TURN = 10;

/** Until all have been drawn first: those that ask for the same only then ask together. */
export let turns: Promise<unknown> | undefined;

/** Until all have been drawn again that were loading. It may grow while some are still to be drawn first. */
let laterTurns: Promise<unknown> | undefined;

const connected = new Set<StorefrontElement>();
let observer: MutationObserver | undefined;

const drawAll = () => connected.forEach((each) => each.requestUpdate());

/** The language around an element may change at any time, and no event tells it. */
function watchLanguage(element: StorefrontElement): void {
  connected.add(element);
  observer ??= new MutationObserver(drawAll);
  observer.observe(document, { subtree: true, attributeFilter: ['lang', 'dir'] });
  onConfigure(drawAll);
}

export type Group = Exclude<keyof Words, 'common'>;

/**
 * What every element stands on: where the service is, the words and their language, what is wrong with the attributes,
 * and the state on the host.
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

  /** The service that the attributes name; undefined while they are wrong, and then nothing is sent. */
  protected service: Service | undefined;

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
  #isLate: boolean | undefined;

  /** The state a shopper sees; also on the host as `data-state`, for the theme. */
  abstract get state(): string;

  /** The element's own words in English, and under which name other languages have them. */
  protected abstract readonly english: readonly [G, Partial<Words[G]>];

  /** Whether it has all it shows from the page, and needs no service. */
  protected isAlone(): boolean {
    return false;
  }

  /** What is wrong with the element's own attributes. */
  protected checkAttributes(): AttributeProblem | undefined {
    return undefined;
  }

  /** What is wrong with attributes that the element works without. */
  protected abstract checkRest(): AttributeProblem | undefined;

  /** What an attribute must be; undefined while that is not known. */
  protected abstract explain(attribute: string): string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    watchLanguage(this);
    // Time went on, and the language around may be another.
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    connected.delete(this);
    if (!connected.size) observer!.disconnect();
    // An element that is only moved is connected again by now, and its requests go on.
    queueMicrotask(() => {
      if (!this.isConnected) this.abort();
    });
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.isFromServer = Boolean(this.shadowRoot);
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
    if (!this.isFromServer) {
      // All in one task would keep the page from answering; and each first drawing is one besides the script's. Of
      // several elements none keeps the page from being painted. What the page has put into an element is out of view
      // meanwhile, and would lose the focus.
      const isFirst = !this.hasUpdated;
      const { size } = connected;
      const turn =
        isFirst && this.querySelector(':focus')
          ? undefined
          : size > 1 && isFirst
            ? (turns = (turns ?? painted()).then(() => pause(TURN)))
            : size > 1 && this.dataset['state'] === 'loading'
              ? (laterTurns = Promise.all([turns, laterTurns]).then(() => pause(TURN)))
              : isFirst || size > CROWD
                ? pause(0)
                : undefined;
      const waits = [loadWords(this.locale.language, drawAll), this.prepare(), turn];
      if (waits.some(Boolean))
        return Promise.all(waits as Promise<unknown>[]).then(() => super.scheduleUpdate());
    }
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
    this.#isLate = values?.some((value, index) => value !== this.#early![index]);
    this.#early = undefined;
    const [group, english] = this.english;
    const words = this.isFromServer ? undefined : wordsFor(this.locale.language);
    this.t = {
      ...common,
      ...english,
      ...words?.common,
      ...words?.[group],
      ...(areTexts(this.words) ? this.words : {}),
    } as typeof this.t;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    // Here and not in `updated`, because controllers tell what happened before that.
    this.dataset['state'] = this.state;
  }

  protected override updated(_changed: PropertyValues): void {
    if (!this.isFromServer && !this.#isLate) return;
    this.isFromServer = this.#isLate = false;
    this.requestUpdate();
  }

  protected abstract renderContent(): TemplateResult;

  protected override render(): TemplateResult {
    const { language, direction } = this.locale;
    // lit-analyzer does not know that this is no value.
    const dir = (direction ?? nothing) as 'ltr' | 'rtl';
    return html`<div
      class="container"
      lang=${!this.isFromServer && wordsFor(language) ? language : 'en'}
      dir=${dir}
    >
      ${this.renderContent()}
    </div>`;
  }

  /** What is wrong is said once, not at every drawing. */
  #configure(isSaid = true): void {
    this.locale = localeOf(this, this.isFromServer);
    const problem = this.#findProblem();
    const allowed = problem && (problem.allowed ?? this.explain(problem.attribute));
    const message = allowed ? `<${this.localName}> ${problem.attribute} must be ${allowed}.` : '';
    if (!isSaid) return;
    if (message && message !== this.#reported) console.warn(message);
    this.#reported = message;
  }

  #findProblem(): AttributeProblem | undefined {
    this.service = undefined;
    if (this.isAlone()) return this.checkAttributes() ?? this.checkRest();
    const page = defaults();
    // A server that draws asks nobody, and knows no page for a path to be on.
    const baseUrl = isServer ? 'https://page.invalid' : resolveBaseUrl(this.baseUrl || page.baseUrl);
    // The page's key is not for another service than the page's.
    const isPages = !this.baseUrl || !page.baseUrl || baseUrl === resolveBaseUrl(page.baseUrl);
    const apiKey = this.apiKey || (isPages && page.apiKey) || '';
    if (!baseUrl) return { attribute: 'base-url' };
    if (!isApiKey(apiKey)) return { attribute: 'api-key' };
    this.service = { baseUrl, apiKey };
    const problem = this.checkAttributes();
    if (problem && !problem.isMinor) this.service = undefined;
    return problem ?? this.checkRest();
  }
}
