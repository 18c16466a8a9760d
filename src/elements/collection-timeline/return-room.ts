/**
 * Browsers restore the scroll position of an earlier visit while the page loads, before a timeline has its entries. A short page
 * would lose the position, and show its end in the meantime. So timelines are long until their first page is drawn.
 */
import { pageState } from '../shared/settings.ts';

/** Milliseconds after which a timeline gets its usual height in any case, even if its files or a response never arrive. */
export const LONGEST_ROOM = 10_000;

/** Whether the page was reloaded or returned to. */
export function isReturn(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return /^(back_forward|reload)$/.test(visit?.type ?? '');
}

/** Makes timelines long, if the browser may still restore a position. Those with `data-when` load later. */
export function openRoom(): void {
  const state = pageState();
  if (state.room || document.readyState === 'complete' || !isReturn()) return;
  state.room = new CSSStyleSheet();
  // As high as in collection-timeline.styles.ts.
  state.room.replaceSync(
    'collection-timeline:not([data-state], [data-when], [hidden]) { display: block; min-block-size: 4000svh; }',
  );
  document.adoptedStyleSheets.push(state.room);
  setTimeout(closeRoom, LONGEST_ROOM);
}

/** Whether a timeline that is connected now must be long. */
export const hasRoom = (): boolean => pageState().room?.disabled === false;

/** Afterwards, new timelines begin at their usual height. */
export function closeRoom(): void {
  const { room } = pageState();
  if (room) room.disabled = true;
}
