/** The loader finds the elements wherever they are. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stopLongTimers } from '../helpers/timers.ts';
import { add, drawn, isThere, loginDrawn, openPage, setStage, settle } from './support.ts';

const stage = setStage('otp-login', 'reward-claim', 'collection-timeline', 'loader');
const login = '<otp-login base-url="/apps/rewards"></otp-login>';
const loader = '<script type="module" src="/loader.js"></script>';
const late = (code: string) => `${loader}<script type="module">${code}</script>`;

describe('The loader', () => {
  test('loads nothing on a page without an element', async () => {
    const { page, loaded, context } = await openPage(stage, `<h1>Shop</h1>${loader}`);
    await settle(page);
    assert.deepEqual(loaded(), ['loader.js']);
    await context.close();
  });

  test('loads what is on the page and nothing else, and what comes later when it comes', async () => {
    const { page, complaints, loaded, context } = await openPage(stage, login + loader);
    await drawn(page, 'otp-login', 'email');
    const elements = () => loaded().filter((file) => file.endsWith('-element.js'));
    assert.deepEqual(elements(), ['otp-login-element.js']);
    await add(
      page,
      '<section><collection-timeline base-url="/apps/rewards" collection-slug="nordlicht-aw26"></collection-timeline></section>',
    );
    await drawn(page, 'collection-timeline', 'ready');
    assert.deepEqual(elements(), ['otp-login-element.js', 'collection-timeline-element.js']);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('finds what comes later in a drawing', async () => {
    const { page, context } = await openPage(stage, loader);
    await add(page, `<svg><foreignObject>${login}</foreignObject></svg>`);
    await drawn(page, 'otp-login', 'email');
    await context.close();
  });

  test('asks once for a file, for fifty elements and with two tags of the loader', async () => {
    const { page, complaints, loaded, context } = await openPage(
      stage,
      login.repeat(50) + loader + '<script type="module" src="/loader.js?second"></script>',
    );
    await page.waitForFunction(() => document.querySelectorAll('otp-login[data-state=email]').length === 50);
    assert.equal(loaded().filter((file) => file === 'otp-login-element.js').length, 1);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('is not stopped by a form with a field that has the name of a method', async () => {
    const { page, complaints, context } = await openPage(
      stage,
      `<form><select name="matches" aria-label="Match"></select></form>${login}${loader}`,
    );
    await drawn(page, 'otp-login', 'email');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('leaves alone what another script has registered', async () => {
    const { page, loaded, context } = await openPage(
      stage,
      `<script>customElements.define('otp-login', class extends HTMLElement {})</script>${login}${loader}`,
    );
    await settle(page);
    assert.deepEqual(loaded(), ['loader.js']);
    await context.close();
  });
});

describe('In shadow roots the loader finds an element', () => {
  const places: Record<string, string> = {
    'that the page was sent with': `<div><template shadowrootmode="open">${login}</template></div>${loader}`,
    'in one within another': `<div><template shadowrootmode="open"><p><span><template shadowrootmode="open">
      ${login}</template></span></p></template></div>${loader}`,
    'that comes when the root has been there': `<div id="host"><template shadowrootmode="open"></template></div>
      ${late(`requestAnimationFrame(() => (host.shadowRoot.innerHTML = '${login}'))`)}`,
    'of a custom element whose script comes late': `<x-card></x-card>${late(`
      requestAnimationFrame(() => customElements.define('x-card', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '${login}'; }
      }))`)}`,
    'of a custom element that comes late': late(`
      customElements.define('x-card', class extends HTMLElement {
        connectedCallback() {
          const root = this.attachShadow({ mode: 'open' });
          Promise.resolve().then(() => (root.innerHTML = '${login}'));
        }
      });
      requestAnimationFrame(() => document.body.append(document.createElement('x-card')))`),
    'that a script attaches while the page loads': `<div id="host"></div>${late(`
      host.attachShadow({ mode: 'open' }).innerHTML = '${login}'`)}`,
    'of a drawing': `<svg><foreignObject><div><template shadowrootmode="open">${login}</template></div>
      </foreignObject></svg>${loader}`,
  };
  for (const [name, html] of Object.entries(places))
    test(name, async () => {
      const { page, complaints, context } = await openPage(stage, html);
      await isThere(page, 'otp-login[data-state=email]');
      assert.deepEqual(complaints, []);
      await context.close();
    });

  test('that a claim brings along for the shopper to log in, at once and whatever the tag says', async () => {
    const { page, complaints, context } = await openPage(
      stage,
      `<reward-claim base-url="/apps/rewards" token="0123456789abcdef" requires-login>Your reward</reward-claim>
       <script type="module" src="/loader.js" data-when="interaction"></script>`,
    );
    await page.hover('reward-claim');
    await loginDrawn(page);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('that a claim brings along which comes after another claim has been loaded, before it is drawn', async () => {
    const claim = '<reward-claim base-url="/apps/rewards" token="0123456789abcdef"';
    const { page, context } = await openPage(
      stage,
      `${claim}></reward-claim><script type="module" src="/loader.js"></script>`,
      { prepare: stopLongTimers },
    );
    await isThere(page, 'reward-claim[data-state=ready]');
    await add(page, `${claim} requires-login></reward-claim>`);
    await isThere(page, 'reward-claim[data-state=login]');
    await loginDrawn(page);
    await context.close();
  });

  test('that nothing tells of when it is said: in a closed root, and in one attached later', async () => {
    const { page, loaded, context } = await openPage(
      stage,
      `<div id="first"></div><div id="second"></div>
       <script type="module">
         import { scan } from '/loader.js';
         addEventListener('load', () => setTimeout(() => {
           const closedRoot = first.attachShadow({ mode: 'closed' });
           closedRoot.innerHTML = '<otp-login base-url="/apps/rewards"></otp-login>';
           second.attachShadow({ mode: 'open' }).innerHTML = '<reward-claim></reward-claim>';
           Object.assign(globalThis, { sayClosed: () => scan(closedRoot), sayOpen: () => scan(second.shadowRoot) });
         }));
       </script>`,
    );
    await page.waitForFunction('globalThis.sayOpen');
    await settle(page);
    assert.deepEqual(loaded(), ['loader.js']);
    await page.evaluate('sayOpen()');
    await isThere(page, 'reward-claim[data-state]');
    await page.evaluate('sayClosed()');
    await page.waitForFunction(() => customElements.get('otp-login'));
    await context.close();
  });
});
