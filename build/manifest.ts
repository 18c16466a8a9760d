/**
 * The custom elements manifest: what the elements have, read from their comments and declarations, with types as the
 * compiler knows them and paths as they are in the package.
 */
import { basename, dirname, join, relative } from 'node:path';
import { create, litPlugin } from '@custom-elements-manifest/analyzer/src/browser-entrypoint.js';
import type {
  Attribute,
  CustomElementDeclaration,
  Event,
  JavaScriptModule,
  Package,
} from 'custom-elements-manifest/schema';
import ts from 'typescript';

/** An element as the manifest tells of it; what is said of every one of ours is always there. */
export interface ElementDeclaration extends CustomElementDeclaration {
  tagName: string;
  attributes: (Attribute & { type: { text: string } })[];
  events: (Event & { type: { text: string } })[];
}

const declarationsOf = ({ declarations = [] }: JavaScriptModule) =>
  declarations.filter((each): each is CustomElementDeclaration => 'customElement' in each);

/** The elements that can be in a page, without those that they stand on. */
export const elementsOf = ({ modules }: Package): ElementDeclaration[] =>
  modules.flatMap((module) =>
    declarationsOf(module).filter((each): each is ElementDeclaration => Boolean(each.tagName)),
  );

/** Says the types as the compiler resolves them, without the "not given" that all properties take. */
function resolveTypes(
  program: ts.Program,
  source: ts.SourceFile,
  declaration: CustomElementDeclaration,
): void {
  const { name, members = [], attributes = [] } = declaration;
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(source)!.exports!.get(ts.escapeLeadingUnderscores(name))!;
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const typeOf = (property: string) =>
    checker.getNonNullableType(checker.getTypeOfSymbol(type.getProperty(property)!));
  const { NoTruncation, UseSingleQuotesForStringLiteralType } = ts.TypeFormatFlags;
  for (const field of members) {
    if (field.kind !== 'field' || field.static) continue;
    const resolved = typeOf(field.name);
    const isObject = Boolean(resolved.flags & ts.TypeFlags.Object);
    const declared = (field.type?.text ?? '')
      .replace(/\s+/g, ' ')
      .replace(/^Maybe< ?(.*?) ?>$/, '$1')
      .replace(/ \| undefined$/, '');
    // The names of objects say more than all their fields.
    const text =
      isObject && /^[\w<>[\], ]+$/.test(declared) && !declared.includes('typeof')
        ? declared
        : checker.typeToString(resolved, source, NoTruncation | UseSingleQuotesForStringLiteralType);
    field.type = { text };
    const attribute = attributes.find(({ fieldName }) => fieldName === field.name);
    if (!attribute) continue;
    // What is an object in a property is JSON in an attribute.
    attribute.type = { text: isObject ? 'string' : text };
    if (field.default) attribute.default = field.default = field.default.replace(/(\d)_/g, '$1');
  }
}

/** Leaves out what nobody else can use, and parts the summary from the rest. */
function tidy(declaration: CustomElementDeclaration): void {
  const { members = [], events = [], summary = '', tagName } = declaration;
  declaration.members = members.filter(
    ({ name, privacy }) => !name.startsWith('#') && (privacy ?? 'public') === 'public',
  );
  // The analyzer also takes the first word in `dispatchEvent(new SomeEvent(…))` for a name.
  declaration.events = events.filter(
    ({ name }: Partial<Event>) => tagName && name?.startsWith(`${tagName}-`),
  );
  const [first, ...rest] = summary.split('\n\n');
  if (first) declaration.summary = first;
  if (rest.length) declaration.description = rest.join('\n\n');
}

/** `root` is the folder of the package that the program's files belong to. */
export function createManifest(program: ts.Program, root: string): Package {
  const sources = program
    .getSourceFiles()
    .map(({ fileName }) => relative(root, fileName))
    .filter((path) => path.startsWith('src/elements/') && !path.endsWith('.d.ts'));
  const modules = sources.map((path) =>
    ts.createSourceFile(path, ts.sys.readFile(join(root, path))!, ts.ScriptTarget.ESNext, true),
  );
  const manifest = create({ modules, plugins: litPlugin() });
  for (const module of manifest.modules)
    for (const declaration of declarationsOf(module)) {
      tidy(declaration);
      resolveTypes(program, program.getSourceFile(join(root, module.path))!, declaration);
    }
  const tags = elementsOf(manifest).map(({ tagName }) => tagName);
  for (const module of manifest.modules) {
    const tag = basename(dirname(module.path));
    const element = elementsOf(manifest).find(({ tagName }) => tagName === tag);
    // Elements are registered by a function of our own, which the analyzer does not know.
    if (element && basename(module.path) === 'define.ts')
      module.exports = [
        {
          kind: 'custom-element-definition',
          name: tag,
          declaration: { name: element.name, module: `src/elements/${tag}/${tag}.ts` },
        },
      ];
    for (const each of module.declarations ?? [])
      if ('superclass' in each && each.superclass.name === 'Event')
        each.superclass = { name: 'Event', package: 'global:' };
  }
  const isTold = ({ path, declarations = [], exports = [] }: JavaScriptModule) =>
    path.endsWith('.events.ts') ||
    declarations.some((each) => 'customElement' in each) ||
    exports.some(({ kind, name }) => kind === 'custom-element-definition' && tags.includes(name));
  const told = { ...manifest, schemaVersion: '2.1.0', modules: manifest.modules.filter(isTold) };
  return JSON.parse(JSON.stringify(told).replace(/"\/?src\/([^"]*)\.ts"/g, '"dist/esm/$1.js"')) as Package;
}

export type { Package as Manifest };
