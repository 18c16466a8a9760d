/** Hostile posts: their authors write code that a page must not run. A browser loads the plugin's output. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { blockOf, printBlock, printPost, readTable, savePost, type Table } from './php.ts';
import { openPost, setSite } from './support.ts';

/** `hit()` is what must never run. */
const hostile = [
  '"><script>hit()</script>',
  "'><img src=x onerror=hit()>",
  '" onload="hit()" x="',
  "' onfocus='hit()' autofocus tabindex='0",
  '\\x22 onmouseover=\\x22hit()\\x22 style=\\x22position:fixed;inset:0',
  '\\x3cimg src=x onerror=hit()\\x3e',
  '&quot; onload=&quot;hit()&quot; x=&quot;',
  '&#34;&gt;&lt;script&gt;hit()&lt;/script&gt;',
  'javascript:hit()',
  'JaVa\tScRiPt:hit()',
  '&#106;avascript:hit()',
  'data:text/html,<script>hit()</script>',
  '//evil.example/{code}',
  '/\\evil.example',
  'https://evil.example/"onclick="hit()',
  '{"heading":"<img src=x onerror=hit()>"}',
  '{"heading":"&quot;,&quot;send&quot;:&quot;x"}',
  '{"heading":"&quot;&gt;&lt;script&gt;hit()&lt;/script&gt;"}',
  '{"heading":"&amp;quot; onload=&amp;quot;hit()&amp;quot;"}',
  '{"heading":["x"],"__proto__":{"x":1}}',
  '</otp-login><script>hit()</script>',
  '--><script>hit()</script><!--',
  '${hit()}{{hit()}}`hit()`',
  '%22%3E%3Cscript%3Ehit()%3C/script%3E',
  '\u202e\u2028\u0000hit()',
];
const broken = ['\xff\xfe"><script>hit()</script>', '\xc3"onload="hit()', '\xf0\x28\x8c\x28'];

const trap = `<script>
  var hits = 0;
  function hit() { hits++; }
  alert = confirm = prompt = hit;
</script>`;

/** Everything that must not be in the page in any form, and the attributes that reached the elements. */
const readPage = `(() => {
  const all = [...document.body.querySelectorAll('*')];
  return {
    hits,
    handlers: all.flatMap((each) => each.getAttributeNames().filter((name) => name.startsWith('on'))),
    styled: all.filter((each) => each.hasAttribute('style')).length,
    tags: [...new Set(all.map((each) => each.localName))].sort(),
    addresses: all.flatMap((each) => ['href', 'src', 'apply-url', 'map-url', 'base-url'].flatMap((name) => each.getAttribute(name) ?? [])),
    elements: all.filter((each) => each.localName.includes('-')).map((each) => [each.localName, each.getAttributeNames()]),
  };
})()`;

interface Read {
  hits: number;
  handlers: string[];
  styled: number;
  tags: string[];
  addresses: string[];
  elements: [string, string[]][];
}

const stage = setSite();
let table: Table;
before(async () => {
  table = await readTable();
});

/** Opens what WordPress printed, as it came and with the elements at work. */
async function read(body: string, scripts: string): Promise<Read> {
  const printed = { head: '', body, scripts, styles: '' };
  const { page, complaints, context } = await openPost(stage, printed, { head: trap });
  await page.waitForFunction(() =>
    ['otp-login', 'reward-claim', 'collection-timeline'].every((tag) =>
      [...document.querySelectorAll(tag)].every((each) => each.hasAttribute('data-state')),
    ),
  );
  const found = (await page.evaluate(readPage)) as Read;
  // The elements say what is wrong with their attributes; the console says nothing else.
  const foreign = complaints.filter(
    (line) => !line.startsWith('<') && !line.startsWith('Failed to load resource'),
  );
  assert.deepEqual(foreign, []);
  await context.close();
  return found;
}

