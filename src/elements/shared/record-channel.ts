/** Messages about shared records between the tabs of a browser and the copies of this library on a page. */
import { isPreview } from './is-preview.ts';
import { type Area, PREFIX } from './record-store.ts';

/**
 * A record's text, or '' and the time when it was deleted, in milliseconds since the epoch. Without a text, the message asks
 * the other tabs for the record.
 */
export type RecordMessage = [name: string, text?: string, area?: Area, deletedAt?: number];

interface Listener {
  heard: (message: RecordMessage) => void;
  /** The page is visible again: it may have missed messages, and records may have expired. */
  returned: () => void;
}

let channel: BroadcastChannel | undefined;
let listener: Listener | undefined;

export const post = (...message: RecordMessage): void => channel?.postMessage(message);

export function listen(to: Listener): void {
  listener = to;
  open();
  addEventListener('pagehide', close);
  addEventListener('pageshow', comeBack);
  document.addEventListener('visibilitychange', comeBack);
}

export function stopListening(): void {
  close();
  removeEventListener('pagehide', close);
  removeEventListener('pageshow', comeBack);
  document.removeEventListener('visibilitychange', comeBack);
}

function open(): void {
  // A login in a theme editor is sample data.
  if (channel || isPreview() || !('BroadcastChannel' in globalThis)) return;
  try {
    channel = new BroadcastChannel(PREFIX);
  } catch {
    // Firefox refuses where it blocks cookies. Then each tab is on its own.
    return;
  }
  channel.onmessage = ({ data }: MessageEvent<RecordMessage>) => {
    // Any script of the page can post here.
    if (Array.isArray(data)) listener?.heard(data);
  };
}

/** With an open channel, some browsers don't keep a page in their back/forward cache. */
function close(): void {
  channel?.close();
  channel = undefined;
}

function comeBack(): void {
  if (document.visibilityState === 'hidden') return;
  open();
  listener?.returned();
}
