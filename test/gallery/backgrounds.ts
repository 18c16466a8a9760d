/**
 * Draws every state on a background, with a text colour that reads well on it, and measures contrast from pixels: a picture
 * with the texts and lines is compared with one in which they are invisible.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { type Demo, startDemo } from '../e2e/demo.ts';
import { type Pixels, readPixels } from '../helpers/pixels.ts';
import { holdDeadlines, loadPictures, openShippedBrowser, stopClock } from './support.ts';

export interface Ground {
  name: string;
  text: string;
  /** Of the section that the elements are in. */
  background: string;
  /** Of the page around it. */
  page?: string;
  scheme?: 'light' | 'dark';
}

/** Where something is drawn, and which contrast it needs. */
interface Mark {
  name: string;
  kind: 'text' | 'line';
  least: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

let demo: Demo;
let browser: Browser;
let page: Page;
async function open(): Promise<void> {
  [demo, browser] = await Promise.all([startDemo(), openShippedBrowser()]);
  page = await browser.newPage();
  await stopClock(page, Date.UTC(2026, 9, 14, 9, 41, 57));
  await holdDeadlines(page);
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.setViewport({ width: 2400, height: 900 });
  await page.goto(`${demo.shop}gallery.html?latency=3600000`);
  await page.waitForFunction(() => document.documentElement.dataset['ready'], { timeout: 120_000 });
  await loadPictures(page);
  await showFocusRings();
}

/** Everything has the focus at once, except the links to entries, whose icons change with it. */
async function showFocusRings(): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  for (const { nodeId, nodeName, attributes = [] } of nodes)
    if (['BUTTON', 'INPUT', 'A'].includes(nodeName) && !attributes.includes('permalink'))
      await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['focus-visible'] });
}

async function close(): Promise<void> {
  await browser.close();
  await demo.stop();
}

