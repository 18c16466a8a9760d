/** The pages of the tests: strict headers, the three elements, and everything that a browser complains of. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before } from 'node:test';
import type { Browser, BrowserContext, Frame, Page } from 'puppeteer-core';
import { startSandbox, type Sandbox } from '../../demo/sandbox/sandbox.ts';
import { openBrowser } from '../helpers/browser.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { isKeyWarning } from '../helpers/key-warning.ts';
import { type MerchantPage, startMerchantPage } from '../helpers/merchant-page.ts';
import { story } from './story.ts';

export interface Stage {
  sandbox: Sandbox;
  browser: Browser;
  merchant: MerchantPage;
}

/** Starts everything before the tests of a file, and ends it after them. */
export function setStage(...entries: string[]): Stage {
  const stage = {} as Stage;
  before(async () => {
    const [sandbox, browser, merchant] = await Promise.all([
      startSandbox(),
      openBrowser(),
      startMerchantPage(...entries),
    ]);
    Object.assign(stage, { sandbox, browser, merchant });
  });
  after(async () => {
    await stage.browser.close();
    stage.merchant.close();
    await stage.sandbox.close();
  });
  return stage;
}

/** The policy of a strict shop. Lit creates the only policy of Trusted Types. */
export const strictPolicy = ({ url }: Sandbox, trustedTypes = 'lit-html') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' https: ${url}`,
    `media-src ${url}`,
    `connect-src ${url}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
    'report-uri /reports',
  ].join('; ');

export const moduleTag = (src: string) => `<script type="module" src="${src}"></script>`;

export interface PageOptions {
  /** The tags of the elements' scripts. */
  scripts?: string;
  /** Written before them. */
  head?: string;
  headers?: Record<string, string>;
  trustedTypes?: string;
  /** Of the login and the claim. */
  attributes?: string;
  /** The flags of an iframe in which the page is. */
  sandboxed?: string;
}

export interface Visit {
  page: Page;
  /** Where the elements are: the page itself, or the frame in it. */
  frame: Frame;
  shop: TestShop;
  context: BrowserContext;
  /** The grant's token and the shop's key. */
  secrets: string[];
  /** Console messages, including violations, and page errors. */
  complaints: string[];
}

/** Opens a page with all three elements, for a shopper of its own. */
export async function openPage(stage: Stage, options: PageOptions = {}): Promise<Visit> {
  const { sandbox, browser, merchant } = stage;
  const { scripts = moduleTag('/first.js'), attributes = '', head = '', sandboxed, trustedTypes } = options;
  const shop = await openShop(sandbox.url, 'publishable');
  const { token } = await shop.grant();
  const { collectionId } = await shop.timeline(story);
  const service = `base-url="${sandbox.url}" api-key="${shop.key}"`;
  const inFrame = sandboxed !== undefined;
  const policy = strictPolicy(sandbox, trustedTypes) + (inFrame ? "; frame-src 'self'" : '');
  merchant.headers = { 'content-security-policy': policy, ...options.headers };
  merchant.html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Strict</title>
    ${head}${scripts}</head><body>
    <otp-login ${service} ${attributes}></otp-login>
    <reward-claim ${service} ${attributes} token="${token}"></reward-claim>
    <collection-timeline ${service} collection-id="${collectionId}" limit="10" paging="button" json-ld
      scrubber group-by="month" map-url="https://maps.example/?q={location}"></collection-timeline>
    </body></html>`;
  merchant.requests = [];
  merchant.reports = [];
  const context = await browser.createBrowserContext();
  const clipboard = ['clipboard-read', 'clipboard-write'].map((name) => ({
    permission: { name },
    state: 'granted' as const,
  }));
  await context.setPermission(merchant.origin, ...clipboard);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.evaluateOnNewDocument(watch);
  await page.setViewport({ width: 1000, height: 900 });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!isKeyWarning(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  if (inFrame) merchant.pages['/around'] = around(sandboxed);
  await page.goto(merchant.origin + (inFrame ? '/around' : '/'));
  const frame = inFrame ? await page.waitForFrame((each) => each.parentFrame() !== null) : page.mainFrame();
  return { page, frame, shop, context, secrets: [token, shop.key], complaints };
}

/** For `evaluateOnNewDocument`: says every violation to the console, where it is found also after a reload. */
export function watch(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`violation: ${effectiveDirective} ${blockedURI}`),
  );
}

const around = (flags: string) => `<!doctype html><html lang="en"><head><title>Around</title></head><body>
  <iframe name="shop" src="/" width="960" height="860" sandbox="${flags}"></iframe></body></html>`;

/**
 * Ends the visit. Reports come a moment after what they report, in their order; so the page does one thing that it may
 * not, at the end, and when that has been reported nothing else was. It also shows that violations are noticed here.
 */
export async function leaveWithoutViolations(
  { merchant }: Pick<Stage, 'merchant'>,
  { context, frame, complaints }: Pick<Visit, 'context' | 'frame' | 'complaints'>,
  /** Further console messages that are allowed. */
  expected?: string,
): Promise<void> {
  await frame.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('securitypolicyviolation', resolve, { once: true });
        new Image().src = 'http://forbidden.invalid/picture.png';
      }),
  );
  const own = 'img-src http://forbidden.invalid/picture.png';
  const patience = AbortSignal.timeout(60_000);
  while (!merchant.reports.includes(own)) await once(merchant.reported, 'report', { signal: patience });
  assert.deepEqual(merchant.reports, [own]);
  assert.ok(complaints.includes(`violation: ${own}`), 'the page was told');
  // The browser notes by itself that the service asked to wait, and what it thinks of a frame.
  const isMeant = (line: string) =>
    /forbidden\.invalid|status of 429|allow-scripts and allow-same-origin|Clipboard API has been blocked/.test(
      line,
    );
  assert.deepEqual(
    complaints.filter((line) => !isMeant(line) && !(expected && line.includes(expected))),
    [],
  );
  assert.deepEqual(await context.cookies(), []);
  await context.close();
}
