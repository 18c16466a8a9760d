// The list of problems on the live page: its console's warnings, the requests that its policy blocks, and misspelt tags
// and attributes.
import { type PageWindow, TAGS } from './live-page.ts';

/** Attributes of every element, and those of ours that are no properties. */
const OTHER_ATTRIBUTES =
  /^(id|class|lang|dir|slot|style|title|hidden|part|role|tabindex|inert|translate|name|form|exportparts|consent|credentials|(data|aria)-.+)$/;

export class Problems {
  readonly #list: HTMLElement;
  readonly #count: HTMLElement;
  /** Shown while there are none. */
  readonly #none: HTMLElement;
  readonly #known = new Set<string>();

  constructor(list: HTMLElement, count: HTMLElement, none: HTMLElement) {
    this.#list = list;
    this.#count = count;
    this.#none = none;
  }

  clear(): void {
    this.#known.clear();
    this.#list.replaceChildren();
    this.#count.textContent = '0';
    this.#none.hidden = false;
  }

  add(text: string): void {
    if (this.#known.has(text)) return;
    this.#known.add(text);
    this.#none.hidden = true;
    const item = document.createElement('li');
    item.textContent = text;
    this.#list.append(item);
    this.#count.textContent = String(this.#known.size);
  }

  /** Listens to a new page. */
  watch(page: PageWindow): void {
    for (const level of ['warn', 'error'] as const) {
      const write = page.console[level].bind(page.console);
      page.console[level] = (...words: unknown[]) => {
        write(...words);
        this.add(words.map(String).join(' '));
      };
    }
    page.addEventListener('error', ({ message }) => message && this.add(message));
    page.document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      this.add(`The playground blocks this (${effectiveDirective}): ${blockedURI}`),
    );
  }

  /** The elements ignore attributes that they do not know, as the browser ignores tags. */
  check({ document, customElements }: PageWindow): void {
    for (const { localName } of document.querySelectorAll('main *'))
      if (localName.includes('-') && !customElements.get(localName))
        this.add(`<${localName}> is not an element of this library. There are: ${TAGS.join(', ')}.`);
    for (const tag of TAGS) {
      const element = customElements.get(tag) as (CustomElementConstructor & Known) | undefined;
      if (!element) continue;
      for (const each of document.querySelectorAll(tag))
        for (const name of each.getAttributeNames())
          if (!element.observedAttributes.includes(name) && !OTHER_ATTRIBUTES.test(name))
            this.add(`<${tag}> has no attribute ${name}.`);
    }
  }
}

interface Known {
  observedAttributes: string[];
}
