/** A shopper with a keyboard, in a browser of any engine. */
import { launch, type Page } from 'puppeteer-core';
import type { WebDriver } from 'selenium-webdriver';
import { firefox } from './firefox.ts';
import { keyOf } from './webkit-launcher.ts';
import { startWebKit } from './webkit.ts';

export type Engine = 'firefox' | 'webkit';

type Value = string | number | boolean;

export interface Tab {
  open(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  back(): Promise<unknown>;
  forward(): Promise<unknown>;
  /** Runs a function in the page. */
  run<A extends Value[], T>(script: (...values: A) => T, ...values: A): Promise<T>;
  /** Presses a key by the name that `KeyboardEvent.key` has for it. */
  press(key: string): Promise<unknown>;
  type(text: string): Promise<unknown>;
  /** Makes it the tab that the shopper sees. */
  show(): Promise<unknown>;
}

export interface Shopper {
  newTab(): Promise<Tab>;
  close(): Promise<unknown>;
}

function puppeteerTab(page: Page): Tab {
  return {
    open: (url) => page.goto(url),
    reload: () => page.reload(),
    // `goBack` waits for a load, which a page from the back/forward cache does not have.
    back: () => page.evaluate(() => history.back()),
    forward: () => page.evaluate(() => history.forward()),
    run: (script, ...values) =>
      page.evaluate(script as (...values: Value[]) => unknown, ...values) as Promise<never>,
    press: (key) => page.keyboard.press(key as 'Tab'),
    type: (text) => page.keyboard.type(text),
    show: () => page.bringToFront(),
  };
}

/** WebDriver has a current tab, to which every command goes. */
function webDriverTab(driver: WebDriver, handle: string): Tab {
  const here =
    <A extends unknown[], T>(command: (...values: A) => Promise<T>) =>
    async (...values: A) => {
      await driver.switchTo().window(handle);
      return command(...values);
    };
  const keys = here((...names: string[]) =>
    driver
      .actions()
      .sendKeys(...names.map(keyOf))
      .perform(),
  );
  return {
    open: here((url: string) => driver.get(url)),
    reload: here(() => driver.navigate().refresh()),
    back: here(() => driver.navigate().back()),
    forward: here(() => driver.navigate().forward()),
    run: here((script: (...values: never[]) => unknown, ...values: Value[]) =>
      driver.executeScript(script, ...values),
    ),
    press: keys,
    type: (text) => keys(...Array.from(text)),
    show: here(() => Promise.resolve()),
  };
}

/** Starts a browser for a shopper of its own. */
export async function startShopper(engine: Engine): Promise<Shopper> {
  if (engine === 'firefox') {
    const browser = await launch(firefox);
    return {
      newTab: async () => puppeteerTab(await browser.newPage()),
      close: () => browser.close(),
    };
  }
  const { driver, close } = await startWebKit();
  let isNew = true;
  return {
    newTab: async () => {
      if (!isNew) await driver.switchTo().newWindow('tab');
      isNew = false;
      return webDriverTab(driver, await driver.getWindowHandle());
    },
    close,
  };
}

/** Waits until a function in the page gives something other than false, and returns that. */
export async function until<A extends Value[], T>(
  tab: Tab,
  script: (...values: A) => T,
  ...values: A
): Promise<Exclude<T, false | null | undefined>> {
  const patience = AbortSignal.timeout(20_000);
  for (;;) {
    // A page that is on its way out runs nothing.
    const result = await tab.run(script, ...values).catch(() => undefined);
    if (result !== false && result !== null && result !== undefined)
      return result as Exclude<T, false | null | undefined>;
    if (patience.aborted)
      throw new Error(`This did not become true: ${String(script)} (${values.join(', ')})`);
  }
}

/** Waits until an element is in this state. */
export const reach = (tab: Tab, tag: string, state: string) =>
  until(
    tab,
    (name, wanted) => document.querySelector<HTMLElement>(name)?.dataset['state'] === wanted,
    tag,
    state,
  );

/** The focused element, from the page down through the shadow roots: `otp-login input`. */
export const focused = (tab: Tab): Promise<string> =>
  tab.run(() => {
    const names: string[] = [];
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement ?? null)
      names.push(at.shadowRoot ? at.localName : at.getAttribute('part') || at.id || at.localName);
    return names.join(' ');
  });

/** Presses Tab until the focus is there. */
export async function tabTo(tab: Tab, place: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await tab.press('Tab');
    const at = await focused(tab);
    if (at === place) return;
    passed.push(at);
  }
  throw new Error(`The Tab key does not reach ${place}, only ${[...new Set(passed)].join(', ')}.`);
}

/** The text of a part of an element. */
export const textOf = (tab: Tab, tag: string, part: string) =>
  tab.run(
    (name, wanted) =>
      document.querySelector(name)!.shadowRoot!.querySelector(`[part~="${wanted}"]`)!.textContent.trim(),
    tag,
    part,
  );