/** Everything that has to be read or seen, in all shadow roots. */
function findMarks(): Mark[] {
  const marks: Mark[] = [];
  const add = (element: Element, kind: Mark['kind'], name: string, box: DOMRect) => {
    const isLarge = parseFloat(getComputedStyle(element).fontSize) >= 24;
    const tile = (element.getRootNode() as ShadowRoot).host.closest('article')?.id ?? 'login in a claim';
    marks.push({
      name: `${tile}: ${name}`,
      kind,
      least: kind === 'line' || isLarge ? 3 : 4.5,
      x: Math.ceil(box.x + scrollX),
      y: Math.ceil(box.y + scrollY),
      width: Math.floor(box.width),
      height: Math.floor(box.height),
    });
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('.unseen, .skip, .skeleton, .frame, .slides');
  const visit = (root: ShadowRoot) => {
    const floating = root.querySelector('.notice .button');
    const cover = floating?.getBoundingClientRect();
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      if (!isSeen(element) || element.localName === 'style') continue;
      const box = element.getBoundingClientRect();
      const isCovered = cover && box.top < cover.bottom && box.bottom > cover.top;
      if (isCovered && !floating!.contains(element)) continue;
      for (const child of element.childNodes) {
        if (child.nodeType !== Node.TEXT_NODE || !child.textContent!.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(child);
        for (const line of range.getClientRects())
          if (line.width > 3) add(element, 'text', child.textContent!.trim().slice(0, 40), line);
      }
      // Rings on pictures are dark and light.
      if (element.matches('button, input, a') && !element.matches('.permalink, .enlarge, .step')) {
        const [first] = element.getClientRects();
        add(
          element,
          'line',
          `the focus ring of ${element.textContent.trim() || element.localName}`,
          new DOMRect(first!.x - 4, first!.y + first!.height / 2 - 2, 3, 5),
        );
      }
      if (element.matches('input:not([type=range])')) {
        add(element, 'line', 'the border of a field', box);
        if ((element as HTMLInputElement).value)
          add(
            element,
            'text',
            'the text in a field',
            new DOMRect(box.x + 9, box.y + 9, box.width - 18, box.height - 18),
          );
      }
      if (element.matches('input[type=range]')) add(element, 'line', 'the slider', box);
      if (element.matches('.code, .button.quiet'))
        add(element, 'line', `the border of ${element.className}`, box);
      if (element.matches('.permalink, .icon, .tick'))
        add(element, 'line', element.getAttribute('class')!, box);
      if (element.matches('.message.error')) {
        const size = parseFloat(getComputedStyle(element, '::before').inlineSize);
        add(element, 'text', 'the mark of an error', new DOMRect(box.x + 3, box.y + 4, size - 6, size - 6));
      }
      if (element.matches('.item') && !element.querySelector('.icon') && !element.closest('.cards'))
        add(element, 'line', 'a dot', new DOMRect(box.x, box.y + 4, 14, 16));
    }
  };
  for (const host of document.querySelectorAll('otp-login, reward-claim, collection-timeline'))
    visit(host.shadowRoot!);
  return marks;
}

/** Strokes as wide as a pixel at least: some of them are not smoothed. */
const bold = `
  *, ::before { font-weight: 700 !important; }
  ::selection { color: inherit; background: transparent; }
`;

/** Hides texts and lines, and nothing that is behind them. */
const invisible = `
  *, ::before, ::after {
    -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important;
    outline-color: transparent !important;
    transition: none !important;
    caret-color: transparent !important;
  }
  input, .code, .button.quiet {
    border-color: transparent !important;
    box-shadow: none !important;
  }
  .item::before, .item::after { display: none !important; }
  .permalink, .icon, svg, [type=range] { opacity: 0 !important; }
`;

async function setInvisible(isInvisible: boolean): Promise<void> {
  await page.evaluate(
    (css) => {
      const sheet = ((globalThis as { invisible?: CSSStyleSheet }).invisible ??= new CSSStyleSheet());
      sheet.replaceSync(css);
      const visit = (root: ShadowRoot) => {
        if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
        for (const element of root.querySelectorAll('*')) if (element.shadowRoot) visit(element.shadowRoot);
      };
      for (const { shadowRoot } of document.querySelectorAll('otp-login, reward-claim, collection-timeline'))
        visit(shadowRoot!);
    },
    isInvisible ? bold + invisible : bold,
  );
}

async function setGround({
  text,
  background,
  page: around = '#fff',
  scheme = 'light',
}: Ground): Promise<void> {
  await page.evaluate(
    (css) => {
      let style = document.querySelector('#ground');
      if (!style) {
        style = document.head.appendChild(document.createElement('style'));
        style.id = 'ground';
      }
      style.textContent = css;
    },
    `
    :root.dressed, :root { color-scheme: ${scheme} !important; }
    body { background: ${around} !important; }
    .stage { background: ${background} !important; color: ${text} !important; }
  `,
  );
}

const draw = async () => readPixels(await page.screenshot({ fullPage: true, optimizeForSpeed: true }));

/** Of each value of a channel, as WCAG reckons. */
const linear = Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

const luminanceAt = ({ data }: Pixels, at: number) =>
  0.2126 * linear[data[at]!]! + 0.7152 * linear[data[at + 1]!]! + 0.0722 * linear[data[at + 2]!]!;

const contrast = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/**
 * The contrast of the strongest pixel of a mark, which has the colour without any smoothing, with the background: for a
 * line where it is, for a text with the worst pixel of its box.
 */
function measure({ kind, x, y, width, height }: Mark, drawn: Pixels, empty: Pixels): number {
  let strongest = 1;
  let ink = 0;
  const behind: number[] = [];
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) {
      const at = (row * drawn.width + column) * 4;
      const background = luminanceAt(empty, at);
      behind.push(background);
      if (drawn.data.readUInt32BE(at) === empty.data.readUInt32BE(at)) continue;
      const colour = luminanceAt(drawn, at);
      if (contrast(colour, background) > strongest) {
        strongest = contrast(colour, background);
        ink = colour;
      }
    }
  if (kind === 'line' || strongest === 1) return strongest;
  return Math.min(...behind.map((each) => contrast(ink, each)));
}

/** Declares a test for each background. */
export function describeGrounds(grounds: readonly Ground[]): void {
  describe('Every state is easy to read, and its lines are easy to see, on', () => {
    before(open);
    after(close);

    for (const ground of grounds)
      test(ground.name, async () => {
        await setGround(ground);
        await setInvisible(false);
        const marks = await page.evaluate(findMarks);
        assert.ok(marks.length > 300, `${marks.length} texts and lines`);
        const drawn = await draw();
        await setInvisible(true);
        const empty = await draw();
        const weak = marks
          .map((mark) => ({ ...mark, found: measure(mark, drawn, empty) }))
          .filter(({ found, least }) => found < least)
          .map(({ name, found }) => `${name}: ${found.toFixed(2)}`);
        assert.deepEqual(weak, []);
      });
  });
}
