// The live page in its frame: an ordinary document with a script tag of the built files, which this page fills.
import { dress, type Scheme, type Shop } from './shops.ts';

export type PageWindow = Window & typeof globalThis;

export interface Content {
  html: string;
  /** `css` was typed; `themeCss` comes from the theme builder. */
  css: string;
  themeCss: string;
}

export interface Surroundings {
  /** The service's address; without one the elements show sample data and send nothing. */
  baseUrl: string | undefined;
  isSlow: boolean;
  lang: string;
  /** Empty for that of the language. */
  dir: string;
  shop: Shop;
  scheme: Scheme;
  grounds: [light: string, dark: string];
}

export const TAGS = ['otp-login', 'reward-claim', 'collection-timeline'] as const;

/** A page beside the one that people see, not beside this file: a bundler would move the file. */
const folder = new URL('try/', document.baseURI);

export class LivePage {
  readonly frame: HTMLIFrameElement;
  /** Called with each new document before anything is in it. */
  readonly #watch: (page: PageWindow) => void;
  /** Called when what was typed is drawn. */
  readonly #drawn: (page: PageWindow) => void;
  #opened = 0;
  /** Asked whenever a document has loaded, so that it gets what is typed and chosen by then. */
  #current: (() => [Content, Surroundings]) | undefined;
  #sheets: { theme: CSSStyleSheet; typed: CSSStyleSheet } | undefined;

  constructor(
    frame: HTMLIFrameElement,
    watch: (page: PageWindow) => void,
    drawn: (page: PageWindow) => void,
  ) {
    this.frame = frame;
    this.#watch = watch;
    this.#drawn = drawn;
    // Each document that loads is filled: the Back button may replace one that is still loading.
    frame.addEventListener('load', () => void this.#fill());
  }

  get #page(): PageWindow {
    return this.frame.contentWindow as PageWindow;
  }

  /** Undefined while another document is in the frame, because a link was followed there. */
  get document(): Document | undefined {
    return this.#sheets && this.frame.contentDocument?.adoptedStyleSheets.includes(this.#sheets.typed)
      ? this.frame.contentDocument
      : undefined;
  }

  /** Loads the page again, as a shopper would with the browser's button. */
  open(current: () => [Content, Surroundings]): void {
    this.#current = current;
    this.frame.dataset['state'] = 'loading';
    // Not with `src`: the Back button would then lead through all earlier pages.
    this.#page.location.replace(new URL(`page.html?${++this.#opened}`, folder));
  }

  async #fill(): Promise<void> {
    const { contentDocument } = this.frame;
    // Not a page that a link in the live page led to.
    if (!this.#current || !contentDocument?.URL.startsWith(new URL('page.html?', folder).href)) return;
    const [, { baseUrl, shop }] = this.#current();
    const page = this.#page;
    this.#sheets = { theme: new page.CSSStyleSheet(), typed: new page.CSSStyleSheet() };
    page.document.adoptedStyleSheets = [this.#sheets.theme, this.#sheets.typed];
    this.#watch(page);
    // Shopify's theme editor says so on its pages; the elements then answer all requests themselves.
    if (!baseUrl) Object.assign(page, { Shopify: { designMode: true } });
    await this.#addSheets(shop);
    if (this.frame.contentDocument !== contentDocument) return;
    // More may have been typed in the meantime.
    const [content, surroundings] = this.#current();
    this.look(surroundings);
    this.style(content);
    contentDocument.querySelector('main')!.innerHTML = content.html;
    this.#addScript(surroundings);
    // The script's `load` comes before its elements.
    await Promise.all(TAGS.map((tag) => page.customElements.whenDefined(tag)));
    if (this.frame.contentDocument !== contentDocument) return;
    this.#check();
    this.frame.dataset['state'] = 'ready';
  }

  /** Draws other HTML on the page that is there. */
  draw({ html }: Content): void {
    this.document!.querySelector('main')!.innerHTML = html;
    this.#check();
  }

  /** The page's state stays as it is. */
  style({ css, themeCss }: Content): void {
    this.#sheets?.theme.replaceSync(themeCss);
    this.#sheets?.typed.replaceSync(css);
  }

  /** Changes nothing while another document is in the frame. */
  look({ lang, dir, shop, scheme, grounds }: Surroundings): void {
    const { document } = this;
    if (!document) return;
    const root = document.documentElement;
    root.lang = lang;
    root.dir = dir || (/^(ar|he)/.test(lang) ? 'rtl' : 'ltr');
    root.dataset['theme'] = scheme;
    root.style.colorScheme = scheme;
    root.style.setProperty('--page-light', grounds[0]);
    root.style.setProperty('--page-dark', grounds[1]);
    this.frame.style.colorScheme = scheme;
    dress(document.body, shop, scheme);
  }

  async #addSheets({ sheets = [], css }: Shop): Promise<void> {
    const { document, CSSStyleSheet } = this.#page;
    if (css) {
      const printed = new CSSStyleSheet();
      printed.replaceSync(css);
      document.adoptedStyleSheets.unshift(printed);
    }
    await Promise.all(
      sheets.map((name) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = new URL(name, folder).href;
        document.head.append(link);
        return new Promise((resolve) => (link.onload = link.onerror = resolve));
      }),
    );
  }

  #addScript({ baseUrl, isSlow }: Surroundings): void {
    const script = this.#page.document.createElement('script');
    script.type = 'module';
    script.src = new URL(`${isSlow ? 'slow' : 'cdn'}/storefront-elements.js`, folder).href;
    if (baseUrl) script.dataset['baseUrl'] = baseUrl;
    script.onerror = () => this.#page.console.error(`${script.src} could not be loaded.`);
    this.#page.document.head.append(script);
  }

  /**
   * Login and claim report attributes that they work without only when they load the rest of their code, as a shopper's
   * pointer makes them do.
   */
  #check(): void {
    const page = this.#page;
    for (const element of page.document.querySelectorAll(TAGS.join()))
      element.dispatchEvent(new page.MouseEvent('mouseenter'));
    this.#drawn(page);
  }
}