function check({ hits, handlers, styled, tags, addresses, elements }: Read, count: number): void {
  assert.equal(hits, 0);
  assert.deepEqual(handlers, []);
  assert.equal(styled, 0);
  assert.deepEqual(
    tags.filter((tag) => !/^(p|br|script|otp-login|reward-claim|collection-timeline)$/.test(tag)),
    [],
  );
  for (const address of addresses) assert.match(address, /^(https?:\/\/|\/(?!\/))/, address);
  assert.ok(elements.length >= count, `${elements.length} elements of ${count}`);
  for (const [tag, names] of elements) {
    const known = [
      ...Object.keys(table.elements[tag]!.attributes),
      'base-url',
      'class',
      'data-state',
      'data-page',
      'data-problem',
    ];
    assert.deepEqual(
      names.filter((name) => !known.includes(name)),
      [],
      tag,
    );
  }
}

const names = (tag: string) => {
  const { attributes, texts } = table.elements[tag]!;
  return [
    ...Object.keys(attributes),
    ...Object.keys(texts),
    ...Object.keys(table.withheld),
    'onload',
    'style',
    'is',
  ];
};

describe('What somebody writes into a post', () => {
  for (const tag of ['otp-login', 'reward-claim', 'collection-timeline'])
    test(`runs no script as an attribute of the shortcode of <${tag}>, in any quotes`, async () => {
      const { shortcode } = table.elements[tag]!;
      const posts = hostile.flatMap((value) =>
        [`"${value}"`, `'${value}'`, value].map((quoted) => {
          const all = names(tag).map((name) => `${name}=${quoted}`);
          return `[${shortcode} ${all.join(' ')} ${quoted}]`;
        }),
      );
      const bytes = broken.map(
        (value) =>
          `[${shortcode} ${names(tag)
            .map((name) => `${name}="${value}"`)
            .join(' ')}]`,
      );
      const content = Buffer.concat([
        Buffer.from(posts.join('\n\n')),
        Buffer.from(`\n\n${bytes.join('\n\n')}`, 'latin1'),
      ]);
      const { body, scripts } = await printPost(content);
      // A value with a bracket ends its shortcode, and one with a broken tag hides it: not every one is an element.
      check(await read(body, scripts), hostile.length);
    });

  for (const tag of ['otp-login', 'reward-claim', 'collection-timeline'])
    test(`runs no script as an attribute of the block of <${tag}>, nor as a class of it`, async () => {
      const given = (value: unknown) => Object.fromEntries(names(tag).map((name) => [name, value]));
      const blocks = hostile.map((value) =>
        blockOf(tag, { ...given(value), className: value, align: value }),
      );
      const odd = [[], ['x'], { x: 'y' }, 5, true, null, 1.5].map((value) => blockOf(tag, given(value)));
      const { body, scripts } = await printPost([...blocks, ...odd].join('\n'));
      // Of a value that is no text nothing is left, and an element that lacks what it needs is not printed.
      check(await read(body, scripts), blocks.length + (table.elements[tag]!.needs.length ? 0 : odd.length));
    });

  test('runs no script where a block is drawn with attributes of another type', async () => {
    const values = [['"><script>hit()</script>'], { toString: 'hit' }, 5, true, null];
    const blocks = values.map((value) => {
      const given = Object.fromEntries(names('reward-claim').map((name) => [name, value]));
      return printBlock('storefront-elements/reward-claim', given);
    });
    const body = (await Promise.all(blocks)).join('');
    const { scripts } = await printPost('[storefront_reward_claim token="x"] [storefront_otp_login]');
    // Only a number is as good as a text.
    check(await read(body, scripts), 1);
  });

  test('runs no script between the ends of a shortcode, and keeps what belongs into a slot', async () => {
    const inner = [
      '<script>hit()</script>',
      '<img slot="heading" src="/x.png" onerror="hit()">',
      '<svg slot="icon-x" onload="hit()" viewBox="0 0 1 1"><path d="M0 0h1" onclick="hit()"></path></svg>',
      '<a slot="contact" href="javascript:hit()">a</a>',
      '<a slot="contact" href="jav&#x0A;ascript:hit()">b</a>',
      '<input slot="email-input" autofocus onfocus="hit()">',
      '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
      '<p slot="contact" style="position:fixed" onpointerover="hit()">Write to <a href="mailto:shop@shop.example">us</a></p>',
      '<form action="javascript:hit()"><button formaction="javascript:hit()">x</button></form>',
      '<math><mi xlink:href="javascript:hit()">x</mi></math>',
    ];
    const post = [
      '[storefront_reward_claim token="0123456789abcdef"]',
      ...inner,
      '[/storefront_reward_claim]',
      '',
      '[storefront_otp_login]',
    ];
    const { body, scripts } = await printPost(post.join('\n'));
    const { page, context } = await openPost(stage, { head: '', body, scripts, styles: '' }, { head: trap });
    await page.waitForSelector('reward-claim[data-state]');
    const found = (await page.evaluate(readPage)) as Read;
    assert.equal(found.hits, 0);
    assert.deepEqual(found.handlers, []);
    assert.equal(found.styled, 0);
    for (const tag of ['script', 'iframe', 'form', 'math'])
      assert.equal(body.includes(`<${tag}`), false, tag);
    const contact = await page.$eval('reward-claim > p[slot=contact]', (each) => each.innerHTML);
    assert.equal(contact, 'Write to <a href="mailto:shop@shop.example">us</a>');
    for (const address of found.addresses) assert.doesNotMatch(address, /script:/i);
    await context.close();
  });

  test('sends no address and no code to a server of the author’s', async () => {
    const { body } = await printPost(
      '[storefront_otp_login base-url="https://evil.example" api-key="key" consent="granted"] [storefront_reward_claim token="x" base-url="https://evil.example" apply-hosts="evil.example"]',
    );
    assert.doesNotMatch(body, /evil|api-key|consent/);
    assert.equal(body.match(/base-url="\/apps\/rewards"/g)?.length, 2);
  });

  test('loses no harmless value on the way', async () => {
    const { body } = await printPost(
      `[storefront_reward_claim TOKEN="abc-123" requires-login auto-claim="false" minor-units="yes" apply-url="/discount/{code}?redirect={path}" words='{ "claim": "Go & get" }' heading="50 % &amp; more"]`,
    );
    assert.equal(
      body.trim(),
      '<reward-claim base-url="/apps/rewards" token="abc-123" requires-login minor-units ' +
        'apply-url="/discount/{code}?redirect={path}" ' +
        'words="{&quot;claim&quot;:&quot;Go \\u0026 get&quot;,&quot;heading&quot;:&quot;50 % \\u0026 more&quot;}"></reward-claim>',
    );
  });

  test('reaches shoppers as it was written, although WordPress saves its signs as entities', async () => {
    const token = '0123456789abcdef';
    const heading = 'Hats &amp; &quot;scarves&quot; &lt;for you&gt;';
    const intro = 'Write &amp;lt; for &lt;';
    const words = JSON.stringify({ intro });
    const posts = [
      blockOf('reward-claim', { token, heading, intro }),
      blockOf('reward-claim', { token, heading, words }),
      `[storefront_reward_claim token="${token}" heading="${heading}" words='${words}']`,
    ];
    const { page, context } = await openPost(stage, await printPost(posts.join('\n\n')));
    await page.waitForFunction(
      (count) => document.querySelectorAll('reward-claim[data-state=ready]').length === count,
      {},
      posts.length,
    );
    const texts = await page.$$eval('reward-claim', (all) =>
      all.map(({ shadowRoot }) =>
        ['heading', 'intro'].map((part) => shadowRoot!.querySelector(`[part=${part}]`)!.textContent.trim()),
      ),
    );
    assert.deepEqual(
      texts,
      posts.map(() => ['Hats & "scarves" <for you>', 'Write &lt; for <']),
    );
    await context.close();
  });
});

