import {
  html,
  LitElement,
  nothing,
  type PropertyValues,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Words } from '../../locales/en.ts';
import { common } from '../../locales/en/common.ts';
import {
  allowedFor,
  areTexts,
  type AttributeProblem,
  convertTexts,
  isHeadingLevel,
  jsonAttribute,
  type Maybe,
  numberAttribute,
  type Texts,
} from './attributes.ts';
import { version } from './define.ts';
import { drawTurn } from './draw-queue.ts';
import { type Locale, localeOf } from './locale.ts';
import { isServer } from './server.ts';
import { findService, type Service } from './service.ts';
import { onConfigure } from './settings.ts';
import { loadWords, wordsFor } from './words.ts';

type WordGroup = Exclude<keyof Words, 'common' | 'preview'>;

/** The words that an element has from its first drawing on. */
export type ElementWords<W> = Readonly<Record<keyof typeof common | keyof W, string>>;

/** An element as its controllers see it. */
export interface ElementHost<W = unknown> extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly errorMessages: Texts;
  /** The words in the language of the page. */
  readonly t: ElementWords<W>;
  readonly locale: Locale;
  /** For `Intl` in sentences: the page's language, or English where the words are English. */
  readonly wordsLanguage: string;
  readonly headingLevel: Maybe<number>;
  /** The `aria-level` of a heading that many levels below the element's first. */
  levelOf(below?: number): string;
  /** Undefined while the attributes are wrong: then nothing is sent. */
  readonly service: Service | undefined;
}

/** Presses by the shopper. Assistive technology only clicks. */
const PRESSES = ['pointerdown', 'keydown', 'click'] as const;

const connected = new Set<StorefrontElement>();
let observer: MutationObserver | undefined;

const redrawAll = () => connected.forEach((each) => each.requestUpdate());

/** Observes the page around an element, shadow roots included, because no event reports a change of the language there. */
function watchLanguage(element: StorefrontElement): void {
  connected.add(element);
  observer ??= new MutationObserver(redrawAll);
  for (let root: Node | undefined = element.getRootNode(); root;) {
    const host: Element | undefined = root instanceof ShadowRoot ? root.host : undefined;
    // Our own elements may set `lang` with each drawing.
    if (!(host instanceof StorefrontElement))
      observer.observe(root, { subtree: true, attributeFilter: ['lang', 'dir'] });
    root = host?.getRootNode();
  }
  onConfigure(redrawAll);
}

/** The base of every element: its service, its words and their language, its attributes' problems, and its state. */
export abstract class StorefrontElement<W = unknown> extends LitElement implements ElementHost<W> {
  static readonly version: string = version;

  /** The URL of the service or a gateway to it: http(s), or a same-origin path like `/apps/rewards`. */
  @property({ attribute: 'base-url' }) baseUrl: Maybe<string> = '';

  /** The service's API key, sent as `x-api-key`. Everybody can read it in the page; leave it out behind a gateway. */
  @property({ attribute: 'api-key' }) apiKey: Maybe<string> = '';

  /** Words in place of the element's own, by their names in `locales/en/`; as an attribute a JSON object. */
  @property({ attribute: 'words', converter: jsonAttribute }) words: Texts;

  /** Messages for shoppers by the service's error `code`; as an attribute a JSON object. */
  @property({ attribute: 'error-messages', converter: jsonAttribute }) errorMessages: Texts;

  /** Always keeps the height of the tallest state, not only while a response to the shopper may need it. */
  @property({ type: Boolean }) reserve = false;

  /** The level of the element's first heading, 1 to 6; headings below it follow. Default: 2. */
  @property({ attribute: 'heading-level', converter: numberAttribute }) headingLevel: Maybe<number>;

  /**
   * Whether a server drew the current content. The first drawing in the browser must give the same result: in English, and
   * without waiting.
   */
  protected isFromServer: boolean = isServer;

  /** Whether there is a service to call. The first drawing over a server's assumes one, as the server did. */
  protected hasService = false;

  #service: Service | undefined;
  #locale: Locale | undefined;
  #words: ElementWords<W> | undefined;
  #reported = '';
  /** All property values when the first drawing was scheduled, and whether any changed before it. */
  #valuesBefore: unknown[] | undefined;
  #hasChanged = false;
  /** Whether the shopper has pressed something in the element: see motion.styles.ts. */
  #isPressed = false;

