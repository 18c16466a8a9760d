import { define, version } from '../../../src/elements/shared/define.ts';
import { fill, formatCount, formatDuration } from '../../../src/elements/shared/format.ts';
import { localeOf } from '../../../src/elements/shared/locale.ts';
import { safeUrl } from '../../../src/elements/shared/safe-url.ts';
import { loadWords, wordsFor, wordsLanguage } from '../../../src/elements/shared/words.ts';
import { consoleOf, expect } from '../../helpers/fixture.ts';

describe('Registering an element', () => {
  const element = (ofVersion: string) =>
    class extends HTMLElement {
      static readonly version = ofVersion;
    };

  it('twice, as when a page loads the script twice, is no error, and is said once for all elements', async () => {
    const tags = ['x-first', 'x-second', 'x-third'];
    for (const tag of tags) define(tag, element(version));
    const said = await consoleOf('warn', () => tags.forEach((tag) => define(tag, element(version))));
    expect(said).to.deep.equal([
      `<x-first> is already registered (version ${version}); this copy (version ${version}) is not used. Load it once.`,
    ]);
  });

  it('again by the same copy says nothing', async () => {
    const same = element('1.0.0');
    define('x-same', same);
    expect(await consoleOf('warn', () => define('x-same', same))).to.deep.equal([]);
  });

  it('beside another version, or a stranger under the same tag, says so', async () => {
    define('x-versions', element('0.0.1'));
    expect(await consoleOf('warn', () => define('x-versions', element('0.0.2')))).to.deep.equal([
      '<x-versions> is already registered (version 0.0.1); this copy (version 0.0.2) is not used. Load it once.',
    ]);
    customElements.define('x-stranger', class extends HTMLElement {});
    const [message] = await consoleOf('warn', () => define('x-stranger', element('1')));
    expect(message).to.contain('(version unknown)');
  });

  it('carries the version of the package', async () => {
    const manifest = (await (await fetch('/package.json')).json()) as { version: string };
    expect(version).to.equal(manifest.version);
  });
});

const languageOf = (element: Element) => localeOf(element).language;

describe('The language of an element', () => {
  const within = (html: string) => {
    const box = document.createElement('div');
    box.innerHTML = html;
    document.body.append(box);
    return { box, inner: box.querySelector('i')! };
  };

  it('is that of the nearest lang around it, through shadow roots too', () => {
    const { box, inner } = within('<p lang="ar"><b lang="fr"><i></i></b></p>');
    expect(languageOf(inner)).to.equal('fr');
    const hidden = document.createElement('span');
    const host = document.createElement('div');
    inner.append(host);
    host.attachShadow({ mode: 'open' }).append(hidden);
    expect(languageOf(hidden)).to.equal('fr');
    box.remove();
    expect(languageOf(document.body)).to.equal('en');
  });

  it('is the one that Shopify’s shop speaks, where the page says none', () => {
    Object.assign(globalThis, { Shopify: { locale: 'pt-PT' } });
    expect(languageOf(document.body)).to.equal('en');
    document.documentElement.lang = '';
    expect(languageOf(document.body)).to.equal('pt-PT');
    document.documentElement.lang = 'en';
    Reflect.deleteProperty(globalThis, 'Shopify');
  });

  it('may be written with an underscore, as some themes do', () => {
    const { box, inner } = within('<p lang="de_AT"><i></i></p>');
    expect(languageOf(inner)).to.equal('de-AT');
    box.remove();
  });

  it('is the browser’s, or else English, where the page says none or nonsense', () => {
    const language = Object.getOwnPropertyDescriptor(Navigator.prototype, 'language')!;
    const { box, inner } = within('<p lang="no language"><i></i></p>');
    // The test page's own language is further out.
    document.documentElement.lang = '';
    for (const [browser, expected] of [
      ['pt-BR', 'pt-BR'],
      ['en-US@posix', 'en'],
    ]) {
      Object.defineProperty(navigator, 'language', { configurable: true, value: browser });
      expect(languageOf(inner)).to.equal(expected);
      expect(() => new Intl.NumberFormat(languageOf(inner))).not.to.throw();
    }
    Object.defineProperty(navigator, 'language', language);
    document.documentElement.lang = 'en';
    box.remove();
  });
});

describe('The direction of an element', () => {
  const directionIn = (html: string) => {
    const box = document.createElement('div');
    box.innerHTML = html;
    document.body.append(box);
    const { direction } = localeOf(box.querySelector('i')!);
    box.remove();
    return direction;
  };

  it('is that of its language where the page says none', () => {
    expect(directionIn('<p lang="ar-EG"><i></i></p>')).to.equal('rtl');
    expect(directionIn('<p lang="he"><b><i></i></b></p>')).to.equal('rtl');
    expect(directionIn('<p lang="de"><i></i></p>')).to.equal('ltr');
  });

  it('is left to the page where it says one as near as the language', () => {
    expect(directionIn('<p lang="ar" dir="ltr"><i></i></p>')).to.equal(undefined);
    expect(directionIn('<p lang="en"><b dir="rtl"><i></i></b></p>')).to.equal(undefined);
  });

  it('is that of the language again where that is said further in than the direction', () => {
    expect(directionIn('<p lang="en" dir="ltr"><b lang="ar"><i></i></b></p>')).to.equal('rtl');
  });
});

