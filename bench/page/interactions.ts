/** How soon the page shows something after each press and key of a shopper, on a slow machine. */
import type { Browser, Page } from 'puppeteer-core';
import { openShop, type TestShop } from '../../test/helpers/control.ts';
import { describeSpread, spread, table, type Target } from '../client/report.ts';
import { openBrowser } from './browser.ts';
import { plainPage } from './pages.ts';
import type { Lab } from './run.ts';

const CPU = 4;
const LIMIT_MS = 100;
/** The browser does not report shorter events. */
const LEAST_MS = 16;

interface Interaction {
  label: string;
  /** Ends when the page shows the result. */
  act: (page: Page, email: string) => Promise<unknown>;
}

/** Waits for an element in a shadow root. */
const isDrawn = (page: Page, tag: string, selector: string) =>
  page.waitForFunction(
    (name, wanted) => Boolean(document.querySelector(name)?.shadowRoot?.querySelector(wanted)),
    {},
    tag,
    selector,
  );

const inState = (page: Page, tag: string, state: string) =>
  page.waitForSelector(`${tag}[data-state=${state}]`);

const press = (page: Page, tag: string, selector: string) => page.locator(`${tag} >>> ${selector}`).click();

/** Lets the page draw some frames. */
const frames = (page: Page, count = 2): Promise<void> =>
  page.evaluate(async (times) => {
    for (let frame = 0; frame < times; frame++) await new Promise(requestAnimationFrame);
  }, count);

const interactions: Interaction[] = [
  {
    label: 'pressing the address field',
    act: async (page) => {
      await press(page, 'otp-login', '[part=input]');
      // That loads the rest of the login.
      await page.waitForNetworkIdle();
    },
  },
  {
    label: 'typing an e-mail address',
    act: async (page, email) => {
      for (const key of email) {
        await page.keyboard.type(key);
        // Nobody types faster than the browser draws.
        await frames(page);
      }
    },
  },
  {
    label: 'sending the address',
    act: async (page) => {
      await press(page, 'otp-login', '[part=button]');
      await inState(page, 'otp-login', 'code');
    },
  },
  {
    label: 'claiming a reward',
    act: async (page) => {
      await press(page, 'reward-claim', '[part=button]');
      await inState(page, 'reward-claim', 'claimed');
    },
  },
  {
    label: 'copying the code',
    act: async (page) => {
      await press(page, 'reward-claim', '[part=copy]');
      await page.waitForFunction(() =>
        document
          .querySelector('reward-claim')
          ?.shadowRoot?.querySelector('[part~=message]')
          ?.textContent.includes('Code copied'),
      );
    },
  },
  {
    label: 'more of a timeline',
    act: async (page) => {
      const before = await page.$$eval('collection-timeline >>> article', ({ length }) => length);
      await press(page, 'collection-timeline', 'button[part=button]');
      await page.waitForFunction(
        (count) =>
          document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length >
          count,
        {},
        before,
      );
    },
  },
  {
    label: 'opening a picture',
    act: async (page) => {
      await press(page, 'collection-timeline', '.enlarge');
      await isDrawn(page, 'collection-timeline', 'dialog[open]');
    },
  },
];

/** An event of an interaction, in milliseconds of the page's clock. */
interface Timing {
  id: number;
  name: string;
  start: number;
  /** From the input until the frame after it was drawn. */
  duration: number;
  /** Of the duration: until the first handler began. */
  waiting: number;
  /** In handlers of all events of the interaction. */
  handlers: number;
}

/** Runs in the page, before anything of its own. */
function watchEvents(leastMs: number): void {
  const timings: Timing[] = [];
  Object.assign(globalThis, { timings });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId: id, name, startTime, duration, processingStart, processingEnd } = entry;
      // Without a number it belongs to no interaction, such as moving the mouse.
      if (id)
        timings.push({
          ...{ id, name, start: startTime, duration },
          waiting: processingStart - startTime,
          handlers: processingEnd - processingStart,
        });
    }
  }).observe({ type: 'event', durationThreshold: leastMs, buffered: true } as PerformanceObserverInit);
}

/** The longest event of each step, in one visit; undefined if all were too short to be reported. */
type Round = (Timing | undefined)[];

