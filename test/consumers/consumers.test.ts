/** The package as developers install it: in React, Vue, Svelte and without a framework. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import { openBrowser } from '../helpers/browser.ts';
import { openShop } from '../helpers/control.ts';
import { type PackedPackage, packPackage } from '../package/packed.ts';
import gateway from '../../src/gateway/package.json' with { type: 'json' };
import { type App, install, npm, placeApp, run, serveApp } from './app.ts';

let packed: PackedPackage;
let sandbox: Sandbox;
let browser: Browser;

before(async () => {
  packed = await packPackage();
  sandbox = await startSandbox({ keepAlive: false });
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await sandbox.close();
  packed.remove();
});

/** The lines that a checker complains of, each with its file. */
const complainedOf = (output: string) => {
  const lines = output.matchAll(/([\w./-]+\.(?:tsx?|vue|svelte))(?:\(|" )(\d+)[,:]/g);
  return [...new Set([...lines].map(([, file, line]) => `${file}:${line}`))].toSorted();
};

const markedIn = (file: string, text: string) =>
  text
    .split('\n')
    .flatMap((line, index) => (/[/-] wrong( -->)?$/.test(line) ? [`${file}:${index + 1}`] : []))
    .toSorted();

for (const framework of ['react', 'vue', 'svelte', 'vite'] as const satisfies App[])
  describe(`An app with ${framework}`, () => {
    let app: ReturnType<typeof placeApp>;
    before(() => {
      app = placeApp(framework, packed.tarball);
    });
    after(() => app.remove());

    test('installs the package beside its own', async () => {
      const { code, output } = await install(app.folder);
      assert.equal(code, 0, output);
      const { version } = JSON.parse(
        readFileSync(join(app.folder, 'node_modules/storefront-elements/package.json'), 'utf8'),
      ) as { version: string };
      assert.equal(version, packed.manifest.version);
    });

    test('gets nothing that only the gateway needs', () => {
      for (const name of ['storefront-gateway', ...Object.keys(gateway.dependencies)])
        assert.equal(existsSync(join(app.folder, 'node_modules', name)), false, name);
    });

    test('imports the package in the machine’s own Node, as a server does that draws', async () => {
      const code = `import('storefront-elements/define').then(() => console.log('imported'))`;
      const { output } = await run(app.folder, 'node', '--eval', code);
      assert.equal(output, 'imported\n');
    });

    test('accepts the documented example, and reports every wrong attribute, property, event and reference', async () => {
      const file = readdirSync(app.folder).find((each) => /^wrong\./i.test(each))!;
      const marked = markedIn(file, readFileSync(join(app.folder, file), 'utf8'));
      assert.ok(marked.length >= 10, `${marked.length} lines are marked`);
      const { code, output } = await npm(app.folder, 'run', 'check');
      assert.notEqual(code, 0);
      assert.doesNotMatch(output, /^error /m, 'no error is outside of the files');
      assert.deepEqual(complainedOf(output), marked, output);
    });

    test('builds, and in the browser sets properties, hears events and calls the element', async (t) => {
      const { code, output } = await npm(app.folder, 'run', 'build');
      assert.equal(code, 0, output);
      const shop = await openShop(sandbox.url, 'publishable');
      const site = await serveApp(app.folder, shop);
      t.after(() => site.close());
      const context = await browser.createBrowserContext();
      t.after(() => context.close());
      const tab = await context.newPage();
      const complaints: string[] = [];
      tab.on('console', (message) => complaints.push(message.text()));
      tab.on('pageerror', (error) => complaints.push(String(error)));
      await tab.goto(site.origin);
      const kept = () => tab.evaluate(() => sessionStorage.length);
      const noStorage = () => tab.$eval('otp-login', (login) => login.noStorage);

      // A property: an object.
      await tab.waitForSelector('otp-login[data-state=email]');
      const heading = await tab.$eval(
        'otp-login >>> [part=heading]',
        (each) => (each as HTMLElement).innerText,
      );
      assert.equal(heading.trim(), 'Members only');

      // An event of the element's own.
      const email = `${framework}@example.com`;
      await tab.locator('otp-login >>> [part=input]').fill(email);
      await tab.locator('otp-login >>> [part=button]').click();
      const status = await tab.waitForSelector('p[role=status]:not([hidden])');
      assert.equal(await status!.evaluate(({ textContent }) => textContent), `Mailed to ${email}`);

      // A boolean, both ways.
      assert.equal(await noStorage(), true);
      assert.equal(await kept(), 0);
      await tab.locator('input[type=checkbox]').click();
      assert.equal(await noStorage(), false);
      await tab.locator('otp-login >>> [part=input]').fill(await shop.mailedCode(email));
      await tab.locator('otp-login >>> [part=button]').click();
      await tab.waitForSelector('otp-login[data-state=verified]');
      assert.notEqual(await kept(), 0);

      // A reference, and a method of the element's own.
      await tab.locator('button ::-p-text(Log out)').click();
      await tab.waitForSelector('otp-login[data-state=email]');
      assert.equal(await kept(), 0);

      // The other two: a list as a property, a boolean without a value, content in a slot.
      await tab.waitForSelector('reward-claim.gift[data-state=ready]');
      await tab.waitForSelector('collection-timeline[data-state=ready]');
      const titles = await tab.$$eval('collection-timeline >>> [part=title]', (all) =>
        all.map(({ textContent }) => textContent.trim()),
      );
      assert.deepEqual(titles, ['First light', 'Yarn']);
      assert.ok(await tab.$('collection-timeline >>> input[type=range]'));

      assert.deepEqual(complaints, []);
    });
  });