describe('The words of a language', () => {
  it('are those of the nearest relative, and English where there is none', () => {
    const pairs = {
      de: 'de',
      'de-AT': 'de',
      'es-MX': 'es',
      'fr-CA': 'fr',
      pt: 'pt-BR',
      'pt-BR': 'pt-BR',
      'pt-US': 'pt-BR',
      'pt-PT': 'pt-PT',
      'pt-AO': 'pt-PT',
      'pt-MZ': 'pt-PT',
      zh: 'zh-CN',
      'zh-CN': 'zh-CN',
      'zh-SG': 'zh-CN',
      'zh-Hans-HK': 'zh-CN',
      'zh-TW': 'zh-TW',
      'zh-HK': 'zh-TW',
      'zh-MO': 'zh-TW',
      'zh-Hant': 'zh-TW',
      nb: 'nb',
      nn: 'nb',
      no: 'nb',
      'no-NO': 'nb',
      'ar-EG': 'ar',
      fa: 'en',
      sr: 'en',
      'en-GB': 'en',
    };
    for (const [language, words] of Object.entries(pairs))
      expect(wordsLanguage(language), language).to.equal(words);
  });

  it('are found by the codes of former days too', () => {
    const box = document.createElement('div');
    document.body.append(box);
    for (const [code, words] of Object.entries({ iw: 'he', in: 'id', mo: 'ro' })) {
      box.lang = code;
      expect(wordsLanguage(languageOf(box)), code).to.equal(words);
    }
    box.remove();
  });

  it('come once, however many ask', async () => {
    // The modules of this page may have filled it.
    performance.setResourceTimingBufferSize(5000);
    const before = performance.getEntriesByType('resource').length;
    await Promise.all([loadWords('nl', () => undefined), loadWords('nl-BE', () => undefined)]);
    expect(wordsFor('nl')!.otpLogin.logout).to.equal('Uitloggen');
    expect(loadWords('nl', () => undefined)).to.equal(undefined);
    const loaded = performance
      .getEntriesByType('resource')
      .slice(before)
      .filter(({ name }) => name.includes('/nl.'));
    expect(loaded).to.have.length(1);
  });

  it('tell times as a person would', () => {
    const times = [1, 30, 119, 120, 599, 7199, 7201, 172_799, 172_801];
    const told = (round: (value: number) => number) => times.map((each) => formatDuration('en', each, round));
    expect(told(Math.ceil), 'to wait').to.deep.equal([
      '1 second',
      '30 seconds',
      '119 seconds',
      '2 minutes',
      '10 minutes',
      '120 minutes',
      '3 hours',
      '48 hours',
      '3 days',
    ]);
    expect(told(Math.floor), 'left').to.deep.equal([
      '1 second',
      '30 seconds',
      '119 seconds',
      '2 minutes',
      '9 minutes',
      '119 minutes',
      '2 hours',
      '47 hours',
      '2 days',
    ]);
    expect(formatDuration('de', 120)).to.equal('2 Minuten');
    expect(formatDuration('ja', 600), 'without a space').to.equal('10分');
    expect(formatDuration('zh-TW', 600)).to.equal('10分鐘');
    expect(formatDuration('ko', 600)).to.equal('10분');
  });

  it('write a count in the digits that the language’s dates and amounts have', () => {
    for (const language of ['en', 'de', 'ar', 'ar-EG', 'fa'])
      expect(formatCount(language, 36), language).to.equal(new Intl.NumberFormat(language).format(36));
    expect(formatCount('ar-EG', 36)).to.equal('٣٦');
  });

  it('keep a brace that nothing fills', () => {
    expect(fill('{a} and {b}', { a: '1' })).to.equal('1 and {b}');
    expect(fill('{a}', { a: '{b}', b: '2' })).to.equal('{b}');
  });
});

describe('The gate for URLs', () => {
  it('lets http, https and relative ones pass, resolved against the page', () => {
    expect(safeUrl('https://cdn.example/a b.webp?x=1#y')).to.equal('https://cdn.example/a%20b.webp?x=1#y');
    expect(safeUrl('//cdn.example/a')).to.equal(`${location.protocol}//cdn.example/a`);
    expect(safeUrl('/a')).to.equal(`${location.origin}/a`);
  });

  it('drops everything else', () => {
    const vectors = [
      'javascript:1',
      ' java\nscript:1',
      '\u0001javascript:1',
      'JaVaScRiPt:1',
      'vbscript:1',
      'data:text/html,1',
      'blob:https://a/1',
      'file:///a',
      'about:blank',
      'https://',
      '',
      ' ',
      null,
      undefined,
    ];
    expect(vectors.map((url) => safeUrl(url)).filter(Boolean)).to.deep.equal([]);
  });
});
