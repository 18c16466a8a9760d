import type { TestShop } from '../../helpers/control.ts';
import { expect, newShop, part, textOf, waitUntil } from '../../helpers/fixture.ts';
import { box } from '../../helpers/undo.ts';
import { open, setNow, parts, show, textsOf } from './support.ts';

describe('The text of an entry of <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  it('keeps its line breaks', async () => {
    const timeline = await show(shop, [
      { content: 'One line.\nAnother one.\n\nAnd one more.' },
      { content: 'One line.' },
    ]);
    const [broken, whole] = parts(timeline, 'content').map((each) => each.getBoundingClientRect().height);
    expect(broken).to.be.closeTo(4 * whole!, 1);
  });

  for (const dir of ['ltr', 'rtl'])
    it(`stands at the line in the middle, whichever way it runs: alternating, ${dir}`, async () => {
      const inside = box({ dir, style: 'inline-size: 900px' });
      const texts = [
        ['A title', 'A line that is long.\nOne more.'],
        ['عنوان', 'هذا سطر طويل بالعربية.\nوسطر آخر.'],
      ];
      const entries = [0, 1, 0, 1].map((way, index) => ({
        title: texts[way]![0],
        content: texts[way]![1],
        created_at: `2026-01-0${4 - index}T00:00:00Z`,
        image: { url: `${globalThis.sandboxUrl}/media/nordlicht-01.webp` },
      }));
      const shown = [entries[0]!, entries[2]!, entries[1]!, entries[3]!];
      const timeline = await show(
        shop,
        shown,
        { layout: 'alternating', 'order-by': 'id', order: 'asc' },
        inside,
      );
      const articles = parts(timeline, 'entry');
      expect(articles).to.have.length(4);
      for (const [index, article] of articles.entries()) {
        const { left, right } = article.getBoundingClientRect();
        const middle = (left + right) / 2;
        const distances = ['.title', '.content'].flatMap((selector) => {
          const text = new Range();
          text.selectNodeContents(article.querySelector(selector)!);
          const lines = [...text.getClientRects()].filter(({ width }) => width > 0);
          return lines.map((line) => Math.min(Math.abs(line.left - middle), Math.abs(line.right - middle)));
        });
        expect(distances).to.have.length(3);
        const gap = 2 * Number.parseFloat(getComputedStyle(article).fontSize);
        for (const distance of distances) expect(distance, `entry ${index + 1}`).to.be.closeTo(gap, 3);
      }
    });

  it('has links that lead out of the page and take nothing along', async () => {
    const content =
      'See www.example.com/loden, or write to hello@example.com.\nThe film: https://example.com/f?a=1.';
    const timeline = await show(shop, [{ content }]);
    await waitUntil(() => part(timeline, 'content')!.querySelector('a'), 'the links are found');
    const links = [...part(timeline, 'content')!.querySelectorAll('a')];
    expect(links.map((link) => [link.textContent, link.href])).to.deep.equal([
      ['www.example.com/loden', 'https://www.example.com/loden'],
      ['hello@example.com', 'mailto:hello@example.com'],
      ['https://example.com/f?a=1', 'https://example.com/f?a=1'],
    ]);
    for (const { rel, target } of links)
      expect([rel, target]).to.deep.equal(['noopener noreferrer nofollow', '_blank']);
    expect(part(timeline, 'content')!.textContent).to.equal(content);
    await expect(timeline).to.be.accessible();
  });

  it('has no links where nobody meant any', async () => {
    const content =
      'From Borås to Porto.Then back, by train and/or ferry. Porto.It rained. ftp://example.com @nordlicht';
    const timeline = await show(shop, [{ content }, { content: 'https://example.com' }]);
    await waitUntil(() => parts(timeline, 'content')[1]!.querySelector('a'), 'the links are found');
    const [first] = parts(timeline, 'content');
    expect(first!.querySelectorAll('a')).to.have.length(0);
    expect(first!.textContent).to.equal(content);
  });

  it('has its links also where it came with a later page', async () => {
    const timeline = await show(shop, [{ content: 'None.' }, { content: 'At www.example.com' }], {
      limit: '1',
    });
    part(timeline, 'button')!.click();
    await waitUntil(
      () => parts(timeline, 'content')[1]?.querySelector('a')?.href === 'https://www.example.com/',
    );
  });
});

