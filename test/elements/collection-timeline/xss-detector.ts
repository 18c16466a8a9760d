/** Finds out whether anything of what a stranger wrote became a part of the page, or ran. */
import { html, render } from 'lit';

/** Every tag that the element draws with. */
const TAGS = new Set(
  'a article button dialog div h2 h3 header img input label li ol output p section slot span time ul video'.split(
    ' ',
  ),
);

/** Every attribute that it draws with, besides `aria-` and `data-`. */
const ATTRIBUTES = new Set(
  `alt class controls d datetime decoding dir hidden href id inert lang loading max min name open part playsinline poster preload
  rel role src step style tabindex target title type value viewBox`.split(/\s+/),
);

const URL_ATTRIBUTES = new Set(
  'action background cite code codebase data formaction href longdesc manifest ping poster src xlink:href'.split(
    ' ',
  ),
);

/** The one comment that Lit leaves in what it draws; its number is made up when the page comes. */
export const litMark = (() => {
  const box = document.createElement('div');
  render(html`<p>${'text'}</p>`, box);
  const mark = [...box.querySelector('p')!.childNodes].find((node) => node instanceof Comment);
  return mark!.data;
})();

const protocolOf = (url: string) => {
  try {
    return new URL(url, document.baseURI).protocol;
  } catch {
    return 'no address';
  }
};

function* attributeProblems(element: Element, { name, value }: Attr): Generator<string> {
  if (/^on/i.test(name)) yield `the handler ${name}`;
  // Only the space in place of entries that are not drawn has a style of its own.
  if (name === 'style' && !/^block-size: ?[\d.]+px;?$/.test(value)) yield `the style ${value}`;
  if (!ATTRIBUTES.has(name) && !/^(aria|data)-[a-z]+$/.test(name)) yield `the attribute ${name}`;
  const urls =
    name === 'srcset' || name === 'imagesrcset'
      ? value.split(',').map((candidate) => candidate.trim().split(/\s/)[0]!)
      : URL_ATTRIBUTES.has(name)
        ? [value]
        : [];
  const allowed = element.localName === 'a' ? /^(https?|mailto|tel):$/ : /^https?:$/;
  for (const url of urls) if (!allowed.test(protocolOf(url))) yield `${name}=${url}`;
  if (name === 'part' && !/^[\p{L}\p{N} -]+$/u.test(value)) yield `the part ${value}`;
}

function* jsonLdProblems(text: string): Generator<string> {
  if (text.includes('<')) yield 'JSON-LD with a <';
  try {
    yield* badAddresses(JSON.parse(text), '');
  } catch {
    yield 'JSON-LD that is no JSON';
  }
}

function* badAddresses(value: unknown, key: string): Generator<string> {
  if (typeof value === 'string') {
    if (/^(@id|image|logo|sameAs|thumbnail|.*url)$/i.test(key) && !/^https?:$/.test(protocolOf(value)))
      yield `JSON-LD with ${key} ${value}`;
  } else if (Array.isArray(value)) for (const item of value) yield* badAddresses(item, key);
  else for (const [name, item] of Object.entries(value ?? {})) yield* badAddresses(item, name);
}

function* elementProblems(element: Element): Generator<string> {
  const { localName } = element;
  if (localName === 'script' && element.getAttribute('type') === 'application/ld+json') {
    yield* jsonLdProblems(element.textContent);
    for (const { name } of element.attributes)
      if (name !== 'type' && !name.startsWith('data-')) yield `JSON-LD with the attribute ${name}`;
    return;
  }
  const isIcon = /^(svg|path)$/.test(localName) && element.closest('.permalink > [part=link-icon]');
  const isKnown = TAGS.has(localName) && element.namespaceURI === 'http://www.w3.org/1999/xhtml';
  if (!isKnown && !isIcon) yield `<${localName}>`;
  for (const attribute of element.attributes)
    for (const problem of attributeProblems(element, attribute)) yield `<${localName}> with ${problem}`;
  // A link within the page opens no other.
  const isOutward =
    !/^#entry-\d+$/.test(element.getAttribute('href') ?? '') || element.hasAttribute('target');
  if (element instanceof HTMLAnchorElement && isOutward && !element.relList.contains('noopener'))
    yield '<a> without noopener';
}

