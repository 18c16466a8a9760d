import { define, version } from '../../../src/elements/base/define.ts';
import { localeOf } from '../../../src/elements/base/locale.ts';
import { safeUrl } from '../../../src/elements/base/safe-url.ts';
import { consoleOf, expect } from '../../helpers/fixture.ts';

describe('Registering an element', () => {
  const element = (ofVersion: string) =>
    class extends HTMLElement {
      static readonly version = ofVersion;
    };

  it('twice, as when a page loads the script twice, is no error and says nothing', async () => {
    define('x-twice', element(version));
    expect(await consoleOf('warn', () => define('x-twice', element(version)))).to.deep.equal([]);
  });

  it('beside another version, or a stranger under the same tag, says so', async () => {
    define('x-versions', element('0.0.1'));
    expect(await consoleOf('warn', () => define('x-versions', element('0.0.2')))).to.deep.equal([
      '<x-versions> is already registered (version 0.0.1); version 0.0.2 is not used.',
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

  it('is the browser’s, or else English, where the page says none or nonsense', () => {
    const language = Object.getOwnPropertyDescriptor(Navigator.prototype, 'language')!;
    const { box, inner } = within('<p lang="en_US"><i></i></p>');
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
    expect(vectors.map(safeUrl).filter(Boolean)).to.deep.equal([]);
  });
});
