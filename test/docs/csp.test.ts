/** Every header of docs/csp.md as a real header, and whole ways through pages that send it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { hashOf } from '../../build/cdn.ts';
import { chunkPath } from '../helpers/built.ts';
import { laterFiles, loadEverything } from '../embed/shopper.ts';
import { leaveWithoutViolations, openPage, type PageOptions } from '../embed/strict.ts';
import { codesIn, examplesOf, tablesOf, testExamples } from './examples.ts';
import { addressed, claim, logIn, openExample, setStage } from './shop.ts';

const stage = setStage();

/** The headers of an example, with the addresses of the test; what they forbid is reported. */
function headersOf(text: string): Record<string, string> {
  const lines = addressed(text, stage)
    .replace(/\n\s+/g, ' ')
    .trim()
    .split('\n')
    .map((line) => /^([\w-]+): (.*)$/.exec(line)!);
  return Object.fromEntries(
    lines.map(([, name, value]) => {
      const isPolicy = name === 'Content-Security-Policy';
      return [name!.toLowerCase(), isPolicy ? `${value}; report-uri /reports` : value!];
    }),
  );
}

/** Loads every file. test/embed/strict-page.test.ts goes through everything else on pages as strict as these. */
async function goThrough(options: PageOptions): Promise<void> {
  stage.cdn.requests = [];
  const visit = await openPage(stage, options);
  await loadEverything(visit);
  const asked = new Set(stage.cdn.requests.map(({ path }) => path));
  assert.deepEqual(
    (await laterFiles()).filter((file) => !asked.has(`/${file}`)),
    [],
    'every chunk is loaded',
  );
  await leaveWithoutViolations(stage, visit);
}

testExamples('csp.md', {
  scriptTag: async ({ http, html }) => {
    for (const tag of html!)
      await goThrough({ scripts: addressed(tag, stage), headers: headersOf(http![0]!) });
  },

  gateway: async ({ http, html }) => {
    const visit = await openExample(stage, { html: html![0]!, headers: headersOf(http![0]!) });
    const { page } = visit;
    await logIn(visit);
    await claim(visit);
    await page.locator('collection-timeline >>> .foot [part=button]').click();
    await page.waitForFunction(
      () =>
        document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length === 40,
    );
    await leaveWithoutViolations(stage, { ...visit, frame: page.mainFrame() });
  },

  nonce: async ({ http, html }) => {
    const scripts = addressed(html![0]!, stage);
    await goThrough({ scripts, headers: headersOf(http![0]!) });
    const dynamic = http![0]!.replace(/'nonce-[^']+'/, "$& 'strict-dynamic'");
    assert.notEqual(dynamic, http![0]);
    await goThrough({ scripts, headers: headersOf(dynamic) });
  },

  integrity: async ({ http, html }) => {
    const { scripts } = stage.cdn;
    const file = scripts['/storefront-elements.js']!;
    const tag = addressed(html![0]!, stage).replace('sha384-…', hashOf(file));
    assert.ok(tag.includes(hashOf(file)));
    const headers = { ...headersOf(policy()), ...headersOf(http![0]!) };
    await goThrough({ scripts: tag, headers });

    const path = chunkPath(Object.keys(scripts), 'lightbox');
    const part = scripts[path]!;
    try {
      scripts[path] = `globalThis.altered = true; ${part}`;
      const { frame, context } = await openPage(stage, { scripts: tag, headers });
      await frame.locator('collection-timeline >>> [part=enlarge]').click();
      // In its place the browser shows the picture, in a tab of its own.
      await context.waitForTarget((target) => target.url().startsWith(`${stage.sandbox.url}/media/`));
      assert.equal(await frame.evaluate(() => 'altered' in globalThis), false, 'an altered part is not run');
      await context.close();

      scripts['/storefront-elements.js'] = `${file} `;
      const altered = await openPage(stage, { scripts: tag, headers });
      assert.equal(await altered.frame.evaluate(() => Boolean(customElements.get('otp-login'))), false);
      await altered.context.close();
    } finally {
      Object.assign(scripts, { [path]: part, '/storefront-elements.js': file });
    }
  },

  // test/gateway/elements-session.test.ts claims in such frames.
  frame: ({ html }) => {
    const [, sandbox] = /sandbox="([^"]+)"/.exec(html![0]!)!;
    assert.ok(['allow-scripts', 'allow-same-origin'].every((word) => sandbox!.split(' ').includes(word)));
    return Promise.resolve();
  },

  twice: async ({ http, html }) => {
    const { 'content-security-policy': types } = headersOf(http![0]!);
    const headers = { 'content-security-policy': `${types}; img-src 'self' https: ${stage.sandbox.url}` };
    for (const tags of html!) await goThrough({ scripts: addressed(tags, stage), headers });
  },
});

/** The header for a script tag, as it is written. */
const policy = () =>
  examplesOf('csp.md').find(({ check, language }) => check === 'scriptTag' && language === 'http')!.code;

test('docs/csp.md names what is needed, and none of it can be left out', async () => {
  const [table] = tablesOf('csp.md').filter(({ head }) => head[0] === 'directive');
  const needed = table!.rows.filter(([, needs]) => needs !== 'nothing').flatMap(([cell]) => codesIn(cell));
  assert.ok(needed.length > 3);
  for (const directive of needed) {
    const without = policy().replace(new RegExp(`${directive} [^;\n]+`), `${directive} 'none'`);
    assert.notEqual(without, policy());
    const tag = examplesOf('csp.md').find(({ language }) => language === 'html')!.code;
    const { frame, context } = await openPage(stage, {
      scripts: addressed(tag, stage),
      headers: headersOf(without),
    });
    const patience = AbortSignal.timeout(60_000);
    const isReported = () => stage.merchant.reports.some((report) => report.startsWith(directive));
    // Films are asked for when they are played.
    if (directive === 'media-src')
      await frame
        .waitForSelector('collection-timeline >>> video')
        .then((film) => film!.evaluate((video) => video.play().catch(() => undefined)));
    while (!isReported()) await once(stage.merchant.reported, 'report', { signal: patience });
    await context.close();
  }
});
