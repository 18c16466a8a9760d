/**
 * The fonts of the shipped browser: those that come with it, and one for Arabic from npm. The fonts of the machine are
 * left out, so that text has the same width everywhere. Scripts without a font, such as Japanese, are drawn as boxes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

export const FONTS_FILE = 'fonts.conf';

const packages = join(import.meta.dirname, '../../node_modules/@fontsource');
const arabic = [400, 700].map((weight) => `noto-sans-arabic-arabic-${weight}-normal`);

/** @param browserFonts the folder with the fonts that come with the browser, seen from the file's own folder */
const configuration = (browserFonts: string, cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">${browserFonts}</dir>
  <dir prefix="relative">.</dir>
  <cachedir>${cache}</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>Open Sans</string></edit>
  </match>
</fontconfig>
`;

/** Writes fontconfig's configuration, and beside it the fonts that do not come with the browser. */
export function writeFonts(folder: string, browserFonts: string, cache: string): void {
  for (const name of arabic) {
    const woff = readFileSync(join(packages, 'noto-sans-arabic/files', `${name}.woff`));
    writeFileSync(join(folder, `${name}.ttf`), unwrapWoff(woff));
  }
  writeFileSync(join(folder, FONTS_FILE), configuration(browserFonts, cache));
}

/** The names that pages of the tests use for proportional fonts. */
const proportional = [
  'sans-serif',
  'serif',
  'system-ui',
  'Arial',
  'Helvetica',
  'Inter',
  'Times New Roman',
  'Georgia',
];

/** Writes a fontconfig configuration in which an installed font replaces the machine's other proportional fonts. */
export function writeReplacement(folder: string, font: string, cache: string): void {
  const rules = proportional.map(
    (name) => `  <match target="pattern">
    <test name="family"><string>${name}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit>
  </match>`,
  );
  writeFileSync(
    join(folder, FONTS_FILE),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <cachedir>${cache}</cachedir>
${rules.join('\n')}
</fontconfig>
`,
  );
}

/** The font inside a WOFF file (https://www.w3.org/TR/WOFF/): the browser does not accept WOFF as a system font. */
function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].forEach((value, index) =>
    head.writeUInt16BE(value, 4 + index * 2),
  );
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(44 + index * 20, 64 + index * 20);
    const [start, packedLength, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(start, start + packedLength);
    // Tables begin at multiples of four bytes.
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packedLength < length ? inflateSync(packed) : packed).copy(table);
    const record = 12 + index * 16;
    // Tag and checksum.
    entry.copy(head, record, 0, 4);
    entry.copy(head, record + 4, 16, 20);
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(length, record + 12);
    tables.push(table);
    offset += table.length;
  }
  return Buffer.concat([head, ...tables]);
}
