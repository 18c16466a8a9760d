/** A command for the browser runner: a finger that drags over the page. See swipe.ts. */

const MOVES = 12;

/** @returns {import('@web/test-runner').TestRunnerPlugin} */
export function swipePlugin() {
  return {
    name: 'swipe',
    async executeCommand({ command, payload, session }) {
      if (command !== 'swipe') return undefined;
      const { x, y, by } = /** @type {{ x: number, y: number, by: number }} */ (payload);
      const { browser, id } = /** @type {any} */ (session);
      const finger = await browser.getPage(id).touchscreen.touchStart(x, y);
      for (let move = 1; move <= MOVES; move++) await finger.move(x + (by * move) / MOVES, y);
      await finger.end();
      return true;
    },
  };
}