describe('The date of an entry of <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
    setNow('2026-03-10T12:00:00Z');
  });

  const settings = { lang: 'en-GB', 'time-zone': 'UTC', 'order-by': 'id', order: 'asc' };
  const days = [
    '2026-03-10',
    '2026-03-09',
    '2026-03-07',
    '2026-03-05T23:30:00Z',
    '2026-03-01',
    '1969-07-20',
    'Drop 7',
  ];
  const entries = days.map((created_at) => ({ created_at }));

  for (const layout of ['feed', 'compact', 'alternating'])
    it(`has its dot at the middle of its line: ${layout}`, async () => {
      const inside = box({ style: 'inline-size: 900px' });
      const timeline = await show(shop, [{ title: 'A', created_at: '2026-01-01' }], { layout }, inside);
      for (const style of ['font-size: 16px', 'font-size: 24px; line-height: 1.2']) {
        timeline.style.cssText = style;
        const item = timeline.shadowRoot!.querySelector('.item')!;
        const { top, height } = getComputedStyle(item, '::after');
        const dot = item.getBoundingClientRect().top + Number.parseFloat(top) + Number.parseFloat(height) / 2;
        const line = part(timeline, 'date')!.parentElement!.getBoundingClientRect();
        expect(dot, style).to.be.closeTo((line.top + line.bottom) / 2, 1);
      }
    });

  it('is near where it is near, with the full one beside it, and full where it is not', async () => {
    const timeline = await show(shop, entries, settings);
    expect(textsOf(timeline, 'date')).to.deep.equal([
      'today',
      'yesterday',
      '3 days ago',
      '5 days ago',
      '1 March 2026',
      '20 July 1969',
      'Drop 7',
    ]);
    expect(textsOf(timeline, 'day'), 'beside the near ones').to.deep.equal([
      '10 March 2026',
      '9 March 2026',
      '7 March 2026',
      '5 March 2026',
    ]);
    expect(
      parts(timeline, 'date').map((date) => [date.localName, date.getAttribute('datetime')]),
    ).to.deep.equal([
      ['time', '2026-03-10'],
      ['time', '2026-03-09'],
      ['time', '2026-03-07'],
      ['time', '2026-03-05T23:30:00.000Z'],
      ['time', '2026-03-01'],
      ['time', '1969-07-20'],
      ['span', null],
    ]);
  });

  it('moves with the time zone, also when that changes, but a day without a time does not', async () => {
    const timeline = await show(shop, entries, settings);
    timeline.timeZone = 'Asia/Tokyo';
    await timeline.updateComplete;
    expect(textsOf(timeline, 'date').slice(0, 5)).to.deep.equal([
      'today',
      'yesterday',
      '3 days ago',
      '4 days ago',
      '1 March 2026',
    ]);
  });

  for (const [lang, told] of [
    ['de', ['heute', 'gestern', 'vor 3 Tagen', 'vor 5 Tagen', '1. März 2026', '20. Juli 1969', 'Drop 7']],
    [
      'fr',
      ['aujourd’hui', 'hier', 'il y a 3 jours', 'il y a 5 jours', '1 mars 2026', '20 juillet 1969', 'Drop 7'],
    ],
  ] as const)
    it(`is told in the language of the page: ${lang}`, async () => {
      const timeline = await show(shop, entries, { ...settings, lang });
      expect(textsOf(timeline, 'date')).to.deep.equal(told);
    });
});

describe('The place of an entry of <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const location = 'Rua do Loureiro 7, Porto & "Gaia"/#?';

  it('is text, and a link to a map where the shop has one', async () => {
    const timeline = await show(shop, [{ location }]);
    expect(textOf(timeline, 'location')).to.equal(location);
    expect(part(timeline, 'location')!.localName).to.equal('span');
    timeline.mapUrl = 'https://map.example/?q={location}&l={location}';
    await timeline.updateComplete;
    const link = part(timeline, 'location') as unknown as HTMLAnchorElement;
    const { searchParams, origin, hash } = new URL(link.href);
    expect([origin, searchParams.get('q'), searchParams.get('l'), hash]).to.deep.equal([
      'https://map.example',
      location,
      location,
      '',
    ]);
    expect(link.textContent).to.equal(location);
    expect(link.ariaLabel).to.equal(`${location} (map)`);
    expect([link.rel, link.target]).to.deep.equal(['noopener noreferrer', '_blank']);
    await expect(timeline).to.be.accessible();
  });

  it('may be half a letter, or a template of its own', async () => {
    const timeline = await show(shop, [{ location: '\ud83e' }, { location: '{location}' }], {
      'map-url': 'https://map.example/{location}',
    });
    expect((parts(timeline, 'location') as HTMLAnchorElement[]).map(({ href }) => href)).to.deep.equal([
      'https://map.example/%EF%BF%BD',
      'https://map.example/%7Blocation%7D',
    ]);
  });
});

