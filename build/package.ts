/**
 * Builds the two npm packages, except `dist/cdn/`: the elements with the client in `dist/` (modules, types, the custom
 * elements manifest, data for editors), and the gateway in its own folder, `dist/storefront-gateway/`. With the argument
 * `gateway`, builds only the gateway.
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import type { Package } from 'custom-elements-manifest/schema';
import ts from 'typescript';
import { createManifest } from './manifest.ts';
import { writeReference } from './reference.ts';

type Json = Record<string, unknown>;

/** The public modules of the elements; everything they import is compiled with them. */
const elements = [
  'index',
  'define',
  'define.development',
  'elements/otp-login/define.development',
  'elements/reward-claim/define.development',
  'server',
  'analytics/analytics',
];
/** The gateway's modules that also run in Workers, Deno and Bun, and those for Node only, compiled with Node's types. */
const gateway = ['gateway/index', 'gateway/cloudflare'];
const gatewayOnNode = ['main', 'node', 'stores/redis', 'stores/file', 'stores/open'].map(
  (name) => `gateway/${name}`,
);

/** Compiles modules of `folder/src` into `folder/outDir`, with the settings in the root. */
function compile(
  root: string,
  folder: string,
  outDir: string,
  modules: string[],
  types: string[] = [],
): ts.Program {
  const settings = {
    extends: join(root, 'tsconfig.build.json'),
    compilerOptions: { rootDir: 'src', outDir, types },
    files: modules.map((name) => `src/${name}.ts`),
    include: [],
  };
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(settings, ts.sys, folder);
  const program = ts.createProgram(fileNames, options);
  const problems = [...errors, ...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (problems.length) throw new Error(ts.formatDiagnostics(problems, ts.createCompilerHost(options)));
  return program;
}

/** Replaces the names of source files in imports with those of built files. */
function renameImports(folder: string): void {
  // `rewriteRelativeImportExtensions` skips `import()` in decorated classes, and declarations, where only some editors can
  // follow `.ts`: https://github.com/microsoft/TypeScript/issues/61037
  const imports = /((?:\bfrom|\bimport|\bimport\()\s*)(['"])(\.[^'"]*?)(?:\.d)?\.ts\2/g;
  for (const file of globSync(join(folder, '**/*.{js,d.ts}')))
    writeFileSync(file, readFileSync(file, 'utf8').replace(imports, '$1$2$3.js$2'));
}

function buildElements(root: string): Package {
  const [src, dist] = [join(root, 'src'), join(root, 'dist')];
  for (const each of ['esm', 'types']) rmSync(join(dist, each), { recursive: true, force: true });
  const program = compile(root, root, 'dist/esm', elements);
  // The compiler only writes files that it compiled.
  for (const file of globSync('**/*.{d.ts,svg}', { cwd: src, exclude: ['types'] }))
    copyFileSync(join(src, file), join(dist, 'esm', file));
  renameImports(join(dist, 'esm'));
  cpSync(join(src, 'types'), join(dist, 'types'), { recursive: true });
  // For type imports that a tool does not erase.
  for (const each of ['react', 'vue', 'svelte'])
    writeFileSync(join(dist, `types/${each}.js`), 'export {};\n');
  const manifest = createManifest(program, root);
  writeFileSync(join(dist, 'custom-elements.json'), JSON.stringify(manifest, undefined, 2));
  // Custom properties are documented in the CSS data, where they belong.
  const options = { outdir: dist, hideCssPropertiesDocs: true, hideLogs: true };
  for (const generate of [generateJetBrainsWebTypes, generateVsCodeCustomElementData])
    // Both modify the manifest they receive.
    generate(structuredClone(manifest) as Parameters<typeof generate>[0], options);
  return manifest;
}

/** The gateway imports the client's modules, so its package includes them and needs no other package of ours. */
function buildGateway(root: string): void {
  const folder = join(root, 'dist/storefront-gateway');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const each of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(root, each), join(folder, each));
  copyFileSync(join(root, 'src/gateway/README.md'), join(folder, 'README.md'));
  const isSource = (path: string) => !/(package\.json|README\.md)$/.test(path);
  for (const each of ['gateway', 'api'])
    cpSync(join(root, 'src', each), join(folder, 'src', each), { recursive: true, filter: isSource });

  compile(root, folder, 'dist', gatewayOnNode, ['node']);
  compile(root, folder, 'dist', gateway);
  copyFileSync(join(root, 'src/api/openapi.d.ts'), join(folder, 'dist/api/openapi.d.ts'));
  renameImports(join(folder, 'dist'));
  // The compiler keeps the `#!` line but does not make the file executable; npm does so only on install.
  chmodSync(join(folder, 'dist/gateway/main.js'), 0o755);

  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Json;
  const { version, license, homepage, bugs, repository } = read('package.json');
  // Private in the sources, so that only the built package can be published.
  const { name, private: _private, ...rest } = read('src/gateway/package.json');
  const directory = 'src/gateway';
  const manifest = {
    name,
    version,
    license,
    homepage,
    bugs,
    repository: { ...(repository as Json), directory },
    ...rest,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** `root` is the folder of the project or of a copy of it. Returns the custom elements manifest. */
export function buildPackages(root: string): Package {
  buildGateway(root);
  return buildElements(root);
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  if (process.argv[2] === 'gateway') buildGateway(root);
  else await writeReference(root, buildPackages(root));
}
