/** Runs browser tests in WebKitGTK, with one browser for each file that runs at the same time. */
import type { BrowserLauncher } from '@web/test-runner';
import { Button, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { startWebKit, type WebKit } from './webkit.ts';

declare module 'selenium-webdriver' {
  // Its types know nothing of wheels yet.
  interface Actions {
    scroll(x: number, y: number, deltaX: number, deltaY: number): Actions;
  }
}

type MouseButton = 'left' | 'middle' | 'right';
const buttons = { left: Button.LEFT, middle: Button.MIDDLE, right: Button.RIGHT };

/** The WebDriver key for a name of `KeyboardEvent.key`; a character is itself. */
export const keyOf = (name: string): string =>
  ({
    ArrowLeft: Key.ARROW_LEFT,
    ArrowRight: Key.ARROW_RIGHT,
    ArrowUp: Key.ARROW_UP,
    ArrowDown: Key.ARROW_DOWN,
    Backspace: Key.BACK_SPACE,
    Delete: Key.DELETE,
    End: Key.END,
    Enter: Key.ENTER,
    Escape: Key.ESCAPE,
    Home: Key.HOME,
    PageDown: Key.PAGE_DOWN,
    PageUp: Key.PAGE_UP,
    Shift: Key.SHIFT,
    Space: ' ',
    Tab: Key.TAB,
  })[name] ?? name;

export interface WebKitLauncher extends BrowserLauncher {
  /** For the commands of tests. */
  driverOf(sessionId: string): WebDriver;
}

export function webkitLauncher(concurrency: number): WebKitLauncher {
  const idle: WebKit[] = [];
  const all: WebKit[] = [];
  const active = new Map<string, WebKit>();
  const wheels = new WeakMap<WebDriver, number>();
  const driverOf = (sessionId: string) => active.get(sessionId)!.driver;
  const start = async () => {
    const browser = await startWebKit();
    all.push(browser);
    // The size of a page is the size in the other browsers.
    await browser.driver.manage().window().setRect({ x: 0, y: 0, width: 800, height: 600 });
    const height = await browser.driver.executeScript<number>('return innerHeight');
    await browser.driver
      .manage()
      .window()
      .setRect({ width: 800, height: 1200 - height });
    return browser;
  };
  const launcher = {
    name: 'WebKitGTK',
    type: 'webdriver',
    concurrency,
    driverOf,
    async startSession(sessionId: string, url: string) {
      const browser = idle.pop() ?? (await start());
      active.set(sessionId, browser);
      await browser.driver.get(url);
    },
    isActive: (sessionId: string) => active.has(sessionId),
    getBrowserUrl: (sessionId: string) => driverOf(sessionId).getCurrentUrl(),
    async stopSession(sessionId: string) {
      const browser = active.get(sessionId)!;
      active.delete(sessionId);
      await browser.driver.get('about:blank');
      idle.push(browser);
      return {};
    },
    async stop() {
      await Promise.all(all.map((browser) => browser.close()));
    },
    startDebugSession: () => Promise.reject(new Error('Debugging is only possible in Chrome.')),

    // The commands of tests call these.
    async swipe(sessionId: string, x: number, y: number, by: number) {
      const driver = driverOf(sessionId);
      const [left, top] = [Math.round(x), Math.round(y)];
      // The driver subtracts the wheel before, and needs the pointer there.
      const wheel = Math.round((wheels.get(driver) ?? 0) - by);
      wheels.set(driver, wheel);
      await launcher.sendMouseMove(sessionId, left, top);
      await driver.actions().scroll(left, top, wheel, 0).perform();
    },
    sendKeys: (sessionId: string, keys: string[]) =>
      driverOf(sessionId)
        .actions()
        .sendKeys(...keys.map(keyOf))
        .perform(),
    sendMouseMove: (sessionId: string, x: number, y: number) =>
      driverOf(sessionId).actions().move({ x, y, origin: Origin.VIEWPORT, duration: 0 }).perform(),
    sendMouseClick: (sessionId: string, x: number, y: number, button: MouseButton = 'left') =>
      driverOf(sessionId)
        .actions()
        .move({ x, y, origin: Origin.VIEWPORT, duration: 0 })
        .press(buttons[button])
        .release(buttons[button])
        .perform(),
    sendMouseDown: (sessionId: string, button: MouseButton = 'left') =>
      driverOf(sessionId).actions().press(buttons[button]).perform(),
    sendMouseUp: (sessionId: string, button: MouseButton = 'left') =>
      driverOf(sessionId).actions().release(buttons[button]).perform(),
  };
  return launcher;
}