describe('The icon of an entry of <collection-timeline>', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  const types = ['milestone', 'milestone', 'Customer Story', 'update'];

  const withIcons = async (...icons: string[]) => {
    const { slug } = await shop.timeline({ entries: types.map((type) => ({ type, title: type })) });
    const timeline = document.createElement('collection-timeline');
    timeline.append(...icons.map((icon) => document.createRange().createContextualFragment(icon)));
    for (const [name, value] of Object.entries({
      'base-url': shop.url,
      'api-key': shop.key,
      'collection-slug': slug,
    }))
      timeline.setAttribute(name, value);
    document.body.append(timeline);
    await waitUntil(() => timeline.dataset['state'] === 'ready');
    await timeline.updateComplete;
    return timeline;
  };
  const icons = (timeline: Element) =>
    [...timeline.shadowRoot!.querySelectorAll('[part~=entry]')].map(
      (each) => each.querySelector('[part~=icon]')?.firstElementChild?.localName ?? '',
    );

  it('is a copy of the one that the page has for its type', async () => {
    const timeline = await withIcons(
      '<svg slot="icon-milestone" id="star" viewBox="0 0 8 8"><path d="M0 0h8v8z" /></svg>',
      '<template slot="icon-customer-story"><b>C</b></template>',
      '<i slot="icon-other">O</i>',
    );
    expect(icons(timeline)).to.deep.equal(['svg', 'svg', 'b', '']);
    const [icon] = parts(timeline, 'icon');
    expect(icon!.ariaHidden).to.equal('true');
    expect(icon!.querySelectorAll('[id], [slot]')).to.have.length(0);
    expect(icon!.querySelectorAll('path')).to.have.length(1);
    expect(icon!.getBoundingClientRect().width).to.be.above(0);
    // The page's own one is not shown beside the copies.
    expect(timeline.firstElementChild!.getClientRects()).to.have.length(0);
    await expect(timeline).to.be.accessible();
    timeline.remove();
  });

  it('has the colour of the text, also on a dark page, unless it has its own', async () => {
    const timeline = await withIcons(
      '<svg slot="icon-milestone" viewBox="0 0 8 8"><path d="M0 0h8v8z" /></svg>',
      '<svg slot="icon-customer-story" viewBox="0 0 8 8" fill="#f00"><path d="M0 0h8v8z" /></svg>',
    );
    timeline.style.color = 'rgb(255, 255, 255)';
    const fills = parts(timeline, 'icon').map((each) => getComputedStyle(each.querySelector('path')!).fill);
    expect(fills).to.deep.equal(['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 'rgb(255, 0, 0)']);
    timeline.remove();
  });

  it('changes at once when its content or its text does', async () => {
    const timeline = await withIcons('<i slot="icon-milestone">A</i>');
    const icon = timeline.querySelector('i')!;
    const texts = () => parts(timeline, 'icon').map(({ textContent }) => textContent);
    expect(texts()).to.deep.equal(['A', 'A']);
    icon.replaceChildren(document.createElement('b'), 'B');
    await waitUntil(() => texts().join() === 'B,B', 'it has other content');
    icon.lastChild!.nodeValue = 'C';
    await waitUntil(() => texts().join() === 'C,C', 'it has another text');
    timeline.remove();
  });

  it('appears at once if the page adds it after the story, and goes with it', async () => {
    const timeline = await withIcons();
    const icon = document.createElement('i');
    timeline.append(icon);
    icon.slot = 'icon-milestone';
    await waitUntil(() => icons(timeline).join() === 'i,i,,', 'it is there');
    icon.replaceWith(Object.assign(document.createElement('b'), { slot: 'icon-update' }));
    await waitUntil(() => icons(timeline).join() === ',,,b', 'it is the one of another type');
    timeline.remove();
    timeline.replaceChildren();
    document.body.append(timeline);
    await waitUntil(() => icons(timeline).join() === ',,,', 'it is gone');
    timeline.append(Object.assign(document.createElement('b'), { slot: 'icon-update' }));
    await waitUntil(() => icons(timeline).join() === ',,,b', 'it is back');
    timeline.remove();
  });

  it('is none where the page has none, and every type has its part', async () => {
    const timeline = await withIcons();
    expect(icons(timeline)).to.deep.equal(['', '', '', '']);
    expect(parts(timeline, 'entry-milestone')).to.have.length(2);
    expect(parts(timeline, 'entry-customer-story')).to.have.length(1);
    expect(parts(timeline, 'entry')).to.have.length(4);
    timeline.remove();
  });
});

describe('An entry of <collection-timeline> of an unknown type', () => {
  it('is not taken for the one that a link led to, whatever its type is called', async () => {
    const timeline = await show(await newShop(), [{ title: 'T', type: 'current' }]);
    expect(parts(timeline, 'entry')).to.have.length(1);
    expect(parts(timeline, 'entry-current')).to.deep.equal([]);
  });

  it('has the general form', async () => {
    const shop = await newShop();
    const fields = { title: 'T', content: 'C', location: 'L' };
    const timeline = await show(shop, [
      { ...fields, type: 'update' },
      { ...fields, type: '' },
      { ...fields, type: '\u{1f6f8} !' },
    ]);
    const shape = (each: Element) =>
      [...each.querySelectorAll('[part]')].map(({ part: names }) => names.value);
    const [known, empty, odd] = parts(timeline, 'entry').map(shape);
    expect(empty).to.deep.equal(known);
    expect(odd).to.deep.equal(known);
    await open(shop, { 'collection-slug': 'x' });
    await expect(timeline).to.be.accessible();
  });
});
