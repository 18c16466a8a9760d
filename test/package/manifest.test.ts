/** The description of the elements for tools: the manifest, and the files that editors derive from it. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { Ajv } from 'ajv';
import type { Package as Manifest } from 'custom-elements-manifest/schema';
import { type ElementDeclaration, elementsOf } from '../../build/manifest.ts';
import { type PackedPackage, packPackage } from './packed.ts';
import { inNode } from './use.ts';

const tags = ['collection-timeline', 'otp-login', 'reward-claim'];

let packed: PackedPackage;
let manifest: Manifest;
let elements: ElementDeclaration[];

before(async () => {
  packed = await packPackage();
  manifest = JSON.parse(packed.read(packed.manifest.customElements)) as Manifest;
  elements = elementsOf(manifest).toSorted((a, b) => a.tagName.localeCompare(b.tagName));
});
after(() => packed.remove());

const read = (file: string) => JSON.parse(packed.read(file));
const names = (items: { name: string }[] = []) => items.map(({ name }) => name).toSorted();

describe('The custom elements manifest', () => {
  test('is one, of version 2.1', () => {
    const schema = createRequire(import.meta.url)('custom-elements-manifest');
    const ajv = new Ajv({ strict: false, allErrors: true });
    ajv.validate(schema, manifest);
    assert.deepEqual(ajv.errors ?? [], []);
    assert.equal(manifest.schemaVersion, '2.1.0');
  });

  test('leads to modules that are in the package', () => {
    for (const { path, exports = [] } of manifest.modules) {
      assert.match(path, /^dist\/esm\/.*\.js$/);
      assert.ok(packed.files.includes(path), path);
      for (const { declaration } of exports)
        if (declaration.module) assert.ok(packed.files.includes(declaration.module), declaration.module);
    }
  });

  test('says where each element’s class is, and which module registers it', () => {
    assert.deepEqual(
      elements.map(({ tagName }) => tagName),
      tags,
    );
    for (const tag of tags) {
      const definitions = manifest.modules.filter(({ exports = [] }) =>
        exports.some(({ kind, name }) => kind === 'custom-element-definition' && name === tag),
      );
      assert.deepEqual(
        definitions.map(({ path }) => path),
        [`dist/esm/elements/${tag}/define.js`],
      );
      const { declaration } = definitions[0]!.exports!.find(({ name }) => name === tag)!;
      assert.equal(declaration.module, `dist/esm/elements/${tag}/${tag}.js`);
    }
  });

  test('has the attributes that the elements observe, each with its property and its words', async () => {
    const code = `await import('storefront-elements/define');
      console.log(JSON.stringify(${JSON.stringify(tags)}.map((tag) => customElements.get(tag).observedAttributes)))`;
    const observed = JSON.parse(await inNode(packed.folder, code)) as string[][];
    elements.forEach(({ attributes }, index) => {
      // The elements write this one themselves.
      const given = observed[index]!.filter((name) => name !== 'data-state');
      assert.deepEqual(names(attributes.filter(({ fieldName }) => fieldName)), given.toSorted());
      for (const { name, description, type } of attributes) {
        assert.ok(description, `${name} is described`);
        assert.ok(type.text, `${name} has a type`);
        assert.doesNotMatch(type.text, /Maybe|typeof|undefined/, `${name} has a type that others can read`);
      }
    });
  });

  test('has the events that TypeScript knows, each with its class', () => {
    for (const { tagName, events } of elements) {
      const types = packed.read(`dist/esm/elements/${tagName}/${tagName}.events.d.ts`);
      const [, map] = /interface GlobalEventHandlersEventMap \{(.*?)\}/s.exec(types)!;
      const known = [...map!.matchAll(/'([a-z-]+)': (\w+);/g)].map(([, name, type]) => `${name} ${type}`);
      assert.ok(known.length >= 9);
      assert.deepEqual(events.map(({ name, type }) => `${name} ${type.text}`).toSorted(), known.toSorted());
    }
  });

  test('has slots, parts and custom properties with their words, and what others may use of a class', () => {
    for (const { tagName, slots, cssParts, cssProperties, members = [] } of elements) {
      for (const list of [slots, cssParts, cssProperties]) {
        assert.ok(list!.length >= 5, tagName);
        for (const { name, description } of list!) assert.ok(description, `${tagName}: ${name}`);
      }
      assert.ok(
        members.some(({ name }) => name === 'state'),
        tagName,
      );
      for (const { name, privacy } of members) {
        assert.notEqual(name[0], '#');
        assert.ok(privacy === undefined || privacy === 'public', `${tagName}: ${name} is ${privacy}`);
      }
    }
  });
});

describe('Editors', () => {
  test('of VS Code know every tag, attribute, part and custom property', () => {
    const html = read('dist/vscode.html-custom-data.json');
    const css = read('dist/vscode.css-custom-data.json');
    assert.equal(html.version, 1.1);
    assert.deepEqual(names(html.tags), tags);
    for (const { tagName, attributes } of elements) {
      const tag = html.tags.find(({ name }: { name: string }) => name === tagName);
      assert.deepEqual(names(tag.attributes), names(attributes));
    }
    const mode = html.tags
      .find(({ name }: { name: string }) => name === 'otp-login')
      .attributes.find(({ name }: { name: string }) => name === 'code-mode');
    assert.deepEqual(names(mode.values), ['numeric', 'text']);
    for (const { attributes } of html.tags)
      for (const { name, values } of attributes)
        for (const value of names(values)) assert.match(value, /^[a-z-]+$/, name);
    assert.ok(names(css.properties).includes('--storefront-accent'));
    assert.ok(names(css.pseudoElements).includes('::part(button)'));
  });

  test('of JetBrains know every tag, attribute, property, event, slot, part and custom property', () => {
    const { name, version, contributions } = read(packed.manifest['web-types'].replace('./', ''));
    assert.deepEqual([name, version], [packed.manifest.name, packed.manifest.version]);
    assert.deepEqual(names(contributions.html.elements), tags);
    for (const { tagName, attributes, events, slots, cssParts, cssProperties } of elements) {
      const element = contributions.html.elements.find((each: { name: string }) => each.name === tagName);
      assert.deepEqual(names(element.attributes), names(attributes));
      assert.deepEqual(names(element.js.events), names(events));
      assert.deepEqual(names(element.slots), names(slots));
      assert.ok(names(element.js.properties).includes('state'));
      const { properties, 'pseudo-elements': parts } = contributions.css;
      for (const each of cssParts ?? []) assert.ok(names(parts).includes(`part(${each.name})`), each.name);
      for (const each of cssProperties ?? []) assert.ok(names(properties).includes(each.name), each.name);
    }
  });
});
