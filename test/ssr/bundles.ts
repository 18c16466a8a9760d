/** The elements as a server and a page of a shop with a bundler have them. Nothing is left in the project. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Where packages are found, and nothing else looks. */
const cache = join(root, 'node_modules/.cache/storefront-elements');

/**
 * Bundles our own files for Node, where decorators in TypeScript cannot run; Lit and the other packages stay outside,
 * so that they are those of the server's renderer. Gives what the entry exports; `remove` deletes the files.
 */
export async function importForServer(
  entry: string,
): Promise<{ module: Record<string, unknown>; remove: () => void }> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'server-'));
  await build({
    configFile: false,
    root,
    // Hides the warning that lazy modules are loaded at once: on a server, this is intended.
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'entry.js' } },
    },
  });
  // Outside of the project's package.json it would be CommonJS.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const module = (await import(join(folder, 'entry.js'))) as Record<string, unknown>;
  return { module, remove: () => rmSync(folder, { recursive: true }) };
}

/** Bundles modules for the browser, in their order, into one file with others beside it; gives their code by address. */
export async function bundleForPage(...modules: string[]): Promise<Record<string, string>> {
  const name = 'virtual:page';
  const [bundle] = [
    await build({
      configFile: false,
      root,
      base: './',
      logLevel: 'warn',
      plugins: [
        {
          name: 'page',
          resolveId: (id) => (id === name ? id : null),
          load: (id) =>
            id === name ? modules.map((each) => `import ${JSON.stringify(each)};`).join('\n') : null,
        },
      ],
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: {
          input: { page: name },
          output: {
            entryFileNames: 'page.js',
            chunkFileNames: 'chunks/[name].js',
            // Otherwise Rolldown may run a shared chunk with Lit before the module that teaches Lit to hydrate.
            strictExecutionOrder: true,
          },
        },
      },
    }),
  ].flat();
  if (!bundle || !('output' in bundle)) throw new Error('The bundle for the page has no output.');
  return Object.fromEntries(
    bundle.output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])),
  );
}

export const elements = join(root, 'src/define.ts');
export const serverElements = join(root, 'src/server.ts');
export const hydration = '@lit-labs/ssr-client/lit-element-hydrate-support.js';
