/**
 * Prints the bytes of each file of `dist/cdn/`, and for named files the share of each source:
 * `npm run size:sources -- core.js`. The budgets are in package.json.
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { decode } from '@jridgewell/sourcemap-codec';
import { buildCdn, type CdnFile } from '../build/cdn.ts';
import { withoutHash } from './helpers/built.ts';

const brotli = (code: string) =>
  brotliCompressSync(Buffer.from(code), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** The characters of the minified file by source, and their share of the compressed file, as if it were even. */
function shares({ code, map }: CdnFile): { source: string; raw: number; brotli: number }[] {
  const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string };
  const raw = new Map<string, number>();
  const lines = code.split('\n');
  decode(mappings).forEach((segments, line) => {
    segments.forEach(([column, source], index) => {
      const end = segments[index + 1]?.[0] ?? lines[line]?.length ?? 0;
      const name =
        source === undefined ? '(none)' : sources[source]!.replace(/^.*?(?=node_modules|src\/)/, '');
      raw.set(name, (raw.get(name) ?? 0) + end - column);
    });
  });
  const whole = brotli(code);
  const total = [...raw.values()].reduce((sum, each) => sum + each, 0);
  return [...raw]
    .map(([source, each]) => ({ source, raw: each, brotli: Math.round((whole * each) / total) }))
    .sort((a, b) => b.raw - a.raw);
}

const wanted = process.argv.slice(2);
const files = await buildCdn();
console.table(
  [...files].map(([file, { code }]) => ({
    file,
    raw: Buffer.byteLength(code),
    gzip: gzipSync(code, { level: 9 }).length,
    brotli: brotli(code),
  })),
);
for (const name of wanted) {
  const file = [...files].find(([each]) => withoutHash(each) === name);
  if (!file) throw new Error(`There is no file ${name}.`);
  console.table(shares(file[1]));
}
