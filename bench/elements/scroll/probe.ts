/**
 * The functions that run in every contestant's page, the same for all. They are sent to the browser as text, so they
 * use nothing of this module but types.
 */

/** The description of a contestant by the module of its page. */
export interface PageContestant {
  /** An entry, as soon as there is one; the probe looks whether it can be seen. */
  first: () => Element | null | undefined | false;
  /** How many entries the contestant has taken up. */
  loaded: () => number;
  /** Called in every frame until all are loaded, for one that loads more only when a shopper comes near the end. */
  more?: () => void;
  /** The scroll container, if it is not the document. */
  scroller?: () => Element | null;
  /** For those that do not scroll: goes to a part of the way, 0 to 1. */
  move?: (fraction: number) => void;
}

interface Probe {
  /** Milliseconds after the navigation began. */
  firstEntry: number;
  allEntries: number;
  shift: number;
  shifts: number;
  errors: string[];
}

declare global {
  var contestant: PageContestant | undefined;
  var probe: Probe;
}

/** Before anything of the page. */
export function installProbe(count: number): void {
  const probe: Probe = { firstEntry: 0, allEntries: 0, shift: 0, shifts: 0, errors: [] };
  globalThis.probe = probe;
  addEventListener('error', ({ message }) => probe.errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => probe.errors.push(String(reason)));

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) {
        probe.shift += entry.value;
        probe.shifts++;
      }
  }).observe({ type: 'layout-shift', buffered: true });

  /** Callbacks of a frame run before it is drawn; a message sent from one arrives after. */
  const afterFrame = (callback: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = callback;
    port2.postMessage(null);
  };
  const canBeSeen = (element: Element) => {
    const { top, left, bottom, right } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      bottom > Math.max(top, 0) &&
      right > Math.max(left, 0) &&
      top < innerHeight &&
      left < innerWidth
    );
  };
  let seen = false;
  const look = () => {
    const page = globalThis.contestant;
    const element = !seen && page?.first();
    if (element && canBeSeen(element)) {
      seen = true;
      afterFrame(() => (probe.firstEntry = performance.now()));
    }
    if (seen && page && page.loaded() >= count) {
      afterFrame(() => (probe.allEntries = performance.now()));
      return;
    }
    if (seen) page?.more?.();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export interface Scrolled {
  /** The longest time between two frames, in milliseconds. */
  longestFrame: number;
  framesOver50: number;
  frames: number;
  /** How much of the way was done before the time was up, 0 to 1. */
  way: number;
  height: number;
  /** The longest frame as the browser tells it, with the scripts that took part; for finding the cause. */
  longest: { duration: number; scripts: string[] } | undefined;
}

/** From one end to the other in equal steps, one per frame. */
export async function scrollThrough(frames: number, capMs: number): Promise<Scrolled> {
  type LongFrame = PerformanceEntry & {
    scripts: {
      duration: number;
      forcedStyleAndLayoutDuration: number;
      invoker: string;
      sourceURL: string;
    }[];
  };
  const page = globalThis.contestant!;
  const nextFrame = () => new Promise(requestAnimationFrame);
  const scroller = page.scroller?.() ?? document.scrollingElement!;
  const left = () => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  if (page.move) page.move(0);
  else scroller.scrollTo({ top: 0, behavior: 'instant' });
  // Work that was caused by going back to the start is not part of scrolling.
  await new Promise((resolve) => setTimeout(resolve, 500));

  let longest: LongFrame | undefined;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LongFrame[])
      if (entry.duration > (longest?.duration ?? 0)) longest = entry;
  });
  observer.observe({ type: 'long-animation-frame' });
  const step = Math.max(50, Math.ceil(left() / frames));
  const deltas: number[] = [];
  let done = 0;
  await nextFrame();
  const start = performance.now();
  let before = start;
  const frame = async () => {
    await nextFrame();
    const now = performance.now();
    deltas.push(now - before);
    before = now;
  };
  // A list that measures its entries only when they come near may become longer on the way; so half as many again.
  for (let index = 0; index < frames * 1.5 && before - start < capMs; index++) {
    if (page.move) {
      done = (index + 1) / frames;
      if (done > 1) break;
      page.move(done);
    } else {
      if (left() < 2) {
        // The list may have become shorter after the last step, so that this is its end.
        if (index > 0) done = 1;
        break;
      }
      scroller.scrollBy({ top: step, behavior: 'instant' });
      done = scroller.scrollTop / (scroller.scrollTop + left());
    }
    await frame();
  }
  // Frames that the last step caused.
  for (let index = 0; index < 3; index++) await frame();
  for (const entry of observer.takeRecords() as LongFrame[])
    if (entry.duration > (longest?.duration ?? 0)) longest = entry;
  observer.disconnect();
  return {
    longestFrame: Math.max(...deltas),
    framesOver50: deltas.filter((delta) => delta > 50).length,
    frames: deltas.length,
    way: Math.min(1, done),
    height: scroller.scrollHeight,
    longest: longest && {
      duration: longest.duration,
      scripts: longest.scripts.map(
        ({ duration, forcedStyleAndLayoutDuration: layout, invoker, sourceURL }) =>
          `${Math.round(duration)} ms, of it layout ${Math.round(layout)} ms: ${invoker} ${sourceURL}`,
      ),
    },
  };
}

/** Elements in the document and in open shadow roots. */
export function countElements(): number {
  let count = 0;
  const walk = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      count++;
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return count;
}

/** Nodes of the first entry, without those of its picture. */
export function countEntryNodes(): number {
  const first = globalThis.contestant?.first();
  const entry = first ? (first.closest('li, [role=listitem]') ?? first) : undefined;
  if (!entry) return Number.NaN;
  const walker = document.createTreeWalker(entry, NodeFilter.SHOW_ALL, (node) =>
    node instanceof Element && node.matches('.frame, .media')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  let count = 1;
  while (walker.nextNode()) count++;
  return count;
}