  /** The state a shopper sees; also on the host as `data-state`, for the theme. */
  abstract get state(): string;

  /** The name of the element's landmark, the same in every state; undefined while the element is empty. */
  protected abstract get regionLabel(): string | undefined;

  /** The element's own words in English, and their name in other languages. */
  protected abstract readonly english: W;
  protected abstract readonly wordGroup: WordGroup;

  /** @internal */
  get service(): Service | undefined {
    return this.#service;
  }

  /** @internal */
  get t(): ElementWords<W> {
    return (this.#words ??= this.#composeWords());
  }

  /** @internal */
  get locale(): Locale {
    // A login in a claim has the claim's language, also before the claim is drawn in it.
    return (this.#locale ??= this.isFromServer ? localeOf(this, true) : localeOf(this.#outer ?? this));
  }

  /** @internal */
  levelOf(below = 0): string {
    const level = this.headingLevel;
    return String(Math.min(6, (isHeadingLevel(level) ? level : 2) + below));
  }

  /** @internal */
  get wordsLanguage(): string {
    const { language } = this.locale;
    return (!this.isFromServer && wordsFor(language)) || this.#hasOwnWords || language.startsWith('en')
      ? language
      : 'en';
  }

  /** Whether the page supplies every word that the element may show first. Its language may have no file of words. */
  get #hasOwnWords(): boolean {
    const { words } = this;
    if (!words || !areTexts(words)) return false;
    return Object.keys({ ...common, ...this.english }).every((name) => name in words);
  }

  /** Whether the page provides all the content, so that the element needs no service. */
  protected needsNoService(): boolean {
    return false;
  }

  /** The first problem with the required attributes. */
  protected checkAttributes(): AttributeProblem | undefined {
    return undefined;
  }

  /** The first problem with the optional attributes. */
  protected abstract checkOptional(): AttributeProblem | undefined;

  /** The allowed values of an attribute; undefined while they are not known, and then nothing is reported. */
  protected allowedFor(attribute: string): string | undefined {
    return allowedFor(attribute);
  }

  static override get observedAttributes(): string[] {
    return super.observedAttributes.concat('data-state');
  }

  /** A script that morphs the page removes attributes that are not in its HTML. */
  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'data-state' && this.hasUpdated && value !== this.state) this.markState();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A copy of an element that was drawn, such as in a page that Turbo restores, has its state but nothing to show.
    if (!this.hasUpdated && !this.isFromServer) this.removeAttribute('data-state');
    watchLanguage(this);
    for (const type of PRESSES) this.addEventListener(type, this.#press, true);
    // Time has passed, and the language around the element may have changed.
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of PRESSES) this.removeEventListener(type, this.#press, true);
    connected.delete(this);
    if (!connected.size) observer!.disconnect();
    // A moved element is connected again by now, and its requests continue.
    queueMicrotask(() => {
      if (!this.isConnected) this.abort();
    });
  }

