/** A command for the browser runner: a swipe over the page. See swipe.ts. */

const MOVES = 12;

/**
 * A finger that drags.
 * @param {any} session
 * @param {{ x: number, y: number, by: number }} way
 */
async function finger({ browser, id }, { x, y, by }) {
  const touch = await browser.getPage(id).touchscreen.touchStart(x, y);
  for (let move = 1; move <= MOVES; move++) await touch.move(x + (by * move) / MOVES, y);
  await touch.end();
}

/** @returns {import('@web/test-runner').TestRunnerPlugin} */
export function swipePlugin(swipe = finger) {
  return {
    name: 'swipe',
    async executeCommand({ command, payload, session }) {
      if (command !== 'swipe') return undefined;
      await swipe(session, /** @type {{ x: number, y: number, by: number, slide: number }} */ (payload));
      return true;
    },
  };
}
