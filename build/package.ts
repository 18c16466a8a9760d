/**
 * Builds what bundlers, servers and editors take from the package, all of it from `src/`: `dist/esm/` with the modules
 * and their types, the manifest of the elements, and from that one the types for frameworks and the data for editors.
 */
import { chmodSync, copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import ts from 'typescript';
import { reactTypes, svelteTypes, vueTypes } from './frameworks.ts';
import { createManifest } from './manifest.ts';

/**
 * Has every module name the others by their built files. The compiler leaves out what stands in types, which only some
 * editors can follow (https://github.com/microsoft/TypeScript/issues/61037), and `import()` in a decorated class.
 */
const nameBuiltFiles = (code: string) =>
  code.replace(/((?:\bfrom|\bimport|\bimport\()\s*)(['"])(\.[^'"]*?)(?:\.d)?\.ts\2/g, '$1$2$3.js$2');

/** Takes a file as it is from the sources to the modules. */
const copy = (root: string, file: string) => {
  copyFileSync(join(root, 'src', file), join(root, 'dist/esm', file));
};

/** What one of the settings names, and all that it needs. */
function compile(root: string, settings: string): ts.Program {
  const fail = (diagnostics: readonly ts.Diagnostic[]) => {
    throw new Error(
      ts.formatDiagnostics(diagnostics, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => root,
        getNewLine: () => '\n',
      }),
    );
  };
  const config = ts.getParsedCommandLineOfConfigFile(join(root, settings), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => fail([diagnostic]),
  })!;
  const program = ts.createProgram(config.fileNames, config.options);
  const { diagnostics } = program.emit(undefined, (name, text, ...rest) =>
    ts.sys.writeFile(name, name.endsWith('.map') ? text : nameBuiltFiles(text), rest[0]),
  );
  const problems = [...config.errors, ...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length) fail(problems);
  // What is types only in the sources is not written by the compiler.
  const sources = join(root, 'src');
  for (const { fileName, isDeclarationFile } of program.getSourceFiles())
    if (isDeclarationFile && fileName.startsWith(`${sources}/`)) copy(root, relative(sources, fileName));
  return program;
}

/** In a folder with the package's sources and settings, the project or a copy of it. */
export function buildPackage(root: string): void {
  const dist = join(root, 'dist');
  for (const each of ['esm', 'types']) rmSync(join(dist, each), { recursive: true, force: true });
  compile(root, 'tsconfig.build.node.json');
  const program = compile(root, 'tsconfig.build.json');
  // The pictures of a theme editor's preview.
  for (const file of globSync('elements/preview/*.svg', { cwd: join(root, 'src') })) copy(root, file);
  // The compiler keeps a program's first line, but makes no file that can be run; npm does when it installs.
  chmodSync(join(dist, 'esm/gateway/main.js'), 0o755);
  const manifest = createManifest(program, root);
  const files: Record<string, string> = {
    'custom-elements.json': JSON.stringify(manifest, undefined, 2),
    'types/react.d.ts': reactTypes(manifest),
    'types/vue.d.ts': vueTypes(manifest),
    'types/svelte.d.ts': svelteTypes(manifest),
  };
  // Where somebody imports the types as if they were a module, there is one.
  for (const each of ['react', 'vue', 'svelte']) files[`types/${each}.js`] = 'export {};\n';
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), text);
  }
  // Both change what they are given. Custom properties are told of beside the style sheet, where they belong.
  for (const generate of [generateJetBrainsWebTypes, generateVsCodeCustomElementData])
    generate(structuredClone(manifest) as Parameters<typeof generate>[0], {
      outdir: dist,
      hideCssPropertiesDocs: true,
      hideLogs: true,
    });
}

if (import.meta.main) buildPackage(join(import.meta.dirname, '..'));
