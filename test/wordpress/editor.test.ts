/** The blocks in the editor: WordPress's packages are stood in for by the few lines that the script needs of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openPage, settle } from '../cdn/support.ts';
import { plugin, readTable, type World } from './php.ts';
import { setSite } from './support.ts';

/**
 * `wp.element`, `wp.components` and the others as far as that: elements become nodes, controls become fields whose changes
 * draw the block again. `draw(name, attributes)` puts a block and its sidebar into the page.
 */
const editor = `
const el = (type, props, ...children) => {
  if (typeof type === 'function') return type({ ...props, children });
  const node = document.createElement(type);
  for (const [name, value] of Object.entries(props ?? {}))
    if (name === 'className') node.className = value;
    else if (name.startsWith('on')) node.addEventListener('change', value);
    else if (name !== 'key') node.setAttribute(name, value);
  node.append(...children.flat(9).filter((each) => each || each === 0));
  return node;
};
const field = (type, { label, value, checked, onChange, options }) => {
  const node = el(type, {});
  if (options) node.append(...options.map((each) => el('option', { value: each.value }, each.label)));
  if (checked !== undefined) Object.assign(node, { type: 'checkbox', checked });
  else node.value = value;
  node.addEventListener('change', () => onChange(checked === undefined ? node.value : node.checked));
  return el('label', {}, label, node);
};
const types = {};
window.wp = {
  element: { createElement: el },
  blocks: {
    registerBlockType: (name, settings) => (types[name] = { ...settings, title: name.slice(20) }),
    getBlockType: (name) => types[name],
  },
  blockEditor: {
    InspectorControls: ({ children }) => el('aside', {}, ...children),
    useBlockProps: ({ className }) => ({ className: 'wp-block ' + className }),
  },
  components: {
    PanelBody: ({ title, children }) => el('fieldset', {}, el('legend', {}, title), ...children),
    TextControl: (props) => field('input', props),
    TextareaControl: (props) => field('textarea', props),
    SelectControl: (props) => field('select', props),
    ToggleControl: (props) => field('input', props),
  },
};
window.draw = (name, attributes = {}) => {
  const setAttributes = (changes) => window.draw(name, { ...attributes, ...changes });
  document.body.replaceChildren(...types[name].edit({ attributes, setAttributes }));
  window.saved = JSON.stringify(attributes);
};
window.types = types;
`;

interface Editor {
  page: Page;
  complaints: string[];
  close(): Promise<void>;
  draw(tag: string, attributes?: Record<string, unknown>): Promise<string>;
  fill(label: string, value: string | boolean): Promise<string>;
}

const stage = setSite();

async function openEditor(world?: World): Promise<Editor> {
  const code = (await readTable(world)).inline['storefront-elements-editor']!;
  Object.assign(stage.merchant.scripts, {
    '/packages.js': editor,
    '/table.js': code,
    '/editor.js': readFileSync(join(plugin, 'editor.js'), 'utf8'),
  });
  const scripts = ['packages', 'table', 'editor'].map((name) => `<script src="/${name}.js"></script>`);
  const { page, complaints, context } = await openPage(stage, scripts.join(''));
  await settle(page);
  stage.merchant.requests = [];
  const text = () => page.$eval('.wp-block', (each) => (each as HTMLElement).innerText);
  return {
    page,
    complaints,
    close: () => context.close(),
    async draw(tag, attributes = {}) {
      await page.evaluate(`draw('storefront-elements/${tag}', ${JSON.stringify(attributes)})`);
      return text();
    },
    async fill(label, value) {
      await page.evaluate(
        (name, given) => {
          const found = [...document.querySelectorAll('aside label')].find(
            ({ firstChild }) => firstChild!.textContent === name,
          );
          const control = found!.querySelector<HTMLInputElement>('input, select, textarea')!;
          if (typeof given === 'boolean') control.checked = given;
          else control.value = given;
          control.dispatchEvent(new Event('change'));
        },
        label,
        value,
      );
      return (await page.evaluate('saved')) as string;
    },
  };
}

