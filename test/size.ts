/** Builds every bundle and prints how many bytes a shopper loads, at once and when they use what comes later: `npm run size`. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { bundles } from '../vite.config.ts';

const brotli = (code: string) =>
  brotliCompressSync(Buffer.from(code), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const rows = [];
const later = new Map<string, number>();
for (const mode of Object.keys(bundles)) {
  const result = await build({ mode, logLevel: 'warn' });
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`The build of ${mode} gave no output.`);
  const [entry, ...others] = bundle.output.filter((file) => file.type === 'chunk');
  // One that needs another would load the bundle again where a page asks for it by another address.
  const bound = others.filter(({ imports }) => imports.length);
  if (!entry || entry.imports.length || bound.length)
    throw new Error(`${mode}: ${bound.map(({ fileName }) => fileName).join(', ')} must stand alone.`);
  for (const { fileName, code } of others) later.set(fileName, brotli(code));
  const { code } = entry;
  rows.push({
    bundle: mode,
    raw: Buffer.byteLength(code),
    gzip: gzipSync(code, { level: 9 }).length,
    brotli: brotli(code),
  });
}
console.table(rows);
console.table([...later].map(([file, bytes]) => ({ 'loaded when needed': file, brotli: bytes })));
