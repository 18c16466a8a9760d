/** The analyzer's custom elements manifest, with types as the compiler resolves them and the package's paths. */
import { join, relative } from 'node:path';
import { create, litPlugin } from '@custom-elements-manifest/analyzer/src/browser-entrypoint.js';
import type * as cem from 'custom-elements-manifest/schema';
import ts from 'typescript';

/** An element of the manifest, with the fields that all of ours have. */
export interface ElementDeclaration extends cem.CustomElementDeclaration {
  tagName: string;
  attributes: (cem.Attribute & { type: cem.Type })[];
  events: (cem.Event & { type: cem.Type })[];
}

const classesOf = ({ declarations = [] }: cem.Module) =>
  declarations.filter((each): each is cem.CustomElementDeclaration => 'customElement' in each);

/** The elements that a page can use, without their base classes. */
export const elementsOf = ({ modules }: cem.Package): ElementDeclaration[] =>
  modules.flatMap(classesOf).filter((each): each is ElementDeclaration => Boolean(each.tagName));

/** Replaces the types of properties with the compiler's resolved types, without the `undefined` that all of them accept. */
function resolveTypes(checker: ts.TypeChecker, source: ts.SourceFile, element: cem.CustomElementDeclaration) {
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
  const type = checker.getDeclaredTypeOfSymbol(exported.find(({ name }) => name === element.name)!);
  const { NoTruncation, UseSingleQuotesForStringLiteralType } = ts.TypeFormatFlags;
  const print = (each: ts.Type) =>
    checker.typeToString(each, source, NoTruncation | UseSingleQuotesForStringLiteralType);
  for (const field of element.members ?? []) {
    if (field.kind !== 'field' || field.static) continue;
    const property = type.getProperty(field.name)!;
    const resolved = checker.getNonNullableType(checker.getTypeOfSymbol(property));
    const isObject = Boolean(resolved.flags & ts.TypeFlags.Object);
    const written = field.type?.text.replace(/^Maybe<\s*(.*?)\s*>$| \| undefined$/s, '$1');
    // The name of an object type says more than a list of its fields.
    const text = isObject && written && !written.includes('typeof') ? written : print(resolved);
    field.type = { text };
    const attribute = element.attributes?.find(({ fieldName }) => fieldName === field.name);
    if (!attribute) continue;
    // Objects are JSON in an attribute.
    attribute.type = { text: isObject ? 'string' : text };
    const { initializer } = property.valueDeclaration as Partial<ts.PropertyDeclaration>;
    // Shows a constant's value.
    if (initializer) attribute.default = field.default = print(checker.getTypeAtLocation(initializer));
  }
}

/** `root` is the folder of the package that the program's files belong to. */
export function createManifest(program: ts.Program, root: string): cem.Package {
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(join(root, 'src/elements/')));
  const sources = files.map(({ fileName, text }) =>
    // The analyzer copies the file names into the manifest.
    ts.createSourceFile(relative(root, fileName), text, ts.ScriptTarget.ESNext, true),
  );
  const manifest = create({ modules: sources, plugins: litPlugin() });
  for (const module of manifest.modules) {
    for (const element of classesOf(module)) {
      element.members = element.members?.filter(({ privacy = 'public' }) => privacy === 'public') ?? [];
      // The analyzer also mistakes the first argument in `dispatchEvent(new SomeEvent('send'))` for an event name.
      const { events = [], tagName } = element;
      element.events = events.filter((each: Partial<cem.Event>) => tagName && each.name?.startsWith(tagName));
      // The analyzer includes the description that follows the summary in the summary.
      const [summary, ...description] = element.summary?.split('\n\n') ?? [];
      if (summary) element.summary = summary;
      if (description.length) element.description = description.join('\n\n');
      resolveTypes(program.getTypeChecker(), program.getSourceFile(join(root, module.path))!, element);
    }
    for (const each of module.declarations ?? [])
      if (each.kind === 'class' && each.superclass?.name === 'Event')
        each.superclass = { name: 'Event', package: 'global:' };
  }
  // The analyzer does not know our function that registers an element.
  const definitions = elementsOf(manifest).map(({ name, tagName }) => {
    const module = manifest.modules.find(({ path }) => path === `src/elements/${tagName}/define.ts`)!;
    const declaration = { name, module: `src/elements/${tagName}/${tagName}.ts` };
    module.exports = [{ kind: 'custom-element-definition', name: tagName, declaration }];
    return module;
  });
  manifest.schemaVersion = '2.1.0';
  manifest.modules = manifest.modules.filter(
    (each) => classesOf(each).length || each.path.endsWith('.events.ts') || definitions.includes(each),
  );
  const text = JSON.stringify(manifest).replace(/"\/?src\/([^"]*)\.ts"/g, '"dist/esm/$1.js"');
  return JSON.parse(text) as cem.Package;
}
