/**
 * After a reload or on the way back, the browser restores the scroll position while the page loads: before a story has its
 * entries. A page that is too short by then would lose the place, and show its end in the meantime.
 */
import { pageState } from '../shared/settings.ts';

/** Milliseconds that an element has to draw something, in case its files never come. */
const PATIENCE = 10_000;

/** Whether the page was reloaded or returned to. */
export function isReturn(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return /^(back_forward|reload)$/.test(visit?.type ?? '');
}

/** Makes the timelines of a page that is returned to long until they are drawn. Once the page has loaded, it is too late. */
export function makeRoom(): void {
  const state = pageState();
  if (document.readyState === 'complete' || state.room) return;
  state.room = new CSSStyleSheet();
  state.room.replaceSync(
    'collection-timeline:not([data-state]) { display: block; min-block-size: 4000svh; }',
  );
  document.adoptedStyleSheets.push(state.room);
  setTimeout(endRoom, PATIENCE);
}

/** Whether a timeline that is created now has to be long. */
export const isRestoring = (): boolean =>
  pageState().room?.disabled === false || (document.readyState !== 'complete' && isReturn());

/** Timelines that are created later begin at their usual height. */
export function endRoom(): void {
  const { room } = pageState();
  if (room) room.disabled = true;
}