  /** The next drawing has motion. */
  readonly #press = (): void => void (this.#isPressed = true);

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.isFromServer = Boolean(this.shadowRoot);
    const root = super.createRenderRoot();
    // Lit sets `renderBefore` if nothing hydrates the server's drawing, and would draw a second copy beside it.
    if (this.isFromServer && this.renderOptions.renderBefore !== undefined) {
      this.isFromServer = false;
      root.replaceChildren();
      this.renderOptions.renderBefore = null;
    }
    return root;
  }

  /** Ends requests whose response nobody will see. */
  protected abstract abort(): void;

  /** Resolves when the element knows what it needs for a drawing; undefined if it may draw now. */
  protected prepare(): Promise<unknown> | undefined {
    return undefined;
  }

  // A first drawing in English, or without the stored state, would be seen and read out before the right one.
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const isFirst = !this.hasUpdated;
    // Before the first drawing Lit still holds back properties that the page set before the element was defined.
    if (isFirst) this.#valuesBefore = this.#values;
    this.#configure(!isFirst);
    if (this.isFromServer) return super.scheduleUpdate() as undefined;
    // Slotted content is hidden until the first drawing, and would lose the focus while it waits. An element that another
    // one drew would move the content below it.
    const turn =
      isFirst && (this.querySelector(':focus') ?? this.#outer)
        ? undefined
        : drawTurn({ isFirst, isLoading: this.dataset['state'] === 'loading', count: connected.size });
    const waits = [loadWords(this.locale.language, redrawAll), this.prepare(), turn].filter(
      (wait) => wait !== undefined,
    );
    if (!waits.length) return super.scheduleUpdate() as undefined;
    return Promise.all(waits).then(() => super.scheduleUpdate());
  }

  /** The element whose shadow root this one is in. */
  get #outer(): StorefrontElement | undefined {
    const { host } = (isServer ? {} : this.getRootNode()) as Partial<ShadowRoot>;
    return host instanceof StorefrontElement ? host : undefined;
  }

  /** Landmarks need different names, so only the first element with a name is one. A login inside a claim is not. */
  #roleNamed(name: string): 'region' | 'group' {
    if (this.isFromServer) return 'region';
    const first = [...connected].find((each) => each.regionLabel === name && !each.#outer);
    return first === this ? 'region' : 'group';
  }

  get #values(): unknown[] {
    const { elementProperties } = this.constructor as typeof LitElement;
    return [...elementProperties.keys()].map((name) => this[name as keyof this]);
  }

  protected override willUpdate(_changed: PropertyValues): void {
    this.#configure();
    const before = this.#valuesBefore;
    this.#hasChanged = Boolean(before && this.#values.some((value, index) => value !== before[index]));
    this.#valuesBefore = undefined;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    // Before `updated`, because controllers dispatch events there.
    this.markState();
  }

  /** Shows the state on the host, where the page's rules that reserve space end with it. A server calls no `update()`. */
  protected markState(): void {
    this.setAttribute('data-state', this.state);
  }

  protected override updated(_changed: PropertyValues): void {
    if (!this.isFromServer && !this.#hasChanged) return;
    this.isFromServer = this.#hasChanged = false;
    this.requestUpdate();
  }

  protected abstract renderContent(): TemplateResult;

  protected override render(): TemplateResult {
    const { direction } = this.locale;
    const name = this.regionLabel;
    // lit-analyzer does not know that `nothing` removes the attribute.
    const dir = (direction ?? nothing) as 'ltr' | 'rtl';
    return html`<div
      class=${this.#isPressed ? 'container motion' : 'container'}
      lang=${this.wordsLanguage}
      dir=${dir}
      role=${ifDefined(name ? this.#roleNamed(name) : undefined)}
      aria-label=${ifDefined(name)}
    >
      ${this.renderContent()}
    </div>`;
  }

  #composeWords(): ElementWords<W> {
    const words = this.isFromServer ? undefined : wordsFor(this.locale.language);
    return {
      ...common,
      ...this.english,
      ...words?.common,
      ...words?.[this.wordGroup],
      ...(areTexts(this.words) ? this.words : {}),
    } as ElementWords<W>;
  }

  /** Reads the language and the attributes. A problem is reported once, not at every drawing. */
  #configure(isReported = true): void {
    convertTexts(this);
    this.#locale = this.#words = undefined;
    const problem = this.#findProblem();
    const allowed = problem && (problem.allowed ?? this.allowedFor(problem.attribute));
    const message = allowed ? `<${this.localName}> ${problem.attribute} must be ${allowed}.` : '';
    if (!isReported) return;
    if (message && message !== this.#reported) console.warn(message);
    this.#reported = message;
  }

  #findProblem(): AttributeProblem | undefined {
    this.#service = undefined;
    this.hasService = false;
    if (this.needsNoService()) return this.checkAttributes() ?? this.checkOptional();
    // A server sends no requests, and has no page for a path to be relative to.
    const found = isServer ? { baseUrl: 'https://page.invalid', apiKey: '' } : findService(this);
    const isMissing = 'attribute' in found;
    this.#service = isMissing ? undefined : found;
    const wrong = this.checkAttributes();
    if (wrong) this.#service = undefined;
    else this.hasService = !isMissing || this.isFromServer;
    return isMissing ? found : (wrong ?? this.checkOptional());
  }
}
