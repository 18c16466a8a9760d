/** The quick start's rules keep a place as high as the first look, in any font, language and width. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { firstLookRules } from '../../build/first-look.ts';
import { openPage, type Stage } from './support.ts';

const root = join(import.meta.dirname, '../..');
const languages = [
  ...globSync(join(root, 'src/locales/*.ts')).map((file) => basename(file, '.ts')),
  // Tags that only map to one of these.
  'no',
  'iw',
  'in',
  'pt-AO',
  'zh-HK',
];

/** A line of text, in pixels. */
const LINE = 24;

const fontFile = (name: string) =>
  readFileSync(join(root, 'node_modules/@fontsource', name)).toString('base64');
const sources = {
  Inter: `url(data:font/woff2;base64,${fontFile('inter/files/inter-latin-400-normal.woff2')})`,
  Mono: `url(data:font/woff2;base64,${fontFile('jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2')})`,
  Arabic: `url(data:font/woff2;base64,${fontFile('noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2')})`,
};
const sizes = [80, 88, 96, 104, 114, 125];

/** Families of type: narrow and wide ones of three kinds, and two with spaced letters. */
export const families = [
  ...Object.keys(sources).flatMap((name) =>
    sizes.map((size) => ({ name: `${name} ${size}`, size, spacing: 'normal' })),
  ),
  { name: 'Inter 96', size: 96, spacing: '-0.03em' },
  { name: 'Inter 104', size: 104, spacing: '0.06em' },
];
const faces = Object.entries(sources).flatMap(([name, source]) =>
  sizes.map((size) => `@font-face { font-family: '${name} ${size}'; src: ${source}; size-adjust: ${size}% }`),
);

const elements = [
  '<otp-login></otp-login>',
  '<reward-claim token="0123456789abcdef"></reward-claim>',
  '<reward-claim token="0123456789abcdef" requires-login></reward-claim>',
];
/** A name that no script defines, so that the element is never drawn. */
const twinOf = (text: string) => text.replaceAll(/\b(otp-login|reward-claim)\b/g, '$1-twin');

/** Compares the heights of the elements with those of the places kept for them, in each of the fonts and widths. */
export async function placesFit(
  stage: Stage,
  fonts: { name: string; spacing: string }[],
  widths: number[],
): Promise<void> {
  const pairs = languages.flatMap((language) =>
    elements.map((each) => `<div class="pair" lang="${language}">${each}${twinOf(each)}</div>`),
  );
  const { page, context, complaints } = await openPage(
    stage,
    `<main>${pairs.join('')}</main>
     <script type="module" src="/storefront-elements.js" data-base-url="/apps/rewards"></script>`,
    {
      head: `<style>${faces.join('')} body { margin: 0; font-size: 16px } ${twinOf(await firstLookRules())}</style>`,
    },
  );
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.pair > :first-child')].every(
      (each) =>
        each.matches('[data-state=email], [data-state=ready]') ||
        each.shadowRoot?.querySelector('otp-login[data-state=email]'),
    ),
  );
  const wrong = await page.evaluate(
    async (fonts, line, widths) => {
      const found: string[] = [];
      const main = document.querySelector('main')!;
      const pairs = [...main.querySelectorAll<HTMLElement>('.pair')].map(
        (pair) => [pair, ...pair.children] as [HTMLElement, HTMLElement, HTMLElement],
      );
      for (const { name, spacing } of fonts) {
        main.style.fontFamily = `'${name}'`;
        main.style.letterSpacing = spacing;
        await document.fonts.load(`1em '${name}'`);
        await document.fonts.load(`600 1em '${name}'`);
        for (const width of widths) {
          main.style.inlineSize = `${width - 32}px`;
          for (const [pair, real, twin] of pairs) {
            const difference = twin.offsetHeight - real.offsetHeight;
            if (Math.abs(difference) > line)
              found.push(`${real.outerHTML} ${pair.lang}, ${name} ${spacing}, ${width} px: ${difference} px`);
          }
        }
      }
      return found;
    },
    fonts,
    LINE,
    widths,
  );
  assert.deepEqual(wrong.slice(0, 20), []);
  assert.deepEqual(complaints, []);
  await context.close();
}