/** Every node of a tree, also those in shadow roots and templates. */
export function* nodesOf(root: Node): Generator<Node> {
  yield root;
  for (const child of root.childNodes) yield* nodesOf(child);
  if (root instanceof Element && root.shadowRoot) yield* nodesOf(root.shadowRoot);
  if (root instanceof HTMLTemplateElement) yield* nodesOf(root.content);
}

export const elementsOf = (root: Node) => [...nodesOf(root)].filter((node) => node instanceof Element);

/** The element's host has the attributes that the page gave it, and the page its own. */
const isPage = (element: Element) => /^(collection-timeline|html|head|body)$/.test(element.localName);

/** Lists everything in a tree that the element itself would never draw. */
export function problemsOf(root: Node): string[] {
  const problems: string[] = [];
  for (const node of nodesOf(root)) {
    if (node instanceof Element && !isPage(node)) problems.push(...elementProblems(node));
    if (node instanceof Comment && node.data && node.data !== litMark) problems.push(`<!--${node.data}-->`);
    if (node instanceof ProcessingInstruction) problems.push(`<?${node.target}?>`);
  }
  return problems;
}

/** The addresses in a tree, each once. */
export const addressesIn = (root: Element) => [
  ...new Set(
    elementsOf(root).flatMap((element) =>
      [...element.attributes]
        .filter(({ name }) => URL_ATTRIBUTES.has(name) || name === 'srcset')
        .map(({ value }) => value),
    ),
  ),
];

const LISTENED = ['__xss', 'alert', 'confirm', 'print', 'prompt', 'open'] as const;

export interface Watch {
  /**
   * Functions that were called, addresses that the page was sent to, and problems of nodes that were in the page at any
   * time.
   */
  readonly heard: string[];
  /** The elements in the page's head and body that were not there at first. */
  added(): Element[];
  /** Watches a shadow root too. */
  include(root: ShadowRoot): void;
  stop(): void;
}

declare global {
  var __xss: unknown;
}

/** Listens to everything that an attack would do. */
export function watchPage(): Watch {
  const heard: string[] = [];
  const { title } = document;
  const children = () => [...document.head.children, ...document.body.children];
  const known = new Set(children());
  const originals = LISTENED.map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const name of LISTENED)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      writable: true,
      value: (...values: unknown[]) => void heard.push(`${name}(${values.map(String).join()})`),
    });
  const leave = (event: NavigateEvent) => {
    const { sameDocument, url } = event.destination;
    if (sameDocument) return;
    heard.push(`to ${url}`);
    event.preventDefault();
  };
  navigation.addEventListener('navigate', leave);
  const take = (records: MutationRecord[]) => {
    for (const { addedNodes, target, attributeName } of records) {
      for (const node of addedNodes) heard.push(...problemsOf(node));
      if (attributeName && target instanceof Element && !isPage(target))
        heard.push(...elementProblems(target));
    }
  };
  const observer = new MutationObserver(take);
  const options = { subtree: true, childList: true, attributes: true };
  observer.observe(document, options);
  return {
    heard,
    added: () => children().filter((each) => !known.has(each)),
    include: (root) => observer.observe(root, options),
    stop: () => {
      take(observer.takeRecords());
      observer.disconnect();
      navigation.removeEventListener('navigate', leave);
      if (document.title !== title) heard.push(`the title ${document.title}`);
      document.title = title;
      for (const [name, original] of originals) {
        Reflect.deleteProperty(globalThis, name);
        if (original) Object.defineProperty(globalThis, name, original);
      }
    },
  };
}

const EVENTS = [
  'load',
  'error',
  'focus',
  'blur',
  'mouseover',
  'pointerenter',
  'wheel',
  'animationstart',
  'toggle',
  'click',
];

/** Sends every element the events that a shopper or a browser may cause, without leaving the page. */
export function pester(root: Node): void {
  const stay = (event: Event) => {
    if (event.composedPath().some((target) => target instanceof HTMLAnchorElement)) event.preventDefault();
  };
  addEventListener('click', stay, true);
  for (const element of elementsOf(root))
    for (const name of EVENTS)
      element.dispatchEvent(
        new (name === 'click' ? MouseEvent : Event)(name, {
          bubbles: name === 'click' || name === 'mouseover',
          cancelable: true,
          composed: true,
        }),
      );
  removeEventListener('click', stay, true);
}
