/**
 * Pictures in full, over the page. A file of its own, loaded when the shopper opens the first; it imports nothing of
 * ours, so that it can stand beside a bundle.
 */
interface Slide {
  kind: 'image' | 'video' | 'other';
  url: string;
  poster: string | undefined;
  name: string;
}

interface Options {
  slides: readonly Slide[];
  /** Which one is shown first. */
  index: number;
  /** What all of them belong to. */
  title: string;
  words: { previous: string; next: string; close: string };
  lang: string;
  isToTheLeft: boolean;
  closed: () => void;
}

const styles = new WeakMap<Document, CSSStyleSheet>();

const create = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  part: string,
  attributes: Record<string, string> = {},
) => {
  const element = document.createElement(tag);
  if (part) element.setAttribute('part', part);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** Opens a modal dialog in a shadow root. The browser gives the focus back when it closes. */
export function openLightbox(root: ShadowRoot, options: Options): void {
  addStyles(root);
  const { slides, title, words, isToTheLeft } = options;
  const opener = root.activeElement;
  const dialog = create('dialog', 'lightbox', {
    class: 'lightbox',
    lang: options.lang,
    dir: isToTheLeft ? 'rtl' : 'ltr',
    'aria-label': title,
  });
  const list = create('ul', '', { class: 'full', tabindex: '0', 'aria-label': title });
  list.append(...slides.map(createSlide));
  const caption = create('p', 'caption', { class: 'caption', 'aria-live': 'polite' });
  const button = (part: string, label: string, press: () => void) => {
    const made = create('button', part, { class: `tool ${part}`, type: 'button', 'aria-label': label });
    made.addEventListener('click', press);
    return made;
  };
  let at = options.index;
  const place = (index: number) => {
    const [first, item] = [list.children[0], list.children[index]] as HTMLElement[];
    return item!.offsetLeft - first!.offsetLeft;
  };
  /** On the way to where a button or key leads, the slides in between do not count. */
  let isLed = false;
  const go = (index: number, behavior: ScrollBehavior = 'auto') => {
    at = (index + slides.length) % slides.length;
    isLed = Math.abs(place(at) - list.scrollLeft) > 1;
    list.scrollTo({ left: place(at), behavior });
    tell();
  };
  const tell = () => {
    for (const video of list.querySelectorAll('video'))
      if (!list.children[at]?.contains(video)) video.pause();
    caption.textContent = slides.length > 1 ? `${title} · ${at + 1} / ${slides.length}` : title;
  };
  list.addEventListener('scroll', () => {
    const off = slides.map((_, index) => Math.abs(place(index) - list.scrollLeft));
    const now = off.indexOf(Math.min(...off));
    if (now === at) isLed = false;
    if (now === at || isLed) return;
    at = now;
    tell();
  });
  for (const type of ['pointerdown', 'wheel'])
    list.addEventListener(type, () => (isLed = false), { passive: true });
  dialog.append(
    button('close', words.close, () => dialog.close()),
    list,
    caption,
  );
  if (slides.length > 1)
    dialog.append(
      button('previous', words.previous, () => go(at - 1)),
      button('next', words.next, () => go(at + 1)),
    );
  dialog.addEventListener('keydown', (event) => {
    const forward = isToTheLeft ? 'ArrowLeft' : 'ArrowRight';
    const backward = isToTheLeft ? 'ArrowRight' : 'ArrowLeft';
    const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: slides.length - 1 }[event.key];
    if (to === undefined || event.target instanceof HTMLVideoElement) return;
    // With another key they are the browser's.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  });
  // Beside the picture is outside of it.
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && !target.closest('img, video, button, p')) dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    options.closed();
  });
  root.append(dialog);
  dialog.showModal();
  list.focus();
  go(at, 'instant');
}

function createSlide({ kind, url, poster, name }: Slide): HTMLElement {
  const item = document.createElement('li');
  const medium =
    kind === 'video'
      ? create('video', 'video', { controls: '', preload: 'none', playsinline: '', 'aria-label': name })
      : create('img', 'image', { alt: name, decoding: 'async', loading: 'lazy' });
  if (poster && kind === 'video') medium.setAttribute('poster', poster);
  medium.addEventListener('error', () => medium.toggleAttribute('data-broken', true));
  medium.src = url;
  item.append(medium);
  return item;
}

function addStyles(root: ShadowRoot): void {
  const page = root.ownerDocument;
  let sheet = styles.get(page);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    styles.set(page, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

const css = `
.lightbox{position:fixed;inset:0;inline-size:100%;block-size:100%;max-inline-size:none;max-block-size:none;margin:0;padding:0;border:0;overflow:hidden;overscroll-behavior:contain;color:#fff;background:rgb(0 0 0/.96);--storefront-focus:#fff}
.lightbox::backdrop{background:none}
.full{display:flex;block-size:100%;overflow:auto hidden;overscroll-behavior:contain;scroll-snap-type:x mandatory;scrollbar-width:none}
.full:focus-visible{outline-offset:-4px}
.full li{flex:0 0 100%;display:grid;place-items:center;min-inline-size:0;block-size:100%;padding:3.5rem min(4rem,4vw);scroll-snap-align:center;scroll-snap-stop:always}
.full :is(img,video){max-inline-size:100%;max-block-size:100%;inline-size:auto;block-size:auto;min-block-size:0;object-fit:contain}
.full [data-broken]{visibility:hidden}
.caption{position:absolute;inset-inline:0;inset-block-end:0;padding:.75rem 1rem;text-align:center;overflow-wrap:anywhere;max-block-size:3.5rem;overflow:hidden}
.tool{position:absolute;inline-size:3rem;block-size:3rem;padding:0;border:1px solid transparent;border-radius:50%;color:#fff;background:rgb(0 0 0/.5);cursor:pointer;z-index:1}
.tool:hover{background:rgb(255 255 255/.2)}
.tool::before{content:'';position:absolute;inset:0;margin:auto;inline-size:.7rem;block-size:.7rem;border:solid currentColor;border-width:2px 2px 0 0;rotate:45deg;translate:-.15rem 0}
.tool.previous{inset-block-start:calc(50% - 1.5rem);inset-inline-start:.5rem}
.tool.next{inset-block-start:calc(50% - 1.5rem);inset-inline-end:.5rem}
.tool.previous:dir(ltr)::before,.tool.next:dir(rtl)::before{rotate:225deg;translate:.15rem 0}
.tool.close{inset-block-start:.5rem;inset-inline-end:.5rem}
.tool.close::before,.tool.close::after{content:'';position:absolute;inset:0;margin:auto;inline-size:1.2rem;block-size:0;border:solid currentColor;border-width:2px 0 0;rotate:45deg;translate:0}
.tool.close::after{rotate:-45deg}
@media(prefers-reduced-motion:no-preference){.full{scroll-behavior:smooth}.lightbox[open]{animation:appear .15s}@keyframes appear{from{opacity:0}}}
@media print{.lightbox{display:none}}
`;
