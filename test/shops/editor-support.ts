/**
 * A page of a Shopify theme with the three elements as app blocks, and what the theme editor does with it:
 * https://shopify.dev/docs/storefronts/themes/best-practices/editor/integrate-sections-and-blocks#javascript-events
 */
import type { CDPSession, Page } from 'puppeteer-core';
import { openPage, type Stage, type Visit } from '../cdn/support.ts';

/** Where Shopify puts the files of a theme app extension: one flat folder. */
export const ASSETS = '/extensions/0198c2f1/storefront-elements-7/assets/';

const tags = ['otp-login', 'reward-claim', 'collection-timeline'];

interface Counts {
  /** Listeners by type, on objects that outlive sections. */
  window: Record<string, number>;
  document: Record<string, number>;
  /** Counts after garbage collection. */
  listeners: number;
  nodes: number;
  elements: Record<string, number>;
  timers: number;
  channels: number;
  heap: number;
}

/** The page's notes about itself, from before its first script on. */
interface Notes {
  timers: Set<unknown>;
  channels: Set<unknown>;
  /** The names of stored entries, and the number of messages to other tabs. */
  stored: string[];
  told: number;
}

type Noting = typeof globalThis & { notes: Notes };

/** Notes timers, channels and what is stored; to be called before the page is opened. */
const takeNotes = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    const notes: Notes = { timers: new Set(), channels: new Set(), stored: [], told: 0 };
    (globalThis as Noting).notes = notes;
    const { setTimeout: start, clearTimeout: stop, setInterval: repeat, clearInterval: end } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ...rest: [number?, ...unknown[]]) => {
        const run = (...given: []) => {
          notes.timers.delete(timer);
          work(...given);
        };
        const timer = start(run, ...rest);
        notes.timers.add(timer);
        return timer;
      },
      clearTimeout: (timer: number) => {
        notes.timers.delete(timer);
        stop(timer);
      },
      setInterval: (...given: Parameters<typeof setInterval>) => {
        const timer = repeat(...given);
        notes.timers.add(timer);
        return timer;
      },
      clearInterval: (timer: number) => {
        notes.timers.delete(timer);
        end(timer);
      },
      BroadcastChannel: class extends BroadcastChannel {
        constructor(name: string) {
          super(name);
          notes.channels.add(this);
        }
        override postMessage(message: unknown): void {
          notes.told++;
          super.postMessage(message);
        }
        override close(): void {
          notes.channels.delete(this);
          super.close();
        }
      },
    });
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name: string, value: string) {
      notes.stored.push(name);
      setItem.call(this, name, value);
    };
  });

/**
 * Entries that were stored and messages that were sent since the page loaded, and the current contents of the storage.
 */
export const readNotes = (page: Page) =>
  page.evaluate(() => {
    const { stored, told } = (globalThis as Noting).notes;
    return { stored, told, kept: [...Object.keys(localStorage), ...Object.keys(sessionStorage)] };
  });

/** The page as a theme draws it: each block in a section of its own. */
const themePage = (blocks: Record<string, string>): string =>
  Object.entries(blocks)
    .map(
      ([id, block]) => `<div id="shopify-section-${id}" class="shopify-section"><template>
        <div id="shopify-block-${id}" data-shopify-editor-block='{"id":"${id}"}'>${block}</div>
      </template></div>`,
    )
    .join('');

/**
 * Draws the sections anew as often as that, as the editor does after each change of a setting; the first is moved behind
 * the last each time. Every other time it waits until all is drawn, else it goes on at once.
 */
