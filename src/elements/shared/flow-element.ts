import type { PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AttributeProblem } from './attributes.ts';
import { focusPressed } from './focus-keeper.ts';
import type { LazyModule } from './lazy.ts';
import { withinPatience } from './patience.ts';
import { isPreview, preview } from './preview.ts';
import { isServer } from './server.ts';
import { pageState, SETTINGS_EVENT } from './settings.ts';
import { StorefrontElement } from './storefront-element.ts';

/** The controller of an element's later steps: its requests, records and events. */
export interface Flow {
  /** Resolves when the flow is ready for a drawing; undefined if the element may draw now. */
  prepare?(): Promise<unknown> | undefined;
  abort?(): void;
  checkOptional(): AttributeProblem | undefined;
  allowedFor(attribute: string): string | undefined;
}

/** The states in which the shopper waits for a response. */
const BUSY_STATES = ['sending', 'verifying', 'claiming', 'applying'] as const;

/** A shopper's action, by the state in which it waits for the response. */
export type Action = (typeof BUSY_STATES)[number];

const actionOf = (state: string): Action | undefined => BUSY_STATES.find((each) => each === state);

/** The reason why the flow could not be loaded. */
export type LoadFailure = 'offline' | 'other';

/** Loaded modules that were announced to the page's other elements. */
const announced = new WeakSet();

/** Whether the page or the browser has a record of this shopper, apart from a reading place and a link's token. */
function hasRecords(): boolean {
  try {
    return (
      // A merchant sees the sample data at once.
      isPreview() ||
      (pageState().account ??
        /storefront-elements:(?!place|token)/.test(
          String([Object.keys(localStorage), Object.keys(sessionStorage)]),
        ))
    );
  } catch {
    // Storage is blocked.
    return false;
  }
}

/** Events after which there may be a record: from another tab, after the back button, or from another script's elements. */
const NEWS = ['storage', 'pageshow', SETTINGS_EVENT, 'online', 'offline'];

/**
 * An element whose flow loads when the shopper first points to or focuses it, or when the browser has a record of them.
 * Other shoppers do not download it. An action before the flow has loaded shows at once, and continues afterwards.
 */
export abstract class FlowElement<W, M, F extends Flow> extends StorefrontElement<W> {
  /** Nothing is kept in the browser's storage. */
  @property({ attribute: 'no-storage', type: Boolean }) noStorage = false;

  /** Whether an action of the shopper waits for the flow. */
  @state() protected isStarting = false;

  /** The action whose outcomes have reserved space, until the shopper's next action. */
  @state() protected roomFor: Action | undefined;

  protected flow: F | undefined;
  protected abstract readonly flowModule: LazyModule<M>;
  #hasLoadFailed = false;
  #isActing = false;

  protected abstract createFlow(module: M): F;

  /** Dispatches the error event for an action whose flow could not be loaded. */
  protected abstract reportLoadFailure(failure: LoadFailure): void;

  /** @internal */
  get room(): Action | undefined {
    return this.roomFor;
  }

  protected get isOffline(): boolean {
    return !isServer && !this.isFromServer && !navigator.onLine;
  }

