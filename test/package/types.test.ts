/** The types for React, Vue and Svelte have what the manifest has; test/consumers/ checks them in the frameworks. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Package as Manifest } from 'custom-elements-manifest/schema';
import ts from 'typescript';
import { type ElementDeclaration, elementsOf } from '../../build/manifest.ts';
import { type PackedPackage, packPackage } from './packed.ts';

let packed: PackedPackage;
let elements: ElementDeclaration[];
let program: ts.Program;

const fileOf = (framework: string) =>
  join(packed.folder, `node_modules/storefront-elements/dist/types/${framework}.d.ts`);

before(async () => {
  packed = await packPackage();
  elements = elementsOf(JSON.parse(packed.read(packed.manifest.customElements)) as Manifest);
  program = ts.createProgram(['react', 'vue', 'svelte'].map(fileOf), {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    strict: true,
    types: [],
  });
});
after(() => packed.remove());

/** The members of an exported type. */
function membersOf(framework: string, type: string): ts.Symbol[] {
  const checker = program.getTypeChecker();
  const file = checker.getSymbolAtLocation(program.getSourceFile(fileOf(framework))!)!;
  const symbol = checker.getExportsOfModule(file).find(({ name }) => name === type)!;
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => packed.folder,
  getNewLine: () => '\n',
};

const namesOf = (members: { name: string }[]) => members.map(({ name }) => name).toSorted();
const unique = (names: string[]) => [...new Set(names)].toSorted();

describe('The types of', () => {
  test('the client compile for Node without the DOM, where declarations are checked too', () => {
    const file = join(packed.folder, 'server.ts');
    writeFileSync(
      file,
      `import { createClient, listTimeline } from 'storefront-elements/api';
      const headers = { authorization: 'Bearer x' };
      await listTimeline(createClient({ baseUrl: 'https://service.example', headers }));
      // @ts-expect-error -- a wrong header
      createClient({ baseUrl: 'https://service.example', headers: 7 });`,
    );
    const server = ts.createProgram([file], {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    });
    const problems = ts.getPreEmitDiagnostics(server);
    assert.equal(ts.formatDiagnostics(problems, formatHost), '');
  });

  for (const framework of ['react', 'svelte'])
    test(`${framework} have every property, attribute and event of the manifest, and no other`, () => {
      for (const { name, attributes, events } of elements)
        assert.deepEqual(
          namesOf(membersOf(framework, `${name}Props`)),
          unique([
            ...attributes.map(({ fieldName, name: attribute }) => fieldName ?? attribute),
            ...namesOf(attributes),
            ...events.map((each) => `on${each.name}`),
          ]),
        );
    });

  test('vue have every property and event of the manifest, and no other', () => {
    for (const { name, attributes, events } of elements) {
      assert.deepEqual(
        namesOf(membersOf('vue', `${name}Props`)),
        unique(attributes.map(({ fieldName, name: attribute }) => fieldName ?? attribute)),
      );
      assert.deepEqual(namesOf(membersOf('vue', `${name}Events`)), namesOf(events));
    }
  });

  test('all properties have the description that the manifest has', () => {
    const text = (description = '') => description.replace(/\s+/g, ' ');
    for (const { name, attributes } of elements)
      for (const member of membersOf('vue', `${name}Props`)) {
        const { description } = attributes.find((each) => (each.fieldName ?? each.name) === member.name)!;
        const comment = ts.displayPartsToString(member.getDocumentationComment(program.getTypeChecker()));
        assert.equal(text(comment), text(description), `${name}: ${member.name}`);
      }
  });
});
