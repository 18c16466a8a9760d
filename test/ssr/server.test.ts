import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, type TemplateResult } from 'lit';
import { importForServer, serverElements } from './bundles.ts';
import { collection, entries, toHtml } from './story.ts';

const MEDIA = 'https://media.example';
const asked: unknown[] = [];
const { fetch } = globalThis;
let remove: () => void;

before(async () => {
  globalThis.fetch = (input) => {
    asked.push(input);
    return Promise.reject(new TypeError('A server that draws asks nobody.'));
  };
  ({ remove } = await importForServer(serverElements));
});
after(() => {
  globalThis.fetch = fetch;
  remove();
});

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

/** The HTML that a server renders, without the styles and Lit's marker comments. */
const draw = async (template: TemplateResult) =>
  (await toHtml(template)).replace(/<style>.*?<\/style>|<!--.*?-->/gs, '').replace(/\s+/g, ' ');

describe('A server that draws', () => {
  test('needs no DOM: importing every public name and registering the elements does not throw', async () => {
    assert.equal('document' in globalThis, false);
    assert.equal('window' in globalThis, false);
    const names = await importForServer('src/index.ts');
    for (const name of ['CollectionTimeline', 'OtpLogin', 'RewardClaim', 'CollectionTimelineLoadEvent'])
      assert.equal(typeof names.module[name], 'function', name);
    names.remove();
    assert.ok(customElements.get('collection-timeline'));
  });

  test('puts the whole story of the page’s data into its HTML, and asks nobody', async () => {
    const text = await draw(
      html`<collection-timeline .entries=${entries(MEDIA)} .collection=${collection}></collection-timeline>`,
    );
    assert.match(text, /<template shadowroot="open" shadowrootmode="open">/);
    assert.equal(count(text, /<article/g), entries(MEDIA).length);
    assert.match(text, /<h2 part="name" class="name" aria-level="2">Nordlicht<\/h2>/);
    assert.match(text, /Wool of the north\./);
    assert.match(text, /<li part="keyword">wool<\/li>/);
    assert.match(text, /<h3 part="title" class="title" aria-level="3">First &lt;light&gt;<\/h3>/);
    assert.match(text, /See https:\/\/shop\.example\/yarn &amp; &quot;more&quot;\./);
    assert.match(text, /Tromsø/);
    // In English and in UTC: it knows neither the shopper's language nor where they are.
    assert.match(text, /<time[^>]* datetime="2024-03-04T23:30:00\.000Z"[^>]*>March 4, 2024<\/time>/);
    assert.match(text, /Drop 7/);
    assert.match(text, new RegExp(`<img[^>]* src="${MEDIA}/nordlicht-01\\.webp"`));
    assert.match(text, /alt="Yarn, 3 of 3"/);
    assert.match(text, /part="gallery"/);
    assert.deepEqual(asked, []);
  });

  test('takes the data as attributes too, from a server that knows no properties', async () => {
    const story = JSON.stringify(entries(MEDIA));
    const text = await draw(
      html`<collection-timeline
        entries=${story}
        collection=${JSON.stringify(collection)}
      ></collection-timeline>`,
    );
    assert.equal(count(text, /<article/g), entries(MEDIA).length);
    assert.match(text, /class="name" aria-level="2">Nordlicht</);
  });

  test('draws every layout, groups, slider, icons’ places and no media', async () => {
    for (const layout of ['feed', 'compact', 'alternating', 'cards']) {
      const text = await draw(
        html`<collection-timeline
          .entries=${entries(MEDIA)}
          layout=${layout}
          group-by="month"
          scrubber
          no-media
          time-zone="Europe/Berlin"
          map-url="https://maps.example/?q={location}"
        ></collection-timeline>`,
      );
      assert.match(text, new RegExp(`class="cells ${layout}"`));
      assert.match(text, /class="group-heading"[^>]*> *<span[^>]*>(?:<!--.*?-->)*March 2024(?:<!--.*?-->)*</);
      assert.match(text, /No date/);
      assert.match(text, /<input[^>]* type="range"/);
      assert.match(text, />March 5, 2024<\/time>/, 'in the time zone that was given');
      assert.match(text, /href="https:\/\/maps\.example\/\?q=Troms%C3%B8"/);
      assert.equal(count(text, /<img/g), 0);
    }
  });

  test('leaves what has to be loaded to the browser: the space for it, and no request', async () => {
    const text = await draw(
      html`<collection-timeline base-url="https://service.example" collection-id="c1"></collection-timeline>`,
    );
    assert.match(text, /class="skeleton/);
    const relative = await draw(
      html`<collection-timeline
        base-url="/service"
        collection-slug="c1"
        .entries=${entries(MEDIA)}
      ></collection-timeline>`,
    );
    assert.match(relative, /First &lt;light&gt;/);
    assert.deepEqual(asked, []);
  });

  test('draws a story without entries, and says nothing of wrong ones but in the page', async (t) => {
    const warn = t.mock.method(console, 'warn', () => undefined);
    assert.match(
      await draw(html`<collection-timeline .entries=${[]}></collection-timeline>`),
      /Nothing here yet\./,
    );
    assert.equal(warn.mock.callCount(), 0);
    const wrong = await draw(html`<collection-timeline entries="nonsense"></collection-timeline>`);
    assert.match(wrong, /slot name="unavailable"/);
    assert.equal(warn.mock.callCount(), 1);
  });

  test('drops addresses that would run something', async () => {
    const url = 'javascript:alert(1)';
    const bad = [
      { ...entries(MEDIA)[0]!, image: { url }, video: { url, poster_url: url }, gallery: [{ url }] },
    ];
    const text = await draw(html`<collection-timeline .entries=${bad}></collection-timeline>`);
    assert.equal(text.includes('javascript:'), false);
  });

  test('draws the login and the claim as they begin', async () => {
    const text = await draw(
      html`<otp-login base-url="https://service.example"></otp-login>
        <reward-claim base-url="https://service.example" token="grant-demo-welcome-0001"></reward-claim>`,
    );
    assert.match(text, /<otp-login.*<input[^>]* type="email"/);
    assert.match(text, /<reward-claim.*<button/);
    assert.equal(count(text, /shadowrootmode="open"/g), 2);
    assert.deepEqual(asked, []);
  });
});
