/**
 * Anything that a stranger writes into a collection or its timeline is text to the shopper, exactly as it was written,
 * and never a part of the page.
 */
import * as fc from 'fast-check';
import { safeUrl } from '../../../src/elements/shared/safe-url.ts';
import type { CollectionTimeline } from '../../../src/elements/collection-timeline/collection-timeline.ts';
import { collectionTimeline, common, commonLater } from '../../../src/locales/en.ts';
import { fill } from '../../../src/elements/shared/format.ts';
import type { TestShop } from '../../helpers/control.ts';
import {
  consoleOf,
  expect,
  inState,
  newShop,
  oneEvent,
  part,
  place,
  waitUntil,
} from '../../helpers/fixture.ts';
import {
  addressesIn,
  elementsOf,
  litMark,
  pester,
  problemsOf,
  type Watch,
  watchPage,
} from './xss-detector.ts';
import { nameOf, vectors } from './xss-vectors.ts';

export const layouts = ['feed', 'compact', 'alternating', 'cards'] as const;
/** Every way in. */
export const allTexts = vectors.map(({ text }) => text);
/** Two of each kind. */
export const samples = vectors
  .filter(({ group }, index) => vectors[index - 1]?.group !== group || vectors[index - 2]?.group !== group)
  .map(({ text }) => text);
/** One of each kind. */
export const oneOfEach = vectors
  .filter(({ group }, index) => vectors[index - 1]?.group !== group)
  .map(({ text }) => text);

/** As many entries as a timeline draws while nobody scrolls, at least. */
const DRAWN = 90;

/** The address that the browser itself makes of a link in this page. */
function asBrowser(url: string): string | undefined {
  const link = document.createElement('a');
  link.href = url;
  return url.trim() && /^https?:$/.test(link.protocol) ? link.href : undefined;
}

interface Extent {
  /** The texts that go into every field and layout; all of them go into the title and content of the first layout. */
  texts: readonly string[];
  /** The layouts in which each field is tested by itself. In the others all fields are tested at once. */
  fieldLayouts: readonly (typeof layouts)[number][];
  /** The texts that each get an element of their own, and those for each further template of a map. */
  alone: readonly string[];
  /** Random addresses. */
  addresses: number;
  seed: number;
  /** The longest time for one test, in milliseconds. */
  timeout: number;
}

