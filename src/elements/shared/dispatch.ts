import type { ReactiveControllerHost } from 'lit';

/**
 * Dispatches an event at once, or when the element is back in the page: until then, listeners on its ancestors would not
 * receive it.
 */
export function dispatchInPage(host: HTMLElement & ReactiveControllerHost, event: Event): void {
  if (host.isConnected) return void host.dispatchEvent(event);
  const waiting = {
    hostConnected: () => {
      host.removeController(waiting);
      // The script that puts the element back may add its listeners first.
      void host.updateComplete.then(() => dispatchInPage(host, event));
    },
  };
  host.addController(waiting);
}
