/** Builds all that npm publishes except `dist/cdn/`: modules, types, the custom elements manifest, data for editors. */
import { chmodSync, copyFileSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import type { Package } from 'custom-elements-manifest/schema';
import ts from 'typescript';
import { createManifest } from './manifest.ts';
import { writeReference } from './reference.ts';

/** Compiles the files that a configuration names, and everything they import. */
function compile(root: string, configuration: string): ts.Program {
  const source = ts.readJsonConfigFile(join(root, configuration), (file) => ts.sys.readFile(file));
  const { fileNames, options, errors } = ts.parseJsonSourceFileConfigFileContent(source, ts.sys, root);
  const program = ts.createProgram(fileNames, options);
  const problems = [...errors, ...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (problems.length) throw new Error(ts.formatDiagnostics(problems, ts.createCompilerHost(options)));
  return program;
}

/** `root` is the folder of the package: the project or a copy of it. Returns the custom elements manifest. */
export function buildPackage(root: string): Package {
  const [src, dist] = [join(root, 'src'), join(root, 'dist')];
  for (const each of ['esm', 'types']) rmSync(join(dist, each), { recursive: true, force: true });
  compile(root, 'tsconfig.build.node.json');
  const program = compile(root, 'tsconfig.build.json');
  // The compiler only writes what it has compiled.
  for (const file of globSync('**/*.{d.ts,svg}', { cwd: src, exclude: ['types'] }))
    copyFileSync(join(src, file), join(dist, 'esm', file));
  // `rewriteRelativeImportExtensions` skips `import()` in decorated classes, and declarations, where only some editors can
  // follow `.ts`: https://github.com/microsoft/TypeScript/issues/61037
  const imports = /((?:\bfrom|\bimport|\bimport\()\s*)(['"])(\.[^'"]*?)(?:\.d)?\.ts\2/g;
  for (const file of globSync(join(dist, 'esm/**/*.{js,d.ts}')))
    writeFileSync(file, readFileSync(file, 'utf8').replace(imports, '$1$2$3.js$2'));
  // The compiler keeps the `#!` line but does not make the file executable; npm only does when it installs.
  chmodSync(join(dist, 'esm/gateway/main.js'), 0o755);
  cpSync(join(src, 'types'), join(dist, 'types'), { recursive: true });
  // For imports of types that a tool does not erase.
  for (const each of ['react', 'vue', 'svelte'])
    writeFileSync(join(dist, `types/${each}.js`), 'export {};\n');
  const manifest = createManifest(program, root);
  writeFileSync(join(dist, 'custom-elements.json'), JSON.stringify(manifest, undefined, 2));
  // Custom properties are documented in the CSS data, where they belong.
  const options = { outdir: dist, hideCssPropertiesDocs: true, hideLogs: true };
  for (const generate of [generateJetBrainsWebTypes, generateVsCodeCustomElementData])
    // Both change the manifest they get.
    generate(structuredClone(manifest) as Parameters<typeof generate>[0], options);
  return manifest;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  await writeReference(root, buildPackage(root));
}