describe('In the editor', () => {
  test('each block is a sketch with a badge, of which nothing is sent', async () => {
    const { page, complaints, draw, close } = await openEditor();
    for (const tag of ['otp-login', 'reward-claim', 'collection-timeline']) {
      const text = await draw(tag);
      assert.match(text, new RegExp(`^Preview: ${tag} Sample content. Nothing is sent from here.`));
      assert.ok(text.split('\n').filter(Boolean).length > 3, text);
      assert.equal(await page.evaluate(`types['storefront-elements/${tag}'].save()`), null);
      // The elements themselves are not there, so that they can neither ask nor keep anything.
      assert.equal(await page.evaluate(`document.querySelector('${tag}')`), null);
    }
    await settle(page);
    assert.deepEqual(
      stage.merchant.requests.map(({ path }) => path),
      ['/'],
    );
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a block says what it still needs, and that there is no gateway', async () => {
    const { draw, close } = await openEditor({});
    const text = await draw('reward-claim');
    assert.match(
      text,
      /No gateway is set, so shoppers see nothing: Settings → Shopper Login, Rewards and Timelines\./,
    );
    assert.match(text, /choose where the token comes from/);
    assert.doesNotMatch(
      await draw('reward-claim', { 'token-param': 'reward' }),
      /choose where the token comes from/,
    );
    assert.doesNotMatch(await draw('otp-login'), /choose where the token comes from/);
    await close();
  });

  test('what is set in the sidebar is what the block keeps, and nothing where it is taken back', async () => {
    const { page, draw, fill, close } = await openEditor();
    await draw('collection-timeline');
    const choices = await page.$$eval('aside option', (all) => all.map(({ textContent }) => textContent));
    for (const text of ['Left and right', 'Newest first', 'Automatic'])
      assert.ok(choices.includes(text), text);
    assert.equal(await fill('Collection slug', 'nordlicht'), '{"collection-slug":"nordlicht"}');
    assert.equal(await fill('Layout', 'cards'), '{"collection-slug":"nordlicht","layout":"cards"}');
    await fill('Month slider', true);
    await fill('Layout', '');
    assert.equal(await fill('Collection slug', ''), '{"scrubber":true}');
    assert.equal(await fill('Month slider', false), '{}');
    await close();
  });

  test('the sketch has the theme’s own button', async () => {
    const theme = (file: string) =>
      readFileSync(join(import.meta.dirname, '../../demo/themes', file), 'utf8');
    const { page, draw, close } = await openEditor();
    await draw('otp-login');
    for (const content of [theme('wordpress.css'), readFileSync(join(plugin, 'editor.css'), 'utf8')])
      await page.addStyleTag({ content });
    const looks = await page.evaluate(() => {
      const own = document.createElement('button');
      own.className = 'wp-block-button__link wp-element-button';
      document.body.append(own);
      return [own, document.querySelector('.storefront-elements-button')!].map((button) => {
        const { backgroundColor, color, borderRadius, fontWeight, padding } = getComputedStyle(button);
        return [backgroundColor, color, borderRadius, fontWeight, padding];
      });
    });
    assert.deepEqual(looks[1], looks[0]);
    assert.equal(looks[0]![0], 'rgb(17, 17, 17)');
    await close();
  });

  test('a heading that is written is shown as text', async () => {
    const { page, draw, complaints, close } = await openEditor();
    const heading = '<img src=x onerror=alert(1)>';
    assert.ok((await draw('otp-login', { heading })).includes(heading));
    assert.equal(await page.$('.wp-block img'), null);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('every attribute of the table has one field', async () => {
    const { page, draw, close } = await openEditor();
    for (const [tag, { attributes, texts }] of Object.entries((await readTable()).elements)) {
      await draw(tag);
      const labels = (await page.evaluate(
        `[...document.querySelectorAll('aside label')].map((each) => each.firstChild.textContent)`,
      )) as string[];
      const all = [...Object.values(attributes).map(([, label]) => label), ...Object.values(texts)];
      assert.deepEqual(labels.toSorted(), all.toSorted());
      assert.equal(new Set(labels).size, labels.length);
    }
    await close();
  });
});
