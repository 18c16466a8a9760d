// The HTML for a merchant's page: as docs/quick-start.md has it, with what was typed.
import { version } from '../../package.json';

/** The placeholder for the merchant's copy of `dist/cdn/`, the same as everywhere in the documentation. */
const FOLDER = `https://cdn.example/storefront-elements/${version}/`;

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ');

export function snippet(html: string, styles: string[]): string {
  const css = styles
    .map((each) => each.trim())
    .filter(Boolean)
    .join('\n\n');
  return [
    `<script
  type="module"
  src="${FOLDER}storefront-elements.js"
  data-base-url="/apps/rewards"
></script>`,
    css && `<style>\n${indent(css)}\n</style>`,
    html.trim(),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}