/** A block of another plugin that prints a shortcode. */
const inOther = (attributes: string) =>
  `<!-- wp:other/text ${JSON.stringify({ text: `[storefront_reward_claim ${attributes}]` })} /-->`;

describe('An author who may not write any HTML', () => {
  const given = {
    token: '0123456789abcdef',
    'token-param': 'reward',
    'auto-claim': true,
    apply: 'after-claim',
    heading: 'For "token" holders, auto-claim apply=after-claim',
  };
  const world = { settings: { gateway: '/apps/rewards' } };
  const forms = {
    block: `<p>Before \\ it</p>${blockOf('reward-claim', given)}<p>After</p>`,
    shortcode: `<p>Before \\ it</p>[storefront_reward_claim TOKEN="0123456789abcdef" token-param=reward auto-claim apply=after-claim heading='${given.heading}']Get it[/storefront_reward_claim]<p>After</p>`,
  };
  for (const [form, content] of Object.entries(forms)) {
    test(`saves no ${form} that gives every visitor a reward; all else stays`, async () => {
      const saved = await savePost(content, { ...world, can: ['publish_posts'] });
      assert.match(saved, /^<p>Before \\ it<\/p>.*<p>After<\/p>$/s);
      const { body } = await printPost(saved, world);
      assert.match(body, / token-param="reward"/);
      assert.match(body, /For .{1,20}token.{1,20} holders, auto-claim apply=after-claim/);
      assert.doesNotMatch(body, / token=| auto-claim[ >=](?!apply=)| apply="/);
      assert.equal(await savePost(saved, { ...world, can: [] }), saved, 'nothing is left to take out');
    });

    for (const can of ['unfiltered_html', 'edit_theme_options'])
      test(`is not somebody with ${can}, whose ${form} is saved as it is`, async () => {
        assert.equal(await savePost(content, { ...world, can: [can] }), content);
        const { body } = await printPost(content, world);
        for (const each of [/ token="0123456789abcdef"/, / auto-claim[ >=]/, / apply="after-claim"/])
          assert.match(body, each);
      });
  }

  test('does not get it through by another spelling', async () => {
    const content = [
      blockOf('reward-claim', { 'token-param': 'reward', 0: 'auto-claim', 1: 'Auto-Claim' }),
      blockOf('reward-claim', { 'token-param': 'reward', apply: ' after-claim ' }),
      '[storefront_reward_claim token-param="reward" AUTO-CLAIM Apply=" after-claim"]',
    ].join('\n');
    assert.match((await printPost(content, world)).body, / auto-claim| apply=/, 'it would work');
    const saved = await savePost(content, { ...world, can: [] });
    const { body } = await printPost(saved, world);
    assert.equal(body.match(/<reward-claim/g)?.length, 3);
    assert.doesNotMatch(body, / auto-claim| apply=/);
  });

  for (const [name, content] of [
    [
      'in the content of another shortcode',
      '[storefront_otp_login][storefront_reward_claim token-param="reward"][/storefront_otp_login]\n' +
        '[storefront_reward_claim token="0123456789abcdef" auto-claim apply="after-claim"][/storefront_reward_claim]',
    ],
    [
      'in the name',
      '[storefront_<!-- wp:a/b /-->reward_claim token="0123456789abcdef" auto-claim apply="after-claim"]',
    ],
    [
      'in a block with more blanks in its comment',
      blockOf('reward-claim', { 'token-param': 'reward', 'auto-claim': true }).replace('<!-- ', '<!--\n  '),
    ],
    [
      'in a word in quotes',
      '[storefront_reward_claim token="x" "a auto-claim apply=after-claim token=0123456789abcdef"]' +
        '[storefront_reward_claim token-param="reward" auto-claim]',
    ],
    [
      'in a value with quotes of both kinds',
      '[storefront_reward_claim token-param="reward" token=x currency="\\x22\\x27 auto-claim \\x27"]' +
        '[storefront_reward_claim token-param="reward" auto-claim]',
    ],
    [
      'in an attribute',
      '[storefront_reward_claim currency="<b>" to<!-- wp:a/b /-->ken="0123456789abcdef" auto<!-- wp:a/b /-->-claim app<!-- wp:a/b {"x":1} /-->ly="after-claim"]',
    ],
    [
      'in the attribute of another block, behind a line end',
      inOther('token-param=reward\nauto-claim\napply=after-claim'),
    ],
    [
      'in the attribute of another block, in quotes',
      inOther('token-param="reward" apply="after-claim" auto-claim heading="x auto-claim y"'),
    ],
    [
      'in a list of another block',
      `${inOther('token-param="reward" auto-claim')}<!-- wp:other/text {"rows":[["[storefront_reward_claim auto-claim]"]]} /-->`,
    ],
  ] as const)
    test(`does not get it through hidden ${name}`, async () => {
      assert.match((await printPost(content, world)).body, / auto-claim/, 'it would work');
      const saved = await savePost(content, { ...world, can: [] });
      const names = (await printPost(saved, world)).body.replace(/="[^"]*"/g, '=');
      assert.doesNotMatch(names, / token=| auto-claim[ >=]| apply=/);
      assert.equal(await savePost(saved, { ...world, can: [] }), saved);
    });

  test('does not get it through in parts, of which a block has the first', async () => {
    const block = '<!-- wp:other/text {"text":"[storefront_reward_claim token-param=reward "} /-->';
    const saved = await savePost(`${block} auto-claim]`, { ...world, can: [] });
    assert.doesNotMatch((await printPost(saved, world)).body, /<reward-claim/);
  });

  test('takes nothing else from a block with a shortcode in a text', async () => {
    const settings = { rows: [1, ['a']], quote: 'x "auto-claim" y', note: 'see [1' };
    const text = '[storefront_reward_claim token-param="reward" apply="after-claim"]';
    const content = `<p>[gallery]</p><!-- wp:other/text ${JSON.stringify({ ...settings, text })} /-->`;
    const saved = await savePost(content, { ...world, can: [] });
    const [, json] = /wp:other\/text (.*) \/-->/.exec(saved)!;
    assert.deepEqual(JSON.parse(json!), { ...settings, text: text.replace(' apply="after-claim"', '') });
    assert.match((await printPost(saved, world)).body, /<reward-claim [^>]*token-param="reward"/);
  });

  test('keeps the choice that no code goes into the cart', async () => {
    for (const apply of ['none', 'click']) {
      const content = `${blockOf('reward-claim', { 'token-param': 'reward', apply })}[storefront_reward_claim token-param="reward" apply="${apply}"]`;
      const saved = await savePost(content, { ...world, can: [] });
      const { body } = await printPost(saved, world);
      assert.equal(body.match(new RegExp(` apply="${apply}"`, 'g'))?.length, 2);
    }
  });

  test('is not WP-CLI or an import, which WordPress filters neither', async () => {
    for (const content of Object.values(forms))
      assert.equal(await savePost(content, { ...world, can: [], 'is-unfiltered': true }), content);
  });

  test('may write anything else', async () => {
    const others = `[storefront_otp_login email="token"] [gallery token="1"] ${blockOf('otp-login', { email: 'token' })}`;
    assert.equal(await savePost(others, { ...world, can: [] }), others);
  });

  test('does not find the fields for it in the editor', async () => {
    const { inline } = await readTable({ ...world, can: ['publish_posts'] });
    const code = inline['storefront-elements-editor']!;
    const { elements } = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)) as Table;
    const { attributes, main } = elements['reward-claim']!;
    assert.deepEqual(
      Object.keys(attributes).filter((name) => /^(token|auto-claim|apply)$/.test(name)),
      [],
    );
    assert.ok(main.includes('token-param') && !main.includes('token'));
  });
});
