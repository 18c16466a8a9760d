/** Each example of docs/quick-start.md and docs/versioning.md does what the page says. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { hashOf, withPreloads } from '../../build/cdn.ts';
import { builtFiles } from '../helpers/built.ts';
import { version } from '../../src/elements/shared/define.ts';
import { examplesOf } from './examples.ts';
import { allEntries, OLD_VERSION, openPage, setStage, told } from './support.ts';

const stage = setStage(...allEntries);
const folder = `https://cdn.example/storefront-elements/${version}`;
const tags = ['otp-login', 'reward-claim', 'collection-timeline'];

/** An example with the CDN of the tests and the hash of each file. */
function asPublished(html: string): string {
  const { scripts, origin } = stage.cdn;
  return html
    .replace(/<script[^>]*>/g, (tag) => {
      const file = /src="[^"]*\/([^"/]+)"/.exec(tag)?.[1];
      return file ? tag.replace('sha384-…', hashOf(scripts[`/${file}`]!)) : tag;
    })
    .replaceAll(folder, origin);
}

for (const name of ['quick-start.md', 'versioning.md', 'privacy.md'])
  describe(name, () => {
    const pages = examplesOf(name).filter(({ language }) => language === 'html');
    for (const [index, { heading, code }] of pages.entries())
      test(`${index + 1}. ${heading}`, async () => {
        const shown = tags.filter((tag) => code.includes(tag.endsWith('login') ? tag : `<${tag}`));
        assert.ok(shown.length, 'it shows an element');
        const { page, complaints, context } = await openPage(stage, () => asPublished(code));
        if (code.includes('data-when="interaction"')) await page.hover('otp-login');
        for (const tag of shown) {
          await page.waitForFunction((each) => customElements.get(each), {}, tag);
          // One is in a closed shadow root, where only its file tells of it.
          if (code.includes(`<${tag}`))
            await page.waitForSelector(`${tag}[data-state]:not([data-state=loading])`);
        }
        const states = await page.$$eval(tags.join(), (all) =>
          all.map((each) => each.getAttribute('data-state')),
        );
        assert.ok(!states.includes('misconfigured'), states.join());
        assert.deepEqual(complaints, []);
        await context.close();
      });

    test('has the preload lines of this build: `npm run build:cdn` writes them', async () => {
      const page = readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
      assert.equal(withPreloads(page, await builtFiles()), page);
    });

    test('names this version, and files that there are', () => {
      for (const { code } of examplesOf(name))
        for (const [address, , file] of code.matchAll(/https:\/\/cdn\.example\/(.*?)\/([\w.-]+\.js)/g)) {
          assert.equal(address, `${folder}/${file}`);
          assert.ok(stage.cdn.scripts[`/${file}`], file);
        }
    });
  });

describe('What versioning.md says besides', () => {
  const [json, shell, code] = (['json', 'sh', 'js'] as const).map(
    (wanted) => examplesOf('versioning.md').find(({ language }) => language === wanted)!.code,
  );

  test('integrity.json names the version and files that there are', () => {
    const table = JSON.parse(json!) as { version: string; files: Record<string, string> };
    assert.equal(table.version, version);
    for (const file of Object.keys(table.files)) assert.ok(stage.cdn.scripts[`/${file}`], file);
  });

  test('the hash of a file can be had without us', () => {
    const built = stage.cdn.scripts['/storefront-elements.js']!;
    const place = mkdtempSync(join(tmpdir(), 'storefront-elements-'));
    writeFileSync(join(place, 'storefront-elements.js'), built);
    const printed = execFileSync('sh', ['-c', shell!], { cwd: place, encoding: 'utf8' });
    rmSync(place, { recursive: true });
    assert.equal(`sha384-${printed.trim()}`, hashOf(built));
  });

  test('a page can ask for the version, and is told of another', async () => {
    const visit = await openPage(
      stage,
      `<otp-login base-url="/apps/rewards"></otp-login>
       <script type="module" src="/otp-login.js"></script>`,
    );
    // Of two scripts that load at the same time, the first to arrive serves the page.
    await visit.page.waitForSelector('otp-login[data-state]');
    await visit.page.addScriptTag({ type: 'module', url: '/old/otp-login.js' });
    const [said] = await told(visit, OLD_VERSION);
    assert.equal(await visit.page.evaluate(code!), version);
    const texts = examplesOf('versioning.md').filter(({ language }) => language === 'text');
    assert.equal(said, texts.at(-1)!.code.trim());
    await visit.context.close();
  });

  test('a file that does not fit the hash in its tag is not run', async () => {
    const { scripts } = stage.cdn;
    const original = scripts['/storefront-elements.js']!;
    const html = asPublished(examplesOf('versioning.md').find(({ language }) => language === 'html')!.code);
    scripts['/storefront-elements.js'] = `${original}\nglobalThis.isAltered = true;`;
    const { page, complaints, context } = await openPage(stage, html);
    scripts['/storefront-elements.js'] = original;
    assert.equal(await page.evaluate(() => 'isAltered' in globalThis), false);
    assert.equal(await page.$eval('otp-login', (element) => element.matches(':defined')), false);
    assert.match(complaints.join(), /integrity/);
    await context.close();
  });
});
