/** The tables in `docs/elements/`, made from the custom elements manifest. `npm run build:package` writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as cem from 'custom-elements-manifest/schema';
import { formatText } from './format.ts';
import { type ElementDeclaration, elementsOf } from './manifest.ts';

const BEGIN = '<!-- The reference, written by: npm run build:package -->';
const END = '<!-- The end of the reference. -->';

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;
const line = (text = '') => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

function table(heading: string, head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return rows.length ? `### ${heading}\n\n${lines.join('\n')}\n` : '';
}

const named = (heading: string, head: string, list: { name: string; description?: string }[] = []) =>
  table(
    heading,
    [head, 'meaning'],
    list.map(({ name, description }) => [code(name), line(description)]),
  );

/** The values of a union, each as code. */
const typeText = (type: string) => type.split(' | ').map((each) => code(each.replaceAll("'", '')));

/** A default, unless it is empty or false. */
const defaultText = (value = '') =>
  /^(''|false|undefined)?$/.test(value) ? '' : code(value.replaceAll("'", ''));

function eventsTable(events: ElementDeclaration['events'], { modules }: cem.Package): string {
  const classes = modules.flatMap(({ declarations = [] }) => declarations);
  const fieldsOf = (type: string) => {
    const found = classes.find(({ name }) => name === type) as cem.ClassDeclaration | undefined;
    return (found?.members ?? []).filter(({ kind }) => kind === 'field').map(({ name }) => code(name));
  };
  const rows = events.map(({ name, description, type }) => [
    code(name),
    line(description),
    fieldsOf(type.text).join(', '),
  ]);
  return table('Events', ['event', 'when', 'fields'], rows);
}

function membersTable(element: ElementDeclaration): string {
  // Properties with an attribute are in the attributes table.
  const attributes = new Set(element.attributes.map(({ fieldName }) => fieldName));
  const rows = (element.members ?? [])
    .filter((each) => !('static' in each && each.static) && !attributes.has(each.name))
    .map((each) => [code(each.kind === 'method' ? `${each.name}()` : each.name), line(each.description)]);
  return table('Properties and methods', ['name', 'meaning'], rows);
}

function referenceOf(element: ElementDeclaration, all: cem.Package): string {
  const attributes = element.attributes.toSorted((a, b) => a.name.localeCompare(b.name));
  return [
    table(
      'Attributes',
      ['attribute', 'values', 'default', 'meaning'],
      attributes.map((each) => [
        code(each.name),
        typeText(each.type.text).join(', '),
        defaultText(each.default),
        line(each.description),
      ]),
    ),
    membersTable(element),
    eventsTable(element.events, all),
    named('Slots', 'slot', element.slots),
    named('Parts', 'part', element.cssParts),
    named('Custom properties', 'property', element.cssProperties),
  ].join('\n');
}

/** An element's page with up-to-date tables between the comments. */
export async function withReference(
  page: string,
  element: ElementDeclaration,
  all: cem.Package,
): Promise<string> {
  const [before = '', rest] = page.split(BEGIN);
  if (rest === undefined) throw new Error(`The page of <${element.tagName}> has no place for its reference.`);
  const text = `${before}${BEGIN}\n\n${referenceOf(element, all)}\n${rest.slice(rest.indexOf(END))}`;
  return formatText(`${element.tagName}.md`, text);
}

export const pageOf = (root: string, tag: string): string => join(root, `docs/elements/${tag}.md`);

export async function writeReference(root: string, all: cem.Package): Promise<void> {
  for (const element of elementsOf(all)) {
    const file = pageOf(root, element.tagName);
    const page = readFileSync(file, 'utf8');
    const written = await withReference(page, element, all);
    if (written !== page) writeFileSync(file, written);
  }
}