  /** The reason why the shopper's last action could not start. */
  protected get loadFailure(): LoadFailure | undefined {
    return this.#hasLoadFailed ? (this.isOffline ? 'offline' : 'other') : undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of NEWS) addEventListener(type, this.#checkNews);
    // A scrolling finger causes neither event. `focusin` also comes from slotted content.
    /* eslint-disable wc/require-listener-teardown -- listeners on the element itself end with it */
    this.addEventListener('mouseenter', this.preloadFlow);
    this.addEventListener('focusin', this.preloadFlow);
    // Enter and the space bar click, too.
    this.addEventListener('click', this.#acted, true);
    /* eslint-enable wc/require-listener-teardown */
    this.#checkNews();
    // On a loaded page, no `pageshow` follows.
    if (document.readyState === 'complete') this.#reportProblems();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of NEWS) removeEventListener(type, this.#checkNews);
  }

  /** Before the action itself, the card gets as tall as its content, unless a pending response may change that. */
  readonly #acted = (event: Event): void => {
    this.#isActing = true;
    // After the event's other listeners, and the drawings that they cause.
    setTimeout(() => (this.#isActing = false));
    // Also true for a login inside.
    const isBusy = (each: EventTarget) =>
      each instanceof HTMLElement && actionOf(each.dataset['state'] ?? '');
    if (event.composedPath().some(isBusy)) return;
    this.roomFor = undefined;
    this.#container?.style.removeProperty('min-block-size');
  };

  get #container(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.container');
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.roomFor = actionOf(this.state) ?? this.roomFor;
    if (isServer) this.markState();
  }

  protected override update(changed: PropertyValues): void {
    const container = this.#container;
    // A state that ends without the shopper must not move the content below the element.
    if (container && !this.reserve && !this.#isActing && this.state !== this.dataset['state'])
      container.style.minBlockSize = `${container.offsetHeight}px`;
    super.update(changed);
    // Once the response has reserved space, the action is over: on a busy device, it may arrive before the timer.
    if (this.roomFor) this.#isActing = false;
  }

  protected override abort(): void {
    this.flow?.abort?.();
  }

  protected override checkOptional(): AttributeProblem | undefined {
    return this.flow?.checkOptional();
  }

  protected override allowedFor(attribute: string): string | undefined {
    return this.flow?.allowedFor(attribute);
  }

  protected override prepare(): Promise<unknown> | undefined {
    const { current, loading } = this.flowModule;
    if (current && (preview.current || !isPreview())) return this.#prepareFlow(current);
    // A returning shopper must not see the first step of a login that is complete.
    return loading && !this.hasUpdated
      ? withinPatience(this.#loadFlow().then((module) => this.#prepareFlow(module)))
      : undefined;
  }

  #prepareFlow(module: M): Promise<unknown> | undefined {
    if (!this.flow) {
      this.flow = this.createFlow(module);
      preview.current?.show(this);
    }
    return this.flow.prepare?.();
  }

  async #loadFlow(): Promise<M> {
    // In a theme editor nothing happens without sample data.
    const [module] = await Promise.all([this.flowModule.load(), isPreview() && preview.load()]);
    if (!announced.has(this.flowModule)) {
      announced.add(this.flowModule);
      // An action in one element affects the others, even those of another script.
      pageState().account = true;
      dispatchEvent(new Event(SETTINGS_EVENT));
    }
    return module;
  }

  /** Loads the flow and redraws the element with it. */
  protected readonly preloadFlow = (): void => {
    if (!this.flow)
      this.#loadFlow().then(
        () => this.requestUpdate(),
        () => undefined,
      );
  };

  readonly #checkNews = (event?: Event): void => {
    if (this.flowModule.wasRequested || hasRecords()) this.preloadFlow();
    if (!event || this.flow) return;
    // The network may have changed, but not right after the page has loaded.
    if ((event as Partial<PageTransitionEvent>).persisted !== false) this.requestUpdate();
    this.#reportProblems();
  };

  /** Loads the flow, which reports wrong attributes. Until the page has loaded, its scripts may correct them. */
  #reportProblems(): void {
    void this.updateComplete.then(() => this.service ?? this.preloadFlow());
  }

  /** Runs a shopper's action as soon as the flow has loaded, unless the element was removed in the meantime. */
  protected async withFlow(event: Event, action: (flow: F) => unknown): Promise<void> {
    focusPressed(this, event);
    if (this.flow) return void action(this.flow);
    if (this.isStarting) return;
    this.isStarting = true;
    this.#hasLoadFailed = false;
    const module = await this.#loadFlow().catch(() => undefined);
    // Not left to the next drawing, which may have been waiting for a language since before the flow loaded.
    if (module) await this.#prepareFlow(module);
    this.requestUpdate();
    await this.updateComplete;
    this.isStarting = false;
    const flow = this.flow as F | undefined;
    if (flow) return void (this.isConnected && action(flow));
    this.#hasLoadFailed = true;
    this.requestUpdate();
    this.reportLoadFailure(this.loadFailure!);
  }
}