export const redraw = (page: Page, times: number): Promise<void> =>
  page.evaluate(async (count) => {
    const tell = (target: Element, type: string) =>
      target.dispatchEvent(
        new CustomEvent(`shopify:${type}`, { bubbles: true, detail: { sectionId: target.id } }),
      );
    const isDrawn = () =>
      [...document.querySelectorAll('otp-login, reward-claim, collection-timeline')].every((element) =>
        /^(email|ready|login)$/.test((element as HTMLElement).dataset['state'] ?? ''),
      );
    const drawn = async () => {
      const end = performance.now() + 60_000;
      while (!isDrawn()) {
        if (performance.now() > end) throw new Error('The elements were not drawn.');
        await new Promise(requestAnimationFrame);
      }
    };
    for (let time = 0; time < count; time++) {
      for (const section of document.querySelectorAll('.shopify-section')) {
        const anew = section.cloneNode(false) as Element;
        const template = section.querySelector('template')!;
        if (section.childElementCount > 1) {
          tell(section.querySelector('[id^=shopify-block]')!, 'block:deselect');
          tell(section, 'section:unload');
        }
        anew.append(template);
        anew.insertAdjacentHTML('beforeend', template.innerHTML);
        section.replaceWith(anew);
        tell(anew, 'section:load');
        tell(anew, 'section:select');
        tell(anew.querySelector('[id^=shopify-block]')!, 'block:select');
      }
      const [first] = document.querySelectorAll('.shopify-section');
      first!.parentElement!.append(first!);
      tell(first!, 'section:reorder');
      if (time % 2) await drawn();
    }
    await drawn();
  }, times);

const head = (shopify: object) => `<script>Shopify = ${JSON.stringify(shopify)}</script>
  <script src="${ASSETS}loader.unchecked.classic.js" async></script>`;

/** Opens a page of the shop with these blocks, in the editor or not, and draws them once. */
export async function openTheme(
  stage: Stage,
  blocks: Record<string, string>,
  isEditor: boolean,
): Promise<Visit> {
  const { scripts } = stage.merchant;
  for (const [path, code] of Object.entries(scripts)) scripts[ASSETS + path.slice(1)] ??= code;
  const visit = await openPage(stage, themePage(blocks), {
    head: head(isEditor ? { designMode: true } : {}),
    prepare: takeNotes,
  });
  await redraw(visit.page, 1);
  return visit;
}

/** As a merchant has just put them into the theme: nothing is set. */
export const fresh = {
  login: '<otp-login></otp-login>',
  claim: '<reward-claim platform="shopify" apply-url="/discount/{code}"></reward-claim>',
  gated: '<reward-claim requires-login auto-claim token-param="reward"></reward-claim>',
  story: '<collection-timeline></collection-timeline>',
};

/** Counts everything, once no request and only that many timers are pending. */
export async function count(page: Page, session: CDPSession, timers = 0): Promise<Counts> {
  await page.waitForNetworkIdle();
  await page.waitForFunction(
    (most) => (globalThis as unknown as Noting).notes.timers.size <= most,
    { timeout: 60_000 },
    timers,
  );
  // Objects that one collection frees may hold further ones.
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const open = await page.evaluate(() => {
    const { timers: running, channels } = (globalThis as Noting).notes;
    return { timers: running.size, channels: channels.size };
  });
  const [window, document] = await Promise.all(
    ['window', 'document'].map(async (expression) => {
      const { result } = await session.send('Runtime.evaluate', { expression });
      const { listeners } = await session.send('DOMDebugger.getEventListeners', {
        objectId: result.objectId!,
      });
      const types: Record<string, number> = {};
      for (const { type } of listeners) types[type] = (types[type] ?? 0) + 1;
      return types;
    }),
  );
  const elements: Record<string, number> = {};
  for (const tag of tags) {
    const expression = `customElements.get('${tag}').prototype`;
    const { result } = await session.send('Runtime.evaluate', { expression });
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! });
    elements[tag] = Number(/\d+/.exec(objects.description!)![0]);
    await session.send('Runtime.releaseObject', { objectId: objects.objectId! });
  }
  return {
    window: window!,
    document: document!,
    listeners: jsEventListeners,
    nodes,
    elements,
    heap: usedSize,
    ...open,
  };
}
