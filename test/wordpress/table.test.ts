/** The plugin's table beside what the elements really have. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Package as Manifest } from 'custom-elements-manifest/schema';
import { type ElementDeclaration, elementsOf } from '../../build/manifest.ts';
import { collectionTimeline, otpLogin, rewardClaim } from '../../src/locales/en.ts';
import { packPackage } from '../package/packed.ts';
import { readTable, type Table } from './php.ts';

const words: Record<string, object> = {
  'otp-login': otpLogin,
  'reward-claim': rewardClaim,
  'collection-timeline': collectionTimeline,
};

/** The elements in the packed manifest, which is made from their sources. */
async function readElements(): Promise<ElementDeclaration[]> {
  const { manifest, read, remove } = await packPackage();
  const elements = elementsOf(JSON.parse(read(manifest.customElements)) as Manifest);
  remove();
  return elements;
}

describe('The table of the WordPress plugin', () => {
  let table: Table;
  let elements: ElementDeclaration[];

  before(async () => {
    table = await readTable();
    elements = await readElements();
  });

  test('has every attribute of every element, or says why not', () => {
    const { withheld } = table;
    for (const { tagName, attributes } of elements) {
      const listed = Object.keys(table.elements[tagName]!.attributes);
      const real = attributes.map(({ name }) => name);
      assert.deepEqual(listed.toSorted(), real.filter((name) => !(name in withheld)).toSorted(), tagName);
    }
    const all = new Set(elements.flatMap(({ attributes }) => attributes.map(({ name }) => name)));
    assert.deepEqual(
      Object.keys(withheld).filter((name) => !all.has(name)),
      [],
    );
    assert.deepEqual(
      elements.map(({ tagName }) => tagName).toSorted(),
      Object.keys(table.elements).toSorted(),
    );
  });

  test('takes for flags what are flags, and offers no choice that an element has not', () => {
    for (const { tagName, attributes } of elements)
      for (const [name, [kind, , choices]] of Object.entries(table.elements[tagName]!.attributes)) {
        const { type } = attributes.find((each) => each.name === name)!;
        assert.equal(kind === 'flag', type.text === 'boolean', `${tagName} ${name}: ${type.text}`);
        const real = [...type.text.matchAll(/'([^']+)'/g)].map(([, choice]) => choice!);
        assert.equal(kind === 'choice', real.length > 0, `${tagName} ${name}: ${type.text}`);
        for (const [choice, label] of Object.entries(choices ?? {})) {
          assert.ok(real.includes(choice), `${tagName} ${name}=${choice}`);
          assert.notEqual(label, choice, `${tagName} ${name}=${choice} is not a text for merchants`);
        }
      }
  });

  test('names words and attributes that there are', () => {
    for (const [tag, { attributes, main, needs, texts }] of Object.entries(table.elements)) {
      for (const name of [...main, ...needs]) assert.ok(name in attributes, `${tag} ${name}`);
      assert.ok(Object.keys(texts).length > 0);
      for (const name of Object.keys(texts)) {
        assert.ok(name in words[tag]!, `${tag} has the word ${name}`);
        assert.ok(!(name in attributes), `${tag} ${name} is one thing only`);
      }
    }
  });

  test('has a block for each element, with one attribute for each of the table', () => {
    assert.deepEqual(
      Object.keys(table.blocks),
      Object.keys(table.elements).map((tag) => `storefront-elements/${tag}`),
    );
    for (const [tag, { attributes, texts }] of Object.entries(table.elements)) {
      const block = table.blocks[`storefront-elements/${tag}`]!;
      assert.deepEqual(
        Object.keys(block.attributes).toSorted(),
        [...Object.keys(attributes), ...Object.keys(texts)].toSorted(),
      );
      assert.equal(block.editorScript, 'storefront-elements-editor');
      for (const [name, [kind]] of Object.entries(attributes))
        assert.equal(block.attributes[name]!.type, kind === 'flag' ? 'boolean' : 'string');
    }
  });

  test('can be translated, every text of it by the plugin’s own translations', () => {
    assert.deepEqual(table.domains, ['storefront-elements']);
  });
});
