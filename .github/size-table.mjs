/** Prints a Markdown table of the sizes in two files that `size-limit --json` wrote: `node .github/size-table.mjs before after`. */
import { readFileSync } from 'node:fs';

const [before, after] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const sizes = new Map(before.map(({ name, size }) => [name, size]));
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

console.log('| files | before | after | change | limit |\n| --- | ---: | ---: | ---: | --- |');
for (const { name, size, sizeLimit, passed } of after) {
  const old = sizes.get(name);
  const change = old === undefined ? 'new' : `${size < old ? '−' : '+'}${Math.abs(size - old)} B`;
  const limit = `${kilobytes(sizeLimit)}${passed ? '' : ', **exceeded**'}`;
  console.log(
    `| ${name} | ${old === undefined ? '' : kilobytes(old)} | ${kilobytes(size)} | ${change} | ${limit} |`,
  );
}