export function testStrangersTexts(extent: Extent): void {
  const { texts, fieldLayouts, alone, addresses: count, seed, timeout } = extent;
  describe('What a stranger writes into a timeline', function () {
    // Hundreds of entries and elements take their time on a busy machine.
    this.timeout(timeout);
    let shop: TestShop;
    /** The timelines that `openWith` opened. */
    let timelines: CollectionTimeline[];
    let watch: Watch;

    const address = location.href;
    after(() => goTo(address));
    /** WebKit takes 100 changes of the address in ten seconds. */
    const goTo = (there: string) => {
      if (location.href !== new URL(there, location.href).href) history.replaceState(null, '', there);
    };

    beforeEach(async () => {
      shop = await newShop();
      // Below this path, the server answers the attackers' addresses with nothing.
      goTo(`/any/xss/${location.search}`);
      watch = watchPage();
    });
    afterEach(function () {
      watch.stop();
      // Includes late calls; a test that failed has reported the reason.
      if (this.currentTest?.isPassed()) expect(watch.heard.join('\n')).to.equal('');
    });

    const media = (name: string) => `${shop.url}/media/${name}`;
    const parts = (name: string, ...inside: (Element | CollectionTimeline)[]) =>
      (inside.length ? inside : timelines).flatMap((each) => [
        ...(each.shadowRoot ?? each).querySelectorAll<HTMLElement>(`[part~="${name}"]`),
      ]);
    const shown = (name: string, ...inside: CollectionTimeline[]) =>
      parts(name, ...inside).map((each) => each.textContent.trim());

    /** The attributes of a page that shows all it can. */
    const everything = {
      limit: '1000',
      'group-by': 'month',
      'json-ld': '',
      'map-url': 'https://maps.example/?q={location}',
    };

    const messagesOf = (elements: CollectionTimeline[]) =>
      elements.map((element) => part(element, 'message')!.textContent.trim());

    const answer = (operation: string, body: unknown, times = 1) =>
      shop.fault({ operation, fault: 'wrong-shape', body, times });

    const entry = (fields: Record<string, unknown>, id: number) => ({
      id: id + 1,
      type: 'update',
      created_at: '2026-03-05T12:00:00Z',
      ...fields,
    });
    const page = (entries: Record<string, unknown>[]) => ({ data: entries.map(entry), pagination: {} });

    const collectionOf = (text: string, hasVideo = true): Record<string, unknown> => ({
      id: text,
      name: text,
      description: text,
      slug: text,
      keywords: hasVideo ? [text, 'photo'] : text,
      launch_date: text,
      status: text,
      redirect_url: text,
      product_name_template: text,
      image: { url: text },
      video: hasVideo ? { url: text, poster_url: text } : null,
      share_image: { url: text },
      gallery: [{ url: text, poster_url: text, file_type: text, tags: [text] }],
      attributes: { [text]: text },
    });

    const open = async (attributes: Record<string, string>) => {
      const element = await place('collection-timeline', shop, attributes);
      watch.include(element.shadowRoot!);
      return element;
    };

    const allDrawn = (count: number) =>
      waitUntil(() => parts('entry').length === count, 'every entry is drawn');

    /** Timelines with an entry for each text, all of which are drawn. `prepare` is called for the key of each. */
    const openWith = async (
      fieldsOf: (text: string) => Record<string, unknown>,
      attributes: Record<string, string> = {},
      given = texts,
      prepare: () => unknown = () => undefined,
    ) => {
      const entries = given.map(fieldsOf);
      timelines = [];
      while (entries.length) {
        // No more than the sandbox takes at once.
        let length = 0;
        const end = entries.findIndex(
          (each, index) => index === DRAWN || (length += JSON.stringify(each).length + 100) > 60_000,
        );
        await prepare();
        await answer('listTimeline', page(entries.splice(0, end < 0 ? entries.length : end)));
        const timeline = await open({ 'collection-slug': 'any', ...everything, ...attributes });
        await inState(timeline, 'ready');
        timelines.push(timeline);
        // A further request of this one must not get the next one's answer.
        if (entries.length) shop = await newShop();
      }
      await allDrawn(given.length);
    };

    /** The elements that are opened at once: each of them waits for all of them. */
    const BATCH = 8;

    /** Checks each text in an element of its own. */
    const forEachText = async (
      prepare: (texts: readonly string[]) => unknown,
      openFor: (text: string, index: number) => Promise<CollectionTimeline>,
      state: string,
      check: (elements: CollectionTimeline[], texts: readonly string[]) => unknown,
      given = alone,
    ) => {
      for (let rest = given; rest.length; rest = rest.slice(BATCH)) {
        const batch = rest.slice(0, BATCH);
        // A new shop: requests of the earlier elements must not reach these.
        shop = await newShop();
        await prepare(batch);
        const elements = await Promise.all(batch.map(openFor));
        await Promise.all(elements.map((element) => inState(element, state)));
        await check(elements, batch);
        await expectCalm(...elements);
        for (const element of elements) element.remove();
      }
    };

    /** Checks each text in the same element, by a change that the page may make at any time. */
    const forEachChange = async (
      timeline: CollectionTimeline,
      change: (text: string) => unknown,
      check: (text: string) => unknown,
    ) => {
      for (const text of texts) {
        change(text);
        await timeline.updateComplete;
        check(text);
        await expectCalm(timeline);
      }
    };

    /** Checks that nothing unexpected is in the page, and that nothing runs, whatever a shopper does. */
    const expectCalm = async (...elements: CollectionTimeline[]) => {
      const problems = () => watch.added().flatMap((each) => problemsOf(each));
      expect(problems().join('\n')).to.equal('');
      // Copying and showing in full are tested once; repeating them would only take time.
      const done = new Set<string>();
      const hold = (event: Event) => {
        if (done.has(event.type)) event.preventDefault();
        done.add(event.type);
      };
      const held = ['copy', 'media-open'].map((name) => `collection-timeline-${name}-before`);
      for (const name of held) addEventListener(name, hold);
      for (const element of elements) pester(element);
      for (const name of held) removeEventListener(name, hold);
      const dialogs = () => elements.flatMap(({ shadowRoot }) => [...shadowRoot!.querySelectorAll('dialog')]);
      if (done.has('collection-timeline-media-open-before'))
        await waitUntil(() => dialogs().length || watch.heard.length, 'a picture is shown in full');
      await Promise.all(elements.map((element) => element.updateComplete));
      expect(problems().join('\n')).to.equal('');
      for (const dialog of dialogs()) dialog.close();
      expect(watch.heard.splice(0).join('\n')).to.equal('');
    };

    const expectSame = (given: readonly string[], texts: readonly string[]) => {
      expect(given.join('\n---\n')).to.equal(texts.map((text) => text.trim()).join('\n---\n'));
    };

    describe('is found by these tests', () => {
      // Ways in which careless code prepares a text, and ways in which it draws one.
      const decode = (text: string) => {
        const area = document.createElement('textarea');
        area.innerHTML = text;
        return area.value;
      };
      const preparations: ((text: string) => string)[] = [
        decode,
        (text) => {
          try {
            return decodeURIComponent(text);
          } catch {
            return text;
          }
        },
        (text) => text.normalize('NFKC'),
        (text) => text.replace(/[\0\s\u200b-\u200d\u2060\ufeff]/g, ''),
        (text) =>
          text.replace(/\\u([\da-f]{4})|\\x([\da-f]{2})|\\([\da-f]{1,6}) ?/gi, (_, ...codes: string[]) =>
            String.fromCodePoint(parseInt(codes.find(Boolean)!, 16)),
          ),
      ];
      const drawings: ((text: string) => string)[] = [
        (text) => text,
        (text) => `<p title="${text}">`,
        (text) => `<p title='${text}'>`,
        (text) => `<p title=${text}>`,
        (text) => `<a rel="noopener" href="${text}">`,
        (text) => `<p style="${text}">`,
        (text) => `<p title="${text.replaceAll('`', '"')}">`,
      ];
      /** A page in which nothing loads or runs. */
      const inert = document.implementation.createHTMLDocument('');
      const problemsAsDrawn = (draw: (text: string) => string, text: string) => {
        const host = inert.createElement('div');
        host.attachShadow({ mode: 'open' }).innerHTML = draw(text);
        return new Set(problemsOf(host));
      };
      /**
       * Whether an element that draws the text in this way has a problem that it would not have with a harmless text.
       */
      const isFoundIn = (text: string) =>
        drawings.some((draw) => {
          const harmless = problemsAsDrawn(draw, 'photo');
          return [...problemsAsDrawn(draw, text)].some((problem) => !harmless.has(problem));
        });
      /** Runs the expressions that a template engine would run. */
      const runsAsTemplate = (text: string) => {
        for (const found of text.matchAll(/\$\{(.*?)\}|\{\{\{?(.*?)\}\}|<%=?(.*?)%>|#\{(.*?)\}/g)) {
          const script = document.createElement('script');
          const expression = JSON.stringify(found.slice(1).join(''));
          script.textContent = `try { Function('title', '$on', ${expression})('', isNaN) } catch {}`;
          document.body.append(script);
          script.remove();
        }
        return watch.heard.splice(0).some((each) => /^(__xss|alert)\(/.test(each));
      };

      it('when an element draws it carelessly, each in one way or another', () => {
        const missed = vectors
          .filter(({ attacks }) => attacks)
          .filter(({ text }) => {
            const once = preparations.map((prepare) => prepare(text));
            const twice = once.flatMap((each) => preparations.map((prepare) => prepare(each)));
            return ![text, ...once, ...twice].some(isFoundIn) && !runsAsTemplate(text);
          });
        watch.stop();
        watch.heard.length = 0;
        expect(missed.map(nameOf).join('\n')).to.equal('');
        expect(vectors.filter(({ attacks }) => attacks)).to.have.length.above(99);
        expect(new Set(allTexts).size).to.equal(allTexts.length);
      });

      it('when it runs', async () => {
        const host = document.createElement('div');
        const root = host.attachShadow({ mode: 'open' });
        document.body.append(host);
        watch.include(root);
        const expectHeard = async (markup: string, heard: string | RegExp, act?: () => void) => {
          root.innerHTML = markup;
          act?.();
          await waitUntil(
            () => watch.heard.some((each) => each.match(heard)),
            `${heard} is heard of ${markup}`,
          );
          watch.heard.length = 0;
        };
        const click = () => root.querySelector<HTMLElement>('a, button')!.click();
        await expectHeard('<img src=x onerror=__xss(1)>', /^__xss\(1\)$/);
        await expectHeard('<svg><animate onbegin=alert(2) attributeName=x dur=1s></svg>', /^alert\(2\)$/);
        await expectHeard('<details open ontoggle=confirm(3)>', /^confirm\(3\)$/);
        await expectHeard('<a href="javascript:prompt(4)">photo</a>', /^prompt\(4\)$/, click);
        await expectHeard('<button onclick="window.open(5)">photo</button>', /^open\(5\)$/, click);
        await expectHeard(
          '<a href="https://web.example/6">photo</a>',
          /^to https:\/\/web\.example\/6$/,
          click,
        );
        await expectHeard('<p onmouseover="print(7)">photo</p>', /^print\(7\)$/, () => pester(root));
        await expectHeard('<p>photo</p>', /^<p> with the handler onclick$/, () =>
          root.querySelector('p')!.setAttribute('onclick', ''),
        );
        host.remove();
        const base = document.createElement('base');
        document.head.append(base);
        base.remove();
        document.title = 'Photo';
        watch.stop();
        expect(watch.heard.splice(0).join('\n')).to.equal('<base>\nthe title Photo');
        expect(globalThis.__xss).to.equal(undefined);
      });

      it('when it is in the JSON-LD', () => {
        const script = document.createElement('script');
        script.type = 'application/ld+json';
        const problems = (text: string) => {
          script.textContent = text;
          return problemsOf(script).join();
        };
        expect(problems('{"name":"\\u003c","url":"https://web.example","image":["/a"]}')).to.equal('');
        expect(problems('{"name":"<b"}')).to.equal('JSON-LD with a <');
        expect(problems('{"name":"}')).to.equal('JSON-LD that is no JSON');
        expect(problems('{"list":[{"image":["javascript:1"]}]}')).to.equal('JSON-LD with image javascript:1');
        script.id = 'x';
        expect(problems('{}')).to.equal('JSON-LD with the attribute id');
      });
    });

    describe('is text to the shopper', () => {
      const read: Record<string, [fields: (text: string) => Record<string, unknown>, shownIn: string]> = {
        title: [(title) => ({ title }), 'title'],
        content: [(content) => ({ title: 'Photo', content }), 'content'],
        location: [(location) => ({ title: 'Photo', location }), 'location'],
        created_at: [(text) => ({ title: 'Photo', created_at: text }), 'date'],
      };
      for (const [field, [fieldsOf, shownIn]] of Object.entries(read))
        for (const layout of fieldLayouts)
          it(`as the ${field} of an entry, and nothing of it is lost (${layout})`, async () => {
            // A place and a date are drawn as a title is: two of each kind are enough.
            const given = layout === 'feed' && /title|content/.test(field) ? allTexts : texts;
            await openWith(fieldsOf, { layout }, given);
            if (field === 'content')
              await waitUntil(
                () => timelines.every(({ shadowRoot }) => shadowRoot!.querySelector('[part~=content] a')),
                'links are drawn',
              );
            expectSame(shown(shownIn), given);
            await expectCalm(...timelines);
            expectSame(shown(shownIn), given);
          });

      for (const field of ['type', 'updated_at', 'user_id'])
        it(`as the ${field} of an entry, and changes nothing that is shown`, async () => {
          await openWith((text) => ({ title: 'Photo', [field]: text }));
          const [first, ...rest] = new Set(parts('entry').map((each) => each.textContent));
          expect([first?.includes('Photo'), rest]).to.deep.equal([true, []]);
          await expectCalm(...timelines);
        });

      const all = (text: string) => ({
        type: text,
        title: text,
        content: text,
        location: text,
        created_at: text,
        updated_at: text,
        user_id: text,
        image: { url: text },
        video: { url: text, poster_url: text },
        gallery: [{ url: text, file_type: text, poster_url: text }],
      });
      for (const layout of layouts)
        it(`in every field of an entry at once (${layout})`, async () => {
          await openWith(all, { layout }, samples);
          for (const name of ['title', 'content', 'location', 'date']) expectSame(shown(name), samples);
          await expectCalm(...timelines);
        });

      it('in what the page gives itself', async () => {
        const collection = JSON.stringify(collectionOf('"><img src=x onerror=__xss()>'));
        timelines = [];
        for (let from = 0; from < texts.length; from += DRAWN) {
          const entries = JSON.stringify(page(texts.slice(from, from + DRAWN).map(all)).data);
          const timeline = await open({ ...everything, entries, collection });
          await inState(timeline, 'ready');
          timelines.push(timeline);
        }
        await allDrawn(texts.length);
        for (const name of ['title', 'content', 'location', 'date']) expectSame(shown(name), texts);
        await expectCalm(...timelines);
      });

      it('with the marks that the elements themselves are drawn with', async () => {
        const marks = [
          litMark,
          litMark.slice(1),
          `<!--${litMark}-->`,
          `<p title="${litMark.slice(1)}" @click=${litMark.slice(1)}>`,
          `</p><!--${litMark}--><img src=x onerror=__xss()>`,
        ];
        const fieldsOf = (text: string) => ({ title: text, content: text, location: text, created_at: text });
        await openWith(fieldsOf, {}, marks);
        for (const name of ['title', 'content', 'location', 'date']) expectSame(shown(name), marks);
        await expectCalm(...timelines);
      });

      for (const hasFilm of [true, false]) {
        const film = `${hasFilm ? 'with' : 'without'} a film`;
        const check = (elements: CollectionTimeline[], given: readonly string[]) => {
          expectSame(shown('name', ...elements), given);
          expectSame(shown('description', ...elements), given);
          expectSame(
            shown('launch-date', ...elements),
            given.map((text) => `Launch: ${text}`),
          );
          if (hasFilm)
            expectSame(
              shown('keyword', ...elements),
              given.flatMap((text) => [text, 'photo']),
            );
          expectSame(
            parts('header', ...elements).map((header) => addressesIn(header).join(' ')),
            given.map((text) => asBrowser(text) ?? ''),
          );
        };

        it(`in every field of a collection ${film}`, async () => {
          await forEachText(
            async (batch) => {
              for (const text of batch) await answer('getCollection', collectionOf(text, hasFilm));
              await answer('listTimeline', page([{ title: 'Photo' }]), 0);
            },
            (_, index) => open({ 'collection-id': `c-${index}`, ...everything }),
            'ready',
            (elements, given) => {
              // Answers may come in another order than they were given.
              const byName = new Map(elements.map((element) => [element.collection!.name, element]));
              check(
                given.map((text) => byName.get(text)!),
                given,
              );
            },
          );
        });

        it(`in every field of a collection ${film} that the page gives itself`, async () => {
          const entries = JSON.stringify(page([{ title: 'Photo' }]).data);
          const timeline = await open({ ...everything, entries });
          await inState(timeline, 'ready');
          await forEachChange(
            timeline,
            (text) => timeline.setAttribute('collection', JSON.stringify(collectionOf(text, hasFilm))),
            (text) => check([timeline], [text]),
          );
        });
      }

      const setWords = (timeline: CollectionTimeline, text: string) => {
        const words = Object.keys({ ...common, ...commonLater, ...collectionTimeline }).map((word) => [
          word,
          text,
        ]);
        timeline.setAttribute('words', JSON.stringify(Object.fromEntries(words)));
      };

      it('in every word that a merchant puts in place of the own', async () => {
        const picture = { url: media('nordlicht-01.webp') };
        const film = { url: media('tiefsee-session.webm') };
        const gallery = [picture, { url: media('plan.zip') }, film];
        const entries = [
          { location: 'Here', content: 'There', image: picture, gallery },
          { created_at: 'Then', image: picture, video: film },
          { created_at: '2026-01-05', title: 'Photo', gallery: [film] },
        ];
        await answer('listTimeline', page(entries));
        const timeline = await open({ 'collection-slug': 'any', scrubber: '', ...everything });
        await inState(timeline, 'ready');
        await forEachChange(
          timeline,
          (text) => setWords(timeline, text),
          (text) => {
            expectSame(shown('group-heading', timeline).slice(1, 2), [text]);
            // The words may have places for the title, which is the same text here, and for the third picture of three.
            const label = `${text}: ${fill(text, { title: text, index: '3', count: '3' })}`;
            expect(part(timeline, 'previous')!.getAttribute('aria-label')).to.equal(label);
          },
        );
      });

      it('in the words where there is nothing yet', async () => {
        await answer('listTimeline', page([]));
        const timeline = await open({ 'collection-slug': 'any', ...everything });
        await inState(timeline, 'empty');
        await forEachChange(
          timeline,
          (text) => setWords(timeline, text),
          (text) => expectSame(messagesOf([timeline]), [text]),
        );
      });

      const fail = (message: string, code: string, times: number) =>
        shop.fault({
          operation: 'listTimeline',
          fault: 'status',
          status: 404,
          body: { message, code, details: message },
          times,
        });

      it('in what the service says of a failure', async () => {
        await forEachText(
          async (batch) => {
            for (const text of batch) await fail(text, text, 1);
          },
          (text) => open({ 'collection-slug': text }),
          'error',
          // The answers may arrive in a different order.
          (elements, given) =>
            expectSame(messagesOf(elements).sort(), given.map((text) => text.trim()).sort()),
          // A text without letters or digits tells a shopper nothing.
          alone.filter((text) => /[\p{L}\p{N}]/u.test(text)),
        );
      });

      it('in what the merchant says of a failure', async () => {
        await forEachText(
          () => fail('Gone', 'gone', 0),
          (text) => open({ 'collection-slug': 'any', 'error-messages': JSON.stringify({ gone: text }) }),
          'error',
          (elements, given) => expectSame(messagesOf(elements), given),
        );
      });

      it('under a picture in full', async () => {
        const picture = { url: media('nordlicht-01.webp') };
        // One of each kind, and addresses that are shown.
        const chosen = samples
          .filter((_, index) => index % 2 === 0)
          .concat(allTexts.filter((text) => asBrowser(text)).slice(-8));
        const fieldsOf = (text: string) => ({
          title: text,
          content: text,
          image: picture,
          gallery: ['image', 'video'].map((file_type) => ({ url: text, poster_url: text, file_type })),
        });
        await openWith(fieldsOf, {}, chosen);
        const [timeline] = timelines as [CollectionTimeline];
        for (const [index, text] of chosen.entries()) {
          parts('enlarge', parts('entry')[index]!)[0]!.click();
          const dialog = () => timeline.shadowRoot!.querySelector('dialog');
          await waitUntil(() => dialog()?.open, `the picture is shown in full: ${text}`);
          expect(problemsOf(dialog()!).join('\n')).to.equal('');
          expect(dialog()!.textContent, 'what it is called').to.contain(text.trim());
          expect(addressesIn(dialog()!).join('\n')).to.equal(
            [...new Set([picture.url, asBrowser(text)])].filter(Boolean).join('\n'),
          );
          const closed = oneEvent(timeline, 'collection-timeline-media-close');
          for (const element of elementsOf(dialog()!)) pester(element);
          if (dialog()?.open) dialog()!.close();
          await closed;
          expect(watch.heard.splice(0).join('\n')).to.equal('');
        }
      });

      it('after the # of the address that the shopper came by', async () => {
        await answer('listTimeline', page([{ title: 'Photo' }, { title: 'Photo' }]), 0);
        timelines = [];
        for (const text of [
          allTexts[2]!,
          String.raw`1"],*:not([x="`,
          '1<img src=x onerror=__xss()>',
          '%E0%A4%A',
        ]) {
          history.replaceState(null, '', `#entry-${text}`);
          const timeline = await open({ 'collection-slug': 'any', ...everything });
          await inState(timeline, 'ready');
          timelines.push(timeline);
          await expectCalm(timeline);
        }
        for (const text of texts)
          for (const hash of [`#entry-${text}`, `#${text}`]) {
            history.replaceState(null, '', hash);
            dispatchEvent(new HashChangeEvent('hashchange'));
            await timelines[0]!.updateComplete;
          }
        expect(new Set(shown('title')).size).to.equal(1);
        await expectCalm(...timelines);
      });
    });

    describe('leads to web addresses only', () => {
      const film = () => media('tiefsee-session.webm');
      const both = (...urls: (string | undefined)[]) => [...new Set(urls)].filter(Boolean);
      const fields: Record<
        string,
        [fields: (url: string) => Record<string, unknown>, addresses: (url: string) => (string | undefined)[]]
      > = {
        'image.url': [(url) => ({ image: { url } }), (url) => [asBrowser(url)]],
        'video.url': [(url) => ({ video: { url } }), (url) => [asBrowser(url)]],
        'video.poster_url': [
          (poster_url) => ({ video: { url: film(), poster_url } }),
          (url) => [film(), asBrowser(url)],
        ],
        'video.poster_url without a film': [
          (poster_url) => ({ video: { poster_url } }),
          (url) => [asBrowser(url)],
        ],
        'gallery[].url': [
          (url) => ({ gallery: [{ url }, { url, file_type: url.length % 2 ? 'video' : 'image/png' }] }),
          (url) => [asBrowser(url)],
        ],
        'gallery[].poster_url': [
          (poster_url) => ({ gallery: [{ url: film(), file_type: 'video/webm', poster_url }] }),
          (url) => [film(), asBrowser(url)],
        ],
        'gallery[].file_type': [
          (file_type) => ({ gallery: [{ url: media('plan'), file_type }] }),
          () => [media('plan')],
        ],
      };
      for (const [index, [field, [fieldsOf, addresses]]] of Object.entries(fields).entries()) {
        const layout = layouts[index % layouts.length]!;
        it(`from ${field} (${layout})`, async () => {
          await openWith((text) => ({ title: 'Photo', ...fieldsOf(text) }), { layout });
          // Paper shows all posters.
          dispatchEvent(new Event('beforeprint'));
          const found = parts('entry').map((article) =>
            addressesIn(article).filter((address) => !/^#entry-\d+$/.test(address)),
          );
          expectSame(
            found.map((each) => each.join(' ')),
            texts.map((text) => both(...addresses(text)).join(' ')),
          );
          await expectCalm(...timelines);
        });
      }

      it('where a place leads to a map, and nothing of the place changes which map', async () => {
        await openWith((text) => ({ title: 'Photo', location: text }));
        const found = parts('location').map((each) => {
          const link = each.closest('a') ?? each.querySelector('a');
          const { origin, pathname, searchParams, hash } = new URL(link!.href);
          return `${origin}${pathname}${hash} ${JSON.stringify([...searchParams])}`;
        });
        expectSame(
          found,
          texts.map((text) => `https://maps.example/ ${JSON.stringify([['q', text.toWellFormed()]])}`),
        );
      });

      it('where the map is wherever its template says', async () => {
        const templates = [
          '{location}',
          'javascript:{location}',
          'java{location}script:__xss()',
          'data:text/html,{location}',
          'https://{location}/',
          'https://maps.example/{location}/{location}#{location}',
          '//{location}',
        ];
        // The merchant is told of a template that is none.
        const told = await consoleOf('warn', async () => {
          for (const [index, template] of templates.entries()) {
            // A further request of the earlier timelines must not get the answer for the next ones.
            shop = await newShop();
            const given = index ? alone : texts;
            await openWith((location) => ({ title: 'Photo', location }), { 'map-url': template }, given);
            expectSame(shown('location'), given);
            await expectCalm(...timelines);
            for (const timeline of timelines) timeline.remove();
          }
        });
        expect(told.length).to.be.above(0);
        expect(
          told.every((message) => message.startsWith('<collection-timeline> map-url must be ')),
        ).to.equal(true);
      });

      it('where the template of the map itself is a trap', async () => {
        await answer('listTimeline', page([{ location: 'Here' }]));
        const timeline = await open({ 'collection-slug': 'any', ...everything });
        await inState(timeline, 'ready');
        const told = await consoleOf('warn', () =>
          forEachChange(
            timeline,
            (text) => timeline.setAttribute('map-url', `${text}{location}`),
            (text) => {
              const [place] = parts('location', timeline);
              const href = asBrowser(`${text}{location}`.replaceAll('{location}', 'Here'));
              expect([place!.textContent, addressesIn(place!).join()], text).to.deep.equal([
                'Here',
                href ?? '',
              ]);
            },
          ),
        );
        expect(
          told.every((message) => message.startsWith('<collection-timeline> map-url must be ')),
        ).to.equal(true);
      });

      it('as the browser itself reads every address', () => {
        const check = (url: string) => {
          const safe = safeUrl(url);
          expect(safe, JSON.stringify(url)).to.equal(asBrowser(url));
          if (safe) expect(asBrowser(safe), 'read again').to.equal(safe);
        };
        allTexts.forEach(check);
        const piece = fc.oneof(
          fc.constantFrom(
            ...['java', 'script', 'javascript:', 'data:', 'blob:', 'https:', 'http', 'file:', 'vbscript:'],
            ...[':', '/', '//', '\\', '@', '#', '?', '&#58;', '%3a', '%00', 'web.example', '[::1]', '..'],
            ...['\t', '\n', '\r', '\0', ' ', '\u00a0', '\ufeff', '\u200b', '\u0001', '\ud800', '\u2028'],
          ),
          fc.constantFrom(...allTexts),
          fc.string({ unit: 'binary', maxLength: 3 }),
        );
        const url = fc
          .tuple(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.boolean())
          .map(([pieces, isUpper]) => (isUpper ? pieces.join('').toUpperCase() : pieces.join('')));
        fc.assert(fc.property(url, check), { numRuns: count, seed });
      });
    });

    describe('is told to search engines', () => {
      const describedIn = ({ head }: Document) =>
        [...head.querySelectorAll('script[type="application/ld+json"]')].map((script) => script.textContent);
      const described = () => describedIn(document);
      /** Every text in it. */
      const textsIn = (json: string) => {
        const found: unknown[] = [];
        JSON.parse(json, (_, value: unknown) => (found.push(value), value));
        return found;
      };

      it('as text that cannot end where it stands, and nothing of it is lost', async () => {
        const name = '"</script><img src=x onerror=__xss()>';
        await openWith(
          (text) => ({ title: text, content: text, location: text, image: { url: text } }),
          { 'collection-id': 'any' },
          texts,
          () => answer('getCollection', collectionOf(name), 0),
        );
        await waitUntil(() => described().length === timelines.length, 'all are in the head');
        const found = new Set(described().flatMap(textsIn));
        const lost = [name, ...texts].filter((text) => !found.has(text));
        expect(lost.map((text) => JSON.stringify(text)).join('\n')).to.equal('');
        await expectCalm(...timelines);
        // As a tool that writes the page's tree down would, and a browser that reads it again.
        const copy = new DOMParser().parseFromString(document.head.outerHTML, 'text/html');
        expect(describedIn(copy).join('\n') === described().join('\n')).to.equal(true);
        expect(copy.querySelectorAll('img, svg, iframe, base, form')).to.have.length(0);
      });
    });
  });
}
