/**
 * Watches a page from an isolated world, so that the page cannot detect it. The function is sent to the browser as
 * text, so it uses nothing of this module but types.
 */

export interface Observed {
  /** Milliseconds from when the browser began to fetch the page until the frame in which it can be seen is done. */
  shown: number | undefined;
  /** The sum of the time that each long task took over 50 ms. */
  blocking: number;
  longestTask: number;
  /** The violations of a Content-Security-Policy. */
  violations: { directive: string; what: string; enforced: boolean }[];
}

interface ProbeWorld {
  benchTell: (what: 'began' | 'shown') => void;
  benchObserved: () => Observed;
  /** Whether the element in question is visible now. */
  benchSees: () => boolean;
}

/**
 * @param seen see `Contestant.seen`
 * @param isWatched whether it looks in every frame. That costs a page frames of its own, the more the longer it waits.
 */
export function installProbe(seen: string, isWatched: boolean): void {
  if (self !== top) return;
  const world = globalThis as unknown as ProbeWorld;
  const observed: Observed = { shown: undefined, blocking: 0, longestTask: 0, violations: [] };
  const steps = seen.split(' >>> ');
  const LONG_MS = 50;

  const addTasks = (list: PerformanceEntryList) => {
    for (const { duration } of list) {
      observed.blocking += Math.max(0, duration - LONG_MS);
      observed.longestTask = Math.max(observed.longestTask, duration);
    }
  };
  const tasks = new PerformanceObserver((list) => addTasks(list.getEntries()));
  tasks.observe({ type: 'longtask', buffered: true });

  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sample, disposition } = event;
    const what = effectiveDirective === 'trusted-types' ? sample : `${blockedURI} ${sample}`.trim();
    observed.violations.push({ directive: effectiveDirective, what, enforced: disposition === 'enforce' });
  });

  const inner = (element: Element): ParentNode | null => {
    if (element.shadowRoot) return element.shadowRoot;
    return (element as HTMLIFrameElement).contentDocument ?? null;
  };
  const find = (root: ParentNode, [step, ...rest]: string[]): Element | undefined => {
    for (const element of root.querySelectorAll(step!)) {
      if (!rest.length) {
        if (canBeSeen(element)) return element;
        continue;
      }
      const within = inner(element);
      const found = within && canBeSeen(element) ? find(within, rest) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  const canBeSeen = (element: Element) => {
    // A host may have `display: contents`; what is in it is looked at by itself.
    if (element.shadowRoot) return true;
    const { top, left, bottom, right } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      bottom > Math.max(top, 0) &&
      right > Math.max(left, 0) &&
      top < innerHeight &&
      left < innerWidth
    );
  };

  /** Callbacks of a frame run before it is drawn; a message sent from one arrives after. */
  const afterFrame = (callback: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = callback;
    port2.postMessage(null);
  };
  const look = () => {
    if (!find(document, steps)) {
      requestAnimationFrame(look);
      return;
    }
    afterFrame(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      observed.shown = performance.now() - (navigation?.fetchStart ?? 0);
      world.benchTell('shown');
    });
  };
  if (isWatched) requestAnimationFrame(look);

  world.benchSees = () => Boolean(find(document, steps));
  world.benchObserved = () => {
    addTasks(tasks.takeRecords());
    return observed;
  };
  world.benchTell('began');
}
