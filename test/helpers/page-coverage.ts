/**
 * Preloaded into Node tests by test/coverage.ts: writes to coverage/pages/ the lines of src/ that ran in pages with the
 * built files. It reads a page when the test closes the page, its context or its browser, and may miss earlier documents.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, type SourceMapMappings } from '@jridgewell/sourcemap-codec';
import puppeteer, {
  type Browser,
  type BrowserContext,
  type JSCoverageEntry,
  type Page,
} from 'puppeteer-core';
import { builtFiles } from './built.ts';

interface Script {
  sources: string[];
  mappings: SourceMapMappings;
}

const covered = new Map<string, Set<number>>();
let scripts: Promise<Map<string, Script>> | undefined;

/** The source maps of the built files, by code: tests serve the files at many URLs. */
async function readScripts(): Promise<Map<string, Script>> {
  const files = [...(await builtFiles()).values()].filter(({ map }) => map);
  return new Map(
    files.map(({ code, map }) => {
      const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string };
      return [code, { sources, mappings: decode(mappings) }];
    }),
  );
}

/** How often each character ran. Inner ranges come after the outer ones that they correct. */
function countsOf({ text, rawScriptCoverage }: JSCoverageEntry): Uint32Array {
  const counts = new Uint32Array(text.length);
  for (const { ranges } of rawScriptCoverage!.functions)
    for (const { startOffset, endOffset, count } of ranges) counts.fill(count, startOffset, endOffset);
  return counts;
}

function addLines(entry: JSCoverageEntry, { sources, mappings }: Script): void {
  const counts = countsOf(entry);
  let start = 0;
  entry.text.split('\n').forEach((code, index) => {
    for (const [column, source, line] of mappings[index] ?? []) {
      if (source === undefined || !counts[start + column]) continue;
      const file = /(?:^|\/)(src\/.*)$/.exec(sources[source]!)?.[1];
      if (!file || file.includes('node_modules')) continue;
      if (!covered.has(file)) covered.set(file, new Set());
      covered.get(file)!.add(line! + 1);
    }
    start += code.length + 1;
  });
}

const open = new Set<Page>();

async function start(page: Page): Promise<Page> {
  await page.coverage.startJSCoverage({ resetOnNavigation: false, includeRawScriptCoverage: true });
  open.add(page);
  return page;
}

async function stop(of: { pages(): Promise<Page[]> }): Promise<void> {
  const known = await (scripts ??= readScripts());
  // A test may have killed the browser.
  const pages = await of.pages().catch(() => []);
  for (const page of pages.filter((each) => open.delete(each))) {
    const entries = await page.coverage.stopJSCoverage().catch(() => []);
    for (const entry of entries) {
      const script = known.get(entry.text);
      if (script) addLines(entry, script);
    }
  }
}

/** Calls `first` before the method runs. */
function before<Name extends string>(
  target: Record<Name, () => Promise<void>>,
  name: Name,
  first: () => Promise<void>,
): void {
  const method = target[name].bind(target);
  target[name] = async () => {
    await first();
    await method();
  };
}

function watchPage(page: Page): Promise<Page> {
  before(page, 'close', () => stop({ pages: () => Promise.resolve([page]) }));
  return start(page);
}

function watchContext(context: BrowserContext): void {
  const newPage = context.newPage.bind(context);
  context.newPage = async (...options) => watchPage(await newPage(...options));
  before(context, 'close', () => stop(context));
}

function watchBrowser(browser: Browser): void {
  const createContext = browser.createBrowserContext.bind(browser);
  browser.createBrowserContext = async (...options) => {
    const context = await createContext(...options);
    watchContext(context);
    return context;
  };
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async (...options) => watchPage(await newPage(...options));
  before(browser, 'close', () => stop(browser));
}

const launch = puppeteer.launch.bind(puppeteer);
puppeteer.launch = async (...options) => {
  const browser = await launch(...options);
  watchBrowser(browser);
  return browser;
};

process.on('exit', () => {
  if (covered.size === 0) return;
  const sections = [...covered].map(([file, lines]) =>
    [`SF:${file}`, ...[...lines].map((line) => `DA:${line},1`), 'end_of_record'].join('\n'),
  );
  const folder = join(import.meta.dirname, '../../coverage/pages');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.info`), sections.join('\n'));
});