async function visit(browser: Browser, url: string, email: string): Promise<Round> {
  const context = await browser.createBrowserContext();
  try {
    await context.setPermission(
      new URL(url).origin,
      ...['clipboard-read', 'clipboard-write'].map((name) => ({
        permission: { name },
        state: 'granted' as const,
      })),
    );
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.evaluateOnNewDocument(watchEvents, LEAST_MS);
    await page.goto(url, { waitUntil: 'networkidle0' });
    await inState(page, 'otp-login', 'email');
    await inState(page, 'reward-claim', 'ready');
    await inState(page, 'collection-timeline', 'ready');
    await page.emulateCPUThrottling(CPU);
    const clock = () => page.evaluate(() => performance.now());
    const times: { begin: number; end: number }[] = [];
    for (const { act } of interactions) {
      const begin = await clock();
      await act(page, email);
      await frames(page);
      times.push({ begin, end: await clock() });
    }
    // Reported once the frame is drawn, so in a later one.
    await frames(page, 10);
    const found = await page.evaluate(() => (globalThis as unknown as { timings: Timing[] }).timings);
    // A press is several events, which are drawn in one frame.
    const handlers = new Map<number, number>();
    for (const each of found) handlers.set(each.id, (handlers.get(each.id) ?? 0) + each.handlers);
    for (const each of found) each.handlers = handlers.get(each.id)!;
    if (!found.length) throw new Error('The browser reported no event of any interaction.');
    return times.map(({ begin, end }) => longest(found.filter(({ start }) => start >= begin && start < end)));
  } finally {
    await context.close();
  }
}

/** An interaction is as long as its longest event, and a step as its longest interaction: both are the longest event. */
const longest = (timings: Timing[]): Timing | undefined =>
  timings.toSorted((a, b) => b.duration - a.duration)[0];

const whole = (value: number) => Math.round(value).toLocaleString('en');
const durationOf = (timing: Timing | undefined) => Math.max(LEAST_MS, timing?.duration ?? 0);

function print(rounds: Round[]): void {
  console.log(`\n## Interaction to next paint, CPU ${CPU}x\n`);
  const rows = interactions.map(({ label }, index) => {
    const worst = longest(rounds.flatMap((round) => round[index] ?? []));
    const { name, duration, waiting, handlers } = worst ?? {
      name: '-',
      duration: 0,
      waiting: 0,
      handlers: 0,
    };
    return [
      label,
      describeSpread(spread(rounds.map((round) => durationOf(round[index]))), whole),
      name,
      ...[waiting, handlers, Math.max(0, duration - waiting - handlers)].map(whole),
    ];
  });
  const head = ['interaction', 'ms', 'worst event', 'waiting', 'handlers', 'rest'];
  console.log(table(head, rows));
}

async function markupFor(shop: TestShop): Promise<string> {
  const service = `base-url="${shop.url}" api-key="${shop.key}"`;
  const { token } = await shop.grant();
  return `<otp-login ${service}></otp-login>
    <reward-claim ${service} token="${token}"></reward-claim>
    <collection-timeline ${service} collection-slug="nordlicht-aw26" paging="button"></collection-timeline>`;
}

export async function measureInteractions({ site, files, sandbox }: Lab, runs: number): Promise<Target[]> {
  const rounds: Round[] = [];
  const browser = await openBrowser();
  try {
    const shop = await openShop(sandbox.url, 'publishable');
    for (let run = -1; run < runs; run++) {
      // The server keeps what it has compressed, so each has a path of its own.
      const path = `/interactions/${run + 1}.html`;
      files.set(path, plainPage(await markupFor(shop)));
      const round = await visit(browser, site.origin + path, `shopper${run + 1}@example.com`);
      if (run >= 0) rounds.push(round);
    }
  } finally {
    await browser.close();
  }
  print(rounds);
  return interactions.map(({ label }, index) => {
    const { median, max } = spread(rounds.map((round) => durationOf(round[index])));
    return {
      name: `interaction to next paint below ${LIMIT_MS} ms at CPU ${CPU}x: ${label}`,
      measured: `median ${whole(median)} ms, worst ${whole(max)} ms`,
      met: median < LIMIT_MS,
    };
  });
}
