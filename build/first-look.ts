/**
 * The style rules that reserve the elements' space until they render: a login or claim is as high as its first look, whose
 * text wraps in the page's own font and column. `npm run build:cdn` writes the rules into every file that contains them, and
 * to `first-look.css` beside the scripts.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Words } from '../src/locales/en.ts';
import { otpLogin } from '../src/locales/en/otp-login.ts';
import { rewardClaim } from '../src/locales/en/reward-claim.ts';
import { formatText } from './format.ts';

const root = join(import.meta.dirname, '..');

/** A merchant who copies these rules has a page in one language. */
const QUICK_START = 'docs/quick-start.md';

/** The files with these rules, between two comments. */
export const files = [
  QUICK_START,
  'demo/shop.css',
  'demo/shopify/extensions/storefront-elements/assets/storefront-elements.css',
  'demo/wordpress/storefront-elements/style.css',
];

const BEGIN = '/* The place of the first look, written by: npm run build:cdn */';
const END = '/* The end of these rules. */';

const ELEMENTS = ':is(otp-login, reward-claim)';
const WAITING = `${ELEMENTS}:not([data-state], [reserve])`;
const GAP = 'var(--storefront-gap, 1em)';
/** Label, field and button of the login, and the space between them. */
const LOGIN = `4.75em + max(2.875em, 46px) + 2 * ${GAP}`;

// The rules for whole elements have no specificity, so that any rule of the theme wins, such as one that hides an element.
const rules = `
:where(${ELEMENTS}:is(:not([data-state]), [reserve]):not([hidden])) {
  display: grid;
  line-height: 1.5;
}
${WAITING}::before,
${WAITING}::after {
  display: block;
  contain: inline-size;
  box-sizing: border-box;
  max-width: 32em;
  overflow-wrap: anywhere;
  white-space: pre-line;
  visibility: hidden;
}
${WAITING}::before {
  content: var(--look-login);
  grid-area: 1 / 1;
  height: auto;
  max-width: 25.6em;
  font-size: 1.25em;
  font-weight: 600;
  line-height: 1.25;
}
${WAITING}::after {
  content: var(--look-code);
  grid-area: 2 / 1;
  margin-top: ${GAP};
  padding-bottom: calc(${LOGIN});
}
reward-claim:not([data-state], [reserve])::before {
  content: var(--look-reward);
}
reward-claim:not([data-state], [reserve])::after {
  content: var(--look-intro);
  margin-top: calc(0.4 * ${GAP});
  padding-bottom: calc(2.875em + ${GAP});
}
reward-claim:is([requires-login], [reward-id]):not([data-state], [reserve])::after {
  content: var(--look-first) '\\A ' var(--look-code);
  margin-top: ${GAP};
  padding-bottom: calc(${LOGIN} + ${GAP});
}
${ELEMENTS}[reserve]::after {
  content: 'Keeps the height for the words that an element shows when its script is there, so that nothing below the element moves.\\A '
    'How many lines these words take depends on the language, on the font and on the width of the column. This text is never seen and takes as many lines as the longest words would need.';
  grid-area: 1 / 1;
  contain: inline-size;
  box-sizing: border-box;
  max-width: 32em;
  padding-bottom: 13.75em;
  white-space: pre-line;
  visibility: hidden;
}
reward-claim[reserve]::after {
  padding-bottom: 22em;
}
reward-claim[reserve]:is([requires-login], [reward-id])::after {
  padding-bottom: 26.25em;
}
${ELEMENTS}:not(:defined) > * {
  grid-area: 1 / 1 / span 2;
  place-self: start;
}
:where(collection-timeline:not([data-state], [hidden])) {
  display: block;
  min-height: 100svh;
}
:is(otp-login, reward-claim, collection-timeline):not(:defined, [data-state]) > [slot] {
  display: none;
}
`;

const text = (words: string) => `'${words.replaceAll("'", '\\27 ')}'`;

const wordsRule = (selector: string, login: typeof otpLogin, claim: typeof rewardClaim) => `${selector} {
  --look-login: ${text(login.heading)};
  --look-code: ${text(login.emailHint)};
  --look-reward: ${text(claim.heading)};
  --look-intro: ${text(claim.intro)};
  --look-first: ${text(claim.loginFirst)};
}
`;

/** The rules with the English text, the default for every page. */
const englishRules = rules + wordsRule(ELEMENTS, otpLogin, rewardClaim);

const formatted = async (css: string) => (await formatText('first-look.css', css)).trim();

/** Other tags of a language, as in `wordsLanguage()`. */
const aliases: Record<string, string[]> = {
  he: ['iw'],
  id: ['in'],
  nb: ['no', 'nn'],
  'pt-PT': ['AO', 'CH', 'CV', 'FR', 'GQ', 'GW', 'LU', 'MO', 'MZ', 'ST', 'TL'].map((each) => `pt-${each}`),
  'zh-TW': ['zh-HK', 'zh-MO', 'zh-Hant'],
};

/** The rules with the text in all languages. */
export async function firstLookRules(): Promise<string> {
  const names = globSync(join(root, 'src/locales/*.ts'))
    .map((file) => basename(file, '.ts'))
    .filter((name) => name !== 'en')
    .sort();
  let css = englishRules;
  const seen = new Set<string>();
  for (const name of names) {
    const { default: words } = (await import(`../src/locales/${name}.ts`)) as { default: Words };
    const [language = ''] = name.split('-');
    // The first of a language's regions also covers the others.
    const wanted = seen.has(language) ? name : language;
    seen.add(language);
    // Chrome does not support lists in `:lang()`.
    const tags = [wanted, ...(aliases[name] ?? [])].map((each) => `:lang(${each})`);
    const selector = tags.length > 1 ? `:is(${tags.join(', ')})` : tags.join('');
    css += wordsRule(`${ELEMENTS}${selector}`, words.otpLogin, words.rewardClaim);
  }
  return formatted(css);
}

/** The rules of one of the files. */
export const rulesOf = (file: string): Promise<string> =>
  file === QUICK_START ? formatted(englishRules) : firstLookRules();

/** A file with up-to-date rules between the comments. */
export function withFirstLook(page: string, css: string): string {
  const [before = '', rest] = page.split(BEGIN);
  return rest === undefined
    ? page
    : `${before}${BEGIN}\n${css}\n${END}${rest.slice(rest.indexOf(END) + END.length)}`;
}

export async function writeFirstLook(): Promise<void> {
  for (const file of files) {
    const css = await rulesOf(file);
    const page = readFileSync(join(root, file), 'utf8');
    if (withFirstLook(page, css) !== page) writeFileSync(join(root, file), withFirstLook(page, css));
  }
}
