/** Builds every bundle and prints how many bytes a shopper loads: `npm run size`. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { bundles } from '../vite.config.ts';

const rows = [];
for (const mode of Object.keys(bundles)) {
  const result = await build({ mode, logLevel: 'warn' });
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`The build of ${mode} gave no output.`);
  // The others are languages, loaded where a page speaks one of them.
  const [entry, ...others] = bundle.output.filter((file) => file.type === 'chunk');
  const strays = others.filter(({ fileName }) => !fileName.startsWith('locales/'));
  if (!entry || strays.length) throw new Error(`${mode} must be one file besides its languages.`);
  const code = Buffer.from(entry.code);
  const brotli = brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  rows.push({
    bundle: mode,
    raw: code.length,
    gzip: gzipSync(code, { level: 9 }).length,
    brotli: brotli.length,
  });
}
console.table(rows);
